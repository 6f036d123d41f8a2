//! The context of a screen: the parts that it may read and change, and the orders that it gives.

use std::sync::Arc;

use crate::app::level_list::LevelList;
use crate::app::report::RunReport;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::covers::Covers;
use crate::app::state::display::Display;
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

impl ScreenContext<'_> {
    /// Gives the frame loop an order.
    pub fn order(&mut self, order: Order) {
        self.orders.push(order);
    }
}
