//! The panels of the sandbox: adding objects, a thing, the surroundings, and the whole scene. Each panel is a
//! function of an egui context and the scene, and returns the requests made in it.

mod add;
mod ask;
mod engine;
mod fields;
mod graphs;
mod hall;
mod handle;
mod history;
mod joints;
mod listed;
mod many;
mod own_car;
mod patches;
mod pictures;
mod scene;
mod settings;
mod style;
mod templates;
#[cfg(test)]
mod tests;
mod thing;
mod trigger_form;
mod triggers;
mod world;
mod zones;

use std::collections::BTreeSet;

use egui::{Context, Frame, RichText, ScrollArea, SidePanel, Ui};

use glam::Vec3;

use crate::app::handle_use::HandleUse;
use crate::app::own_parts::OwnPart;
use crate::app::panels::listed::Draft;
use crate::app::params::panels::side::WIDTH;
use crate::app::words::{BuildWords, Language, fill};
use crate::arena::{ActorId, SurfaceSettings};
use crate::game::Round;
use crate::game::tape::Wheel;
use crate::level::{JointKindSpec, PatchSpec, ZoneSpec};
use crate::monitor::CostBeside;

pub use crate::app::panels::ask::Ask;
pub use crate::app::panels::graphs::{GraphAsk, GraphForm, GraphScene, show_graphs};
pub use crate::app::panels::patches::patch_at;
pub use crate::app::panels::settings::SettingsPanel;
pub use crate::app::panels::style::{apply, colors};
pub use crate::app::panels::templates::{Placing, placed};

/// The panel that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    #[default]
    Add,
    Thing,
    World,
    Triggers,
    Scene,
}

impl Tab {
    const ALL: [Tab; 5] = [Tab::Add, Tab::Thing, Tab::World, Tab::Triggers, Tab::Scene];

    fn name(self, texts: &BuildWords) -> &'static str {
        match self {
            Tab::Add => texts.add,
            Tab::Thing => texts.thing,
            Tab::World => texts.world,
            Tab::Triggers => texts.triggers,
            Tab::Scene => texts.scene,
        }
    }
}

/// A joint being made by presses in the scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joining {
    pub kind: JointKindSpec,
    /// The thing that was pressed first, and the position in the scene.
    pub from: Option<(ActorId, Vec3)>,
}

impl Joining {
    /// Returns instructions for the next press.
    pub fn words(&self, texts: &BuildWords) -> &'static str {
        match self.from {
            None => texts.click_the_first_thing_where_the,
            Some(_) => texts.click_what_to_join_it_to,
        }
    }
}

/// The state of the panels between frames.
#[derive(Debug, Default)]
pub struct Panels {
    /// True if the panels are shown.
    pub open: bool,
    pub tab: Tab,
    /// The thing shown in its panel.
    pub chosen: Option<ActorId>,
    /// The things that are changed together.
    pub selected: BTreeSet<ActorId>,
    /// The object that the next press in the scene places.
    pub placing: Option<Placing>,
    /// True if the object was dragged out of the panel: releasing the button places it.
    pub dragged: bool,
    /// The joint that the next presses in the scene make.
    pub joining: Option<Joining>,
    /// The joint of which the next press chooses an end; true for the first one.
    pub end: Option<(u32, bool)>,
    /// The handle that is used, or was used last.
    pub handle: Option<HandleUse>,
    /// Edited values that are not applied yet.
    draft: Option<thing::Draft>,
    trigger: Option<triggers::TriggerDraft>,
    /// The joint and the zone whose forms are open.
    joint_draft: Option<joints::JointDraft>,
    zone_draft: Option<Draft<ZoneSpec>>,
    patch_draft: Option<Draft<PatchSpec>>,
    down: Option<Vec3>,
    surroundings: Option<crate::level::Surroundings>,
    surface: Option<SurfaceSettings>,
    engine: Option<crate::level::EngineRules>,
    hall: Option<crate::level::HallRules>,
    many: many::Many,
    /// The player's own parts as last read; None before that and after a change.
    pub own_parts: Option<Vec<OwnPart>>,
    /// The name under which the selection becomes a part.
    part_name: String,
    search: String,
    /// The rows of the list of things that are open.
    open_rows: BTreeSet<String>,
    name: String,
    joint: usize,
    /// The source and generation of the scene to which all of this belongs.
    scene: (String, u64),
}

impl Panels {
    /// Selects a thing and opens its panel.
    pub fn choose(&mut self, id: ActorId) {
        self.select(BTreeSet::from([id]));
        self.tab = Tab::Thing;
        self.open = true;
    }

    /// Selects things; a single one is shown in its panel.
    pub fn select(&mut self, things: BTreeSet<ActorId>) {
        if things.len() == 1 && self.chosen.as_ref() != things.first() {
            self.draft = None;
            self.chosen = things.first().copied();
        }
        self.joint_draft.take_if(|draft| draft.is_alone());
        self.zone_draft.take_if(|draft| draft.is_alone());
        self.patch_draft.take_if(|draft| draft.is_alone());
        self.end = None;
        self.selected = things;
    }

    /// Opens the form of a joint in place of a thing's panel.
    pub fn choose_joint(&mut self, joint: u32) {
        self.select(BTreeSet::new());
        (self.zone_draft, self.patch_draft) = (None, None);
        self.joint_draft = Some(joints::JointDraft::alone(joint));
        (self.tab, self.open) = (Tab::Thing, true);
    }

    /// Opens the form of a zone in place of a thing's panel.
    pub fn choose_zone(&mut self, zone: u32) {
        self.select(BTreeSet::new());
        (self.joint_draft, self.patch_draft) = (None, None);
        self.zone_draft = Some(Draft::of(zone, true));
        (self.tab, self.open) = (Tab::Thing, true);
    }

    /// Opens the form of a patch of floor in place of a thing's panel.
    pub fn choose_patch(&mut self, patch: u32) {
        self.select(BTreeSet::new());
        (self.joint_draft, self.zone_draft) = (None, None);
        self.patch_draft = Some(Draft::of(patch, true));
        (self.tab, self.open) = (Tab::Thing, true);
    }

    /// Returns the index of the patch whose form is open.
    pub fn patch(&self) -> Option<u32> {
        let draft = self.patch_draft.as_ref();
        let draft = draft.filter(|draft| self.shows(draft.is_alone()));
        draft.map(Draft::index)
    }

    /// True if the form of a zone or patch is on the panel; `alone` if it takes the place of a thing's panel.
    fn shows(&self, alone: bool) -> bool {
        self.tab == Tab::Scene || self.tab == Tab::Thing && alone
    }

    /// Returns instructions for the next click in the scene, if the panels wait for one.
    pub fn instruction(&self, texts: &BuildWords) -> Option<String> {
        let end = self.end.map(|(_, is_first)| match is_first {
            true => texts.click_the_thing_that_the_joint,
            false => texts.click_what_the_joint_should_hold,
        });
        let joining = self.joining.as_ref().map(|joining| joining.words(texts));
        let placing = || {
            let name = self
                .placing
                .as_ref()?
                .name()
                .unwrap_or(texts.a_patch_of_floor);
            Some(fill(
                texts.click_the_scene_where_it_should,
                &[("name", &name)],
            ))
        };
        end.or(joining).map(str::to_owned).or_else(placing)
    }

    /// Returns the index of the joint whose form is open.
    pub fn joint(&self) -> Option<u32> {
        let shows = matches!(self.tab, Tab::Thing | Tab::Scene);
        self.joint_draft
            .as_ref()
            .filter(|_| shows)
            .map(joints::JointDraft::joint)
    }

    /// Returns the index of the zone whose form is open.
    pub fn zone(&self) -> Option<u32> {
        let draft = self.zone_draft.as_ref();
        let draft = draft.filter(|draft| self.shows(draft.is_alone()));
        draft.map(Draft::index)
    }

    /// Resets the panels if the scene differs from that of the last frame.
    pub fn of_scene(&mut self, source: &str, generation: u64) {
        if (&self.scene.0[..], self.scene.1) == (source, generation) {
            return;
        }
        let (open, tab) = (self.open, self.tab);
        *self = Panels {
            open,
            tab,
            scene: (source.to_owned(), generation),
            ..Panels::default()
        };
    }

    /// True if the player's own parts must be read to be shown.
    pub fn needs_own_parts(&self) -> bool {
        self.open && self.tab == Tab::Add && self.own_parts.is_none()
    }

    /// Notes that the shown scene has a new file from now on.
    pub fn goes_on_as(&mut self, source: &str) {
        source.clone_into(&mut self.scene.0);
    }

    /// Discards edited values, because the scene changed or an act was refused.
    pub fn look_again(&mut self) {
        (self.draft, self.surroundings, self.surface) = (None, None, None);
        (self.down, self.engine, self.hall) = (None, None, None);
        let joint = self.joint_draft.iter_mut();
        joint.for_each(joints::JointDraft::look_again);
        let zone = self.zone_draft.iter_mut();
        zone.for_each(Draft::look_again);
        let patch = self.patch_draft.iter_mut();
        patch.for_each(Draft::look_again);
    }
}

/// The state that the panels show.
pub struct Scene<'a> {
    pub round: &'a Round,
    pub language: Language,
    /// The speed of time, and true if it is paused.
    pub speed: f64,
    pub halted: bool,
    /// True if an act can be redone.
    pub can_redo: bool,
    /// The size of the text; 1 is the normal size.
    pub text_size: f32,
    /// The number of steps recorded so far.
    pub steps: u64,
    /// The cost before and after the last change of the engine.
    pub cost: Option<&'a CostBeside>,
    /// Records the round, with its history.
    pub wheel: Option<&'a Wheel>,
}

/// Shows the panels and returns their requests.
pub fn show(context: &Context, panels: &mut Panels, scene: &Scene<'_>) -> Vec<Ask> {
    let mut asks = Vec::new();
    fields::speak(context, scene.language);
    asks.extend(handle::show(context, &mut panels.handle, scene.text_size));
    if !panels.open {
        return asks;
    }
    let gone = |id: ActorId| !scene.round.arena().is_present(id);
    if panels.chosen.is_some_and(gone) {
        (panels.chosen, panels.draft, panels.joining) = (None, None, None);
    }
    panels.selected.retain(|id| !gone(*id));
    let frame = Frame::new().fill(colors::PANEL).inner_margin(10.0);
    let side = SidePanel::right("panels")
        .exact_width(WIDTH)
        .resizable(false);
    let words = scene.language.words();
    side.frame(frame).show(context, |ui| {
        ui.horizontal(|ui| {
            // All tabs and the button beside them fit into the width.
            ui.spacing_mut().item_spacing.x = 1.0;
            ui.spacing_mut().button_padding.x = 4.0;
            for tab in Tab::ALL {
                let chosen = panels.tab == tab;
                let text = RichText::new(tab.name(&words.build)).size(14.0);
                if ui.selectable_label(chosen, text).clicked() {
                    panels.tab = tab;
                }
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("x").on_hover_text(words.build.close_f2).clicked() {
                    panels.open = false;
                }
            });
        });
        ui.separator();
        ScrollArea::vertical()
            .id_salt(panels.tab as u8)
            .auto_shrink(false)
            .show(ui, |ui| match panels.tab {
                Tab::Add => add::show(ui, panels, scene, &mut asks),
                Tab::Thing => show_chosen(ui, panels, scene, &mut asks),
                Tab::World => world::show(ui, panels, scene, &mut asks),
                Tab::Triggers => {
                    let draft = &mut panels.trigger;
                    let acts = triggers::show(ui, draft, panels.chosen, scene.round);
                    asks.extend(acts.into_iter().map(Ask::Act));
                }
                Tab::Scene => scene::show(ui, panels, scene, &mut asks),
            });
    });
    asks
}

/// Shows what was clicked in the scene: a joint, a zone, a patch of floor, or one or several things.
fn show_chosen(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let joint = panels.joint_draft.as_ref();
    let zone = panels.zone_draft.as_ref();
    let patch = panels.patch_draft.as_ref();
    let acts = match () {
        () if joint.is_some_and(|draft| draft.is_alone()) => {
            joints::show_alone(ui, &mut panels.joint_draft, &mut panels.end, scene.round)
        }
        () if zone.is_some_and(|draft| draft.is_alone()) => {
            listed::show_alone(ui, &mut panels.zone_draft, &zones::all(scene.round))
        }
        () if patch.is_some_and(|draft| draft.is_alone()) => {
            listed::show_alone(ui, &mut panels.patch_draft, &patches::all(scene.round))
        }
        () if panels.selected.len() > 1 => {
            let things = (scene.round, &panels.selected);
            return many::show(ui, &mut panels.many, things, asks);
        }
        () => return thing::show(ui, panels, scene, asks),
    };
    asks.extend(acts.into_iter().map(Ask::Act));
}
