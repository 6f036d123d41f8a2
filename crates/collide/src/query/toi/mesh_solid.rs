//! The time of impact of a mesh and a convex solid that translate and rotate: the search of `earliest.rs`, in
//! which the solid is a tree of one leaf.

use crate::Model;
use crate::model::{AnyTree, with_tree};
use crate::query::Moving;
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::stage::Stage;
use crate::query::toi::bounding_spheres::{
    MovingSphere, overlap_times, radius_about_center, resolvable_target,
};
use crate::query::toi::convex::SearchStart;
use crate::query::toi::convex_pair::MovingConvex;
use crate::query::toi::earliest::{MovingPair, TreeSearch, with_lower_targets};
use crate::query::toi::motion_pair::MotionPair;
use crate::query::toi::node_pair::NodeBorder;
use crate::query::toi::solid_leaf::SolidLeaf;
use crate::query::toi::solid_tree::SolidTree;
use crate::query::toi::time_interval::PairExtent;
use crate::query::toi::turning_bounds::RotationBounds;
use crate::query::toi::{Sweep, SweepRequest, valid_duration};
use crate::shape::SupportMap;

/// The time of impact of a mesh and a convex solid. `sphere_radius` (m) is given if the solid is
/// a sphere whose centre moves straight and the mesh does not rotate: then a formula helps.
pub(crate) fn time_of_impact(
    mesh: Moving<Model>,
    solid: MovingConvex,
    sphere_radius: Option<f64>,
    request: &SweepRequest,
    context: &mut QueryContext,
) -> Decided<Sweep> {
    let duration = valid_duration(request.duration);
    let radius = radius_about_center(mesh.shape, mesh.motion);
    let spheres = [
        MovingSphere::with_radius(mesh.motion, radius),
        MovingSphere::new(solid.shape, solid.motion),
    ];
    let target = resolvable_target(
        request.options.target,
        [mesh.motion, solid.motion],
        &spheres,
        duration,
    );
    let times = match context.stages.has(Stage::Bounds) {
        true => overlap_times(&spheres, target).filter(|times| times[0] <= duration),
        false => Some([0.0, duration]),
    };
    let Some([begin, last]) = times else {
        return context.decided_by_bounds(Sweep::Clear);
    };
    let rotation = RotationBounds::new(solid.shape, solid.motion);
    // A ball that rotates about its middle stays where it is.
    let without_rotation = solid.motion.without_rotation();
    let solid = match rotation.moves_core() {
        true => solid,
        false => Moving::new(solid.shape, &without_rotation),
    };
    let leaves = SolidLeaf {
        mesh,
        solid,
        rotations: [RotationBounds::of_motion(mesh.motion), rotation],
        sphere_radius,
    };
    let motions = &MotionPair::new(mesh.motion, solid.motion);
    let start = SearchStart::at(motions, begin, None);
    let stages = context.stages;
    let (found, deepest) = with_lower_targets(target, |thresholds| {
        let pair = MovingPair {
            motions,
            extent: PairExtent {
                reach: spheres.each_ref().map(|sphere| sphere.radius),
                coordinates: mesh.shape.reach + rounded_reach(solid.shape),
                min_gap: thresholds.min_gap,
            },
            thresholds,
        };
        let (account, memory, _) = context.for_sweep();
        let mut search = TreeSearch::new(leaves, pair, last.min(duration), stages, account);
        let found = with_tree!(&mesh.shape.tree, tree => {
            search.run(start, &mut SolidTree::new(tree.nodes(), leaves), memory)
        });
        (found, search.deepest)
    });
    let whole = || NodeBorder {
        body: 1,
        points: solid.shape.core_box().map(|corner| corner.as_vec3()),
    };
    found.answer(deepest, [mesh.motion, solid.motion], whole)
}

/// The largest coordinate of a solid (m), a tenth larger: support points are rounded to f32, which the bounds of
/// meshes, whose corners are exact, do not include.
fn rounded_reach(solid: &dyn SupportMap) -> f32 {
    let [low, high] = solid.core_box().map(|corner| corner.abs().max_element());
    1.1 * (low.max(high) + solid.margin()) as f32
}
