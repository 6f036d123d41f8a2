//! The collision library of 2002 as a whole: pieces, tree, descent, leaf walk, budget.
//!
//! Idea: the limits of the second node are brought into the first one's frame by a matrix computed once per query;
//! nodes that are apart on one of nine axes are dropped. Two inner nodes: the children of the larger volume, the
//! smaller child first. A leaf and an inner node: the inner one. Two leaves: their triangles. The test stops at
//! two contact points. A test whose budget ends answers *hit*, with two points of the volume at which it stood.
//!
//! When: the reference for Tables 2 and 3 of the source. Limits: those of the leaf walk; `library-2002-exact` has
//! the same system with all pairs of triangles at the leaves. The budget counts volume tests, where the source
//! has a clock.
//!
//! Source 1, chapters on model building and on the test.

use glam::DVec3;

use super::dop18::{Cones, Turned};
use super::leaf_walk::{LeafTest, Loop, Side};
use super::pieces::{Maximum, Neighbours, Rules};
use super::tree::{Content, Model};
use super::{Mesh, MeshAnswer, MeshPair, Pose};
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the library as its text describes it.
pub const ROW: Row = Row {
    id: "library-2002",
    stage: Stage::MeshPair,
    source: "1, model building, the test",
    paper: "Daneu 2002",
    about: "18-DOP tree over first-fit pieces of six, one-sided walk at the leaves",
    gives: &[Gives::Hit],
    limits: &[Limit::WalkMisses],
    method: Method::MeshPair(|a, b| {
        Box::new(Library::new([a, b], &RULES, LeafTest::OneSided(Loop::Text)))
    }),
};

/// The row of the library as its code is printed.
pub const ROW_PRINTED: Row = Row {
    id: "library-2002-printed",
    about: "library-2002 with the printed maximum, neighbours and loop",
    method: Method::MeshPair(|a, b| {
        Box::new(Library::new(
            [a, b],
            &PRINTED,
            LeafTest::OneSided(Loop::Printed),
        ))
    }),
    ..ROW
};

/// The row of the library with the walk from both sides.
pub const ROW_TWO_SIDED: Row = Row {
    id: "library-2002-two-sided",
    about: "library-2002 with the walk from both pieces",
    method: Method::MeshPair(|a, b| {
        Box::new(Library::new([a, b], &RULES, LeafTest::TwoSided(Loop::Text)))
    }),
    ..ROW
};

/// The row of the library with all pairs of triangles at the leaves.
pub const ROW_EXACT: Row = Row {
    id: "library-2002-exact",
    about: "library-2002 with all pairs of triangles at the leaves",
    limits: &[],
    method: Method::MeshPair(|a, b| Box::new(Library::new([a, b], &RULES, LeafTest::AllPairs))),
    ..ROW
};

/// The rules of the text.
pub const RULES: Rules = Rules {
    maximum: 6,
    reading: Maximum::Text,
    neighbours: Neighbours::Text,
};

/// The rules of the printed code.
pub const PRINTED: Rules = Rules {
    maximum: 6,
    reading: Maximum::Printed,
    neighbours: Neighbours::Printed,
};

/// The most contact points of a test.
pub const MOST_POINTS: usize = 2;

/// Two models with the parts that a query needs.
pub struct Library {
    models: [Model; 2],
    cones: Cones,
    leaf: LeafTest,
    /// The most volume tests of a query.
    pub budget: u64,
}

/// A query.
struct Query<'a> {
    models: [&'a Model; 2],
    /// The second mesh in the first one's frame.
    second: &'a Mesh,
    turned: Turned,
    leaf: LeafTest,
    budget: u64,
    answer: MeshAnswer,
}

impl Library {
    /// The library with two models and no budget.
    pub fn new(meshes: [&Mesh; 2], rules: &Rules, leaf: LeafTest) -> Self {
        Self {
            models: meshes.map(|mesh| Model::new(mesh, rules)),
            cones: Cones::default(),
            leaf,
            budget: u64::MAX,
        }
    }

    /// The models.
    pub fn models(&self) -> [&Model; 2] {
        [&self.models[0], &self.models[1]]
    }
}

impl MeshPair for Library {
    fn ask(&mut self, [a, b]: [&Pose; 2], work: &mut Work) -> MeshAnswer {
        let relative = a.relative(b);
        let second = self.models[1].mesh.moved(&relative);
        let models = self.models();
        let mut query = Query {
            models,
            second: &second,
            turned: Turned::new(&self.cones, &relative),
            leaf: self.leaf,
            budget: self.budget,
            answer: MeshAnswer::default(),
        };
        query.descend(models.map(Model::root), work);
        query.answer.hit = !query.answer.points.is_empty();
        query.answer
    }

    fn content(&self, side: usize, node: usize) -> Vec<usize> {
        self.models[side].below(node)
    }
}

impl Query<'_> {
    /// `TraverseTree`; true if the query is over.
    fn descend(&mut self, nodes: [usize; 2], work: &mut Work) -> bool {
        let [a, b] = [0, 1].map(|i| &self.models[i].nodes[nodes[i]]);
        if work.ops.tests >= self.budget {
            // Two points of the volume: its middle, and the middle of a side.
            let middle = a.volume.center();
            let side = DVec3::new(a.volume.0[0], middle.y, middle.z);
            self.answer.cut = true;
            self.answer.points = vec![middle, side];
            return true;
        }
        let limits = self.turned.limits(&b.volume, work);
        if a.volume.is_apart(&limits, work) {
            return false;
        }
        work.step("nodes", || nodes.map(|i| i as f64).to_vec());
        match (a.content, b.content) {
            (Content::Leaf(p), Content::Leaf(q)) => {
                let sides = [
                    Side {
                        mesh: &self.models[0].mesh,
                        piece: &self.models[0].pieces[p],
                    },
                    Side {
                        mesh: self.second,
                        piece: &self.models[1].pieces[q],
                    },
                ];
                self.leaf
                    .run(sides, &mut self.answer.points, MOST_POINTS, work);
                self.answer.points.len() >= MOST_POINTS
            }
            (Content::Inner(_), Content::Inner(_)) => {
                let side = usize::from(b.volume.volume() > a.volume.volume());
                self.open(nodes, side, work)
            }
            (Content::Inner(_), Content::Leaf(_)) => self.open(nodes, 0, work),
            (Content::Leaf(_), Content::Inner(_)) => self.open(nodes, 1, work),
        }
    }

    /// Descends into the children of one node, the smaller one first.
    fn open(&mut self, nodes: [usize; 2], side: usize, work: &mut Work) -> bool {
        let tree = &self.models[side].nodes;
        let Content::Inner(mut children) = tree[nodes[side]].content else {
            return false;
        };
        children.sort_by(|&i, &j| tree[i].volume.volume().total_cmp(&tree[j].volume.volume()));
        children.into_iter().any(|child| {
            let mut next = nodes;
            next[side] = child;
            self.descend(next, work)
        })
    }
}
