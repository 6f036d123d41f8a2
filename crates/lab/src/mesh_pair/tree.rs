//! The binary tree of the library of 2002 over convex pieces.
//!
//! Idea: the axis, X, Y or Z, along which the pieces' centres vary most is cut at their mean; centres exactly on
//! the mean go to the two sides in turn. A node's volume is the union of its pieces' volumes.
//!
//! Source 1, model building (tree).

use super::Mesh;
use super::dop18::Dop18;
use super::pieces::{Piece, Rules, first_fit};

/// A node: its volume, and its piece or its children.
#[derive(Clone, Debug)]
pub struct Node {
    /// The volume around its pieces.
    pub volume: Dop18,
    /// The content.
    pub content: Content,
}

/// The content of a node.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// One piece.
    Leaf(usize),
    /// Two nodes.
    Inner([usize; 2]),
}

/// A mesh with its pieces and its tree.
#[derive(Clone, Debug)]
pub struct Model {
    /// The mesh.
    pub mesh: Mesh,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The nodes; the last one is the root.
    pub nodes: Vec<Node>,
}

impl Model {
    /// The model of a mesh with at least one triangle.
    pub fn new(mesh: &Mesh, rules: &Rules) -> Self {
        let pieces = first_fit(mesh, rules);
        let mut model = Self {
            mesh: mesh.clone(),
            pieces,
            nodes: Vec::new(),
        };
        let all: Vec<usize> = (0..model.pieces.len()).collect();
        model.build(&all);
        model
    }

    /// The root.
    pub fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The triangles below a node.
    pub fn below(&self, node: usize) -> Vec<usize> {
        match self.nodes[node].content {
            Content::Leaf(piece) => self.pieces[piece].triangles.clone(),
            Content::Inner(children) => children
                .into_iter()
                .flat_map(|one| self.below(one))
                .collect(),
        }
    }

    fn build(&mut self, members: &[usize]) -> usize {
        if let [piece] = members {
            let triangles = &self.pieces[*piece].triangles;
            let corners = triangles.iter().flat_map(|&t| self.mesh.corners(t));
            let volume = Dop18::around(corners);
            self.nodes.push(Node {
                volume,
                content: Content::Leaf(*piece),
            });
            return self.nodes.len() - 1;
        }
        let children = self.cut(members).map(|side| self.build(&side));
        let volumes = children.map(|child| self.nodes[child].volume);
        let volume = volumes[0].union(&volumes[1]);
        self.nodes.push(Node {
            volume,
            content: Content::Inner(children),
        });
        self.nodes.len() - 1
    }

    fn cut(&self, members: &[usize]) -> [Vec<usize>; 2] {
        let center = |piece: usize| self.pieces[piece].center;
        let count = members.len() as f64;
        let mean = members.iter().map(|&m| center(m)).sum::<glam::DVec3>() / count;
        let spread: glam::DVec3 = members
            .iter()
            .map(|&m| (center(m) - mean) * (center(m) - mean))
            .sum();
        let axis = (0..3)
            .max_by(|&i, &j| spread[i].total_cmp(&spread[j]))
            .unwrap_or(0);
        let mut sides = [Vec::new(), Vec::new()];
        let mut turn = 0;
        for &member in members {
            let at = center(member)[axis];
            let side = if at == mean[axis] {
                turn = 1 - turn;
                turn
            } else {
                usize::from(at > mean[axis])
            };
            sides[side].push(member);
        }
        // Rounding of the mean may leave one side empty.
        if let Some(empty) = sides.iter().position(Vec::is_empty) {
            let moved = sides[1 - empty].pop();
            sides[empty].extend(moved);
        }
        sides
    }
}
