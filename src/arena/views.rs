//! Which debug views are on, and which bodies they are about.

use serde::{Deserialize, Serialize};

use crate::arena::ActorId;

/// A debug view: one question about what the engine did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum View {
    /// The triangles that collision uses.
    Shapes,
    /// The broad phase and its pairs.
    Pairs,
    /// The bounding volumes of the trees.
    Tree,
    /// The convex pieces.
    Pieces,
    /// Contacts and impacts.
    Contacts,
    /// How sweeps found the last impacts.
    Sweeps,
    /// Velocities and forces.
    Velocities,
    /// What all of it costs.
    Budget,
}

impl View {
    /// All of them, in the order of their keys 1 to 8.
    pub const ALL: [View; 8] = [
        View::Shapes,
        View::Pairs,
        View::Tree,
        View::Pieces,
        View::Contacts,
        View::Sweeps,
        View::Velocities,
        View::Budget,
    ];

    /// The name by which [`Views::turn_on`] knows it.
    pub fn name(self) -> &'static str {
        match self {
            View::Shapes => "wireframe",
            View::Pairs => "grid",
            View::Tree => "tree",
            View::Pieces => "pieces",
            View::Contacts => "contacts",
            View::Sweeps => "sweeps",
            View::Velocities => "velocities",
            View::Budget => "budget",
        }
    }

    /// Its title, and a sentence on what it shows.
    pub fn title(self) -> (&'static str, &'static str) {
        match self {
            View::Shapes => (
                "shapes",
                "What collides, triangle by triangle: no hidden balls or boxes.",
            ),
            View::Pairs => (
                "grid and pairs",
                "Which bodies come near enough to be looked at closely?",
            ),
            View::Tree => (
                "trees",
                "Volumes in volumes around a body: a query skips what is apart.",
            ),
            View::Pieces => (
                "pieces",
                "Each surface is cut into convex pieces: the leaves of its tree.",
            ),
            View::Contacts => (
                "contacts",
                "Where bodies touch now, and hit in the last half second.",
            ),
            View::Sweeps => (
                "sweeps",
                "At which instants did the engine look, to find the crash?",
            ),
            View::Velocities => (
                "velocities and forces",
                "How fast bodies go, what pushes them, where drivers want to go.",
            ),
            View::Budget => (
                "budget",
                "What did the last step cost, and which queries had to stop?",
            ),
        }
    }
}

/// The bodies that are looked at: the views show these, and all else faintly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// One body.
    One(ActorId),
    /// Two bodies, and what is between them.
    Pair([ActorId; 2]),
}

impl Focus {
    /// Whether a body is one of them.
    pub fn has(&self, id: ActorId) -> bool {
        match self {
            Focus::One(one) => *one == id,
            Focus::Pair(pair) => pair.contains(&id),
        }
    }

    /// The two, if there are two.
    pub fn pair(&self) -> Option<[ActorId; 2]> {
        match self {
            Focus::One(_) => None,
            Focus::Pair(pair) => Some(*pair),
        }
    }

    /// The bodies, the one that was chosen first in front.
    pub fn bodies(&self) -> Vec<ActorId> {
        match self {
            Focus::One(one) => vec![*one],
            Focus::Pair(pair) => pair.to_vec(),
        }
    }

    /// What is in focus once another body is pointed at: the second makes a pair, one that is in focus
    /// already is taken out, and a third begins anew.
    pub fn pointed(before: Option<Focus>, id: ActorId) -> Option<Focus> {
        match before {
            Some(Focus::One(one)) if one == id => None,
            Some(Focus::One(one)) => Some(Focus::Pair([one, id])),
            Some(Focus::Pair([a, b])) if b == id => Some(Focus::One(a)),
            Some(Focus::Pair([a, b])) if a == id => Some(Focus::One(b)),
            Some(Focus::Pair(_)) | None => Some(Focus::One(id)),
        }
    }
}

/// Which debug views are on, and what they are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Views {
    /// Those that are on, by their place in [`View::ALL`].
    on: [bool; View::ALL.len()],
    /// The level of the trees that [`View::Tree`] shows; 0 is the root.
    pub tree_level: usize,
    /// The bodies that are looked at; none shows all alike.
    pub focus: Option<Focus>,
}

impl Views {
    /// The names that [`Views::turn_on`] knows, with what they show.
    pub const NAMES: [(&'static str, &'static str); 8] = [
        ("wireframe", "the triangles that collide"),
        ("grid", "the broad phase: cells or intervals, pairs"),
        (
            "tree",
            "bounding volumes of one tree level; tree:N chooses the level",
        ),
        ("pieces", "the convex pieces of the meshes"),
        ("contacts", "where bodies touch, and hit each other"),
        ("sweeps", "how the moments of the last impacts were found"),
        ("velocities", "velocities, forces, what drivers intend"),
        ("budget", "what the step cost, by phase, pair and body"),
    ];

    /// None on, with a level of the trees.
    pub fn at_level(tree_level: usize) -> Views {
        Views {
            tree_level,
            ..Views::default()
        }
    }

    /// None on, with bodies in focus.
    pub fn about(focus: Option<Focus>) -> Views {
        Views {
            focus,
            ..Views::default()
        }
    }

    /// Whether a view is on.
    pub fn has(&self, view: View) -> bool {
        self.on[view as usize]
    }

    /// Turns a view on or off.
    pub fn set(&mut self, view: View, on: bool) {
        self.on[view as usize] = on;
    }

    /// Those that are on, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = View> + use<> {
        let views = *self;
        View::ALL.into_iter().filter(move |view| views.has(*view))
    }

    /// Whether none is on.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// All off, and nothing in focus; the level of the trees stays.
    pub fn off(&mut self) {
        *self = Views::at_level(self.tree_level);
    }

    /// Turns on a view by its name, or `tree:LEVEL`. False if there is no such view.
    pub fn turn_on(&mut self, name: &str) -> bool {
        if let Some(level) = name.strip_prefix("tree:") {
            let Ok(level) = level.parse() else {
                return false;
            };
            self.set(View::Tree, true);
            self.tree_level = level;
            return true;
        }
        let found = View::ALL.into_iter().find(|view| view.name() == name);
        found.map(|view| self.set(view, true)).is_some()
    }

    /// Whether a body is to be drawn in full: nothing is in focus, or it is.
    pub fn is_clear(&self, id: ActorId) -> bool {
        self.focus.is_none_or(|focus| focus.has(id))
    }

    /// Whether a pair is to be drawn in full: nothing is in focus, or the pair is, or one body that it has.
    pub fn is_clear_pair(&self, a: ActorId, b: Option<ActorId>) -> bool {
        match self.focus {
            None => true,
            Some(Focus::One(one)) => a == one || b == Some(one),
            Some(Focus::Pair([one, other])) => {
                (a, b) == (one, Some(other)) || (a, b) == (other, Some(one))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_is_turned_on_by_its_name_and_no_other() {
        for (view, (name, _)) in View::ALL.into_iter().zip(Views::NAMES) {
            let mut views = Views::default();
            assert!(views.is_empty() && views.turn_on(name) && view.name() == name);
            assert!(views.iter().eq([view]));
        }
        let mut views = Views::default();
        assert!(views.turn_on("tree:4") && views.has(View::Tree) && views.tree_level == 4);
        for wrong in ["", "tres", "tree:", "tree:x", "grid:1"] {
            assert!(!views.turn_on(wrong), "{wrong}");
        }
        views.focus = Some(Focus::One(ActorId(0)));
        views.off();
        assert!(views.is_empty() && views.focus.is_none() && views.tree_level == 4);
    }

    #[test]
    fn two_bodies_pointed_at_are_a_pair_and_pointed_at_again_they_leave_it() {
        let [a, b, c] = [0, 1, 2].map(ActorId);
        let one = Focus::pointed(None, a);
        assert_eq!(one, Some(Focus::One(a)));
        assert_eq!(Focus::pointed(one, a), None);
        let pair = Focus::pointed(one, b);
        assert_eq!(pair, Some(Focus::Pair([a, b])));
        assert_eq!(Focus::pointed(pair, a), Some(Focus::One(b)));
        assert_eq!(Focus::pointed(pair, b), Some(Focus::One(a)));
        assert_eq!(Focus::pointed(pair, c), Some(Focus::One(c)));
        let views = Views::about(pair);
        assert!(views.is_clear(a) && !views.is_clear(c));
        assert!(views.is_clear_pair(b, Some(a)) && !views.is_clear_pair(a, Some(c)));
        assert!(!views.is_clear_pair(a, None));
    }
}
