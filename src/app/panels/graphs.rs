//! The panel of graphs: chooses curves, and saves them.

use egui::{Align2, Area, ComboBox, Context, Frame, Id, RichText, ScrollArea, TextEdit, Ui};

use crate::app::panels::fields::row;
use crate::app::panels::style::colors;
use crate::arena::ActorId;
use crate::game::Round;
use crate::level::{CurveKind, CurveSpec, GraphSpec, limits};

/// The width of the panel, and the part of the picture's height that it may take.
const WIDTH: f32 = 280.0;
const HEIGHT_SHARE: f32 = 0.74;
/// The most names that a list shows; text narrows them down.
const NAMES: usize = 40;

/// A request of the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum GraphAsk {
    /// Show these graphs.
    Set(Vec<GraphSpec>),
    /// Show or hide them.
    Show(bool),
    /// Save them as a table or as a picture.
    Table,
    Picture,
    Close,
}

/// The state of the panel between frames.
#[derive(Debug, Clone)]
pub struct GraphForm {
    kind: CurveKind,
    /// The body or the joint.
    name: String,
    /// The other body of a distance.
    other: String,
    filter: String,
    /// The seconds of a graph that are being edited, with its index.
    seconds: Option<(usize, f32)>,
}

impl Default for GraphForm {
    fn default() -> Self {
        GraphForm {
            kind: CurveKind::Height,
            name: String::new(),
            other: String::new(),
            filter: String::new(),
            seconds: None,
        }
    }
}

/// The state that the panel shows.
pub struct GraphScene<'a> {
    pub round: &'a Round,
    pub graphs: &'a [GraphSpec],
    /// The bodies in focus.
    pub focus: Vec<ActorId>,
    /// True if the graphs are drawn.
    pub on: bool,
}

/// Shows the panel and returns its requests.
pub fn show_graphs(
    context: &Context,
    form: &mut GraphForm,
    scene: &GraphScene<'_>,
) -> Vec<GraphAsk> {
    let mut asks = Vec::new();
    let height = context.screen_rect().height() * HEIGHT_SHARE;
    let area = Area::new(Id::new("graphs")).anchor(Align2::RIGHT_TOP, [0.0, 0.0]);
    area.show(context, |ui| {
        let frame = Frame::new().fill(colors::PANEL).inner_margin(10.0);
        frame.show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.horizontal(|ui| {
                ui.label(RichText::new("Graphs").size(16.0));
                let mut on = scene.on;
                if ui.checkbox(&mut on, "shown").changed() {
                    asks.push(GraphAsk::Show(on));
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("x").on_hover_text("close").clicked() {
                        asks.push(GraphAsk::Close);
                    }
                });
            });
            ui.separator();
            let scroll = ScrollArea::vertical().max_height(height);
            let scroll = scroll.min_scrolled_height(height);
            scroll.show(ui, |ui| {
                choose(ui, form, scene);
                let curve = form.kind.of(&form.name, &form.other);
                list(ui, scene.graphs, (&curve, &mut form.seconds), &mut asks);
            });
        });
    });
    asks
}

/// Shows the choice of a quantity and of its bodies or its joint.
fn choose(ui: &mut Ui, form: &mut GraphForm, scene: &GraphScene<'_>) {
    let words = |kind: CurveKind| format!("{}, {}", kind.word(), kind.unit());
    ui.horizontal(|ui| {
        ui.label("curve:");
        let kinds = ComboBox::from_id_salt("kind").selected_text(words(form.kind));
        kinds.height(400.0).show_ui(ui, |ui| {
            for kind in CurveKind::ALL {
                ui.selectable_value(&mut form.kind, kind, words(kind));
            }
        });
    });
    let arena = scene.round.arena();
    let all: Vec<String> = match form.kind.is_of_joint() {
        true => scene.round.scene().joint_names().collect(),
        false => {
            let present = arena.actors().iter().filter(|actor| !actor.is_gone());
            present.map(|actor| actor.name.to_string()).collect()
        }
    };
    let focus: Vec<&str> = (scene.focus.iter())
        .map(|id| &*arena.actor(*id).name)
        .collect();
    // A name of another kind gives its place to the body in focus, or to the first one.
    let first = |at: usize| {
        let focused = focus.get(at).map(|name| (*name).to_owned());
        let focused = focused.filter(|_| !form.kind.is_of_joint());
        focused.or_else(|| all.get(at).cloned()).unwrap_or_default()
    };
    let (one, other) = (first(0), first(1));
    for (name, usual) in [(&mut form.name, one), (&mut form.other, other)] {
        if !all.contains(name) {
            *name = usual;
        }
    }
    if all.len() > NAMES {
        ui.horizontal(|ui| {
            ui.label("search:");
            ui.add(TextEdit::singleline(&mut form.filter).char_limit(limits::NAME));
        });
    }
    let narrow = form.filter.to_lowercase();
    let fits = |name: &&String| all.len() <= NAMES || name.to_lowercase().contains(&narrow);
    let fitting: Vec<&String> = all.iter().filter(fits).take(NAMES).collect();
    pick(ui, "of", &mut form.name, &fitting);
    if form.kind == CurveKind::Distance {
        pick(ui, "and", &mut form.other, &fitting);
    }
}

fn pick(ui: &mut Ui, label: &str, name: &mut String, all: &[&String]) {
    ui.horizontal(|ui| {
        ui.label(label);
        let names = ComboBox::from_id_salt(label).selected_text(name.clone());
        names.width(200.0).show_ui(ui, |ui| {
            for one in all {
                ui.selectable_value(name, (*one).clone(), one.as_str());
            }
        });
    });
}

/// Shows the graphs, and the buttons that add the chosen curve.
fn list(
    ui: &mut Ui,
    graphs: &[GraphSpec],
    (curve, seconds): (&CurveSpec, &mut Option<(usize, f32)>),
    asks: &mut Vec<GraphAsk>,
) {
    let is_known = curve.names().iter().all(|(_, name)| !name.is_empty());
    let full = graphs.len() >= limits::GRAPHS;
    let new = egui::Button::new("New graph");
    if ui.add_enabled(is_known && !full, new).clicked() {
        let mut graphs = graphs.to_vec();
        graphs.push(GraphSpec::of(curve.clone()));
        asks.push(GraphAsk::Set(graphs));
    }
    for (index, graph) in graphs.iter().enumerate() {
        ui.separator();
        let mut changed = graph.clone();
        let gone = ui.push_id(index, |ui| {
            let gone = one(ui, index, &mut changed, curve.clone());
            choose_seconds(ui, index, &mut changed, seconds);
            gone
        });
        let mut all = graphs.to_vec();
        match gone.inner || changed.curves.is_empty() {
            true => {
                all.remove(index);
            }
            false => all[index] = changed,
        }
        if all != graphs {
            asks.push(GraphAsk::Set(all));
        }
    }
    ui.separator();
    ui.horizontal(|ui| {
        let any = !graphs.is_empty();
        let table = egui::Button::new("Save as CSV");
        if ui.add_enabled(any, table).clicked() {
            asks.push(GraphAsk::Table);
        }
        let picture = egui::Button::new("Save as PNG");
        if ui.add_enabled(any, picture).clicked() {
            asks.push(GraphAsk::Picture);
        }
    });
    ui.label("In free play the scene keeps its graphs: Ctrl S saves them.");
}

/// Shows a graph with its buttons. Returns true if it goes.
fn one(ui: &mut Ui, index: usize, graph: &mut GraphSpec, curve: CurveSpec) -> bool {
    let mut gone = false;
    ui.horizontal(|ui| {
        let name = match graph.name.is_empty() {
            true => format!("graph {}", index + 1),
            false => graph.name.clone(),
        };
        ui.label(RichText::new(name).strong());
        gone = ui.button("Delete").clicked();
    });
    let mut cut = None;
    for (at, known) in graph.curves.iter().enumerate() {
        ui.horizontal(|ui| {
            if ui.button("x").on_hover_text("take it out").clicked() {
                cut = Some(at);
            }
            ui.label(known.words());
        });
    }
    if let Some(at) = cut {
        graph.curves.remove(at);
    }
    ui.horizontal(|ui| {
        let has_room = graph.curves.len() < limits::CURVES;
        let add = egui::Button::new("Add curve");
        if ui.add_enabled(has_room, add).clicked() {
            graph.curves.push(curve.clone());
        }
        match graph.across.is_some() {
            true if ui.button("Over time").clicked() => graph.across = None,
            false if ui.button("Over this curve").clicked() => graph.across = Some(curve),
            _ => {}
        }
    });
    if let Some(across) = &graph.across {
        ui.label(format!("to the right: {}", across.words()));
    }
    gone
}

/// Shows the time that a graph shows; `draft` keeps it while it is edited.
fn choose_seconds(
    ui: &mut Ui,
    index: usize,
    graph: &mut GraphSpec,
    draft: &mut Option<(usize, f32)>,
) {
    let own = draft.filter(|(at, _)| *at == index);
    let mut seconds = own.map_or(graph.seconds, |(_, seconds)| seconds);
    let edit = ui.horizontal(|ui| row(ui, "shows", &mut seconds, 1.0..=60.0, " s"));
    if edit.inner.changed {
        *draft = Some((index, seconds));
    }
    if edit.inner.done
        && let Some((_, seconds)) = draft.take_if(|(at, _)| *at == index)
    {
        graph.seconds = seconds;
    }
}
