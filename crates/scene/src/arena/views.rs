//! Selection of the debug views and of the bodies in focus.

use serde::{Deserialize, Serialize};

use crate::arena::ActorId;
use crate::params::TREE_LEVEL;

/// Declares the views in the order of their keys: each with its name on the command line and the object that it shows.
macro_rules! views {
    ($($view:ident $name:literal: $shows:literal,)*) => {
        /// A debug view: it answers one question about the engine.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum View {
            $(#[doc = concat!("`", $name, "`: ", $shows, ".")] $view,)*
        }

        impl View {
            /// All views, in the order of their keys, which count from 1.
            pub const ALL: [View; [$($name),*].len()] = [$(View::$view),*];

            /// Returns the name that [`Views::turn_on`] accepts.
            pub fn name(self) -> &'static str {
                match self { $(View::$view => $name),* }
            }

            /// Returns a description for the help of the command line.
            pub fn shows(self) -> &'static str {
                match self { $(View::$view => $shows),* }
            }
        }
    };
}

views! {
    Shapes "wireframe": "the triangles that collide",
    Pairs "grid": "the broad phase: cells or intervals, pairs",
    Tree "tree": "bounding volumes of one tree level; tree:N chooses the level",
    Pieces "pieces": "the convex pieces of the meshes",
    Contacts "contacts": "where bodies touch, and hit each other",
    Sweeps "sweeps": "how the moments of the last impacts were found",
    Velocities "velocities": "velocities, forces, what drivers intend",
    Budget "budget": "what the step cost, by phase, pair and body",
}

/// Bodies in focus: the views draw these in full and all others faintly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// One body.
    One(ActorId),
    /// Two bodies and the relation between them.
    Pair([ActorId; 2]),
}

impl Focus {
    /// True if a body is in focus.
    pub fn has(&self, id: ActorId) -> bool {
        match self {
            Focus::One(one) => *one == id,
            Focus::Pair(pair) => pair.contains(&id),
        }
    }

    /// Returns the pair, if two bodies are in focus.
    pub fn pair(&self) -> Option<[ActorId; 2]> {
        match self {
            Focus::One(_) => None,
            Focus::Pair(pair) => Some(*pair),
        }
    }

    /// Returns the bodies, in the order of selection.
    pub fn bodies(&self) -> Vec<ActorId> {
        match self {
            Focus::One(one) => vec![*one],
            Focus::Pair(pair) => pair.to_vec(),
        }
    }

    /// Returns the focus after a body is selected: a second body makes a pair, a body in focus is removed, a
    /// third starts again.
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

/// The views that are on, with their settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Views {
    /// Flag of each view, by its index in [`View::ALL`].
    on: [bool; View::ALL.len()],
    /// The level of the trees that [`View::Tree`] shows; 0 is the root.
    pub tree_level: usize,
    /// Bodies in focus; None draws all bodies in full.
    pub focus: Option<Focus>,
}

impl Default for Views {
    /// Returns a selection without views, with the usual tree level.
    fn default() -> Views {
        Views::at_level(TREE_LEVEL)
    }
}

impl Views {
    /// Returns a selection without views, with a tree level.
    pub fn at_level(tree_level: usize) -> Views {
        Views {
            on: [false; View::ALL.len()],
            tree_level,
            focus: None,
        }
    }

    /// Returns a selection without views, with a focus.
    pub fn about(focus: Option<Focus>) -> Views {
        Views {
            focus,
            ..Views::default()
        }
    }

    /// True if a view is on.
    pub fn has(&self, view: View) -> bool {
        self.on[view as usize]
    }

    /// Turns a view on or off.
    pub fn set(&mut self, view: View, on: bool) {
        self.on[view as usize] = on;
    }

    /// Returns the views that are on, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = View> + use<> {
        let views = *self;
        View::ALL.into_iter().filter(move |view| views.has(*view))
    }

    /// True if no view is on.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Turns all views off and removes the focus; keeps the tree level.
    pub fn off(&mut self) {
        *self = Views::at_level(self.tree_level);
    }

    /// Turns on a view by its name, or `tree:LEVEL`. Returns false if there is no such view.
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

    /// True if a body is drawn in full: there is no focus, or the body is in it.
    pub fn is_clear(&self, id: ActorId) -> bool {
        self.focus.is_none_or(|focus| focus.has(id))
    }

    /// True if a pair is drawn in full: there is no focus, or the focus is this pair or one of its bodies.
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
        for view in View::ALL {
            let mut views = Views::default();
            assert!(views.is_empty() && views.turn_on(view.name()));
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
