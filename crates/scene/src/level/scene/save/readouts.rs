//! Readouts of a scene in the form of a level: they call things by their names in the level, and those that
//! refer to something that is gone are left out.

use crate::level::scene::save::Saving;
use crate::level::{Card, Formula, Nameable, Named, Quantity, TriggerSpec};

impl Saving<'_> {
    /// Calls the bodies in a quantity by their names in the level.
    pub(super) fn rename_in(&self, quantity: &mut Quantity, named: &Named<'_>) {
        for (_, role, name) in quantity.names_mut() {
            if role.is_of_bodies() {
                self.rename(name, named);
            }
        }
    }

    /// Returns the question with the readouts that refer to nothing but these names and triggers.
    pub(super) fn card(
        &self,
        named: Named<'_>,
        triggers: &[TriggerSpec],
        notes: &mut Vec<String>,
    ) -> Card {
        let mut card = (**self.scene.card()).clone();
        for readout in &mut card.readouts {
            self.rename_in(&mut readout.quantity, &named);
        }
        let names = Nameable::among(self.scene, self.arena, named, triggers);
        card.readouts.retain(|one| {
            let fault = names.readout_faults(one).into_iter().next();
            let note =
                |fault: &str| format!("the readout \"{}\" is left out: {fault}", one.words());
            notes.extend(fault.iter().map(|fault| note(&fault.message)));
            fault.is_none()
        });
        // A formula may refer to one that was left out.
        let kept: Vec<String> = card.readouts.iter().map(|one| one.name.clone()).collect();
        for readout in &mut card.readouts {
            let is_known = |name: &&str| *name == "gravity" || kept.iter().any(|one| one == name);
            let formula = Formula::read(&readout.formula);
            let holds = formula.is_ok_and(|formula| formula.names().iter().all(is_known));
            if !holds && !readout.formula.is_empty() {
                readout.formula.clear();
                notes.push(format!(
                    "the formula of \"{}\" is left out",
                    readout.words()
                ));
            }
        }
        card
    }
}
