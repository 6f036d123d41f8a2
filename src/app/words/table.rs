//! The texts in one language, by screen.

use std::fmt::Display;

use crate::app::detail::Detail;
use crate::app::input::Command;
use crate::app::parts::Split;
use crate::app::render::looks::Palette;
use crate::app::session::Need;
use crate::arena::HandError;
use crate::console::fill;
use crate::game::explain::ExplainWords;
use crate::game::tape::NoWheel;
use crate::game::{ActWords, Difficulty, DriverWords, Feat, Gain, GainFactor, Medal, Team};
use crate::level::{Level, LevelFolder, MedalTask, Mode};
use crate::view_words::ViewWords;

macro_rules! table {
    ($($(#[$about:meta])* $section:ident: $kind:ident { $($text:ident)* })*) => {
        /// The texts in one language, by screen.
        #[derive(Debug)]
        pub struct Words {
            $($(#[$about])* pub $section: $kind,)*
            /// The meaning of a command in the help and the settings.
            pub meaning: fn(Command) -> &'static str,
            /// A place in a ranking, such as `1st`.
            pub ordinal: fn(usize) -> String,
            /// The debug views.
            pub views: &'static ViewWords,
            /// Explanations of crashes, near misses and probes.
            pub explain: ExplainWords,
            /// The acts of the hand.
            pub acts: ActWords,
            /// The states of drivers.
            pub driving: DriverWords,
        }

        $(
            $(#[$about])*
            #[derive(Debug)]
            pub struct $kind { $(pub $text: &'static str,)* }
        )*

        #[cfg(test)]
        impl Words {
            /// Each text with its name.
            pub(super) fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$($((
                    concat!(stringify!($section), ".", stringify!($text)),
                    self.$section.$text,
                ),)*)*]
            }
        }
    };
}

table! {
    /// Words of several screens.
    common: CommonWords {
        easy medium hard language no yes off quit yours loading cancels
    }
    /// The title and its list of levels.
    title: TitleWords {
        tagline begins_lesson join play cups recordings settings help school game sandbox physics search finds
        search_keys none_found no_levels drivers teams_off teams_two points crashes knock_out free lesson
        player no_car second second_leaves plug pad_joins keyboard wasd arrows and_pad gamepad waits_for_pad
        best task tasks car cars free_none free_one free_cars lesson_numbers round_numbers round_numbers_one
        cannot_play not_read no_car_free right_of
    }
    /// The pause.
    pause: PauseWords {
        paused resume restart settings copy_link title quit step steps cameras views panels row_keys restart_help
        restart_quit_help still
    }
    /// The result of a round.
    result: ResultWords {
        time_up time_up_win you_win knocked_out over team_wins team_draw own_team_wins blue orange wins win
        best_here and place point points_many crash crashes_many knock_out knock_outs hit hits no_hit hardest
        the_hardest lost bronze silver gold won_medal to_medal star_done star_for task_hit task_fast
        task_sides task_steady task_first new_best new_best_by best_so_far_by first_here own_best
        best_of_first taken_over altered day_new day_best in_cup head_place head_hardest out_at more_car
        more_cars again watch moments keep link title table second_chance best_moments worst_moments no_hit_yet
        no_worst a_car at_middle halfway at_edge hit_for you_hit was_hit was_hit_for pushed fell fell_by
        zero_no_hit zero_weak zero_nobody_fell zero_lost earlier_rules
    }
    /// The settings.
    settings: SettingsWords {
        sound picture play page_car keys gamepads close all_sounds crashes_signals motors crowd music detail
        automatic automatic_note low low_note medium_note high high_note full_screen smooth samples_note
        camera_shake hit_stop palette bright clear clear_note shadows reflections sharpness sharpness_note
        vsync vsync_note window window_now text_panels text_rounds drivers split shared_beside shared_above
        shared quarters speeds speeds_note throttle throttle_by_hand throttle_automatic boost_and_brake
        quarter_each while_held press_to_press hints hints_note film_legend reset_all join_note click_key next_key reset_keys
        click_button next_button reset_buttons sticks_note key_taken in_title in_replay player name colour
        number you at_level car_note red orange yellow lime green teal sky blue violet pink white black
    }
    /// The cups, their table, and the round of the day.
    cups: CupWords {
        title about_cup about_day go_on drive choose back start_over day day_about day_none day_best day_often
        day_before under_way not_won won points_rule again_rule after_round you_win wins you_come comes round
        sum to_cups next_round again to_title
    }
    /// The list of recordings.
    recordings: RecordingWords {
        title about head_name head_mode head_result head_length head_when none keep delete watch page refused
        not_shown older about_one taken_over continues other_program computer a_player players your_best teams
        not_all_done all_done not_finished search none_found ask_delete do_delete do_keep name_head
        name_offered name_typed
    }
    /// Questions before a round is left or restarted.
    leaving: LeavingWords {
        cup cup_about drive_on leave unsaved unsaved_about stay save give_up chance chance_about keep_round
        restart foot_name foot hardest own_hardest players_hardest slow_motion into you
    }
    /// A running round: its numbers and notes.
    round: RoundWords {
        life lives out you_out you_are_out best back_in back_in_short taken_over you_watch double speed
        altered alone alone_idle shared and_more follows_first boost power full_power own_speed by_power by_side by_rear
        by_again by_end lost slow
    }
    /// The aim of a round and its keys, and hints for players who seem not to know one.
    hints: HintWords {
        aim_points aim_crashes aim_knock_out aim_free aim_lesson losses against team_hits rivals
        player either no_key stick waits drive camera common screen upright lift reverse go guard another
        run_up boosts
    }
    /// A lesson: its tasks and its result.
    lesson: LessonWords {
        all_done task done_one done_many choose medals right right_at_once lesson_done time_up within medal_at
        your_best new_best no_best next round_again well_done tries_again again ways
    }
    /// Messages that stay for a few seconds.
    notices: NoticeWords {
        no_focus focus_one focus_pair focus_old no_crash no_pair magnifier colours speed not_split views_all
        views_of views_arena whole_screen screen_for one_camera pad_back pad_lost pad_lost_drives hand
        hand_away hand_holds selected nothing_selected thing things added copied no_copy no_text undone_drive
        undone undone_restart no_undo redone no_redo as_then not_reached saved not_saved car_yours
        joint_begins joint_needs joined restarts fly reloaded reloaded_back no_reload chance_used no_chance
        round_counts kept nothing_kept not_recorded run_gone run_shown ghost_next ghost_recorded ghost_best
        no_ghost ghost_off film_cancelled film_packing as_recorded deleted
        selected_one room_for room_for_more cup_of_others no_unchanged run_not_kept end_needs pad_player
        kept_as settings_lost close_first leave_first name_no_text brought no_body
    }
    /// A recording that is shown, and its time line.
    replay: ReplayWords {
        reading reading_acts title about timed not_as not_consistent marks taken one_more more_times taken_here the_end
        paused playing countdown free left over now keys more_keys
    }
    /// The card of a scene, the magnifier, and the list of crashes.
    looking: LookingWords {
        more press change computed too_far touch gap closes enlarges now at_impact ahead why none searching
        choose two slow slows copying back_to up_to all why_not cut contact closing
    }
    /// The help.
    help: HelpWords {
        drive cameras replay views sandbox drive_pad drive_mouse cameras_free cameras_pause replay_all
        replay_keys replay_ghost views_one views_focus sandbox_tour lab lab_command pages
        close column_hidden columns_hidden
    }
    /// An explanation of a crash.
    why: WhyWords {
        not_recorded still_copying looking seeking stage instant keys_steps keys_crashes keys_clicks which_all
        which_pair which_cut title title_apart held deep apart here both_hall not_tested click_other curve
        curve_steps curve_miss boxes rejected simplex origin at_most at_least arrows momentum both rounding
        not_given energy momentum_both sum rest sweep_of end_clear end_meets end_cut all_pairs units pieces_apart
        pieces_advanced before after given trees matrix no_repeat came_or_went not_both came_in_step no_earlier
        no_later
    }
    /// The probe.
    probe: ProbeWords {
        title second ask stages volume pieces lab lab_step show_steps none previous next first back on last as_built
        one_triangle up_to thing ray cuboid point click_first click_second click_begin move_pointer gone drag_second
        fixes_end fixes keys more_keys needs_meshes
    }
    /// The legend of the views.
    legend: LegendWords {
        views focus left_out keys point number view crowd nearest nearest_focus lab_keys lab_about stages_about
        decided_by decided discrete_none discrete missed
    }
    /// The panel of the engine's numbers.
    numbers: NumberWords {
        no_data last by_phase from_next per_step now mean worst step forces broad_phase contacts solver continuous
        islands pairs sweeps searches held cuts work energy curves all_bodies momentum asleep close memory_one
        memory program body body_colours body_colours_now units phases phases_later costliest cut
    }
    /// Short words over a round, and its contest.
    play: PlayWords {
        go taken waits by own_team you behind throws selected pad_places pad_pulls pad_hand no_value time head_on
        t_bone rear_end bump from_above flying double pile_up day cup
    }
    /// The buttons for fingers.
    touch: TouchWords {
        pause camera restart panels undo delete why step back again watch link title stop_go wheel close earlier
        later list play settings replays cups help ok next boost brake
    }
    /// The help about the hand.
    building: BuildingWords {
        drag drag_about pause pause_about camera camera_about add add_about change change_about several
        several_about throw throw_about undo undo_about keep keep_about gamepad gamepad_about
    }
    /// Reasons why an act of the hand or a take-over is refused.
    refusals: RefusalWords {
        timed over out gone empty fixed car taken outside full not_finite not_kept
    }
}

impl Words {
    /// The name of a difficulty.
    pub fn difficulty(&self, difficulty: Difficulty) -> &'static str {
        match difficulty {
            Difficulty::Easy => self.common.easy,
            Difficulty::Medium => self.common.medium,
            Difficulty::Hard => self.common.hard,
        }
    }

    /// The name of a mode.
    pub fn mode(&self, mode: Mode) -> &'static str {
        match mode {
            Mode::Points => self.title.points,
            Mode::Crashes => self.title.crashes,
            Mode::KnockOut => self.title.knock_out,
            Mode::Free => self.title.free,
            Mode::Lesson => self.title.lesson,
        }
    }

    /// The unit of a total in a mode.
    pub fn unit(&self, mode: Mode, total: u32) -> &'static str {
        let result = &self.result;
        match (mode, total) {
            (Mode::Points | Mode::Lesson, 1) => result.point,
            (Mode::Points | Mode::Lesson, _) => result.points_many,
            (Mode::Crashes, 1) => result.crash,
            (Mode::Crashes, _) => result.crashes_many,
            (Mode::KnockOut, 1) => result.knock_out,
            (Mode::KnockOut, _) => result.knock_outs,
            // There is never a total.
            (Mode::Free, _) => "",
        }
    }

    /// The aim of a mode in one line.
    pub fn aim(&self, mode: Mode) -> &'static str {
        match mode {
            Mode::Points => self.hints.aim_points,
            Mode::Crashes => self.hints.aim_crashes,
            Mode::KnockOut => self.hints.aim_knock_out,
            Mode::Free => self.hints.aim_free,
            Mode::Lesson => self.hints.aim_lesson,
        }
    }

    /// A hint for a player who seems not to know a control, with the names of commands in braces.
    pub fn need(&self, need: Need) -> &'static str {
        match need {
            Need::Upright => self.hints.upright,
            Need::Lift => self.hints.lift,
            Need::Reverse => self.hints.reverse,
            Need::Drive => self.hints.go,
            Need::Guard => self.hints.guard,
            Need::Another => self.hints.another,
            Need::RunUp => self.hints.run_up,
            Need::Boost => self.hints.boosts,
        }
    }

    /// A number of lives.
    pub fn lives(&self, count: u32) -> String {
        match count {
            1 => self.round.life.to_owned(),
            count => fill(self.round.lives, &[("count", &count)]),
        }
    }

    /// The loud word for a kind of crash.
    pub fn feat(&self, feat: Feat) -> &'static str {
        let words = &self.play;
        match feat {
            Feat::HeadOn => words.head_on,
            Feat::TBone => words.t_bone,
            Feat::RearEnd => words.rear_end,
            Feat::Bump => words.bump,
            Feat::FromAbove => words.from_above,
            Feat::Flying => words.flying,
            Feat::Double => words.double,
            Feat::PileUp => words.pile_up,
        }
    }

    /// The reason why a recording cannot be taken over.
    pub fn no_wheel(&self, refused: &NoWheel) -> String {
        let words = &self.refusals;
        match refused {
            NoWheel::Timed => words.timed.to_owned(),
            NoWheel::Over => words.over.to_owned(),
            NoWheel::Out => words.out.to_owned(),
            NoWheel::Tape(error) => error.to_string(),
        }
    }

    /// The reason why an act of the hand is refused.
    pub fn hand_error(&self, refused: &HandError) -> String {
        let words = &self.refusals;
        let about = |text: &str, name: &str| fill(text, &[("name", &self.views.names.label(name))]);
        match refused {
            HandError::Gone => words.gone.to_owned(),
            HandError::Empty => words.empty.to_owned(),
            HandError::Fixed(name) => about(words.fixed, name),
            HandError::Car(name) => about(words.car, name),
            HandError::Taken(name) => about(words.taken, name),
            HandError::Outside => words.outside.to_owned(),
            HandError::Full(count) => fill(words.full, &[("count", count)]),
            HandError::NotFinite => words.not_finite.to_owned(),
            HandError::Refused(_) | HandError::Body(_) | HandError::Joint(_) => refused.to_string(),
        }
    }

    /// The calculation of the points of a hit.
    pub fn gain(&self, gain: &Gain) -> String {
        let words = &self.round;
        let mut said = fill(words.own_speed, &[("speed", &format!("{:.1}", gain.speed))]);
        for factor in gain.factors() {
            said += &match factor {
                GainFactor::Power(power) => {
                    fill(words.by_power, &[("power", &format!("{power:.1}"))])
                }
                GainFactor::Side(factor) => fill(words.by_side, &[("factor", &factor)]),
                GainFactor::Rear(factor) => fill(words.by_rear, &[("factor", &factor)]),
                GainFactor::Again(divisor) => fill(words.by_again, &[("divisor", &divisor)]),
                GainFactor::End => words.by_end.to_owned(),
            };
        }
        format!("{said} = {}", gain.points)
    }

    /// The people who drove a recorded round from its beginning.
    pub fn people(&self, count: usize) -> String {
        let words = &self.recordings;
        match count {
            0 => words.computer.to_owned(),
            1 => words.a_player.to_owned(),
            count => fill(words.players, &[("count", &count)]),
        }
    }

    /// The name of a medal.
    pub fn medal(&self, medal: Medal) -> &'static str {
        match medal {
            Medal::Bronze => self.result.bronze,
            Medal::Silver => self.result.silver,
            Medal::Gold => self.result.gold,
        }
    }

    /// The name of a group of levels.
    pub fn folder(&self, folder: LevelFolder) -> &'static str {
        match folder {
            LevelFolder::School => self.title.school,
            LevelFolder::Game => self.title.game,
            LevelFolder::Sandbox => self.title.sandbox,
            LevelFolder::Physics => self.title.physics,
        }
    }

    /// The name of a level of detail, and its description.
    pub fn detail(&self, detail: Detail) -> (&'static str, &'static str) {
        let words = &self.settings;
        match detail {
            Detail::Automatic => (words.automatic, words.automatic_note),
            Detail::Low => (words.low, words.low_note),
            Detail::Medium => (self.common.medium, words.medium_note),
            Detail::High => (words.high, words.high_note),
        }
    }

    /// The name of a layout of the split screen.
    pub fn split(&self, split: Split) -> &'static str {
        match split {
            Split::Beside => self.settings.shared_beside,
            Split::Above => self.settings.shared_above,
            Split::Shared => self.settings.shared,
        }
    }

    /// The arrangement that a layout of the split screen gives for that many players.
    pub fn split_for(&self, split: Split, people: usize) -> &'static str {
        match split {
            Split::Beside | Split::Above if people > 2 => self.settings.quarter_each,
            split => self.split(split),
        }
    }

    /// The task of a star.
    pub fn medal_task(&self, task: &MedalTask) -> String {
        let words = &self.result;
        let with = |text: &str, count: &dyn Display| fill(text, &[("count", count)]);
        match task {
            MedalTask::Hit { points } => with(words.task_hit, points),
            MedalTask::Fast { speed } => with(words.task_fast, speed),
            MedalTask::Sides { count } => with(words.task_sides, count),
            MedalTask::Steady => words.task_steady.to_owned(),
            MedalTask::First => words.task_first.to_owned(),
        }
    }

    /// A score of a lesson: its right answers, or its time.
    pub fn lesson_score(&self, level: &Level, total: u32) -> String {
        match level.right_answers(total) {
            None => format!("{:.1} s", level.lesson_seconds(total)),
            Some(right) => {
                let of = ("count", &level.questions() as &dyn Display);
                fill(self.title.right_of, &[("right", &right), of])
            }
        }
    }

    /// The name of a team.
    pub fn team(&self, team: Team) -> &'static str {
        match team {
            Team::Blue => self.result.blue,
            Team::Orange => self.result.orange,
        }
    }

    /// A place among that many cars.
    pub fn place(&self, place: usize, cars: usize) -> String {
        let place = (self.ordinal)(place);
        fill(self.result.place, &[("place", &place), ("cars", &cars)])
    }

    /// A list of names, such as `P1, P2 and P3`.
    pub fn list(&self, parts: &[String]) -> String {
        match parts {
            [] => String::new(),
            [only] => only.clone(),
            [most @ .., last] => format!("{} {} {last}", most.join(", "), self.result.and),
        }
    }

    /// The name of the colours of the views.
    pub fn palette(&self, palette: Palette) -> &'static str {
        match palette {
            Palette::Bright => self.settings.bright,
            Palette::Clear => self.settings.clear,
        }
    }
}

/// A number with the word for one or for several things.
pub fn counted(number: usize, one: &str, several: &str) -> String {
    let thing = if number == 1 { one } else { several };
    format!("{number} {thing}")
}
