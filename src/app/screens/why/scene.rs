//! The part of an explanation that is drawn in the scene, and the answer to a click there.

use dodgem_collide::debug_draw::draw_aabb;
use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{DebugKind, DebugSink};
use glam::{DQuat, DVec3, Vec3};
use macroquad::color::Color;

use crate::app::params::explanation::scene::{LONGEST, MOST_NODES, NORMAL};
use crate::app::params::explanation::shown::{CONTACTS, INSTANTS, NODES, PIECES};
use crate::app::screens::why::flat::Flat;
use crate::app::screens::why::shown::{ADVANCEMENT, GJK, Shown, Subject};
use crate::app::ui::ink;
use crate::game::explain::{NodeState, StageVerdict, Visited, length};

/// The colours of the first and the second body.
pub const OF_SIDE: [Color; 2] = [ink::MINT, ink::GOLD];

impl Shown {
    /// Draws the stage's part in the scene.
    pub fn draw_in_scene(&self, flat: &Flat<'_>) {
        self.draw_stage(flat);
        self.draw_names(flat);
    }

    /// Writes the names of the two above them, in the colours that they have in figures.
    fn draw_names(&self, flat: &Flat<'_>) {
        let names = self.names().into_iter().flatten();
        for ((name, top), color) in names.zip(self.tops).zip(OF_SIDE) {
            if let Some(top) = top {
                flat.word(&name, top, color);
            }
        }
    }

    fn draw_stage(&self, flat: &Flat<'_>) {
        match (&self.subject, self.stage()) {
            (Subject::Apart(miss), _) => draw_gap(flat, miss.nearest, miss.distance),
            (Subject::Met(found, _), "broad phase") => {
                for [low, high] in found.broad.boxes {
                    draw_aabb(&Aabb::new(low, high), &mut &*flat, DebugKind::Bounds);
                }
            }
            (_, "velocities" | "momentum" | "energy" | "whole step") => self.draw_arrows(flat),
            (_, "contacts") => self.draw_contacts(flat),
            (Subject::Asked(answer, _), "distance") => {
                draw_gap(flat, answer.nearest, answer.distance());
            }
            (Subject::Asked(..), stage) if !self.is_of_sweep(stage) => self.draw_point(flat),
            (_, "meeting") => {
                self.draw_velocities_before(flat);
                self.draw_point(flat);
            }
            (_, "schedule" | "budget") => self.draw_point(flat),
            (_, ADVANCEMENT) => {
                self.draw_ways(flat);
                self.draw_instant(flat);
            }
            _ => self.draw_instant(flat),
        }
    }

    /// True if the stage is one of the sweep of a time of impact.
    fn is_of_sweep(&self, stage: &str) -> bool {
        let is_stage = |stages: &[_]| {
            stages
                .iter()
                .any(|one: &StageVerdict| one.stage.name() == stage)
        };
        let sweep = self.sweep();
        matches!(stage, "trees" | ADVANCEMENT | GJK)
            || sweep.is_some_and(|sweep| is_stage(&sweep.stages))
    }

    /// Draws the point at which they meet; a click there goes to the end of the advancement, else to the contacts.
    fn draw_point(&self, flat: &Flat<'_>) {
        let Some([point, _]) = self.point() else {
            return;
        };
        let last = self.sweep().map(|sweep| sweep.advancement.len());
        match last.filter(|_| self.has_stage(ADVANCEMENT)) {
            Some(count) => flat.spot(point, INSTANTS + count.saturating_sub(1)),
            None => flat.spot(point, CONTACTS),
        }
        flat.dot(point, ink::CORAL);
        flat.word(self.words.why.here, point, ink::CORAL);
    }

    /// Draws all places of contact with their normals; the chosen one stands out.
    fn draw_contacts(&self, flat: &Flat<'_>) {
        for (index, [point, normal]) in self.contacts().into_iter().enumerate() {
            let is_chosen = self.contact == Some(index);
            let color = if is_chosen { ink::CORAL } else { ink::GOLD };
            flat.arrow(point, normal * NORMAL, color);
            flat.dot(point, color);
            flat.spot(point, CONTACTS + index);
            if is_chosen {
                flat.word(&format!("{}", index + 1), point, color);
            }
        }
    }

    /// Draws the ways of both centres with a square at every instant, which can be pressed.
    fn draw_ways(&self, flat: &Flat<'_>) {
        let Some(sweep) = self.sweep() else {
            return;
        };
        for (side, color) in OF_SIDE.into_iter().enumerate() {
            let places = sweep
                .advancement
                .iter()
                .map(|step| step.centers[side].as_vec3());
            let places: Vec<Vec3> = places.collect();
            for pair in places.windows(2) {
                flat.line(pair[0], pair[1], 1.0, ink::fade(color, 0.6));
            }
            for (index, place) in places.into_iter().enumerate() {
                flat.spot(place, INSTANTS + index);
                flat.dot(
                    place,
                    if index == self.instant {
                        ink::CORAL
                    } else {
                        color
                    },
                );
            }
        }
    }

    /// Draws both bodies at an instant, with their nearest points and the chosen nodes.
    fn draw_instant(&self, flat: &Flat<'_>) {
        let (Some(sweep), Some(index)) = (self.sweep(), self.shown_instant()) else {
            return;
        };
        let step = &sweep.advancement[index];
        let is_tree = matches!(self.stage(), "tree" | "trees");
        let tested = self.pieces.filter(|_| self.stage() == "pieces");
        let tested = tested.and_then(|index| sweep.pieces.get(index));
        for (side, color) in OF_SIDE.into_iter().enumerate() {
            let Some(outline) = &self.outlines[side] else {
                continue;
            };
            let pose = outline.pose(step.centers[side], step.rotations[side]);
            if !is_tree {
                let at = (step.centers[side], step.rotations[side]);
                self.draw_outline(flat, side, at, ink::fade(color, 0.75));
            }
            if is_tree {
                self.draw_nodes(flat, side, &pose);
            }
            if let Some(met) = sweep.triangles.filter(|_| self.stage() == "triangles") {
                let corners = outline.corners_of(met.triangles[side], &pose);
                for (index, corner) in corners.iter().enumerate() {
                    flat.line(*corner, corners[(index + 1) % 3], 3.5, color);
                }
                let middle = corners.iter().sum::<Vec3>() / 3.0;
                flat.spot(middle, INSTANTS + index);
            }
            if let Some(visit) = tested {
                outline.draw_piece(visit.pieces[side], &pose, |a, b| {
                    flat.line(a, b, 2.0, color)
                });
            }
        }
        draw_gap(flat, step.nearest, step.distance);
        if step.nearest.is_none() {
            self.draw_point(flat);
        } else if let Some([p, q]) = step.nearest {
            for place in [p, q] {
                flat.spot(place.as_vec3(), INSTANTS + index);
            }
        }
    }

    /// Draws the outline of one of the two with its centre at a place (m) and a rotation.
    pub fn draw_outline(&self, flat: &Flat<'_>, side: usize, at: (DVec3, DQuat), color: Color) {
        let Some(outline) = &self.outlines[side] else {
            return;
        };
        let pose = outline.pose(at.0, at.1);
        for [a, b] in &outline.edges {
            let [a, b] = [a, b].map(|corner| pose.transform_point(*corner));
            flat.line(a, b, 1.0, color);
        }
    }

    /// Draws the chosen node of a tree. Without a choice a probe shows the leaves that overlapped, as far as there are
    /// few; an explanation has the view of trees for them.
    fn draw_nodes(&self, flat: &Flat<'_>, side: usize, pose: &Pose) {
        let Some(model) = self.outlines[side]
            .as_ref()
            .and_then(|one| one.model.as_ref())
        else {
            return;
        };
        let sink: &mut dyn DebugSink = &mut &*flat;
        if let Some(node) = self.nodes[side] {
            model.draw_node(pose, node, DebugKind::Volume, sink);
            return;
        }
        let descent = self.sweep().and_then(|sweep| sweep.descent.as_ref());
        let (Subject::Asked(..), Some(descent)) = (&self.subject, descent) else {
            return;
        };
        let is_shown = |one: &&NodeState| one.leaf && one.state == Visited::Overlapping;
        for one in descent.trees[side].iter().filter(is_shown).take(MOST_NODES) {
            model.draw_node(pose, one.node, DebugKind::Volume, sink);
        }
    }

    /// Finds the line of a place on one of the two bodies: in the stage of the trees the visited node around it, and
    /// each further click the node above; in those of pieces and triangles the test of the piece there. Returns true if it
    /// did.
    pub fn pick_on_body(&mut self, side: usize, pose: &Pose, ray: [Vec3; 2]) -> bool {
        let Some(outline) = &self.outlines[side] else {
            return false;
        };
        let Some(triangle) = outline.triangle_at(pose, ray) else {
            return false;
        };
        let found = match self.stage() {
            "tree" | "trees" => {
                let descent = self.sweep().and_then(|sweep| sweep.descent.as_ref());
                let tree = descent.map_or(&[][..], |descent| &descent.trees[side]);
                let node = outline.leaf_of(triangle).and_then(|leaf| {
                    let visited = ancestors(tree, leaf).filter(|one| one.state != Visited::No);
                    let ways: Vec<u32> = visited.map(|one| one.node).collect();
                    let chosen = ways.iter().position(|node| self.nodes[side] == Some(*node));
                    let next = chosen.map_or(0, |at| (at + 1) % ways.len());
                    ways.get(next).copied()
                });
                node.map(|node| NODES[side] + node as usize)
            }
            "pieces" | "triangles" => {
                let piece = outline.piece_of(triangle);
                let mut tests = self.sweep().into_iter().flat_map(|sweep| &sweep.pieces);
                let at = tests.position(|visit| Some(visit.pieces[side]) == piece);
                at.map(|at| PIECES + at)
            }
            _ => None,
        };
        self.pick(found)
    }

    fn has_stage(&self, stage: &str) -> bool {
        self.sentences.iter().any(|one| one.stage == stage)
    }

    /// Draws the velocity with which each body came, to scale.
    fn draw_velocities_before(&self, flat: &Flat<'_>) {
        let (Some(balance), Some((fastest, _))) = (self.balance(), self.scales()) else {
            return;
        };
        let scale = f64::from(LONGEST) / fastest.max(0.1);
        let step = self.sweep().and_then(|sweep| sweep.advancement.last());
        let centers = step.iter().flat_map(|step| step.centers);
        for ((center, change), color) in centers.zip(&balance.bodies).zip(OF_SIDE) {
            let along = (change.velocity_before * scale).as_vec3();
            if along != Vec3::ZERO {
                flat.arrow(center.as_vec3(), along, color);
            }
        }
    }

    /// Draws the velocities before and after, and the impulse with its part along the surface, to scale.
    fn draw_arrows(&self, flat: &Flat<'_>) {
        let (Some(balance), Some((fastest, impulse))) = (self.balance(), self.scales()) else {
            return;
        };
        let scale = f64::from(LONGEST) / fastest.max(0.1);
        let Some(step) = self.sweep().and_then(|sweep| sweep.advancement.last()) else {
            return;
        };
        for (center, change) in step.centers.iter().zip(&balance.bodies) {
            let at = center.as_vec3();
            let along = |velocity: DVec3| (velocity * scale).as_vec3();
            flat.arrow(at, along(change.velocity_before), ink::GREY);
            let up = Vec3::Y * 0.06;
            flat.arrow(at + up, along(change.velocity_after), ink::GOLD);
        }
        let Subject::Met(found, _) = &self.subject else {
            return;
        };
        let Some(event) = found.event else {
            return;
        };
        let unit = f64::from(LONGEST) / impulse.length().max(1e-3);
        let normal = event.normal.as_dvec3();
        let straight = normal * impulse.dot(normal);
        flat.arrow(event.point, (impulse * unit).as_vec3(), ink::CORAL);
        let tip = event.point + (straight * unit).as_vec3();
        flat.arrow(tip, ((impulse - straight) * unit).as_vec3(), ink::MINT);
        flat.dot(event.point, ink::CORAL);
    }
}

/// Draws the shortest line between two bodies with its length.
fn draw_gap(flat: &Flat<'_>, nearest: Option<[DVec3; 2]>, distance: f64) {
    let Some([p, q]) = nearest.map(|points| points.map(|point| point.as_vec3())) else {
        return;
    };
    flat.line(p, q, 2.0, ink::CORAL);
    flat.dot(p, ink::CORAL);
    flat.dot(q, ink::CORAL);
    flat.word(&length(distance), (p + q) * 0.5, ink::CREAM);
}

/// A node of a tree and all above it, upwards.
fn ancestors(tree: &[NodeState], node: u32) -> impl Iterator<Item = &NodeState> {
    let above =
        |one: &&NodeState| (one.parent != one.node).then(|| tree.get(one.parent as usize))?;
    std::iter::successors(tree.get(node as usize), move |one| above(one))
}
