//! The contexts of a screen: the parts that it may read and change in a frame with the orders that it gives, and the
//! parts that it reads to draw.

use std::sync::Arc;

use crate::app::film::Film;
use crate::app::grip::Hand;
use crate::app::level_list::LevelList;
use crate::app::panels::Panels;
use crate::app::report::RunReport;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::covers::Covers;
use crate::app::state::display::Display;
use crate::app::state::loading::Loading;
use crate::app::state::media::Media;
use crate::app::state::messages::Order;
use crate::app::state::notices::Notices;
use crate::app::state::players::Players;
use crate::app::state::rounds::Rounds;
use crate::level::Library;

/// The parts that a screen may read and change in a frame. It reaches the rest by orders.
pub struct ScreenContext<'a> {
    pub session: &'a mut Session,
    pub players: &'a mut Players,
    pub settings: &'a mut AppSettings,
    pub display: &'a mut Display,
    pub rounds: &'a mut Rounds,
    pub media: &'a mut Media,
    pub notices: &'a mut Notices,
    /// The levels to choose from.
    pub levels: &'a mut LevelList,
    pub library: &'a Arc<Library>,
    pub covers: &'a Covers,
    pub report: &'a mut RunReport,
    /// True if a level or recording is being loaded.
    pub is_loading: bool,
    /// The orders for the frame loop, carried out in their sequence after the screen's update.
    pub orders: Vec<Order>,
}

/// The parts that a screen reads to draw.
#[derive(Clone, Copy)]
pub struct ReadContext<'a> {
    pub session: &'a Session,
    pub players: &'a Players,
    pub settings: &'a AppSettings,
    pub display: &'a Display,
    pub rounds: &'a Rounds,
    pub notices: &'a Notices,
    pub covers: &'a Covers,
    /// The levels to choose from.
    pub levels: &'a LevelList,
    /// The level or recording being loaded.
    pub loading: Option<&'a Loading>,
    /// The film being captured.
    pub film: Option<&'a Film>,
    /// The sandbox hand and panels.
    pub hand: &'a Hand,
    pub panels: &'a Panels,
}

impl ScreenContext<'_> {
    /// Gives the frame loop an order.
    pub fn order(&mut self, order: Order) {
        self.orders.push(order);
    }
}
