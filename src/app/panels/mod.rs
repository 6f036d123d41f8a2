//! The panels of the sandbox: what can be added, what a thing is, what is around all things, and the scene as a
//! whole. They are functions of an egui context and of the scene, and give back what is asked for.

mod add;
mod fields;
mod own_car;
mod pictures;
mod scene;
mod settings;
mod style;
mod templates;
#[cfg(test)]
mod tests;
mod thing;
mod world;

use std::collections::BTreeSet;

use egui::{Context, Frame, RichText, ScrollArea, SidePanel};

use glam::Vec3;

use crate::arena::{ActorId, SurfaceSettings};
use crate::game::{Act, Round};
use crate::level::{JointKindSpec, Library};

pub use crate::app::panels::settings::SettingsPanel;
pub use crate::app::panels::style::{apply, colors};
pub use crate::app::panels::templates::Placing;

/// The width of the panels, in points of the text size.
pub const WIDTH: f32 = 300.0;

/// Which panel is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    #[default]
    Add,
    Thing,
    World,
    Scene,
}

impl Tab {
    const ALL: [(Tab, &'static str); 4] = [
        (Tab::Add, "Add"),
        (Tab::Thing, "Thing"),
        (Tab::World, "World"),
        (Tab::Scene, "Scene"),
    ];
}

/// Something that a panel asks for. All of it can be had by keys or in the file, too.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// The hand is to do something.
    Act(Act),
    /// The last act is to be taken back, or done again.
    Undo,
    Redo,
    /// The scene is to be saved: as it is now, or as it began, under that name or under its own.
    Save {
        name: Option<String>,
        begun: bool,
    },
    /// A thing is to be drawn faintly, or no longer.
    Hide(ActorId),
    /// The recording so far is to be kept.
    KeepRecording,
    /// Time is to go slower, faster, or to stand still and go on.
    Slower,
    Faster,
    Halt,
    /// The text is to be of another size.
    TextSize(f32),
}

/// A joint that is being made by presses in the scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joining {
    pub kind: JointKindSpec,
    /// The thing that was pressed first, and where.
    pub from: Option<(ActorId, Vec3)>,
}

impl Joining {
    /// What is to be pressed next.
    pub fn words(&self) -> &'static str {
        match self.from {
            None => "Click the first thing, where the joint is to hold it.",
            Some(_) => {
                "Click what it is to be joined to, at the place of the joint. The floor and the walls are the world."
            }
        }
    }
}

/// What the panels show, from frame to frame.
#[derive(Debug, Default)]
pub struct Panels {
    /// They are shown.
    pub open: bool,
    pub tab: Tab,
    /// The thing that the panel is about.
    pub chosen: Option<ActorId>,
    /// The thing that the next press in the scene puts there.
    pub placing: Option<Placing>,
    /// The thing was taken out of the panel with the button held: it is put where that is let go.
    pub dragged: bool,
    /// The joint that the next presses in the scene make.
    pub joining: Option<Joining>,
    /// What is edited, until it is done.
    draft: Option<thing::Draft>,
    surroundings: Option<crate::level::Surroundings>,
    surface: Option<SurfaceSettings>,
    search: String,
    name: String,
    joint: usize,
    /// The scene that all of it is about.
    scene: (String, u64),
}

impl Panels {
    /// Shows the panel of a thing.
    pub fn choose(&mut self, id: ActorId) {
        self.chosen = Some(id);
        self.draft = None;
        self.tab = Tab::Thing;
        self.open = true;
    }

    /// Forgets what was chosen if the scene is another one than in the last frame.
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

    /// The scene that is looked at has another file from now on.
    pub fn goes_on_as(&mut self, source: &str) {
        source.clone_into(&mut self.scene.0);
    }

    /// Forgets what was read of the scene: it is another one, or an act was refused.
    pub fn look_again(&mut self) {
        (self.draft, self.surroundings, self.surface) = (None, None, None);
    }
}

/// What the panels look at.
pub struct Scene<'a> {
    pub round: &'a Round,
    pub library: &'a Library,
    /// How fast time goes, and whether it stands still.
    pub speed: f64,
    pub halted: bool,
    /// What can be done again.
    pub can_redo: bool,
    /// The size of the text, 1 for as large as it is drawn.
    pub text_size: f32,
    /// Steps of the recording.
    pub steps: u64,
    /// What is drawn faintly.
    pub hidden: &'a BTreeSet<ActorId>,
}

/// Shows the panels, and returns what they ask for.
pub fn show(context: &Context, panels: &mut Panels, scene: &Scene<'_>) -> Vec<Ask> {
    let mut asks = Vec::new();
    let gone = |id: ActorId| !scene.round.arena().is_present(id);
    if panels.chosen.is_some_and(gone) {
        (panels.chosen, panels.draft, panels.joining) = (None, None, None);
    }
    let frame = Frame::new().fill(colors::PANEL).inner_margin(10.0);
    let side = SidePanel::right("panels")
        .exact_width(WIDTH)
        .resizable(false);
    side.frame(frame).show(context, |ui| {
        ui.horizontal(|ui| {
            for (tab, name) in Tab::ALL {
                let chosen = panels.tab == tab;
                let text = RichText::new(name).size(17.0);
                if ui.selectable_label(chosen, text).clicked() {
                    panels.tab = tab;
                }
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("x").on_hover_text("close: F2").clicked() {
                    panels.open = false;
                }
            });
        });
        ui.separator();
        ScrollArea::vertical()
            .id_salt(panels.tab as u8)
            .auto_shrink(false)
            .show(ui, |ui| match panels.tab {
                Tab::Add => add::show(ui, panels, scene),
                Tab::Thing => thing::show(ui, panels, scene, &mut asks),
                Tab::World => world::show(ui, panels, scene, &mut asks),
                Tab::Scene => scene::show(ui, panels, scene, &mut asks),
            });
    });
    asks
}
