//! The choices of how the scene is shown: debug views, cameras, detail, full screen.

use std::cell::Cell;

use crate::app::area::Area;
use crate::app::camera::CameraKind;
use crate::app::detail::DetailKeeper;
#[cfg(not(target_family = "wasm"))]
use crate::app::lab_view::LabView;
use crate::app::panels::GraphForm;
use crate::app::params::MAX_SEATS;
use crate::arena::{Arena, View, Views};
use dodgem_collide::DebugSink;

/// A file that is made of the graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphFile {
    Table,
    Picture,
}

/// The choices of how graphs are shown.
#[derive(Debug)]
pub struct GraphsShown {
    /// True if they are drawn.
    pub on: bool,
    /// The panel that chooses them, while it is open.
    pub form: Option<GraphForm>,
    /// The file to save after this picture.
    pub saves: Option<GraphFile>,
    /// The area that they covered in the last picture, in units of the whole picture.
    pub at: Cell<Option<Area>>,
}

impl Default for GraphsShown {
    fn default() -> Self {
        GraphsShown {
            on: true,
            form: None,
            saves: None,
            at: Cell::new(None),
        }
    }
}

/// The choices of how the scene is shown.
pub struct Display {
    pub views: Views,
    /// The method of the lab that views show about the pair in focus.
    #[cfg(not(target_family = "wasm"))]
    pub lab: LabView,
    /// The part of a split picture that alone shows the debug views; `None` for all parts.
    pub views_part: Option<usize>,
    /// True if the pair in focus is magnified.
    pub magnifies: bool,
    /// True if the magnifier is enlarged.
    pub magnifier_is_large: bool,
    /// True if the numbers and graphs are shown.
    pub numbers: bool,
    pub graphs: GraphsShown,
    /// True if a panel shows the cost of steps.
    pub measures: bool,
    /// True if the level's best round is shown as a ghost.
    pub ghost: bool,
    /// The camera that each player chose; the title screen has its own.
    pub cameras: [CameraKind; MAX_SEATS],
    /// The current level of detail of the picture.
    pub detail: DetailKeeper,
    /// Moving average of the time between pictures, in seconds.
    pub frame_seconds: f64,
    full_screen: bool,
    /// Seconds for which each view was on since the program began.
    seen: [f64; View::ALL.len()],
}

impl Display {
    /// Creates the choices with which the game starts.
    pub(super) fn new(full_screen: bool) -> Self {
        Display {
            views: Views::default(),
            #[cfg(not(target_family = "wasm"))]
            lab: LabView::default(),
            views_part: None,
            magnifies: false,
            magnifier_is_large: false,
            numbers: false,
            graphs: GraphsShown::default(),
            measures: false,
            ghost: false,
            cameras: [CameraKind::Chase; MAX_SEATS],
            detail: DetailKeeper::default(),
            frame_seconds: 1.0 / 60.0,
            full_screen,
            seen: [0.0; View::ALL.len()],
        }
    }

    /// Draws a view of an arena: of the pair in focus the steps of a method of the lab, if one is chosen.
    pub fn draw_view(&self, view: View, arena: &Arena, sink: &mut dyn DebugSink) {
        #[cfg(not(target_family = "wasm"))]
        if self.lab.is_in(view) {
            self.lab.draw_view(view, sink);
            return;
        }
        arena.draw_view(view, &self.views, sink);
    }

    /// The words of the method of the lab in a view; none if the view does not show one.
    #[cfg_attr(
        target_family = "wasm",
        expect(unused_variables, reason = "a browser has no lab")
    )]
    pub fn words_of_lab(&self, view: View) -> Vec<String> {
        #[cfg(not(target_family = "wasm"))]
        if self.lab.is_in(view) {
            return self.lab.words();
        }
        Vec::new()
    }

    /// The reason why a view does not show the chosen method of the lab about the two in focus.
    #[cfg_attr(
        target_family = "wasm",
        expect(unused_variables, reason = "a browser has no lab")
    )]
    pub fn refusal_of_lab(&self, view: View) -> Option<String> {
        #[cfg(not(target_family = "wasm"))]
        return self.lab.refusal(view);
        #[cfg(target_family = "wasm")]
        None
    }

    /// Switches between full screen and a window.
    pub fn show_full_screen(&mut self, full: bool) {
        if self.full_screen != full {
            self.full_screen = full;
            macroquad::window::set_fullscreen(full);
        }
    }

    /// Switches to full screen, or back to a window.
    pub fn change_full_screen(&mut self) {
        self.show_full_screen(!self.full_screen);
    }

    /// Updates the average time between pictures by a frame's time in seconds.
    pub fn note_frame(&mut self, seconds: f64) {
        self.frame_seconds += (seconds - self.frame_seconds) * 0.05;
        for view in self.views.iter() {
            self.seen[view as usize] += seconds;
        }
    }

    /// Returns the time for which a view was on so far, in seconds.
    pub fn seen(&self, view: View) -> f64 {
        self.seen[view as usize]
    }
}
