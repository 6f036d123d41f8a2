//! Drivers and number plates in the scene.

use glam::Mat4;

use crate::app::camera::CameraKind;
use crate::app::drawn::{figure, plate};
use crate::app::render::Renderer;
use crate::app::render::mesh::Instance;
use crate::app::render::scene::MeshId;
use crate::app::scene_builder::{Bodies, SceneBuilder, Whose};
use crate::app::session::{Session, Sight};
use crate::game::Team;

/// The drivers' shirt colours, which differ from the cars' colours.
const SHIRTS: [[f32; 3]; 6] = [
    [0.96, 0.94, 0.88],
    [0.16, 0.18, 0.26],
    [0.98, 0.78, 0.24],
    [0.24, 0.62, 0.78],
    [0.90, 0.44, 0.36],
    [0.52, 0.76, 0.42],
];

/// The meshes of a driver on the graphics card.
#[derive(Clone, Copy)]
pub(super) struct FigureMeshes {
    torso: MeshId,
    head: MeshId,
    arm: MeshId,
}

impl SceneBuilder {
    /// Adds drivers and number plates. An instance seen by all cameras goes to `bodies`; otherwise it goes to
    /// the `own` list of each camera in whose view it is.
    pub(super) fn add_figures(
        &mut self,
        session: &Session,
        sights: &[Option<&Sight>],
        renderer: &mut Renderer,
        bodies: &mut Bodies,
        own: &mut [Bodies],
    ) {
        let figure = *self.figure.get_or_insert_with(|| FigureMeshes {
            torso: renderer.add_mesh(&figure::torso()),
            head: renderer.add_mesh(&figure::head()),
            arm: renderer.add_mesh(&figure::arm()),
        });
        for (number, car) in session.round.cars().iter().enumerate() {
            if self.faint(session, car.actor).is_some() {
                continue;
            }
            let index = car.actor.index();
            let asset = session.round.asset(car.actor);
            let model = self.model(asset, Whose::Round, renderer);
            let (seat, places) = (model.seat, model.plates.clone());
            let half = asset.shape.mesh.aabb().half_extents();
            let mut place = session.drawn_pose(car.actor).to_mat4();
            if !session.exact {
                place *= session.drawn.squash(index, half)[1];
            }
            let paint = car.paint.to_array();
            let mut add =
                |mesh: MeshId, local: Mat4, tint: [f32; 3], sees: &dyn Fn(&Sight) -> bool| {
                    let instance = Instance::new(place * local, tint);
                    if sights.iter().all(|sight| sight.is_some_and(sees)) {
                        bodies.entry(mesh).or_default().push(instance);
                        return;
                    }
                    for (sight, own) in sights.iter().zip(&mut *own) {
                        if sight.is_some_and(sees) {
                            own.entry(mesh).or_default().push(instance);
                        }
                    }
                };
            let square = car.team == Some(Team::Orange);
            let plate = *self
                .plates
                .entry((car.number, square))
                .or_insert_with(|| renderer.add_mesh(&plate::mesh(car.number, square)));
            // From the hood camera, a car's own plates would be seen from behind, as discs without a number.
            let outside = |sight: &Sight| {
                let watched = sight.watched(&session.round) == Some(car.actor);
                sight.camera.kind != CameraKind::Hood || !watched
            };
            let above = |sight: &Sight| sight.camera.kind == CameraKind::Top;
            for (index, local) in places.into_iter().take(3).enumerate() {
                // The third plate lies on the roof and is drawn only from above.
                let sees = |sight: &Sight| outside(sight) && (index < 2 || above(sight));
                add(plate, local, paint, &sees);
            }
            if let (Some(seat), Some(rider)) = (seat, session.drawn.rider(index)) {
                let [torso, head, left, right] = figure::place(&seat, &rider.posture());
                let cloth = SHIRTS[number % SHIRTS.len()];
                add(figure.torso, torso, cloth, &outside);
                add(figure.head, head, paint, &outside);
                add(figure.arm, left, cloth, &outside);
                add(figure.arm, right, cloth, &outside);
            }
        }
    }
}
