//! From a session to a scene: which meshes stand where.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Vec2, Vec3};

use dodgem_collide::math::Pose;

use crate::app::render::lines::LineSink;
use crate::app::render::look::Look;
use crate::app::render::mesh::{Instance, MeshData};
use crate::app::render::outline::FloorOutline;
use crate::app::render::scene::{MeshId, Scene, Shadow, Sprite};
use crate::app::render::{Renderer, world};
use crate::app::session::Session;
use crate::arena::{ActorId, ActorKind, Border, Views};
use crate::level::ModelAsset;

/// Keeps the meshes of models on the card and builds scenes of them.
#[derive(Default)]
pub struct SceneBuilder {
    meshes: BTreeMap<(String, u32), (Arc<ModelAsset>, MeshId)>,
    /// The lines, labels and kinds of the debug views of the last scene.
    pub sink: LineSink,
}

impl SceneBuilder {
    /// Builds the scene that a session shows, in a picture of that ratio of width to height.
    pub fn scene(
        &mut self,
        session: &Session,
        renderer: &mut Renderer,
        views: &Views,
        aspect: f32,
    ) -> Scene {
        let look = Look::of(&session.level.mood);
        let outline = outline(session.round.arena().border());
        renderer.set_arena(outline, &look);
        let mut scene = Scene::new(session.camera.view(session.reach(), aspect));
        self.add_actors(session, renderer, &look, &mut scene);
        let eye = scene.view.eye;
        world::lights(&outline, &look, session.time, eye, &mut scene.sprites);
        session.effects.draw(&mut scene);
        self.sink.clear();
        if !views.is_empty() {
            session.round.arena().draw(views, &mut self.sink);
            if views.velocities {
                session.round.draw_intents(&mut self.sink);
            }
            scene.lines.extend_from_slice(&self.sink.lines);
        }
        scene
    }

    fn add_actors(
        &mut self,
        session: &Session,
        renderer: &mut Renderer,
        look: &Look,
        scene: &mut Scene,
    ) {
        let mut paints = vec![[0.86, 0.84, 0.80]; session.round.arena().actors().len()];
        for (index, actor) in session.round.arena().actors().iter().enumerate() {
            if actor.is_fixed() {
                paints[index] =
                    [[0.88, 0.36, 0.20], [0.93, 0.75, 0.28], [0.30, 0.55, 0.75]][index % 3];
            }
        }
        for car in session.round.cars() {
            paints[car.actor.index()] = car.paint.to_array();
        }
        let mut groups: BTreeMap<MeshId, Vec<Instance>> = BTreeMap::new();
        for (index, actor) in session.round.arena().actors().iter().enumerate() {
            let asset = session.round.asset(ActorId(index as u32));
            let mesh = self.mesh(asset, renderer);
            let pose = session.pose_of(actor);
            groups
                .entry(mesh)
                .or_default()
                .push(Instance::new(pose.to_mat4(), paints[index]));
            let bounds = asset.shape.mesh.aabb();
            let place = pose.translation() + pose.transform_vector(flat(bounds.center()));
            let axis = flat(pose.transform_vector(Vec3::X));
            let axis = axis.try_normalize().unwrap_or(Vec3::X);
            let half = bounds.half_extents();
            // The higher it flies, the softer its shadow.
            let height = place.y.clamp(0.0, 4.0);
            // Tall actors throw longer shadows, but the pole of a car is thin.
            let shift = look.shadow_slant() * (bounds.max.y.min(0.9) * 0.45);
            scene.shadows.push(Shadow {
                place: [place.x + shift.x, place.z + shift.y, axis.x, axis.z],
                shape: [
                    half.x * 0.96,
                    half.z * 0.96,
                    0.30 + 0.35 * height,
                    look.shadow_strength() / (1.0 + 0.8 * height),
                ],
            });
            if let ActorKind::Car(car) = &actor.kind
                && car.boosting
            {
                boost_flame(session, &pose, half.z, scene);
            }
        }
        scene.bodies = groups.into_iter().collect();
    }

    fn mesh(&mut self, asset: &Arc<ModelAsset>, renderer: &mut Renderer) -> MeshId {
        let key = (asset.name.clone(), asset.scale.to_bits());
        if let Some((known, mesh)) = self.meshes.get_mut(&key) {
            if !Arc::ptr_eq(known, asset) {
                // The model's file was read again.
                renderer.replace_mesh(*mesh, &MeshData::from_model(&asset.shape));
                *known = Arc::clone(asset);
            }
            return *mesh;
        }
        let mesh = renderer.add_mesh(&MeshData::from_model(&asset.shape));
        self.meshes.insert(key, (Arc::clone(asset), mesh));
        mesh
    }
}

fn flat(point: Vec3) -> Vec3 {
    Vec3::new(point.x, 0.0, point.z)
}

/// A flickering glow behind a car that spends its boost.
fn boost_flame(session: &Session, pose: &Pose, back: f32, scene: &mut Scene) {
    for (index, side) in [-0.28f32, 0.28].into_iter().enumerate() {
        let flicker = (session.time * 61.0 + index as f32 * 2.0).sin() * 0.5 + 0.5;
        for (far, wide, glow) in [(0.1, 0.30, 0.9), (0.32, 0.22, 0.55), (0.5, 0.14, 0.35)] {
            let at =
                pose.transform_point(Vec3::new(side, 0.32, back + far * (0.7 + 0.5 * flicker)));
            scene
                .sprites
                .push(Sprite::glow(at, wide, Vec3::new(1.0, 0.62, 0.2) * glow));
        }
    }
}

fn outline(border: &Border) -> FloorOutline {
    match *border {
        Border::Round { radius } => FloorOutline::Round { radius },
        Border::Rectangle { width, depth } => FloorOutline::Rectangle {
            half: Vec2::new(width, depth) * 0.5,
        },
    }
}
