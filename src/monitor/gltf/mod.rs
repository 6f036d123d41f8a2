//! A round as a 3D scene with an animation: a binary glTF 2.0 file, which Blender and every common viewer open.
//!
//! Each body is a node with the triangles that are drawn, in metres, with y up and a car's front along -z. The
//! places between two noted steps are interpolated by the viewer. A body that comes late or is removed has a
//! size of 0 while it is not there.
//!
//! Source: Khronos Group, *glTF 2.0 Specification*, sections 3 (concepts) and 4 (the binary container).

mod container;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use glam::{Quat, Vec3};
use gltf_json as json;
use json::accessor::Type;
use json::animation::{Interpolation, Property};
use json::validation::Checked::Valid;

use crate::arena::{Arena, Border, Edge};
use crate::level::{ModelAsset, Paint};
use crate::monitor::gltf::container::{AccessorIndex, Container, NodeIndex, add_channel};
use crate::monitor::params::{ROUND_SIDES, WALL_HEIGHT};
use crate::monitor::tracks::{Track, Tracks};

pub use crate::monitor::gltf::container::GlbError;

/// Colours in sRGB of the floor, of the wall, and of bodies without a colour.
const FLOOR: Paint = grey(0x90);
const WALL: Paint = grey(0x60);
const BODY: Paint = grey(0xc0);

const fn grey(level: u8) -> Paint {
    Paint {
        red: level,
        green: level,
        blue: level,
    }
}

/// Returns the bytes of a `.glb` file with the hall of an arena, and with the paths as its animation.
///
/// # Errors
/// [`GlbError`] if there is nothing to write, or too much for the format.
pub fn glb(arena: &Arena, tracks: &Tracks) -> Result<Vec<u8>, GlbError> {
    if tracks.times.is_empty() {
        return Err(GlbError::Empty);
    }
    let mut file = File::default();
    let mut nodes = file.hall(arena.border(), arena.edge());
    let mut animation = json::Animation {
        extensions: None,
        extras: json::Extras::default(),
        channels: Vec::new(),
        name: Some("round".to_owned()),
        samplers: Vec::new(),
    };
    let all_times: Vec<f32> = tracks.times.iter().map(|(_, time)| *time).collect();
    // Most bodies are there all the time, and share one list of times.
    let common = file.container.times(&all_times);
    for track in tracks
        .tracks
        .iter()
        .filter(|track| !track.places.is_empty())
    {
        let node = file.body(track);
        nodes.push(node);
        if track.places.len() == all_times.len() {
            file.animate(&mut animation, node, track, common);
        } else {
            let times: Vec<f32> = (track.places.iter())
                .map(|place| all_times[place.moment as usize])
                .collect();
            let times = file.container.times(&times);
            file.animate(&mut animation, node, track, times);
            file.animate_presence(&mut animation, node, track, &all_times);
        }
    }
    let scene = file.container.root.push(json::Scene {
        extensions: None,
        extras: json::Extras::default(),
        name: None,
        nodes,
    });
    file.container.root.scene = Some(scene);
    if !animation.channels.is_empty() {
        file.container.root.push(animation);
    }
    file.container.bytes()
}

type MaterialIndex = json::Index<json::Material>;

/// A scene in the making.
#[derive(Default)]
struct File {
    container: Container,
    materials: HashMap<[u8; 3], MaterialIndex>,
    /// By the address of the asset, which the tracks keep alive, and its colour.
    meshes: HashMap<(usize, [u8; 3]), json::Index<json::Mesh>>,
}

impl File {
    fn material(&mut self, paint: Paint) -> MaterialIndex {
        let key = [paint.red, paint.green, paint.blue];
        if let Some(known) = self.materials.get(&key) {
            return *known;
        }
        // The file's colours are linear.
        let [red, green, blue] = paint.to_array().map(|channel| libm::powf(channel, 2.2));
        let material = self.container.root.push(json::Material {
            double_sided: true,
            pbr_metallic_roughness: json::material::PbrMetallicRoughness {
                base_color_factor: json::material::PbrBaseColorFactor([red, green, blue, 1.0]),
                metallic_factor: json::material::StrengthFactor(0.0),
                roughness_factor: json::material::StrengthFactor(0.7),
                ..Default::default()
            },
            ..Default::default()
        });
        self.materials.insert(key, material);
        material
    }

    /// Adds triangles with a normal for each, so that edges stay sharp. Triangles without an area are left out.
    fn mesh(
        &mut self,
        name: &str,
        triangles: &[[Vec3; 3]],
        paint: Paint,
    ) -> json::Index<json::Mesh> {
        let (mut corners, mut normals) = (Vec::new(), Vec::new());
        for [a, b, c] in triangles {
            let Some(normal) = (*b - *a).cross(*c - *a).try_normalize() else {
                continue;
            };
            for corner in [a, b, c] {
                corners.extend(corner.to_array());
                normals.extend(normal.to_array());
            }
        }
        let primitives = match corners.is_empty() {
            true => Vec::new(),
            false => {
                let positions = self.container.accessor(&corners, Type::Vec3, true);
                let normals = self.container.accessor(&normals, Type::Vec3, false);
                vec![json::mesh::Primitive {
                    attributes: BTreeMap::from([
                        (Valid(json::mesh::Semantic::Positions), positions),
                        (Valid(json::mesh::Semantic::Normals), normals),
                    ]),
                    extensions: None,
                    extras: json::Extras::default(),
                    indices: None,
                    material: Some(self.material(paint)),
                    mode: Valid(json::mesh::Mode::Triangles),
                    targets: None,
                }]
            }
        };
        self.container.root.push(json::Mesh {
            extensions: None,
            extras: json::Extras::default(),
            name: Some(name.to_owned()),
            primitives,
            weights: None,
        })
    }

    /// Adds the node of a body at its first place.
    fn body(&mut self, track: &Track) -> NodeIndex {
        let paint = track.paint.unwrap_or(BODY);
        let key = (
            Arc::as_ptr(&track.asset) as usize,
            [paint.red, paint.green, paint.blue],
        );
        let mesh = match self.meshes.get(&key) {
            Some(known) => *known,
            None => {
                let mesh = self.mesh(&track.asset.name, &triangles_of(&track.asset), paint);
                self.meshes.insert(key, mesh);
                mesh
            }
        };
        let first = &track.places[0];
        self.container.root.push(json::Node {
            // A mesh of a body without an area has no primitive, and no mesh may be without one.
            mesh: (!self.container.root.meshes[mesh.value()]
                .primitives
                .is_empty())
            .then_some(mesh),
            name: Some(track.name.to_string()),
            translation: Some(first.position.to_array()),
            rotation: Some(json::scene::UnitQuaternion(first.rotation.to_array())),
            ..Default::default()
        })
    }

    /// Adds channels for the place and the orientation of a body that moves.
    fn animate(
        &mut self,
        animation: &mut json::Animation,
        node: NodeIndex,
        track: &Track,
        times: AccessorIndex,
    ) {
        let first = &track.places[0];
        if track
            .places
            .iter()
            .any(|place| place.position != first.position)
        {
            let values = track
                .places
                .iter()
                .flat_map(|place| place.position.to_array());
            let values: Vec<f32> = values.collect();
            let values = self.container.accessor(&values, Type::Vec3, false);
            add_channel(
                animation,
                node,
                (times, values),
                (Property::Translation, Interpolation::Linear),
            );
        }
        if track
            .places
            .iter()
            .any(|place| place.rotation != first.rotation)
        {
            // Both signs are the same rotation; the nearer one makes viewers turn the short way.
            let mut last = Quat::IDENTITY;
            let values = track.places.iter().flat_map(|place| {
                let rotation = place.rotation;
                last = if last.dot(rotation) < 0.0 {
                    -rotation
                } else {
                    rotation
                };
                last.normalize().to_array()
            });
            let values: Vec<f32> = values.collect();
            let values = self.container.accessor(&values, Type::Vec4, false);
            add_channel(
                animation,
                node,
                (times, values),
                (Property::Rotation, Interpolation::Linear),
            );
        }
    }

    /// Adds a channel that gives a body a size of 0 while it is not there.
    fn animate_presence(
        &mut self,
        animation: &mut json::Animation,
        node: NodeIndex,
        track: &Track,
        all_times: &[f32],
    ) {
        let mut present = vec![false; all_times.len()];
        for place in &track.places {
            present[place.moment as usize] = true;
        }
        // Only the moments at which it comes or goes: a body that is repainted often has many tracks.
        let changes = (0..present.len())
            .filter(|&moment| moment == 0 || present[moment] != present[moment - 1]);
        let (mut times, mut sizes) = (Vec::new(), Vec::new());
        for moment in changes {
            times.push(all_times[moment]);
            sizes.extend([f32::from(u8::from(present[moment])); 3]);
        }
        let times = self.container.times(&times);
        let sizes = self.container.accessor(&sizes, Type::Vec3, false);
        add_channel(
            animation,
            node,
            (times, sizes),
            (Property::Scale, Interpolation::Step),
        );
    }

    /// Adds the floor and the wall.
    fn hall(&mut self, border: &Border, edge: Edge) -> Vec<NodeIndex> {
        let outline = outline_of(border);
        let ends = || outline.iter().zip(outline.iter().cycle().skip(1));
        let floor = ends().map(|(a, b)| [Vec3::ZERO, *a, *b]).collect();
        let up = Vec3::Y * WALL_HEIGHT;
        let wall = ends().flat_map(|(a, b)| [[*a, *b, *b + up], [*a, *b + up, *a + up]]);
        let mut parts: Vec<(&str, Vec<[Vec3; 3]>, Paint)> = vec![("floor", floor, FLOOR)];
        if edge == Edge::Wall {
            parts.push(("wall", wall.collect(), WALL));
        }
        let nodes = parts.into_iter().map(|(name, triangles, paint)| {
            let mesh = self.mesh(name, &triangles, paint);
            self.container.root.push(json::Node {
                mesh: Some(mesh),
                name: Some(name.to_owned()),
                ..Default::default()
            })
        });
        nodes.collect()
    }
}

fn triangles_of(asset: &ModelAsset) -> Vec<[Vec3; 3]> {
    let mesh = &asset.shape.mesh;
    let count = mesh.triangles().len();
    (0..count).map(|index| mesh.corner_points(index)).collect()
}

/// Returns the corners of a floor, counter-clockwise as seen from above.
fn outline_of(border: &Border) -> Vec<Vec3> {
    let half = border.half_extents();
    let mut outline: Vec<Vec3> = match border {
        Border::Round { radius } => (0..ROUND_SIDES)
            .map(|side| {
                let turn = std::f32::consts::TAU * side as f32 / ROUND_SIDES as f32;
                Vec3::new(libm::cosf(turn), 0.0, libm::sinf(turn)) * *radius
            })
            .collect(),
        Border::Rectangle { .. } => [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
            .map(|(x, z)| Vec3::new(x * half.x, 0.0, z * half.y))
            .into(),
        Border::Polygon { corners } => (corners.list().iter())
            .map(|corner| Vec3::new(corner.x, 0.0, corner.y))
            .collect(),
    };
    let area: f32 = (outline.iter().zip(outline.iter().cycle().skip(1)))
        .map(|(a, b)| a.cross(*b).y)
        .sum();
    if area < 0.0 {
        outline.reverse();
    }
    outline
}

#[cfg(test)]
mod tests {
    use gltf::animation::util::ReadOutputs;

    use super::*;
    use crate::game::{Act, Round};
    use crate::level::{Library, load};

    /// Plays some steps of a level, with an act before the middle one.
    fn played(level: &str, steps: u64, act: Option<&Act>) -> (Round, Tracks) {
        let library = Library::new(Vec::new());
        let level = load(&library, level).unwrap();
        let mut round = Round::new(&level, &library, 2002).unwrap();
        let mut tracks = Tracks::new(4, 0..=u64::MAX);
        tracks.note(&round).unwrap();
        for step in 0..steps {
            if let Some(act) = act.filter(|_| step == steps / 2) {
                round.act(act).unwrap();
            }
            round.begin_frame();
            round.step(&[]);
            tracks.note(&round).unwrap();
        }
        (round, tracks)
    }

    /// The values of a channel of a node, read by another program's reader.
    fn channel(
        read: &gltf::Gltf,
        node: usize,
        property: gltf::animation::Property,
    ) -> Vec<Vec<f32>> {
        let animation = read.animations().next().unwrap();
        let mut channels = animation.channels().filter(|channel| {
            channel.target().node().index() == node && channel.target().property() == property
        });
        let Some(channel) = channels.next() else {
            return Vec::new();
        };
        let blob = read.blob.as_deref();
        let reader = channel.reader(|_| blob);
        match reader.read_outputs().unwrap() {
            ReadOutputs::Translations(values) => values.map(|v| v.to_vec()).collect(),
            ReadOutputs::Rotations(values) => values.into_f32().map(|v| v.to_vec()).collect(),
            ReadOutputs::Scales(values) => values.map(|v| v.to_vec()).collect(),
            ReadOutputs::MorphTargetWeights(_) => unreachable!(),
        }
    }

    #[test]
    fn another_reader_finds_each_body_with_its_triangles_at_its_places() {
        let (round, tracks) = played("classic", 360, None);
        let read = gltf::Gltf::from_slice(&glb(round.arena(), &tracks).unwrap()).unwrap();
        let mut compared = 0;
        for (index, track) in tracks.tracks.iter().enumerate() {
            // The floor and the wall come first.
            let node = read.nodes().nth(index + 2).unwrap();
            assert_eq!(node.name(), Some(&*track.name));
            let blob = read.blob.as_deref();
            let primitive = node.mesh().unwrap().primitives().next().unwrap();
            let corners: Vec<[f32; 3]> = primitive
                .reader(|_| blob)
                .read_positions()
                .unwrap()
                .collect();
            let expected: Vec<[f32; 3]> = (triangles_of(&track.asset).iter().flatten())
                .map(|corner| corner.to_array())
                .collect();
            assert_eq!(corners, expected, "{}", track.name);
            let places = channel(&read, node.index(), gltf::animation::Property::Translation);
            if places.is_empty() {
                continue;
            }
            assert_eq!(places.len(), tracks.times.len());
            let pose = round.arena().actors()[track.actor as usize].pose;
            assert_eq!(places.last().unwrap(), &pose.translation().to_array());
            let turns = channel(&read, node.index(), gltf::animation::Property::Rotation);
            // A body that does not turn keeps the rotation of its node.
            let kept = node.transform().decomposed().1.to_vec();
            let last = turns.last().unwrap_or(&kept).as_slice();
            let last: [f32; 4] = last.try_into().unwrap();
            let angle = Quat::from_array(last).angle_between(pose.rotation());
            assert!(angle < 1e-3, "{angle}");
            compared += 1;
        }
        assert!(compared >= 4, "{compared} cars moved");
        assert_eq!(read.animations().count(), 1);
    }

    #[test]
    fn a_body_that_is_removed_has_no_size_from_then_on() {
        let library = Library::new(Vec::new());
        let round = Round::new(&load(&library, "sandbox/wall").unwrap(), &library, 1).unwrap();
        let thing = (round.arena().actors().iter())
            .position(|actor| !actor.is_car() && !actor.is_fixed())
            .unwrap();
        let act = Act::Remove {
            actor: thing as u32,
        };
        let (round, tracks) = played("sandbox/wall", 40, Some(&act));
        let read = gltf::Gltf::from_slice(&glb(round.arena(), &tracks).unwrap()).unwrap();
        let track = tracks.tracks.iter().position(|t| t.actor as usize == thing);
        let node = read.nodes().nth(track.unwrap() + 2).unwrap();
        let sizes = channel(&read, node.index(), gltf::animation::Property::Scale);
        // It is there from the beginning, and was removed before step 21.
        let present: Vec<bool> = sizes.iter().map(|size| size[0] > 0.5).collect();
        assert_eq!(present, [true, false]);
        assert_eq!(
            tracks.tracks[track.unwrap()].places.len(),
            6,
            "steps 0, 4 .. 20"
        );
    }
}
