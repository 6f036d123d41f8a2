//! References for meshes: all pairs of triangles.
use super::random::Placement;
use super::triangle::{self, Relation, Triangle, Witness};
use dodgem_collide::Model;
use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use glam::DVec3;

/// The triangles of a mesh, in f64 and where its pose puts them.
pub type Soup = Vec<Triangle>;

/// Nearest points and depth of two meshes as surfaces: one wholly inside the other is apart from it.
///
/// Pairs whose bounding spheres are farther apart than the best pair so far are left out; that
/// changes no answer and makes nested spheres bearable.
pub fn relation(a: &[Triangle], b: &[Triangle]) -> Relation {
    let balls = |soup: &[Triangle]| -> Vec<(DVec3, f64)> {
        let ball = |t: &Triangle| {
            let centre = (t[0] + t[1] + t[2]) / 3.0;
            let radius = t.iter().map(|p| p.distance(centre)).fold(0.0, f64::max);
            (centre, radius * (1.0 + 1e-12))
        };
        soup.iter().map(ball).collect()
    };
    let (balls_a, balls_b) = (balls(a), balls(b));
    let mut best = Relation {
        witness: Witness::FAR,
        depth: 0.0,
    };
    for (ta, (centre_a, radius_a)) in a.iter().zip(&balls_a) {
        for (tb, (centre_b, radius_b)) in b.iter().zip(&balls_b) {
            if centre_a.distance(*centre_b) - radius_a - radius_b > best.witness.distance {
                continue;
            }
            let found = triangle::relation(*ta, *tb);
            best.witness = best.witness.nearer(found.witness);
            best.depth = best.depth.max(found.depth);
        }
    }
    best
}

/// The distance of two meshes and a nearest pair of points.
pub fn distance(a: &[Triangle], b: &[Triangle]) -> Witness {
    relation(a, b).witness
}

/// The pairs of triangles (index in `a`, index in `b`) that are at most `tolerance` apart.
pub fn pairs_within(a: &[Triangle], b: &[Triangle], tolerance: f64) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (i, ta) in a.iter().enumerate() {
        for (j, tb) in b.iter().enumerate() {
            if triangle::distance(*ta, *tb).distance <= tolerance {
                pairs.push((i, j));
            }
        }
    }
    pairs
}

/// The first hit of a ray with the mesh: time in lengths of `direction`, and the triangle.
pub fn ray(origin: DVec3, direction: DVec3, soup: &[Triangle]) -> Option<(f64, usize)> {
    soup.iter()
        .enumerate()
        .filter_map(|(i, t)| Some((triangle::ray(origin, direction, *t)?, i)))
        .min_by(|x, y| x.0.total_cmp(&y.0))
}

/// The distance of a point from the surface and the nearest point on it.
pub fn point_distance(p: DVec3, soup: &[Triangle]) -> Witness {
    soup.iter()
        .map(|t| Witness::new(p, triangle::closest_on_triangle(p, *t)))
        .fold(Witness::FAR, Witness::nearer)
}

/// The winding number of the mesh around the point: 1 inside a closed outward-wound mesh, 0 outside,
/// a fraction near an open one.
pub fn winding_number(p: DVec3, soup: &[Triangle]) -> f64 {
    let sum: f64 = soup.iter().map(|t| triangle::solid_angle(p, *t)).sum();
    sum / (4.0 * std::f64::consts::PI)
}

/// True when the point lies inside the closed mesh.
pub fn contains(p: DVec3, soup: &[Triangle]) -> bool {
    winding_number(p, soup) > 0.5
}

/// Enclosed volume of a closed, outward-wound mesh.
pub fn volume(soup: &[Triangle]) -> f64 {
    soup.iter().map(|[a, b, c]| a.dot(b.cross(*c)) / 6.0).sum()
}

/// The triangles of the engine's mesh at a pose, in f64.
pub fn soup(mesh: &TriMesh, pose: &Pose) -> Soup {
    let placement = Placement::of(pose);
    (0..mesh.triangles().len())
        .map(|i| mesh.corner_points(i).map(|p| placement.point(p)))
        .collect()
}

/// The triangles of a model at a pose, without those that the build dropped because they have no area.
pub fn kept(model: &Model, pose: &Pose) -> Soup {
    let all = soup(model.mesh(), pose);
    let kept = model.leaves().flatten();
    kept.map(|&triangle| all[triangle as usize]).collect()
}
