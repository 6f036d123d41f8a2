//! Both trees of a descent side by side, and the matrix of the tested pairs of nodes.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::app::area::Area;
use crate::app::params::explanation::shown::{NODES, TESTS};
use crate::app::params::explanation::trees::{CELL, LEAST_CELL, NODE, TREES};
use crate::app::screens::why::caption;
use crate::app::spots::Spot;
use crate::app::ui::{Ui, ink};
use crate::app::words::{WhyWords, fill};
use crate::game::explain::{Descent, NodeState, Visited};

/// Draws the trees with the chosen nodes, and below them the matrix.
pub fn draw(
    ui: &Ui,
    area: Area,
    (descent, words): (&Descent, &WhyWords),
    chosen: [Option<u32>; 2],
) {
    let head = caption::draw(ui, words.trees, area.low, area.size().x);
    let half = area.size().x * 0.5;
    let low = area.low + Vec2::Y * head;
    let high = low.y + (area.size().y - head) * TREES;
    for (side, tree) in descent.trees.iter().enumerate() {
        let left = low.x + half * side as f32;
        let area = Area {
            low: Vec2::new(left, low.y),
            high: Vec2::new(left + half - 8.0, high),
        };
        draw_tree(ui, area, (tree, side), chosen[side]);
    }
    let below = Area {
        low: Vec2::new(area.low.x, high + 4.0),
        high: area.high,
    };
    draw_matrix(ui, below, (descent, words), chosen);
}

/// A node in its place in the drawing: its row, and its number in the row.
struct Placed<'a> {
    node: &'a NodeState,
    row: usize,
    number: usize,
    /// The index of the parent among the placed nodes.
    parent: Option<usize>,
}

/// Places the visited nodes and their children; those further down were not looked at. Returns them, parents first,
/// with the number of nodes in each row.
fn placed(tree: &[NodeState]) -> (Vec<Placed<'_>>, Vec<usize>) {
    let mut places: BTreeMap<u32, usize> = BTreeMap::new();
    let (mut all, mut counts): (Vec<Placed<'_>>, Vec<usize>) = (Vec::new(), Vec::new());
    for node in tree {
        let is_root = node.parent == node.node;
        let parent = places.get(&node.parent).copied().filter(|_| !is_root);
        let known = parent.map(|parent| all[parent].node.state != Visited::No);
        if !is_root && known != Some(true) {
            continue;
        }
        let row = parent.map_or(0, |parent| all[parent].row + 1);
        counts.resize(counts.len().max(row + 1), 0);
        places.insert(node.node, all.len());
        all.push(Placed {
            node,
            row,
            number: counts[row],
            parent,
        });
        counts[row] += 1;
    }
    (all, counts)
}

fn draw_tree(ui: &Ui, area: Area, (tree, side): (&[NodeState], usize), chosen: Option<u32>) {
    let (nodes, counts) = placed(tree);
    let high = area.size().y / counts.len().max(1) as f32;
    let step = |one: &Placed<'_>| area.size().x / counts[one.row] as f32;
    let place = |one: &Placed<'_>| {
        let share = Vec2::new(one.number as f32, one.row as f32) + 0.5;
        area.low + share * Vec2::new(step(one), high)
    };
    for one in &nodes {
        if let Some(parent) = one.parent {
            let seen = one.node.state != Visited::No;
            let color = ink::fade(ink::CREAM, if seen { 0.4 } else { 0.15 });
            ui.line(place(&nodes[parent]), place(one), 1.0, color);
        }
    }
    for one in &nodes {
        let (at, node) = (place(one), one.node);
        let size = NODE.min(step(one) - 1.0).min(high - 2.0).max(1.5);
        draw_node(ui, at, size, node, chosen == Some(node.node));
        let half = Vec2::splat(size.max(5.0) * 0.5);
        let spot = Spot::Line(NODES[side] + node.node as usize);
        ui.spot(Area::of(at - half, half * 2.0), spot);
    }
}

/// Draws a node: overlapping ones filled with a cross, separated ones hollow with a bar, others as a dot.
fn draw_node(ui: &Ui, at: Vec2, size: f32, node: &NodeState, chosen: bool) {
    let half = Vec2::splat(size * 0.5);
    match node.state {
        Visited::Overlapping => {
            ui.fill(at - half, half * 2.0, ink::GOLD);
            if size > 6.0 {
                let inner = half * 0.6;
                ui.line(at - inner, at + inner, 1.0, ink::NIGHT);
                let other = Vec2::new(inner.x, -inner.y);
                ui.line(at - other, at + other, 1.0, ink::NIGHT);
            }
        }
        Visited::Apart => {
            ui.frame(at - half, half * 2.0, 1.0, ink::MINT);
            if size > 6.0 {
                let bar = Vec2::X * half.x * 0.6;
                ui.line(at - bar, at + bar, 1.0, ink::MINT);
            }
        }
        Visited::No => ui.fill(at - 1.0, Vec2::splat(2.0), ink::fade(ink::CREAM, 0.35)),
    }
    if chosen {
        ui.frame(at - half - 2.0, half * 2.0 + 4.0, 1.5, ink::CORAL);
    }
}

/// Draws a cell for each pair of visited nodes that was tested: those of the first tree are rows. A press on a cell
/// chooses both nodes.
fn draw_matrix(
    ui: &Ui,
    area: Area,
    (descent, words): (&Descent, &WhyWords),
    chosen: [Option<u32>; 2],
) {
    // By pair of nodes: true if all its tests found them apart, and the first test.
    let mut tested: BTreeMap<[u32; 2], (bool, usize)> = BTreeMap::new();
    for (index, test) in descent.tests.iter().enumerate() {
        let entry = tested.entry(test.nodes).or_insert((true, index));
        entry.0 &= test.apart;
    }
    let numbers = |side: usize| {
        let mut all: Vec<u32> = tested.keys().map(|nodes| nodes[side]).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (rows, columns) = (numbers(0), numbers(1));
    let text = fill(words.matrix, &[("count", &tested.len())]);
    let head = caption::height(ui, &text, area.size().x);
    let room = area.size() - Vec2::Y * head;
    let most = room / Vec2::new(columns.len().max(1) as f32, rows.len().max(1) as f32);
    let cell = most.min_element().min(CELL);
    if cell < LEAST_CELL || rows.is_empty() {
        return;
    }
    caption::draw(ui, &text, area.low, area.size().x);
    let low = area.low + Vec2::Y * head;
    let index = |list: &[u32], node: u32| list.binary_search(&node).unwrap_or(0) as f32;
    for (nodes, (apart, test)) in &tested {
        let place = Vec2::new(index(&columns, nodes[1]), index(&rows, nodes[0]));
        let corner = low + place * cell;
        let size = Vec2::splat(cell - 0.5);
        ui.spot(
            Area::of(corner, Vec2::splat(cell)),
            Spot::Line(TESTS + test),
        );
        match apart {
            // Hollow, as in the trees.
            true if cell > 4.0 => ui.frame(corner + 0.5, size - 1.0, 1.0, ink::MINT),
            true => ui.fill(corner, size, ink::fade(ink::MINT, 0.5)),
            false => ui.fill(corner, size, ink::GOLD),
        }
        if [Some(nodes[0]), Some(nodes[1])] == chosen {
            ui.frame(corner - 1.0, size + 2.0, 1.0, ink::CORAL);
        }
    }
}
