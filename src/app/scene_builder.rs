//! Builds the scene for the renderer from a session: meshes, positions and colours.

mod belts;
mod figures;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{Mat4, Vec3};

use dodgem_collide::math::{Aabb, Pose};
use dodgem_physics::JointKind;

use crate::app::camera::{CameraKind, Frame};
use crate::app::drawn::figure::Seat;
use crate::app::drawn::plate;
use crate::app::focus_view;
use crate::app::ghost;
use crate::app::own_parts::PartBody;
use crate::app::params::FADED_OPACITY;
use crate::app::params::window::scene_builder::{
    DONE_OPACITY, HIDDEN_OPACITY, KEPT_SCENES, PICTURE_FAR, PICTURE_FIELD, ROPE, ROPE_PIXELS, ZONE,
    ZONE_OPACITY,
};
use crate::app::parts::Part;
use crate::app::render::lines::LineSink;
use crate::app::render::look::Look;
use crate::app::render::looks::Palette;
use crate::app::render::mesh::{Instance, MeshData};
use crate::app::render::outline::FloorOutline;
use crate::app::render::scene::{CameraView, Eye, MeshId, Scene, SceneLine, Shadow, Sprite};
use crate::app::render::{Renderer, world};
use crate::app::scene_builder::figures::FigureMeshes;
use crate::app::session::{Session, Sight};
use crate::app::state::Display;
use crate::app::words::Words;
use crate::arena::{ActorId, ActorKind, Arena, Edge, Focus, View, Views};
use crate::game::draw_intents;
use crate::level::scene::ScenePatch;
use crate::level::{ModelAsset, Paint};

/// Keeps the meshes of models on the graphics card and builds scenes from them.
#[derive(Default)]
pub struct SceneBuilder {
    models: BTreeMap<ModelKey, DrawnModel>,
    /// The number of scenes built so far.
    scenes: u64,
    figure: Option<FigureMeshes>,
    /// The arrow mesh for belts.
    arrow: Option<MeshId>,
    plates: BTreeMap<(usize, bool), MeshId>,
    /// The lines, labels and kinds of the debug views of the last scene.
    pub sink: LineSink,
    /// True if no shadows are drawn.
    pub no_shadows: bool,
    /// The actors that hide the bodies in focus in the present scene.
    faded: BTreeSet<ActorId>,
}

/// The colouring of bodies by the cost of their collision queries.
struct Heat {
    palette: Palette,
    /// True for each camera that shows it.
    eyes: Vec<bool>,
}

impl Heat {
    /// True if only some of the cameras show it.
    fn differs(&self) -> bool {
        self.eyes.iter().any(|on| *on != self.eyes[0])
    }
}

impl SceneBuilder {
    /// Builds the scene of a session for the parts of a picture.
    pub fn scene(
        &mut self,
        session: &Session,
        renderer: &mut Renderer,
        display: &Display,
        (palette, words): (Palette, &Words),
        parts: &[(Part, Frame)],
    ) -> Scene {
        let views = &display.views;
        self.scenes += 1;
        let look = Look::of(session.round.scene().mood());
        let outline = FloorOutline::new(*session.round.arena().border());
        let open = session.round.arena().edge() == Edge::Open;
        renderer.set_arena(outline, open, &look);
        let outline_seen = world::surrounded(&outline, open);
        let eyes = parts.iter().map(|(part, frame)| {
            let camera = &session.sight_of(part.whose).camera;
            let view = camera.view(session.reach(), *frame);
            let mut lights = Vec::new();
            world::lights(&outline_seen, &look, session.time, view.eye, &mut lights);
            Eye {
                area: part.area,
                view,
                gap: camera.gap(),
                views: part.views && !views.is_empty(),
                bodies: Vec::new(),
                lights,
            }
        });
        let mut scene = Scene::new(eyes.collect());
        let with_views: Vec<bool> = scene.eyes.iter().map(|eye| eye.views).collect();
        let hot = with_views.iter().map(|on| *on && views.has(View::Budget));
        let heat = Heat {
            palette,
            eyes: hot.collect(),
        };
        self.faded = faded(session, views, &scene.eyes);
        let mut own = vec![Bodies::new(); parts.len()];
        let mut bodies = self.add_actors(session, renderer, &look, &heat, &mut own, &mut scene);
        if self.no_shadows {
            scene.shadows.clear();
        }
        session.skids.draw(look.marks, &mut scene.shadows);
        // Debug views show only the colliding shapes, so drivers and plates are left out.
        let plain = parts.iter().zip(&with_views);
        let sights: Vec<Option<&Sight>> = plain
            .map(|((part, _), on)| (!on).then(|| session.sight_of(part.whose)))
            .collect();
        if sights.iter().any(Option::is_some) {
            self.add_figures(session, &sights, renderer, &mut bodies, &mut own);
        }
        for (eye, own) in scene.eyes.iter_mut().zip(own) {
            eye.bodies = own.into_iter().collect();
        }
        self.belts(session, renderer, &mut bodies);
        scene.bodies = bodies.into_iter().collect();
        let ghosts = self.ghosts(session, renderer);
        scene.ghosts.extend(ghosts);
        let zones = self.zones(session, renderer);
        scene.ghosts.extend(zones);
        self.forget_unseen(renderer);
        for (group, rise) in scene.crowd.iter_mut().enumerate() {
            let beat = session.time * (5.0 + 0.7 * group as f32) + group as f32 * 1.7;
            *rise = beat.sin().max(0.0) * (0.04 + 0.38 * session.cheer);
        }
        session.effects.draw(&mut scene);
        scene.lines.extend(ropes(session.round.arena()));
        scene.ropes = scene.lines.len();
        self.sink
            .clear(scene.eyes.iter().map(|eye| eye.view.eye), palette);
        let arena = session.round.arena();
        for view in views.iter() {
            self.sink.begin(view);
            display.draw_view(view, arena, &mut self.sink);
            if view == View::Velocities {
                let names = &words.views.names;
                draw_intents(&session.round, (&words.driving, names), &mut self.sink);
            }
            self.sink.end();
        }
        arena.draw_focus(views, &mut self.sink);
        scene.lines.extend_from_slice(&self.sink.lines);
        scene
    }

    fn add_actors(
        &mut self,
        session: &Session,
        renderer: &mut Renderer,
        look: &Look,
        heat: &Heat,
        own: &mut [Bodies],
        scene: &mut Scene,
    ) -> Bodies {
        let mut paints = vec![[0.86, 0.84, 0.80]; session.round.arena().actors().len()];
        for (index, actor) in session.round.arena().actors().iter().enumerate() {
            if !actor.is_car() {
                let look = session.round.look(ActorId(index as u32));
                paints[index] = thing_paint(look.paint, index);
            }
        }
        for car in session.round.cars() {
            paints[car.actor.index()] = car.paint.to_array();
        }
        let most = session.hottest();
        let hot = |index: usize| {
            let cost = session.monitor.heat.get(index);
            cost.map(|cost| heat.palette.heat(cost / most))
        };
        let (mut groups, mut fixed) = (Bodies::new(), Bodies::new());
        let mut hidden = Bodies::new();
        for (index, actor) in session.round.arena().actors().iter().enumerate() {
            if actor.is_gone() {
                continue;
            }
            let id = ActorId(index as u32);
            let asset = session.round.asset(id);
            let [ring, body] = self.model(asset, Whose::Round, renderer).meshes;
            let pose = session.drawn_pose(id);
            let half = asset.shape.mesh.aabb().half_extents();
            let squash = if session.exact || !actor.is_car() {
                [Mat4::IDENTITY; 2]
            } else {
                session.drawn.squash(index, half)
            };
            if let Some(opacity) = self.faint(session, id) {
                for mesh in [ring, body] {
                    let instance = Instance::new(pose.to_mat4(), paints[index]);
                    let list = hidden.entry(mesh).or_default();
                    list.push(instance.faint(opacity));
                }
                continue;
            }
            for (mesh, squash) in [(ring, squash[0]), (body, squash[1])] {
                let place = pose.to_mat4() * squash;
                let paint = paints[index];
                if heat.differs() && !actor.is_fixed() {
                    // The colour differs from camera to camera.
                    for (on, own) in heat.eyes.iter().zip(&mut *own) {
                        let paint = hot(index).filter(|_| *on).unwrap_or(paint);
                        let instance = Instance::new(place, paint);
                        own.entry(mesh).or_default().push(instance);
                    }
                    continue;
                }
                let same = heat.eyes[0] && !heat.differs();
                let paint = hot(index).filter(|_| same).unwrap_or(paint);
                let instance = Instance::new(place, paint);
                let groups = if actor.is_fixed() {
                    &mut fixed
                } else {
                    &mut groups
                };
                groups.entry(mesh).or_default().push(instance);
            }
            let bounds = asset.shape.mesh.aabb();
            let place = pose.translation() + pose.transform_vector(flat(bounds.center()));
            let axis = flat(pose.transform_vector(Vec3::X));
            let axis = axis.try_normalize().unwrap_or(Vec3::X);
            // The higher the body, the softer its shadow.
            let height = place.y.clamp(0.0, 4.0);
            // A body below the floor casts no shadow on it.
            if place.y < -0.5 {
                continue;
            }
            // Tall actors cast longer shadows, but the pole of a car is thin.
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
        for ScenePatch { look, pose, .. } in session.round.scene().patches() {
            let paint = look.paint.map_or(SHEET, Paint::to_array);
            for mesh in self.model(&look.asset, Whose::Round, renderer).meshes {
                let instance = Instance::new(pose.to_mat4(), paint);
                fixed.entry(mesh).or_default().push(instance);
            }
        }
        scene.fixed = fixed.into_iter().collect();
        scene.ghosts.extend(hidden);
        groups
    }

    /// Returns the opacity of an actor that the player has hidden, or that hides the bodies in focus.
    fn faint(&self, session: &Session, id: ActorId) -> Option<f32> {
        match session.round.scene().is_hidden(id) {
            true => Some(HIDDEN_OPACITY),
            false => self.faded.contains(&id).then_some(FADED_OPACITY),
        }
    }

    /// Returns the bodies of another round that is shown over this one.
    fn ghosts(&mut self, session: &Session, renderer: &mut Renderer) -> Bodies {
        let mut groups = Bodies::new();
        for car in ghost::bodies(session) {
            let model = self.model(car.asset, Whose::Ghost, renderer);
            for mesh in model.meshes {
                let instance = Instance::new(car.pose.to_mat4(), car.paint);
                let list = groups.entry(mesh).or_default();
                list.push(instance.faint(car.opacity));
            }
        }
        groups
    }

    /// Returns the zones as transparent volumes.
    fn zones(&mut self, session: &Session, renderer: &mut Renderer) -> Bodies {
        let mut groups = Bodies::new();
        for (index, zone) in session.round.scene().zones().iter().enumerate() {
            let look = &zone.look;
            let paint = look.paint.map_or(ZONE, Paint::to_array);
            let opacity = match session.round.is_zone_done(index) {
                true => DONE_OPACITY,
                false => ZONE_OPACITY,
            };
            for mesh in self.model(&look.asset, Whose::Round, renderer).meshes {
                let instance = Instance::new(zone.pose.to_mat4(), paint).faint(opacity);
                groups.entry(mesh).or_default().push(instance);
            }
        }
        groups
    }

    /// Returns a model on the graphics card, uploaded again if its file was reloaded.
    fn model(
        &mut self,
        asset: &Arc<ModelAsset>,
        whose: Whose,
        renderer: &mut Renderer,
    ) -> &DrawnModel {
        let key = (whose, asset.name.clone(), asset.scale.to_bits());
        let known = self.models.remove(&key);
        let mut model = match known {
            Some(model) if Arc::ptr_eq(&model.asset, asset) => model,
            known => {
                if let Some(old) = known {
                    old.remove(renderer);
                }
                DrawnModel::new(asset, renderer)
            }
        };
        model.last_scene = self.scenes;
        self.models.entry(key).or_insert(model)
    }

    /// Draws a picture of bodies, seen from a corner above. None before a scene was drawn, or without a body.
    pub fn picture_of(
        &self,
        bodies: &[PartBody],
        renderer: &mut Renderer,
        size: [u16; 2],
    ) -> Option<Vec<u8>> {
        let boxes = bodies.iter().map(|(asset, pose, _)| {
            let local = asset.model.local_aabb();
            let reach = Vec3::splat(local.half_extents().length());
            Aabb::from_center(pose.transform_point(local.center()), reach)
        });
        let around = boxes.reduce(Aabb::union)?;
        let [wide, tall] = size.map(f32::from);
        let far = around.half_extents().max_element() * PICTURE_FAR;
        let eye = around.center() + Vec3::new(0.6, 0.55, 0.8).normalize() * far;
        let view = CameraView::wide(eye, around.center(), wide / tall, PICTURE_FIELD);
        let drawn: Vec<DrawnModel> = bodies
            .iter()
            .map(|(asset, ..)| DrawnModel::new(asset, renderer))
            .collect();
        let list = drawn
            .iter()
            .zip(bodies)
            .flat_map(|(model, (_, pose, paint))| {
                let instance = Instance::new(pose.to_mat4(), *paint);
                model.meshes.map(|mesh| (mesh, vec![instance]))
            });
        let list: Vec<_> = list.collect();
        let pixels = renderer.picture_of(&list, view, size);
        drawn.iter().for_each(|model| model.remove(renderer));
        pixels
    }

    /// Frees models that have not been drawn for a while, because each level has its own models.
    fn forget_unseen(&mut self, renderer: &mut Renderer) {
        let oldest = self.scenes.saturating_sub(KEPT_SCENES);
        self.models.retain(|_, model| {
            let seen = model.last_scene >= oldest;
            if !seen {
                model.remove(renderer);
            }
            seen
        });
    }
}

/// The round to which a model belongs: another round may have a different model of the same name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    Round,
    Ghost,
}

/// The round, the model's name and the bits of its scale.
type ModelKey = (Whose, String, u32);

/// The material of the part of a model that deforms when hit.
const RING: &str = "rubber";

/// The colour of a floor patch without its own.
const SHEET: [f32; 3] = [0.72, 0.86, 0.94];

/// The instances of each mesh.
type Bodies = BTreeMap<MeshId, Vec<Instance>>;

/// A model on the graphics card.
struct DrawnModel {
    asset: Arc<ModelAsset>,
    /// The deforming part, and the rest.
    meshes: [MeshId; 2],
    seat: Option<Seat>,
    /// The transforms of its number plates.
    plates: Vec<Mat4>,
    /// The last scene in which it was drawn.
    last_scene: u64,
}

impl DrawnModel {
    fn new(asset: &Arc<ModelAsset>, renderer: &mut Renderer) -> Self {
        let parts = [true, false]
            .map(|ring| MeshData::from_parts(&asset.shape, |name| name.contains(RING) == ring));
        DrawnModel {
            asset: Arc::clone(asset),
            meshes: parts.each_ref().map(|data| renderer.add_mesh(data)),
            seat: Seat::of(&asset.shape),
            plates: plate::places(&asset.shape),
            last_scene: 0,
        }
    }

    /// Frees its meshes.
    fn remove(&self, renderer: &mut Renderer) {
        for mesh in self.meshes {
            renderer.remove_mesh(mesh);
        }
    }
}

/// Returns the actors that hide the bodies in focus from the camera that looks at them.
fn faded(session: &Session, views: &Views, eyes: &[Eye]) -> BTreeSet<ActorId> {
    let bodies: Vec<ActorId> = views.focus.iter().flat_map(Focus::bodies).collect();
    match eyes {
        [one] if session.sight.camera.kind == CameraKind::Free && !bodies.is_empty() => {
            focus_view::hiding(session.round.arena(), one.view.eye, &bodies)
        }
        _ => BTreeSet::new(),
    }
}

/// Returns ropes, rods and springs as lines between their anchors.
fn ropes(arena: &Arena) -> impl Iterator<Item = SceneLine> + '_ {
    let world = arena.world();
    let long = world
        .joints()
        .filter(|joint| joint.kind() == JointKind::Distance);
    let ends = long.filter_map(|joint| world.joint_anchors(joint.id()));
    ends.map(|(from, to)| SceneLine {
        from: from.to_array(),
        to: to.to_array(),
        color: ROPE,
        style: [ROPE_PIXELS, 0.0],
    })
}

/// Returns the colour of a thing: its own with a slight variation in brightness, so that the bricks of a wall
/// can be told apart, or one of three default colours.
fn thing_paint(own: Option<Paint>, index: usize) -> [f32; 3] {
    match own {
        Some(paint) => {
            let shade = [1.0, 0.9, 0.96, 0.86, 0.93][index % 5];
            paint.to_array().map(|part| part * shade)
        }
        None => [[0.88, 0.36, 0.20], [0.93, 0.75, 0.28], [0.30, 0.55, 0.75]][index % 3],
    }
}

fn flat(point: Vec3) -> Vec3 {
    Vec3::new(point.x, 0.0, point.z)
}

/// Adds a flickering glow behind a car that uses its boost.
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
