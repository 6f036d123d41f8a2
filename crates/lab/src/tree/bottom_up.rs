//! Bottom-up building: the two nodes whose joint volume is least are joined, until one is left.
//!
//! Idea: each node remembers the partner with which it makes the least true volume; a join changes only the
//! partners of nodes that had one of the two.
//!
//! When: small models of scattered parts. Limits: all pairs are compared; the tree may be deep; early joins
//! cannot be undone.
//!
//! Source 5, volumes (grouping); source 1, I-COLLIDE; Roussopoulos, Leifker 1985.

use crate::volume::{BoundingVolume, Triangle};

/// A triangle, or two nodes that were joined.
#[derive(Clone, Debug)]
pub enum Joined {
    /// A triangle.
    One(usize),
    /// Two nodes.
    Two(Box<[Joined; 2]>),
}

impl Joined {
    /// All triangles.
    pub fn triangles(&self) -> Vec<usize> {
        match self {
            Joined::One(triangle) => vec![*triangle],
            Joined::Two(parts) => [parts[0].triangles(), parts[1].triangles()].concat(),
        }
    }
}

/// A node that has no parent yet.
struct Cluster<V> {
    joined: Joined,
    volume: V,
    /// The joint volume with the best partner, and the partner.
    best: (f64, usize),
}

/// Joins triangles to one tree.
pub fn joined<M: BoundingVolume>(kind: M, triangles: &[Triangle]) -> Joined {
    let content = |joined: &Joined| -> Vec<Triangle> {
        joined.triangles().iter().map(|&t| triangles[t]).collect()
    };
    let join = |a: &Cluster<M::Volume>, b: &Cluster<M::Volume>| {
        let union = kind.union(&a.volume, &b.volume);
        union.unwrap_or_else(|| kind.fit(&[content(&a.joined), content(&b.joined)].concat()))
    };
    let mut all: Vec<Option<Cluster<M::Volume>>> = Vec::new();
    let best_of = |all: &[Option<Cluster<M::Volume>>], at: usize| {
        let own = all[at].as_ref();
        let others = all.iter().enumerate().filter(|(i, _)| *i != at);
        let sizes = others.filter_map(|(i, other)| {
            let joint = join(own?, other.as_ref()?);
            Some((kind.true_size(&joint), i))
        });
        let best = sizes.min_by(|a, b| a.0.total_cmp(&b.0));
        best.unwrap_or((f64::INFINITY, at))
    };
    for (t, triangle) in triangles.iter().enumerate() {
        all.push(Some(Cluster {
            joined: Joined::One(t),
            volume: kind.fit(&[*triangle]),
            best: (f64::INFINITY, t),
        }));
    }
    let mut stale: Vec<usize> = (0..all.len()).collect();
    for _ in 1..triangles.len() {
        for at in stale.drain(..) {
            let best = best_of(&all, at);
            if let Some(cluster) = &mut all[at] {
                cluster.best = best;
            }
        }
        let clusters = all
            .iter()
            .enumerate()
            .filter_map(|(i, c)| Some((c.as_ref()?.best, i)));
        let Some(((_, b), a)) = clusters.min_by(|x, y| x.0.0.total_cmp(&y.0.0)) else {
            break;
        };
        let (Some(first), Some(second)) = (all[a].take(), all[b].take()) else {
            break;
        };
        let volume = join(&first, &second);
        all[a] = Some(Cluster {
            joined: Joined::Two(Box::new([first.joined, second.joined])),
            volume,
            best: (f64::INFINITY, a),
        });
        let lost = |c: &Option<Cluster<M::Volume>>| {
            c.as_ref().is_some_and(|c| c.best.1 == a || c.best.1 == b)
        };
        stale.extend((0..all.len()).filter(|&i| lost(&all[i])));
    }
    let last = all.into_iter().flatten().next();
    last.map_or(Joined::One(0), |cluster| cluster.joined)
}
