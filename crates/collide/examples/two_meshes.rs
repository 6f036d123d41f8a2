//! Two meshes and a pose each: do they intersect, how far apart are they, and where do they touch?
//!
//! A box moves towards a ball, and every query answers at every position.
//! Run it with `cargo run --release -p dodgem-collide --example two_meshes`.

use dodgem_collide::glam::Vec3;
use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{
    Budget, BuildOptions, Collision, Distance, DistanceOptions, Model, PairCache, Placed, Query,
    scenes,
};

/// Contacts are reported where the surfaces are at most this far apart, in metres.
const TOLERANCE: f32 = 0.05;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Any list of vertices and triangles is a mesh; here are a ball and the hull of eight corners.
    let ball = Model::build(&scenes::sphere(32, 32, 1.0)?, &BuildOptions::default())?;
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5)
        .collect();
    let cube_mesh = ConvexHull::from_points(&corners)?.to_mesh()?;
    let cube = Model::build(&cube_mesh, &BuildOptions::default())?;
    for (name, model) in [("ball", &ball), ("box", &cube)] {
        let report = model.report();
        println!(
            "{name}: {} triangles in {} convex pieces, a tree of {} levels",
            model.mesh().triangles().len(),
            report.pieces,
            report.depth
        );
    }

    // One query object serves all calls; after the first few it allocates nothing.
    let mut query = Query::new(Budget::Unlimited);
    let mut cache = PairCache::default();
    let mut found = Vec::new();
    let ball_pose = Pose::IDENTITY;
    println!("\n box at   intersect   distance   contacts   tests of volumes and triangles");
    for step in 0..8 {
        let x = 2.2 - 0.2 * step as f32;
        let cube_pose = Pose::new(yaw(0.3), Vec3::new(x, 0.1, 0.0))?;
        let (a, b) = (
            Placed::new(&ball, &ball_pose),
            Placed::new(&cube, &cube_pose),
        );
        let hit = match *query.intersect(a, b) {
            Collision::Clear => "no",
            Collision::Hit { .. } => "yes",
            // Only a query with a limited budget is cut.
            Collision::Cut { .. } => "unknown",
        };
        let answer = query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
        let apart = match *answer {
            Distance::Apart { distance, .. } => format!("{distance:.3} m"),
            Distance::Meet { .. } => "0".to_owned(),
            Distance::Cut { lower_bound } => format!("at least {lower_bound:.3} m"),
        };
        query.contacts(a, b, TOLERANCE, &mut cache, &mut found);
        println!(
            "{x:>5.1} m   {hit:>9}   {apart:>8}   {:>8}   {} and {} for the distance",
            found.len(),
            answer.cost.volume_tests,
            answer.cost.triangle_tests
        );
    }
    println!("\ncontacts at the last position, where the surfaces are within {TOLERANCE} m:");
    for contact in &found {
        println!(
            "  at {:.3}, normal {:.3}, distance {:+.4} m",
            contact.point_a(),
            contact.normal,
            contact.distance
        );
    }
    Ok(())
}
