//! Volume, centre of mass and inertia of meshes, hulls and primitives.
//!
//! A closed mesh is the signed sum of the tetrahedra between its triangles and one point. Their
//! moments are polynomials of their corners (the divergence theorem; Blow and Binstock, "How to
//! find the inertia tensor (or other mass properties) of a 3D solid body represented by a triangle
//! mesh", 2004). Sums are in f64 and relative to a point near the mesh, because they cancel.

use std::f64::consts::PI;

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::math::{MassProperties, Placement};
use crate::mesh::{ConvexHull, HullError, TriMesh};
use crate::params;
use crate::shape::{Capsule, Compound, Cone, Cuboid, Cylinder, Shape, Sphere};

/// The moments of a solid of density 1.
struct Moments {
    volume: f64,
    center: DVec3,
    /// Integral of the outer product of the offset from `center` with itself.
    covariance: DMat3,
}

impl MassProperties {
    /// The mass properties of any shape, `density` in kg/m^3; `None` for a half-space, which is unbounded. A
    /// height field counts as its mesh, a compound as the sum of its children: where they overlap, both
    /// count.
    ///
    /// # Errors
    /// [`HullError`] if a mesh is not closed and its vertices span no volume.
    pub fn of_shape(shape: &Shape, density: f32) -> Result<Option<Self>, HullError> {
        Ok(Some(match shape {
            Shape::Sphere(sphere) => Self::of_sphere(sphere, density),
            Shape::Cuboid(cuboid) => Self::of_cuboid(cuboid, density),
            Shape::Capsule(capsule) => Self::of_capsule(capsule, density),
            Shape::Cylinder(cylinder) => Self::of_cylinder(cylinder, density),
            Shape::Cone(cone) => Self::of_cone(cone, density),
            Shape::Hull(hull) => Self::of_hull(hull, density),
            Shape::Mesh(model) => Self::of_mesh(model.mesh(), density)?,
            Shape::HeightField(field) => Self::of_mesh(field.model().mesh(), density)?,
            Shape::Compound(compound) => Self::of_compound(compound, density)?,
            Shape::HalfSpace(_) => return Ok(None),
        }))
    }

    /// The mass properties of all children of a compound, `density` in kg/m^3. Where they overlap, both
    /// count.
    ///
    /// # Errors
    /// [`HullError`] if a mesh is not closed and its vertices span no volume.
    pub fn of_compound(compound: &Compound, density: f32) -> Result<Self, HullError> {
        let mut sum = MassSum {
            mass: 0.0,
            first: DVec3::ZERO,
            inertia: DMat3::ZERO,
        };
        for child in compound.children() {
            if let Some(found) = Self::of_shape(&child.shape, density)? {
                sum.add(&found, &Placement::from(&child.pose));
            }
        }
        Ok(sum.about_center())
    }

    /// The mass properties of the solid inside a mesh, `density` in kg/m^3.
    ///
    /// A mesh that is closed and wound outwards is used directly; any other mesh is replaced by its convex
    /// hull, because its inside is not defined.
    ///
    /// # Errors
    /// [`HullError`] if the mesh is not closed and its vertices span no volume.
    pub fn of_mesh(mesh: &TriMesh, density: f32) -> Result<Self, HullError> {
        if is_closed(mesh) {
            let moments = moments(mesh.vertices(), mesh.triangles());
            let size = mesh.aabb().extents().as_dvec3();
            // The computed volume of a closed sheet without thickness is only rounding.
            if moments.volume > params::NO_VOLUME * size.max_element().powi(3) {
                return Ok(moments.with_density(density));
            }
        }
        let used: Vec<Vec3> = (0..mesh.triangles().len())
            .flat_map(|i| mesh.corner_points(i))
            .collect();
        Ok(Self::of_hull(&ConvexHull::from_points(&used)?, density))
    }

    /// The mass properties of a hull, `density` in kg/m^3.
    pub fn of_hull(hull: &ConvexHull, density: f32) -> Self {
        moments(hull.vertices(), hull.faces()).with_density(density)
    }

    /// The mass properties of a ball, `density` in kg/m^3.
    pub fn of_sphere(sphere: &Sphere, density: f32) -> Self {
        let r = f64::from(sphere.radius());
        let mass = 4.0 / 3.0 * PI * r.powi(3) * f64::from(density);
        Self::upright(mass, 0.0, 0.4 * mass * r * r, 0.4 * mass * r * r)
    }

    /// The mass properties of a box, `density` in kg/m^3.
    pub fn of_cuboid(cuboid: &Cuboid, density: f32) -> Self {
        let half = cuboid.half_extents().as_dvec3();
        let mass = 8.0 * half.x * half.y * half.z * f64::from(density);
        let square = half * half * (mass / 3.0);
        let diagonal = DVec3::splat(square.x + square.y + square.z) - square;
        MassProperties {
            mass: mass as f32,
            center_of_mass: Vec3::ZERO,
            inertia: Mat3::from_diagonal(diagonal.as_vec3()),
        }
    }

    /// The mass properties of a capsule, `density` in kg/m^3.
    pub fn of_capsule(capsule: &Capsule, density: f32) -> Self {
        let (h, r) = (
            f64::from(capsule.half_length()),
            f64::from(capsule.radius()),
        );
        let pipe = 2.0 * PI * r * r * h * f64::from(density);
        let caps = 4.0 / 3.0 * PI * r.powi(3) * f64::from(density);
        let about = 0.5 * pipe * r * r + 0.4 * caps * r * r;
        // A half ball's centre of mass is 3/8 r from its flat side.
        let across =
            pipe * (r * r / 4.0 + h * h / 3.0) + caps * (0.4 * r * r + h * h + 0.75 * h * r);
        Self::upright(pipe + caps, 0.0, across, about)
    }

    /// The mass properties of a cylinder, `density` in kg/m^3.
    pub fn of_cylinder(cylinder: &Cylinder, density: f32) -> Self {
        let (h, r) = (
            f64::from(cylinder.half_height()),
            f64::from(cylinder.radius()),
        );
        let mass = 2.0 * PI * r * r * h * f64::from(density);
        Self::upright(
            mass,
            0.0,
            mass * (r * r / 4.0 + h * h / 3.0),
            0.5 * mass * r * r,
        )
    }

    /// The mass properties of a cone, `density` in kg/m^3.
    pub fn of_cone(cone: &Cone, density: f32) -> Self {
        let (h, r) = (
            2.0 * f64::from(cone.half_height()),
            f64::from(cone.radius()),
        );
        let mass = PI * r * r * h / 3.0 * f64::from(density);
        let across = mass * (0.15 * r * r + 0.0375 * h * h);
        Self::upright(mass, -h / 4.0, across, 0.3 * mass * r * r)
    }

    /// The mass properties of a body of revolution about Y with its centre of mass at `height`.
    fn upright(mass: f64, height: f64, across: f64, about: f64) -> Self {
        MassProperties {
            mass: mass as f32,
            center_of_mass: Vec3::Y * height as f32,
            inertia: Mat3::from_diagonal(DVec3::new(across, about, across).as_vec3()),
        }
    }
}

/// The mass of several bodies together, and its moments about the origin.
struct MassSum {
    mass: f64,
    /// The first moment: mass times position, in kg m.
    first: DVec3,
    /// The inertia about the origin, in kg m^2.
    inertia: DMat3,
}

impl MassSum {
    /// Adds a body at a placement.
    fn add(&mut self, body: &MassProperties, at: &Placement) {
        let mass = f64::from(body.mass);
        let place = at.point(body.center_of_mass.as_dvec3());
        let turn = DMat3::from_quat(at.rotation);
        self.mass += mass;
        self.first += place * mass;
        self.inertia +=
            turn * body.inertia.as_dmat3() * turn.transpose() + point_inertia(place, mass);
    }

    /// The mass properties of the sum about its centre of mass.
    fn about_center(&self) -> MassProperties {
        let center = self.first / self.mass;
        MassProperties {
            mass: self.mass as f32,
            center_of_mass: center.as_vec3(),
            inertia: (self.inertia - point_inertia(center, self.mass)).as_mat3(),
        }
    }
}

/// The inertia (kg m^2) of a mass (kg) at a place about the origin (Steiner's theorem).
fn point_inertia(place: DVec3, mass: f64) -> DMat3 {
    (DMat3::from_diagonal(DVec3::splat(place.length_squared())) - outer(place, place)) * mass
}

impl Moments {
    fn with_density(self, density: f32) -> MassProperties {
        let density = f64::from(density);
        let c = self.covariance;
        let trace = c.x_axis.x + c.y_axis.y + c.z_axis.z;
        let inertia = (DMat3::from_diagonal(DVec3::splat(trace)) - c) * density;
        MassProperties {
            mass: (self.volume * density) as f32,
            center_of_mass: self.center.as_vec3(),
            inertia: inertia.as_mat3(),
        }
    }
}

fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

fn moments(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Moments {
    let corner = |i: u32| vertices[i as usize].as_dvec3();
    let middle: DVec3 = triangles.iter().map(|t| corner(t[0])).sum();
    let origin = middle / triangles.len() as f64;
    let mut volume = 0.0;
    let mut first = DVec3::ZERO;
    let mut second = DMat3::ZERO;
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| corner(i) - origin);
        let sum = a + b + c;
        let tetrahedron = a.dot(b.cross(c)) / 6.0;
        volume += tetrahedron;
        first += sum * (tetrahedron / 4.0);
        // The fourth corner is the origin, so its terms are 0.
        let squares = outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum);
        second += squares * (tetrahedron / 20.0);
    }
    let offset = first / volume;
    Moments {
        volume,
        center: origin + offset,
        covariance: second - outer(offset, offset) * volume,
    }
}

/// True if each edge has two triangles, one in each direction. Vertices with equal positions count as one.
fn is_closed(mesh: &TriMesh) -> bool {
    // Adding 0 turns -0 into 0, so that equal coordinates have equal bits.
    let key = |i: u32| {
        (mesh.vertices()[i as usize] + 0.0)
            .to_array()
            .map(f32::to_bits)
    };
    let mut edges = Vec::with_capacity(mesh.triangles().len() * 3);
    for t in mesh.triangles() {
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let (from, to) = (key(t[i]), key(t[j]));
            // An edge without length has no sides to connect.
            if from != to {
                edges.push((from, to));
            }
        }
    }
    edges.sort_unstable();
    let once = edges.windows(2).all(|pair| pair[0] != pair[1]);
    once && edges
        .iter()
        .all(|&(from, to)| edges.binary_search(&(to, from)).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: MassProperties, expected: MassProperties) {
        let scale = expected.inertia.x_axis.length();
        let off = (found.inertia - expected.inertia).to_cols_array();
        assert!(
            (found.mass / expected.mass - 1.0).abs() < 2e-3,
            "{found:?} {expected:?}"
        );
        assert!(found.center_of_mass.distance(expected.center_of_mass) < 2e-3);
        assert!(
            off.iter().all(|x| x.abs() < 4e-3 * scale),
            "{found:?} {expected:?}"
        );
    }

    fn cuboid_mesh() -> TriMesh {
        let corners: Vec<Vec3> = (0..8)
            .map(|i| {
                Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)
                    * Vec3::new(2.0, 4.0, 6.0)
            })
            .collect();
        ConvexHull::from_points(&corners)
            .unwrap()
            .to_mesh()
            .unwrap()
    }

    #[test]
    fn a_box_mesh_has_the_moments_of_the_box() {
        let found = MassProperties::of_mesh(&cuboid_mesh(), 10.0).unwrap();
        let cuboid = Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).unwrap();
        let mut expected = MassProperties::of_cuboid(&cuboid, 10.0);
        assert_eq!(expected.mass, 480.0);
        assert_eq!(expected.inertia.x_axis.x, 480.0 * (16.0 + 36.0) / 12.0);
        expected.center_of_mass = Vec3::new(1.0, 2.0, 3.0);
        assert_near(found, expected);
        assert_near(
            found.with_mass(48.0),
            MassProperties {
                mass: 48.0,
                inertia: expected.inertia * 0.1,
                ..expected
            },
        );
    }

    #[test]
    fn a_box_without_a_side_counts_as_its_hull() {
        let mesh = cuboid_mesh();
        let open = TriMesh::new(mesh.vertices().to_vec(), mesh.triangles()[1..].to_vec()).unwrap();
        assert!(is_closed(&mesh) && !is_closed(&open));
        let found = MassProperties::of_mesh(&open, 10.0).unwrap();
        assert_near(found, MassProperties::of_mesh(&mesh, 10.0).unwrap());
        let flat = TriMesh::new(mesh.vertices().to_vec(), mesh.triangles()[..1].to_vec()).unwrap();
        assert!(MassProperties::of_mesh(&flat, 1.0).is_err());
    }

    /// Hulls of many surface points approximate the round solids.
    #[test]
    fn round_solids_have_the_moments_of_their_hulls() {
        let turn =
            |i: usize, n: usize| crate::math::yaw(i as f32 / n as f32 * std::f32::consts::TAU);
        let ring = |y: f32, r: f32| (0..200).map(move |i| turn(i, 200) * Vec3::new(r, y, 0.0));
        let of = |points: Vec<Vec3>| {
            MassProperties::of_hull(&ConvexHull::from_points(&points).unwrap(), 3.0)
        };
        let cylinder = ring(-2.0, 0.7).chain(ring(2.0, 0.7)).collect();
        assert_near(
            of(cylinder),
            MassProperties::of_cylinder(&Cylinder::new(2.0, 0.7).unwrap(), 3.0),
        );
        let cone = ring(-2.0, 0.7).chain([Vec3::Y * 2.0]).collect();
        assert_near(
            of(cone),
            MassProperties::of_cone(&Cone::new(2.0, 0.7).unwrap(), 3.0),
        );
        let ball = |shift: f32| {
            (-30..=30).flat_map(move |i| {
                let y = libm::sinf(i as f32 / 30.0 * std::f32::consts::FRAC_PI_2);
                let shift = if i < 0 { -shift } else { shift };
                let r = (1.0 - y * y).max(0.0).sqrt();
                (0..120).map(move |k| turn(k, 120) * Vec3::new(r * 0.7, y * 0.7 + shift, 0.0))
            })
        };
        let equator = ring(-1.0, 0.7);
        assert_near(
            of(ball(0.0).collect()),
            MassProperties::of_sphere(&Sphere::new(0.7).unwrap(), 3.0),
        );
        let capsule = ball(1.0).chain(equator).collect();
        assert_near(
            of(capsule),
            MassProperties::of_capsule(&Capsule::new(1.0, 0.7).unwrap(), 3.0),
        );
    }

    #[test]
    fn moments_do_not_suffer_far_from_the_origin() {
        let mesh = cuboid_mesh();
        let far: Vec<Vec3> = mesh
            .vertices()
            .iter()
            .map(|v| *v + Vec3::splat(4096.0))
            .collect();
        let far =
            MassProperties::of_mesh(&TriMesh::new(far, mesh.triangles().to_vec()).unwrap(), 10.0)
                .unwrap();
        let near = MassProperties::of_mesh(&mesh, 10.0).unwrap();
        assert!((far.mass - near.mass).abs() < 1e-3 * near.mass);
        assert!(
            (far.inertia.x_axis.x - near.inertia.x_axis.x).abs() < 1e-3 * near.inertia.x_axis.x
        );
    }
}
