//! The panel of triggers: the list, the counters, and the form in which one is made or changed.

use egui::{RichText, ScrollArea, TextEdit, Ui};

use crate::app::panels::fields::words_of;
use crate::app::panels::trigger_form::{Names, event, event_of_kind, forms_of_effects};
use crate::app::words::TriggerWords;
use crate::app::words::fill;
use crate::arena::ActorId;
use crate::game::{Act, Round};
use crate::level::{Then, TriggerSpec, When};

/// A trigger that is being made or changed.
#[derive(Debug, Clone)]
pub struct TriggerDraft {
    /// Its index; None for a new one.
    index: Option<usize>,
    spec: TriggerSpec,
}

impl TriggerDraft {
    /// Creates the draft of a new trigger.
    pub fn of(spec: TriggerSpec) -> TriggerDraft {
        TriggerDraft { index: None, spec }
    }
}

/// Returns the trigger in which a form begins.
fn first_trigger() -> TriggerSpec {
    TriggerSpec {
        name: String::new(),
        when: When::Every { seconds: 2.0 },
        then: vec![Then::Count {
            counter: "count".to_owned(),
            add: 1,
        }],
        once: false,
    }
}

/// Shows the panel; `chosen` is the thing of the panel *Thing*. Returns the requested acts.
pub fn show(
    ui: &mut Ui,
    draft: &mut Option<TriggerDraft>,
    chosen: Option<ActorId>,
    round: &Round,
) -> Vec<Act> {
    let texts = &words_of(ui).triggers;
    let mut acts = Vec::new();
    ui.label(texts.an_event_makes_something_happen_in);
    list(ui, draft, round, &mut acts);
    let counters: Vec<String> = round
        .counters()
        .map(|(name, count)| format!("{name}: {count}"))
        .collect();
    if !counters.is_empty() {
        ui.label(fill(
            texts.counters_counters,
            &[("counters", &counters.join(", "))],
        ));
    }
    if let Some(trouble) = round.trigger_trouble() {
        ui.label(RichText::new(trouble).strong());
    }
    ui.separator();
    let Some(mut now) = draft.take() else {
        if ui.button(texts.new_trigger).clicked() {
            *draft = Some(TriggerDraft::of(first_trigger()));
        }
        return acts;
    };
    if form(ui, &mut now, &Names::of(round, chosen), &mut acts) {
        *draft = Some(now);
    }
    acts
}

/// Shows the triggers, each with its buttons.
fn list(ui: &mut Ui, draft: &mut Option<TriggerDraft>, round: &Round, acts: &mut Vec<Act>) {
    let texts = &words_of(ui).triggers;
    let triggers = round.scene().triggers();
    let height = ui.spacing().interact_size.y;
    let scroll = ScrollArea::vertical()
        .id_salt("triggers")
        .max_height(height * 8.0)
        .auto_shrink([false, true]);
    scroll.show_rows(ui, height, triggers.len(), |ui, rows| {
        for index in rows {
            let spec = &triggers[index];
            ui.horizontal(|ui| {
                if ui.small_button(texts.delete).clicked() {
                    let index = index as u32;
                    acts.push(Act::RemoveTrigger { index });
                    *draft = None;
                }
                let edits = draft.as_ref().and_then(|draft| draft.index) == Some(index);
                if ui.selectable_label(edits, title(spec, texts)).clicked() {
                    *draft = Some(TriggerDraft {
                        index: Some(index),
                        spec: spec.clone(),
                    });
                }
            });
        }
    });
}

/// Returns the name of a trigger, or its event in words.
fn title(spec: &TriggerSpec, texts: &TriggerWords) -> String {
    if !spec.name.is_empty() {
        return spec.name.clone();
    }
    match &spec.when {
        When::Enters { zone, .. } => fill(texts.something_enters_zone, &[("zone", zone)]),
        When::Leaves { zone, .. } => fill(texts.something_leaves_zone, &[("zone", zone)]),
        When::Contact { a, force, .. } => fill(
            texts.name_presses_with_force_n,
            &[(texts.name, a), ("force", force)],
        ),
        When::Breaks { joint } => fill(texts.name_breaks, &[(texts.name, joint)]),
        When::Counter { counter, reaches } => fill(
            texts.name_reaches_count,
            &[(texts.name, counter), ("count", reaches)],
        ),
        When::After { seconds } => fill(texts.after_seconds_s, &[("seconds", seconds)]),
        When::Every { seconds } => fill(texts.every_seconds_s, &[("seconds", seconds)]),
        When::Key { key, up: false } => fill(texts.key_key, &[("key", key)]),
        When::Key { key, up: true } => fill(texts.key_key_is_released, &[("key", key)]),
    }
}

/// Shows the form of a trigger. Returns false once it is closed.
fn form(ui: &mut Ui, draft: &mut TriggerDraft, names: &Names, acts: &mut Vec<Act>) -> bool {
    let texts = &words_of(ui).triggers;
    let spec = &mut draft.spec;
    let name = TextEdit::singleline(&mut spec.name)
        .char_limit(60)
        .hint_text(RichText::new(texts.name).weak())
        .desired_width(f32::INFINITY);
    ui.add(name);
    ui.label(RichText::new(texts.when).strong());
    event_of_kind(ui, &mut spec.when, names);
    event(ui, &mut spec.when, names);
    ui.checkbox(&mut spec.once, texts.only_the_first_time);
    ui.label(RichText::new(texts.then).strong());
    forms_of_effects(ui, &mut spec.then, names);
    ui.separator();
    let mut stays = true;
    ui.horizontal(|ui| {
        let word = match draft.index {
            None => texts.add_it,
            Some(_) => texts.apply,
        };
        if ui.button(word).clicked() {
            let trigger = Box::new(draft.spec.clone());
            acts.push(match draft.index {
                None => Act::AddTrigger { trigger },
                Some(index) => Act::ChangeTrigger {
                    index: index as u32,
                    trigger,
                },
            });
        }
        stays = !ui.button(texts.close).clicked();
    });
    stays
}
