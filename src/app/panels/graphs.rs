//! The panel of graphs: chooses curves, and saves them.

use egui::{Align2, Area, ComboBox, Context, Frame, Id, RichText, ScrollArea, TextEdit, Ui};

use crate::app::panels::fields::{row, speak, words_of};
use crate::app::panels::style::colors;
use crate::app::params::panels::graphs::{HEIGHT_SHARE, NAMES, WIDTH};
use crate::app::words::Language;
use crate::app::words::fill;
use crate::arena::ActorId;
use crate::game::Round;
use crate::level::{GraphSpec, Quantity, Role};
use dodgem_scene::params::limits;

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
    /// The quantity that the buttons add.
    curve: Quantity,
    filter: String,
    /// The seconds of a graph that are being edited, with its index.
    seconds: Option<(usize, f32)>,
}

impl Default for GraphForm {
    fn default() -> Self {
        let [curve, ..] = Quantity::for_graphs();
        GraphForm {
            curve,
            filter: String::new(),
            seconds: None,
        }
    }
}

/// The state that the panel shows.
pub struct GraphScene<'a> {
    pub round: &'a Round,
    pub language: Language,
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
    let texts = &scene.language.words().plots;
    let mut asks = Vec::new();
    speak(context, scene.language);
    let height = context.screen_rect().height() * HEIGHT_SHARE;
    let area = Area::new(Id::new("graphs")).anchor(Align2::RIGHT_TOP, [0.0, 0.0]);
    area.show(context, |ui| {
        let frame = Frame::new().fill(colors::PANEL).inner_margin(10.0);
        frame.show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.horizontal(|ui| {
                ui.label(RichText::new(texts.graphs).size(16.0));
                let mut on = scene.on;
                if ui.checkbox(&mut on, texts.shown).changed() {
                    asks.push(GraphAsk::Show(on));
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("x").on_hover_text(texts.close).clicked() {
                        asks.push(GraphAsk::Close);
                    }
                });
            });
            ui.separator();
            let scroll = ScrollArea::vertical().max_height(height);
            let scroll = scroll.min_scrolled_height(height);
            scroll.show(ui, |ui| {
                choose(ui, form, scene);
                let curve = form.curve.clone();
                list(ui, scene.graphs, (&curve, &mut form.seconds), &mut asks);
            });
        });
    });
    asks
}

/// Shows the choice of a quantity and of the objects that it names.
fn choose(ui: &mut Ui, form: &mut GraphForm, scene: &GraphScene<'_>) {
    let texts = &words_of(ui).plots;
    let words = |one: &Quantity| match one.unit() {
        "" => one.kind().to_owned(),
        unit => format!("{}, {unit}", one.kind()),
    };
    ui.horizontal(|ui| {
        ui.label(texts.curve);
        let kinds = ComboBox::from_id_salt("kind").selected_text(words(&form.curve));
        kinds.height(400.0).show_ui(ui, |ui| {
            for other in Quantity::for_graphs() {
                let is_chosen = other.kind() == form.curve.kind();
                if ui.selectable_label(is_chosen, words(&other)).clicked() && !is_chosen {
                    form.change_kind(other);
                }
            }
        });
    });
    let roles: Vec<Role> = (form.curve.names().into_iter())
        .map(|(_, role, _)| role)
        .collect();
    let most = roles.iter().map(|role| names_for(*role, scene).len()).max();
    let is_long = most.is_some_and(|most| most > NAMES);
    if is_long {
        ui.horizontal(|ui| {
            ui.label(texts.search);
            ui.add(TextEdit::singleline(&mut form.filter).char_limit(limits::NAME));
        });
    }
    let narrow = form.filter.to_lowercase();
    let fits = |name: &&String| !is_long || name.to_lowercase().contains(&narrow);
    for (at, (_, role, name)) in form.curve.names_mut().into_iter().enumerate() {
        let all = names_for(role, scene);
        let is_left_out = role.is_optional() && name.is_empty();
        if !is_left_out && !all.contains(name) {
            *name = usual_name(at, role, scene, &all);
        }
        let fitting: Vec<&String> = all.iter().filter(fits).take(NAMES).collect();
        let label = [texts.of, texts.and][at.min(1)];
        pick(ui, label, name, &fitting, role.is_optional());
    }
}

/// Returns the names that a role can have.
fn names_for(role: Role, scene: &GraphScene<'_>) -> Vec<String> {
    match role {
        Role::Joint => scene.round.scene().joint_names().collect(),
        Role::Zone => {
            let zones = scene.round.scene().zones().iter();
            let names = zones.map(|zone| zone.spec.name.clone());
            names.filter(|name| !name.is_empty()).collect()
        }
        _ => {
            let actors = scene.round.arena().actors().iter();
            let present = actors.filter(|actor| !actor.is_gone());
            present.map(|actor| actor.name.to_string()).collect()
        }
    }
}

/// Returns the name for a place that has none yet: that of the body in focus, or the first one that is there.
fn usual_name(at: usize, role: Role, scene: &GraphScene<'_>, all: &[String]) -> String {
    let focused = scene.focus.get(at).filter(|_| role.is_of_bodies());
    let focused = focused.map(|id| scene.round.arena().actor(*id).name.to_string());
    focused.or_else(|| all.get(at).cloned()).unwrap_or_default()
}

impl GraphForm {
    /// Takes another quantity, with the names of the one before where it has the same roles.
    fn change_kind(&mut self, mut other: Quantity) {
        let before = self.curve.names();
        for ((field, role, name), (known, of, text)) in other.names_mut().into_iter().zip(before) {
            if field == known && role == of {
                text.clone_into(name);
            }
        }
        self.curve = other;
    }
}

fn pick(ui: &mut Ui, label: &str, name: &mut String, all: &[&String], may_be_none: bool) {
    let texts = &words_of(ui).plots;
    ui.horizontal(|ui| {
        ui.label(label);
        let names = ComboBox::from_id_salt(label).selected_text(match name.is_empty() {
            true => texts.none,
            false => name,
        });
        names.width(200.0).show_ui(ui, |ui| {
            if may_be_none {
                ui.selectable_value(name, String::new(), texts.none);
            }
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
    (curve, seconds): (&Quantity, &mut Option<(usize, f32)>),
    asks: &mut Vec<GraphAsk>,
) {
    let texts = &words_of(ui).plots;
    let mut names = curve.names().into_iter();
    let is_known = names.all(|(_, role, name)| role.is_optional() || !name.is_empty());
    let full = graphs.len() >= limits::GRAPHS;
    let new = egui::Button::new(texts.new_graph);
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
        let table = egui::Button::new(texts.save_as_csv);
        if ui.add_enabled(any, table).clicked() {
            asks.push(GraphAsk::Table);
        }
        let picture = egui::Button::new(texts.save_as_png);
        if ui.add_enabled(any, picture).clicked() {
            asks.push(GraphAsk::Picture);
        }
    });
    ui.label(texts.in_free_play_the_scene_keeps);
}

/// Shows a graph with its buttons. Returns true if it goes.
fn one(ui: &mut Ui, index: usize, graph: &mut GraphSpec, curve: Quantity) -> bool {
    let texts = &words_of(ui).plots;
    let mut gone = false;
    ui.horizontal(|ui| {
        let name = match graph.name.is_empty() {
            true => fill(texts.graph_number, &[("number", &(index + 1))]),
            false => graph.name.clone(),
        };
        ui.label(RichText::new(name).strong());
        gone = ui.button(texts.delete).clicked();
    });
    let mut cut = None;
    for (at, known) in graph.curves.iter().enumerate() {
        ui.horizontal(|ui| {
            if ui.button("x").on_hover_text(texts.take_it_out).clicked() {
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
        let add = egui::Button::new(texts.add_curve);
        if ui.add_enabled(has_room, add).clicked() {
            graph.curves.push(curve.clone());
        }
        match graph.across.is_some() {
            true if ui.button(texts.over_time).clicked() => graph.across = None,
            false if ui.button(texts.over_this_curve).clicked() => graph.across = Some(curve),
            _ => {}
        }
    });
    if let Some(across) = &graph.across {
        ui.label(fill(
            texts.to_the_right_curve,
            &[("curve", &across.words())],
        ));
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
    let texts = &words_of(ui).plots;
    let own = draft.filter(|(at, _)| *at == index);
    let mut seconds = own.map_or(graph.seconds, |(_, seconds)| seconds);
    let edit = ui.horizontal(|ui| row(ui, texts.shows, &mut seconds, 1.0..=60.0, " s"));
    if edit.inner.changed {
        *draft = Some((index, seconds));
    }
    if edit.inner.done
        && let Some((_, seconds)) = draft.take_if(|(at, _)| *at == index)
    {
        graph.seconds = seconds;
    }
}
