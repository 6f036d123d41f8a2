//! Runs the panel of graphs.

use egui::Context;

use crate::app::panels::{GraphAsk, GraphScene, show_graphs};
use crate::app::session::Session;
use crate::app::state::display::{Display, GraphFile};
use crate::app::state::notices::Notices;
use crate::arena::Focus;

/// Shows the panel, if it is open, and carries out its requests.
pub fn use_graphs(
    session: &mut Session,
    display: &mut Display,
    notices: &mut Notices,
    context: &Context,
) {
    let shown = &mut display.graphs;
    let Some(form) = &mut shown.form else {
        return;
    };
    let scene = GraphScene {
        round: &session.round,
        language: notices.language,
        graphs: session.monitor.plots.graphs(),
        focus: display.views.focus.iter().flat_map(Focus::bodies).collect(),
        on: shown.on,
    };
    for ask in show_graphs(context, form, &scene) {
        match ask {
            GraphAsk::Set(graphs) => {
                shown.on = true;
                if let Err(error) = session.set_graphs(graphs) {
                    notices.say(error.to_string());
                }
            }
            GraphAsk::Show(on) => shown.on = on,
            GraphAsk::Table => shown.saves = Some(GraphFile::Table),
            GraphAsk::Picture => shown.saves = Some(GraphFile::Picture),
            GraphAsk::Close => {
                shown.form = None;
                return;
            }
        }
    }
}
