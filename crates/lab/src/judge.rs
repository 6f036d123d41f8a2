//! Runs methods on scenes and counts the answers that differ from the truth.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use dodgem_oracle::exact::Relation;
use glam::DVec3;
use serde::Serialize;

use crate::broad::{MakeBroadPhase, Pair};
use crate::convex::{Answer, ConvexPair};
use crate::hull::{HullBuilder, HullError};
use crate::mesh_pair::MakeMeshPair;
use crate::params::{UNDECIDED, UNDECIDED_SINGLE};
use crate::polytope::size_of;
use crate::registry::{Limit, Method, Row};
use crate::scene;
use crate::scene::boxes::{self, Aabb, Crowd, Movement};
use crate::scene::contacts::ContactCase;
use crate::scene::convex::Case;
use crate::scene::meshes::{MeshScene, ORIGIN};
use crate::scene::small::LatticeCase;
use crate::scene::solids::PointSet;
use crate::scene::sweeps::SweepCase;
use crate::scene::systems::Flock;
use crate::small::PathScene;
use crate::work::{Ops, Work};

pub mod contacts;
mod foreign;
pub mod small;
pub mod sweeps;
pub mod systems;

pub use foreign::{ForeignAnswer, ForeignScore, foreign};

/// The largest error of a method in f64, and of one in f32, relative to the size.
const DOUBLE_ERROR: f64 = 1e-9;
const SINGLE_ERROR: f64 = 1e-5;

/// The account of a method over many questions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Score {
    /// Questions.
    pub asked: u64,
    /// Bodies that meet, by more than the undecided band, and were called apart; or pairs of boxes left out.
    pub missed: u64,
    /// Bodies that are apart, by more than that band, and were called a hit; or pairs of boxes that do not
    /// overlap.
    pub false_hits: u64,
    /// Bodies that touch exactly and were called apart.
    pub touching_missed: u64,
    /// Bodies that are apart, but within the band, and were called a hit; or overlap within it and were called
    /// apart.
    pub within_band: u64,
    /// Volumes that overlap though their contents are apart.
    pub loose: u64,
    /// Contact areas of which the points cover a part only.
    pub partial: u64,
    /// Questions on which the method ran out of rounds.
    pub given_up: u64,
    /// The largest error of a distance or depth, relative to the size of the pair.
    pub error: f64,
    /// The most iterations of one question.
    pub worst_iterations: u64,
    /// All operations.
    pub ops: Ops,
}

impl Score {
    /// The mean number of operations of a kind per question.
    pub fn per_question(&self, count: u64) -> f64 {
        count as f64 / self.asked.max(1) as f64
    }

    /// The answers that no limit of the row explains.
    pub fn faults(&self, row: &Row) -> Vec<String> {
        let single = row.has(Limit::SinglePrecision);
        let reasons = [
            Limit::MissesHits,
            Limit::WalkMisses,
            Limit::LosesCorners,
            Limit::MissesBluntCorners,
            Limit::MissesBetween,
            Limit::MissesBetweenPixels,
            Limit::MissesDegenerate,
        ];
        let misses = reasons.iter().any(|limit| row.has(*limit));
        let counts = [
            ("missed", self.missed, misses),
            (
                "false hits",
                self.false_hits,
                row.has(Limit::CallsApartAHit) || row.has(Limit::StopsAtALevel),
            ),
            (
                "touching missed",
                self.touching_missed,
                single || row.has(Limit::MissesHits) || row.has(Limit::MissesBetweenPixels),
            ),
            (
                "covered in part",
                self.partial,
                row.has(Limit::CoversPart) || row.has(Limit::MissesBluntCorners),
            ),
            ("given up", self.given_up, false),
        ];
        let mut faults: Vec<String> = counts
            .into_iter()
            .filter(|(_, count, allowed)| *count > 0 && !allowed)
            .map(|(name, count, _)| format!("{}: {count} of {} {name}", row.id, self.asked))
            .collect();
        let bound = if single { SINGLE_ERROR } else { DOUBLE_ERROR };
        if self.error > bound {
            faults.push(format!(
                "{}: an error of {:e} of the size",
                row.id, self.error
            ));
        }
        faults
    }

    /// The limits of the row that never showed.
    pub fn unseen_limits(&self, row: &Row) -> Vec<Limit> {
        let seen = |limit: &&Limit| match limit {
            Limit::CallsApartAHit | Limit::StopsAtALevel => self.false_hits > 0,
            Limit::MissesHits => self.missed > 0,
            Limit::WalkMisses => self.missed > 0,
            Limit::SinglePrecision => {
                self.within_band + self.touching_missed > 0 || self.error > DOUBLE_ERROR
            }
            Limit::LosesCorners => self.missed > 0,
            Limit::CoversPart | Limit::MissesBluntCorners => self.partial > 0,
            Limit::OwnNormal => self.within_band > 0,
            Limit::MissesBetween | Limit::MissesBetweenPixels | Limit::MissesDegenerate => {
                self.missed > 0
            }
            // The judge asks about nothing else.
            Limit::TranslationOnly => true,
        };
        row.limits
            .iter()
            .filter(|limit| !seen(limit))
            .copied()
            .collect()
    }
}

/// Asks a method about all pairs. The method remembers a pair over its frames, and forgets it before the next.
pub fn convex_pairs(row: &Row, make: fn() -> Box<dyn ConvexPair>, cases: &[Case]) -> Score {
    score_of(row, make().as_mut(), cases)
}

/// The score of a method that need not be in the registry, under the limits of a row that is.
pub fn score_of(row: &Row, method: &mut dyn ConvexPair, cases: &[Case]) -> Score {
    let mut score = Score::default();
    for case in cases {
        if !case.follows {
            method.forget();
        }
        let mut work = Work::default();
        let answer = method.ask(&case.a, &case.b, &mut work);
        score.ops.add(&work.ops);
        score.worst_iterations = score.worst_iterations.max(work.ops.iterations);
        count(&mut score, row, case, &answer);
    }
    score
}

fn count(score: &mut Score, row: &Row, case: &Case, answer: &Answer) {
    let size = size_of(&case.a, &case.b);
    let single = row.has(Limit::SinglePrecision);
    let band = size * if single { UNDECIDED_SINGLE } else { UNDECIDED };
    let near = case.gap.abs() <= band && case.distance <= band;
    score.asked += 1;
    score.given_up += u64::from(answer.given_up);
    match (case.relation, answer.hit) {
        (Relation::Touching, false) => score.touching_missed += 1,
        (Relation::Overlapping, false) | (Relation::Apart, true) if near => score.within_band += 1,
        (Relation::Overlapping, false) => score.missed += 1,
        (Relation::Apart, true) => score.false_hits += 1,
        (Relation::Apart, false) => {
            if let Some(distance) = answer.distance {
                score.error = score.error.max((distance - case.distance).abs() / size);
            }
        }
        (Relation::Touching | Relation::Overlapping, true) => {
            if let Some([low, high]) = answer.depth {
                let depth = -case.gap;
                score.error = score.error.max((low - depth).max(depth - high) / size);
            }
        }
    }
}

/// Lets a method build the hulls of point sets, and compares their corners and faces with the exact ones.
pub fn hulls(row: &Row, build: HullBuilder, sets: &[PointSet]) -> Score {
    let mut score = Score::default();
    for set in sets {
        let mut work = Work::default();
        let built = build(&set.points, &mut work);
        score.asked += 1;
        score.ops.add(&work.ops);
        score.worst_iterations = score.worst_iterations.max(work.ops.iterations);
        match (built, &set.solid) {
            (Err(HullError::Flat), None) => {}
            (Err(HullError::Flat), Some(_)) => score.missed += 1,
            (Ok(_), None) => score.false_hits += 1,
            (Ok(faces), Some(solid)) => {
                let corners = |faces: &[Vec<usize>]| -> BTreeSet<[i64; 3]> {
                    faces
                        .iter()
                        .flatten()
                        .map(|&i| set.points[i].to_array().map(|x| x as i64))
                        .collect()
                };
                let (found, exact) = (corners(&faces), solid.corners.iter().copied().collect());
                score.missed += u64::from(!found.is_superset(&exact));
                let extra = !found.is_subset(&exact);
                let split = faces.len() != solid.faces.len() && !row.has(Limit::LosesCorners);
                score.false_hits += u64::from(extra && !row.has(Limit::LosesCorners) || split);
                score.error = score.error.max(overhang(&set.points, &faces));
            }
        }
    }
    score
}

/// The greatest height of a corner of a hull above one of its faces, relative to its size.
fn overhang(points: &[DVec3], faces: &[Vec<usize>]) -> f64 {
    let size = points
        .iter()
        .map(|p| p.abs().max_element())
        .fold(0.0, f64::max);
    let mut worst = 0.0_f64;
    for face in faces {
        let [a, b, c] = [0, 1, 2].map(|i| points[face[i]]);
        if let Some(normal) = (b - a).cross(c - a).try_normalize() {
            let heights = faces.iter().flatten().map(|&i| normal.dot(points[i] - a));
            worst = heights.fold(worst, f64::max);
        }
    }
    worst / size
}

/// Asks a method about all poses of all pairs of meshes.
pub fn mesh_pairs(make: MakeMeshPair, scenes: &[MeshScene]) -> Score {
    let mut score = Score::default();
    for MeshScene { meshes, poses } in scenes {
        let mut method = make(&meshes[0], &meshes[1]);
        for (pose, meets) in poses {
            let mut work = Work::default();
            let answer = method.ask([&ORIGIN, pose], &mut work);
            score.asked += 1;
            score.ops.add(&work.ops);
            score.given_up += u64::from(answer.cut);
            score.missed += u64::from(*meets && !answer.hit);
            score.false_hits += u64::from(!*meets && answer.hit);
        }
    }
    score
}

/// Lets a method find the pairs of all frames, and compares them with all that overlap.
pub fn broad_phases(make: MakeBroadPhase, crowds: &[Crowd]) -> Score {
    let mut score = Score::default();
    let mut found = Vec::new();
    for crowd in crowds {
        let mut method = make(&crowd.world);
        for boxes in &crowd.frames {
            let mut work = Work::default();
            method.update(boxes, &mut found, &mut work);
            score.asked += 1;
            score.ops.add(&work.ops);
            found.sort_unstable();
            let truth = overlapping(boxes);
            let missed = misses_of(&truth, &found);
            score.missed += missed;
            // Extra pairs, and pairs named twice.
            score.false_hits += found.len() as u64 + missed - truth.len() as u64;
        }
    }
    score
}

/// The pairs of `truth` that are not in `found`.
fn misses_of(truth: &[Pair], found: &[Pair]) -> u64 {
    truth
        .iter()
        .filter(|pair| found.binary_search(pair).is_err())
        .count() as u64
}

/// All pairs of boxes that overlap, by trying all.
fn overlapping(boxes: &[Option<Aabb>]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (i, a) in boxes.iter().enumerate() {
        for (j, b) in boxes.iter().enumerate().skip(i + 1) {
            if let (Some(a), Some(b)) = (a, b)
                && a.meets(b)
            {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs
}

/// Scenes that are made when they are first asked for.
type Later<T> = LazyLock<T, Box<dyn FnOnce() -> T + Send>>;

fn later<T>(make: impl FnOnce() -> T + Send + 'static) -> Later<T> {
    LazyLock::new(Box::new(make))
}

/// The scenes of all stages.
#[derive(Debug)]
pub struct Scenes {
    /// Pairs of convex bodies.
    pub pairs: Vec<Case>,
    /// Points with their hulls.
    pub points: Vec<PointSet>,
    /// Pairs of meshes.
    pub meshes: Vec<MeshScene>,
    /// Moving boxes.
    pub crowds: Vec<Crowd>,
    /// Pairs of convex bodies that meet.
    pub contacts: Later<Vec<ContactCase>>,
    /// Moving convex bodies.
    pub sweeps: Later<Vec<SweepCase>>,
    /// Rays and triangles with integer corners.
    pub lattice: Later<Vec<LatticeCase>>,
    /// Paths among boxes.
    pub paths: Later<Vec<PathScene>>,
    /// Many moving convex bodies.
    pub flock: Later<Flock>,
}

impl Scenes {
    /// Scenes with about this number of pairs for each method. A frame of a crowd has 780 pairs of boxes, one of the
    /// flock 66 pairs of bodies, and a path is compared with 51 of its places: there a tenth is as much.
    pub fn new(count: usize) -> Self {
        let crowd = |movement| boxes::crowd(movement, 20 + count / 50, 12, 7);
        Self {
            contacts: later(move || {
                scene::contacts::cases(&scene::convex::mixed(count, 1), count / 2, 23)
            }),
            sweeps: later(move || scene::sweeps::cases(count, 29)),
            lattice: later(move || scene::small::lattice_cases(count, 61)),
            paths: later(move || scene::small::path_scenes(count / 10, 67)),
            flock: later(move || scene::systems::flock(count / 10, 71)),
            pairs: scene::convex::mixed(count, 1),
            points: scene::solids::point_sets(count, 5),
            meshes: scene::meshes::scenes(count, 3),
            crowds: Movement::ALL.map(crowd).into(),
        }
    }
}

/// Judges a row on the scenes of its stage; `None` for a method that is only mentioned.
pub fn judge(row: &Row, scenes: &Scenes) -> Option<Score> {
    match row.method {
        Method::ConvexPair(make) => Some(convex_pairs(row, make, &scenes.pairs)),
        Method::Hull(build) => Some(hulls(row, build, &scenes.points)),
        Method::Volume(kind) => Some(kind.judge(&scenes.pairs)),
        Method::MeshPair(make) => Some(mesh_pairs(make, &scenes.meshes)),
        Method::BroadPhase(make) => Some(broad_phases(make, &scenes.crowds)),
        Method::Manifold(make) => Some(contacts::contacts(row, make, &scenes.contacts)),
        Method::Sweep(sweep) => Some(sweeps::sweeps(row, sweep, &scenes.sweeps)),
        Method::Primitive(test) => Some(small::primitives(test, &scenes.lattice)),
        Method::Planning(plan) => Some(small::planners(plan, &scenes.paths)),
        Method::System(preset) => Some(systems::systems(preset, &scenes.flock)),
        Method::Mentioned(_) => None,
    }
}
