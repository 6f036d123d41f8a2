//! The texts in one language, by screen.

use std::fmt::Display;

use crate::app::detail::Detail;
use crate::app::input::{Command, PadButton, PadMap};
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
        easy medium hard language no yes off quit yours loading cancels or
    }
    /// The names of keys that are no letter, digit or sign.
    keys: KeyWords {
        control space escape enter tab backspace insert delete left right up down page_up page_down home end
        left_shift right_shift right_control left_alt right_alt pad pad_enter
    }
    /// The buttons of gamepads that have no letter.
    buttons: ButtonWords {
        left_shoulder right_shoulder left_trigger right_trigger left_stick right_stick select start none
    }
    /// Times in the past.
    times: TimeWords { just_now minute minutes hour hours day days }
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
        more_cars again watch moment_keys keep link title table second_chance best_moments worst_moments no_hit_yet
        no_worst a_car at_middle halfway at_edge hit_for you_hit was_hit was_hit_for pushed fell fell_by
        zero_no_hit zero_weak zero_nobody_fell zero_lost earlier_rules
    }
    /// The settings.
    settings: SettingsWords {
        sound picture play page_car keys gamepads head_keys close all_sounds crashes_signals motors crowd music detail
        automatic automatic_note low low_note medium_note high high_note full_screen smooth samples_note
        camera_shake freeze palette bright clear clear_note shadows reflections sharpness sharpness_note
        vsync vsync_note window window_now text_panels text_rounds drivers split shared_beside shared_above
        shared quarters speeds speeds_note throttle throttle_by_hand throttle_automatic boost_and_brake
        quarter_each while_held press_to_press hints hints_note film_legend reset_all join_note click_key next_key reset_keys
        click_button next_button reset_buttons sticks_note key_taken in_title in_replay player name colour
        number you at_level car_note red orange yellow lime green teal sky blue violet pink white black
    }
    /// The cups, their table, and the round of the day.
    cups: CupWords {
        title about_cup about_day go_on drive choose back start_over day day_about day_none day_best day_often
        day_before fairground fairground_about thin_ice thin_ice_about wild wild_about under_way not_won won points_rule again_rule after_round you_win wins you_come comes round
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
        restart foot_name foot hardest own_hardest players_hardest slow_motion into you you_as_object
    }
    /// Saving of scenes, and unsaved ones.
    saving: SavingWords {
        name back save needs_name changed changed_about new_name read_file over over_about keep_file write_over
        longest_name too_large no_folder saved in_group and_more not_saved taken leads_out
        unsaved_scene made_in not_now open throw_away
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
        player either no_key stick stick_left stick_right waits drive camera common screen upright lift reverse go guard another
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
        kept_as round not_deleted level_errors fix_level tape_refused low_rate settings_lost close_first leave_first name_no_text brought no_body
        link_copied link_as_text no_link link_as_file not_recorded_link film_share film_saved put_back put_back_one
        no_samples no_graphs no_numbers
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
    #[cfg_attr(target_os = "wasi", allow(dead_code, reason = "a page has no lab"))]
    help: HelpWords {
        drive cameras replay views sandbox drive_pad drive_mouse cameras_free cameras_pause replay_all
        replay_keys replay_ghost views_one views_focus sandbox_tour lab lab_command pages
        close counting column_hidden columns_hidden
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
        go taken lesson_waits waits by own_team you behind throws selected pad_places pad_pulls pad_hand no_value time head_on
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
    /// The panels of the sandbox: adding things, the scene, zones and patches.
    build: BuildWords {
        close_f2 click_the_first_thing_where_the click_what_to_join_it_to click_the_thing_that_the_joint
        click_what_the_joint_should_hold a_patch_of_floor click_the_scene_where_it_should add thing world triggers
        scene name_its_file_has_a_fault joints they_hold_two_things_together_or click_the_scene
        click_the_first_thing click_the_other_one click_an_item_then_the_scene cancel parts_of_this_level your_parts
        files_of_the_folder_levels_parts follow its_file_has_changed_make_its name replace_it save_selection
        read_again ice rubber belt brick_wall pyramid tower your_car truck rival throws_up speeds_up floats
        takes_away plate box_ ball cylinder capsule cone plank brick pillar dumb_bell ramp wall turntable things
        buildings cars zones patches_of_floor step_step count_things_and_cars undo redo text save
        as_it_is_now_ctrl_s save_as_at_the_start keep_the_recording of_everything_so_far_k under_another_name search
        select_these all_like_it of_the_same_form_and_material its_panel delete hide show
        drawn_faintly_and_the_hand_reaches history_count_steps history_count_steps_undone_undone step_undone
        the_beginning go_there zone_number arrows_move_it_the_ring_turns close triggers_call_it_by_that at_m heading
        points boost launch_m_s to_m pull_m_s2 patch_of_floor_number at_x at_z width length grip belt_m_s
    }
    /// The panels of one thing and of several.
    thing: ThingWords {
        along around_axis side at_x_y_z_m touches_count double_click_a_thing_in_the a_car_its_level_file_describes mass group
        things_of_one_group_pass_through none belt_m_s turns there_and_back_in by_m along_its_path form size
        moved_by forces nothing itself material friction bounce paint place_m turned_deg speed_m_s spin_deg_s asleep
        free freeze copy ctrl_d ctrl_f delete del cut_joints ctrl_x click_the_other join_to y_up
        count_things_selected size_m_large around_place_m choose align_axis move_ turn_about scale mirror low middle
        high spread with_equal_gaps down drop_to_what_is_below paint_all group_2 hide show
        drawn_faintly_and_the_hand_reaches copy_as_text ctrl_c paste where_they_were_ctrl_v_at select_nothing
        a_click_on_the_empty_floor hull field compound
    }
    /// The panel of the surroundings, the hall and the engine.
    surroundings: SurroundingWords {
        none moon mars earth jupiter time_speed_x name_density_kg_m3_friction_friction
        cars_and_things_without_a_material they_exchange_momentum_by_the_levels a_crash_stops_them_by_the
        restitution friction it_pulls_to gravity air wind_m_s wind_needs_air_the_earths_has slower faster resume
        pause hall engine fairground rink stadium yard moon_2 kitchen_table heights that_of_the_place plates planks
        ice track asphalt concrete dust tin grid striped boards banners blocks hull metal neon floors_grip rolling
        walls_bounce walls_friction ceiling place the_surroundings floor its_looks walls their_looks crowd clouds
        stars light_from its_height its_strength shade haze_from haze_over off_as_the_place_has_it
        as_the_place_has_it balls_around_both a_plane_between_the_two formulas_for_pairs_of_solids convex_hulls
        a_quick_look_along_the_deepest convex_pieces_before_triangles missed_count time_s_names
        a_steps_mean_over_seconds_s stages_that_may_decide continuous discrete one_test
        discrete_only_contacts_between_steps_misses collision deeper_first smaller_first left_first
        the_order_in_which_the_one descent planes walk_of_2002 how_the_one_test_compares_two pieces_meet_by spheres
        boxes the_bounding_volumes_of_the_trees volumes over_edges first_fit how_convex_pieces_grow_from_triangles
        pieces waits is_a_hit a_pair_whose_sweep_the_budget a_cut_pair by_perception shares_of_2002 three_queues
        the_order_of_the_pairs_and schedule impulse stop the_rule_for_the_velocities_after response
        the_method_that_finds_the_pairs broad_phase columns rows layers cell triangles_a_piece budget
        of_all_collision_tests_of_a let_time_run_the_cost_before before after
        cost_step cost_broad_phase cost_continuous cost_pairs cost_sweeps cost_work cost_cuts cost_impacts
    }
    /// The panel of joints.
    joints: JointWords {
        count_links ball hinge slider weld rope rod spring joints remove_the_joint the_joint_is_gone
        arrows_move_its_place_rings_turn close the_world holds click_it choose the_next_click_in_the_scene joint
        the_two_collide at_m to_m axis y_up length frequency damping limits from_the_present_pose motor speed place
        speed_2 place_2 at_most none throttle steering brake boost control of_the_first_player_a_trigger breaks to
    }
    /// The panel of triggers.
    triggers: TriggerWords {
        counters_counters something_enters_zone something_leaves_zone name_presses_with_force_n name_breaks
        name_reaches_count after_seconds_s every_seconds_s key_key key_key_is_released
        an_event_makes_something_happen_in new_trigger delete name when only_the_first_time then add_it apply close
        take_name_where_it_is count none enters_a_zone leaves_a_zone a_contact_presses a_joint_breaks
        a_counter_reaches after_a_time again_and_again a_key zone who anything a_car a_players_car a_thing
        one_by_name of with harder_than joint counter reaches time key on_release motor let_go join add_a_thing
        remove push gravity wind score say restart remove_2 one_more_effect thing to choose_one_in_the_scene
        of_it_or it_or down air add points text for_ on off the_other_way to_an_angle degrees_or_m
    }
    /// The panel of graphs.
    plots: PlotWords {
        graph_number to_the_right_curve graphs shown close curve search of and new_graph save_as_csv save_as_png
        in_free_play_the_scene_keeps delete take_it_out add_curve over_time over_this_curve shows none
    }
}

/// The choice of a word about the surroundings, in any language.
pub type SurroundingWord = fn(&SurroundingWords) -> &'static str;

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

    /// Returns a past time in words, from its age in seconds. Clock times are avoided, because the time zone is
    /// unknown.
    pub fn ago(&self, seconds: u64) -> String {
        let words = &self.times;
        let (count, one, several) = match seconds {
            0..60 => return words.just_now.to_owned(),
            60..3_600 => (seconds / 60, words.minute, words.minutes),
            3_600..86_400 => (seconds / 3_600, words.hour, words.hours),
            _ => (seconds / 86_400, words.day, words.days),
        };
        fill(if count == 1 { one } else { several }, &[("count", &count)])
    }

    /// The name of a button of a gamepad.
    pub fn button(&self, button: PadButton) -> &'static str {
        let words = &self.buttons;
        match button {
            PadButton::South => "A",
            PadButton::East => "B",
            PadButton::West => "X",
            PadButton::North => "Y",
            PadButton::LeftShoulder => words.left_shoulder,
            PadButton::RightShoulder => words.right_shoulder,
            PadButton::LeftTrigger => words.left_trigger,
            PadButton::RightTrigger => words.right_trigger,
            PadButton::Select => words.select,
            PadButton::Start => words.start,
            PadButton::LeftStick => words.left_stick,
            PadButton::RightStick => words.right_stick,
        }
    }

    /// The first button of a gamepad for a command; `None` if no button can give the command.
    pub fn button_of(&self, pad: &PadMap, command: Command) -> Option<&'static str> {
        PadMap::commands().find(|known| *known == command)?;
        let first = pad.buttons(command).first();
        Some(first.map_or(self.buttons.none, |button| self.button(*button)))
    }

    /// The name of a cup, and its description.
    pub fn cup(&self, cup: usize) -> [&'static str; 2] {
        let words = &self.cups;
        let all = [
            [words.fairground, words.fairground_about],
            [words.thin_ice, words.thin_ice_about],
            [words.wild, words.wild_about],
        ];
        all[cup]
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
