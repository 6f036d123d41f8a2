//! Columns: islands in which each body rests on one other body, solved directly.
//!
//! A pass over the contacts carries a load by about one body, so that a tower needs as many passes as the
//! square of its height (`carried_loads.rs`). But its bodies and contacts form a tree. Eliminated from the top
//! down, its equations have no fill-in: all contacts that press, with the friction that sticks, are very stiff
//! dampers between two bodies, and a block Cholesky factorisation (blocks of six: a velocity and a spin) finds
//! in one go the velocities that they leave. Contacts that would have to pull, and friction that would have to
//! exceed its limit, get what they can give, and the others are solved again. The pass over all contacts that
//! follows removes what is left.
//!
//! A column is solved in the substeps in which its contacts are not at rest. A tower that stands is not: the
//! impulses of the last step hold it.

use crate::params::{COLUMN_REST_SHARE, COLUMN_TOLERANCE, MAX_COLUMN_ROUNDS};
use crate::reserve::reserve;
use crate::solver::column_rows::{Link, Row, ScaledBody, lane_of, limit, read_link, take};
use crate::solver::contact_constraints::ConstraintRow;
use crate::solver::graph_coloring::PairBatches;
use crate::solver::iterations::Substep;
use crate::solver::six_vectors::{Factor, IDENTITY, Mat6, Vec6, add_product, add_times, dot};
use crate::solver::solver_body::{BodyDeltas, SolverBody};
use crate::solver::substep_groups::SubstepGroup;

/// The value that replaces the index of a node.
const NO_NODE: u32 = u32::MAX;

/// A body of a column.
#[derive(Clone, Copy, Debug)]
struct Node {
    body: u32,
    inverse_root_mass: f64,
    /// The node on which it rests: a later one, or `NO_NODE`.
    below: u32,
    /// The lowest node of its column.
    lowest: u32,
    /// Its contacts with the body on which it rests.
    link: Option<Link>,
    /// The range of their rows.
    first: u32,
    count: u32,
}

/// The unknowns of a node.
#[derive(Clone, Copy, Debug)]
struct Block {
    matrix: Mat6,
    /// The right side, and then the change of its velocity.
    change: Vec6,
    factor: Factor,
    /// The factor's block for the node below.
    coupling: Mat6,
}

impl Block {
    const EMPTY: Block = Block {
        matrix: IDENTITY,
        change: [0.0; 6],
        factor: Factor::NONE,
        coupling: [[0.0; 6]; 6],
    };
}

/// The state of a column, stored at its lowest node.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    /// True if it is solved in this substep.
    is_restless: bool,
    /// By how much the impulses make the error greater: half the square of the change of velocities, less the
    /// impulses times the missing speeds.
    error: f64,
}

/// The columns of a group, and the memory of their solution.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// From the top down.
    nodes: Vec<Node>,
    /// For each node:
    blocks: Vec<Block>,
    columns: Vec<Column>,
    /// For each body, its node.
    node_of: Vec<u32>,
    rows: Vec<Row>,
}

impl Columns {
    /// Reserves memory for these numbers of bodies and contacts.
    pub fn reserve(&mut self, bodies: usize, contacts: usize) {
        reserve(&mut self.nodes, bodies);
        reserve(&mut self.blocks, bodies);
        reserve(&mut self.columns, bodies);
        reserve(&mut self.node_of, bodies);
        reserve(&mut self.rows, 3 * contacts);
    }

    /// Finds the columns of a group.
    pub fn begin_group(
        &mut self,
        group: &SubstepGroup,
        batches: &PairBatches,
        bodies: &[SolverBody],
    ) {
        self.nodes.clear();
        let loads = group.loads;
        let members = loads.columns().iter().filter(|body| group.has(**body));
        self.nodes.extend(members.map(|body| Node {
            body: *body,
            inverse_root_mass: bodies[*body as usize].inverse_mass.sqrt(),
            below: NO_NODE,
            lowest: NO_NODE,
            link: None,
            first: 0,
            count: 0,
        }));
        if self.nodes.is_empty() {
            return;
        }
        self.node_of.clear();
        self.node_of.resize(bodies.len(), NO_NODE);
        for (index, node) in (0..).zip(&self.nodes) {
            self.node_of[node.body as usize] = index;
        }
        for batch in &batches.list {
            for (lane, [a, b]) in batch.pairs() {
                let [upper, lower] = match loads.stands_on(b, a) {
                    true => [b, a],
                    false => [a, b],
                };
                let [node, below] = [upper, lower].map(|body| self.node_of[body as usize]);
                if node == NO_NODE || !loads.stands_on(upper, lower) {
                    continue;
                }
                let node = &mut self.nodes[node as usize];
                node.below = below;
                node.link = Some(Link {
                    first_row: batch.range().start as u32,
                    rows: batch.contact_count(lane),
                    lane: lane as u32,
                    upper_is_b: upper == b,
                });
            }
        }
        for n in (0..self.nodes.len()).rev() {
            self.nodes[n].lowest = match self.nodes[n].below {
                NO_NODE => n as u32,
                below => self.nodes[below as usize].lowest,
            };
        }
        self.columns.clear();
        self.columns.resize(self.nodes.len(), Column::default());
    }

    /// Solves the columns whose contacts are not at rest, `time` seconds into the step.
    pub fn solve(
        &mut self,
        deltas: &mut BodyDeltas,
        contacts: &mut [ConstraintRow],
        substep: &Substep,
        time: f64,
    ) {
        if !self.find_restless(contacts) {
            return;
        }
        self.read(deltas, contacts, substep, time);
        for _ in 0..MAX_COLUMN_ROUNDS {
            self.eliminate();
            self.substitute();
            if !self.find_impulses(contacts) {
                break;
            }
        }
        self.apply(deltas, contacts);
    }

    /// True if a node's column is solved in this substep.
    fn is_restless(&self, node: &Node) -> bool {
        self.columns[node.lowest as usize].is_restless
    }

    /// Finds the columns whose contacts are not at rest. One that was solved in the last substep has to be
    /// quieter than others: its impulses have stopped it, which the next substep must not repeat. Returns true
    /// if there are any.
    fn find_restless(&mut self, contacts: &[ConstraintRow]) -> bool {
        let mut any = false;
        for column in &mut self.columns {
            column.error = match column.is_restless {
                true => COLUMN_REST_SHARE * COLUMN_TOLERANCE,
                false => COLUMN_TOLERANCE,
            };
            column.is_restless = false;
        }
        for node in &self.nodes {
            let Some(link) = node.link else { continue };
            let column = &mut self.columns[node.lowest as usize];
            let unrest = contacts[link.range()].iter();
            let unrest = unrest.map(|contact| lane_of(contact.unrest, link.lane));
            column.is_restless |= unrest.fold(0.0, f64::max) > column.error;
            any |= column.is_restless;
        }
        any
    }

    /// Reads the contacts of the columns.
    fn read(
        &mut self,
        deltas: &BodyDeltas,
        contacts: &[ConstraintRow],
        substep: &Substep,
        time: f64,
    ) {
        self.rows.clear();
        for n in 0..self.nodes.len() {
            let node = self.nodes[n];
            let first = self.rows.len();
            if let Some(link) = node.link.filter(|_| self.is_restless(&node)) {
                let scaled =
                    |node: &Node| ScaledBody::new(deltas, node.body, node.inverse_root_mass);
                let lower = match node.below {
                    NO_NODE => ScaledBody::FIXED,
                    below => scaled(&self.nodes[below as usize]),
                };
                let both = [&scaled(&node), &lower];
                let contacts = &contacts[link.range()];
                read_link(&link, both, contacts, (substep, time), &mut self.rows);
            }
            let node = &mut self.nodes[n];
            (node.first, node.count) = (first as u32, (self.rows.len() - first) as u32);
        }
    }

    /// Eliminates the nodes from the top down.
    fn eliminate(&mut self) {
        self.blocks.clear();
        self.blocks.resize(self.nodes.len(), Block::EMPTY);
        for (n, node) in self.nodes.iter().enumerate() {
            if !self.columns[node.lowest as usize].is_restless {
                continue;
            }
            let (blocks, rest) = self.blocks.split_at_mut(n + 1);
            let block = &mut blocks[n];
            let mut ground = Block::EMPTY;
            let below = match node.below {
                NO_NODE => &mut ground,
                below => &mut rest[below as usize - n - 1],
            };
            for row in &self.rows[node.rows()] {
                // A given impulse acts on both; a stiff row pushes by what is missing.
                let push = match row.stiffness {
                    0.0 => row.change,
                    stiffness => stiffness * row.missing,
                };
                add_times(&mut block.change, &row.upper, push);
                add_times(&mut below.change, &row.lower, push);
                if row.stiffness > 0.0 {
                    let [upper, lower] =
                        [row.upper, row.lower].map(|g| g.map(|x| x * row.stiffness));
                    add_product(&mut block.matrix, &upper, &row.upper);
                    add_product(&mut block.coupling, &upper, &row.lower);
                    add_product(&mut below.matrix, &lower, &row.lower);
                }
            }
            block.factor = Factor::new(block.matrix);
            block.factor.solve_lower(&mut block.change);
            block.factor.solve_lower_matrix(&mut block.coupling);
            for (line, change) in block.coupling.iter().zip(block.change) {
                add_product(&mut below.matrix, &line.map(|x| -x), line);
                add_times(&mut below.change, line, -change);
            }
        }
    }

    /// Finds the changes of all velocities from the ground up.
    fn substitute(&mut self) {
        for (n, node) in self.nodes.iter().enumerate().rev() {
            let (blocks, rest) = self.blocks.split_at_mut(n + 1);
            let block = &mut blocks[n];
            if node.below != NO_NODE {
                let below = &rest[node.below as usize - n - 1].change;
                for (change, line) in block.change.iter_mut().zip(&block.coupling) {
                    *change -= dot(line, below);
                }
            }
            block.factor.solve_upper(&mut block.change);
        }
    }

    /// Finds the changes of all impulses. Returns true if there are any that contacts cannot give.
    fn find_impulses(&mut self, contacts: &[ConstraintRow]) -> bool {
        let mut any = false;
        for (n, node) in self.nodes.iter().enumerate() {
            let Some(link) = node.link else { continue };
            let upper = &self.blocks[n].change;
            let lower = match node.below {
                NO_NODE => &[0.0; 6],
                below => &self.blocks[below as usize].change,
            };
            let (rows, _) = self.rows[node.rows()].as_chunks_mut::<3>();
            for (contact, rows) in contacts[link.range()].iter().zip(rows) {
                for row in rows.iter_mut().filter(|row| row.stiffness > 0.0) {
                    let left = row.missing - dot(&row.upper, upper) - dot(&row.lower, lower);
                    row.change = row.stiffness * left;
                }
                any |= limit(contact, link.lane, rows);
            }
        }
        any
    }

    /// Gives the contacts their impulses, in columns in which these reduce the error.
    fn apply(&mut self, deltas: &mut BodyDeltas, contacts: &mut [ConstraintRow]) {
        self.columns
            .iter_mut()
            .for_each(|column| column.error = 0.0);
        self.blocks
            .iter_mut()
            .for_each(|block| block.change = [0.0; 6]);
        for (n, node) in self.nodes.iter().enumerate() {
            let mut work = 0.0;
            for row in &self.rows[node.rows()] {
                add_times(&mut self.blocks[n].change, &row.upper, row.change);
                if node.below != NO_NODE {
                    let below = &mut self.blocks[node.below as usize];
                    add_times(&mut below.change, &row.lower, row.change);
                }
                work += row.missing * row.change;
            }
            // All that rests on a node comes before it.
            let change = &self.blocks[n].change;
            self.columns[node.lowest as usize].error += 0.5 * dot(change, change) - work;
        }
        for (node, block) in self.nodes.iter().zip(&self.blocks) {
            let column = &self.columns[node.lowest as usize];
            // An error that is no number is refused too.
            let is_better = column.error < 0.0;
            if !(column.is_restless && is_better) {
                continue;
            }
            deltas.add_scaled_velocity(node.body, &block.change, node.inverse_root_mass);
            if let Some(link) = node.link {
                let (rows, _) = self.rows[node.rows()].as_chunks::<3>();
                for (contact, rows) in contacts[link.range()].iter_mut().zip(rows) {
                    take(contact, link.lane, rows);
                }
            }
        }
    }
}

impl Node {
    /// The range of its rows.
    fn rows(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}
