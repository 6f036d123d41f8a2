//! Templates of the things, cars and zones that can be added, written as level entries.

use glam::Vec3;

use crate::arena::ZoneEffect;
use crate::game::Act;
use crate::level::{
    CarSpec, Copies, DriverSpec, JointKindSpec, PatchSpec, Point, Solid, SolidPart, Style,
    ThingKind, ThingSpec, ZoneSpec,
};

/// The object that the next press in the scene places there.
#[derive(Debug, Clone, PartialEq)]
pub enum Placing {
    Thing(ThingSpec),
    Car(CarSpec),
    Zone(ZoneSpec),
    Patch(PatchSpec),
}

impl Placing {
    /// Returns its name; for a part without a name, the part's.
    pub fn name(&self) -> &str {
        match self {
            Placing::Thing(thing) if thing.name.is_empty() => &thing.part,
            Placing::Thing(thing) => &thing.name,
            Placing::Car(car) => &car.name,
            Placing::Zone(zone) => &zone.name,
            Placing::Patch(_) => "a patch of floor",
        }
    }

    /// Returns its colour, as a level writes it.
    pub fn paint(&self) -> &str {
        match self {
            Placing::Thing(thing) => &thing.paint,
            Placing::Car(car) => &car.paint,
            Placing::Zone(zone) => &zone.paint,
            Placing::Patch(patch) => &patch.paint,
        }
    }

    /// Returns its width in metres.
    pub fn width(&self) -> f32 {
        match self {
            Placing::Thing(thing) => thing.solid.as_ref().map_or(1.0, Solid::width),
            Placing::Car(_) => 2.0,
            Placing::Zone(zone) => zone.solid.width(),
            Placing::Patch(patch) => patch.width,
        }
    }
}

/// Returns the act that places a template at a position seen along a ray: cars face away from the eye, rows
/// of copies stand across the view.
pub fn placed(placing: Placing, at: Vec3, ray: Vec3) -> Act {
    let heading = (-ray.x).atan2(-ray.z).to_degrees();
    match placing {
        Placing::Thing(mut thing) => {
            thing.at = Some(at);
            if thing.copies.is_some() {
                thing.heading = (heading / 15.0).round() * 15.0;
            }
            Act::Add {
                thing: Box::new(thing),
            }
        }
        Placing::Car(mut car) => {
            (car.position, car.height) = (Point(at.x, at.z), at.y);
            car.heading = heading.round();
            Act::AddCar { car: Box::new(car) }
        }
        Placing::Patch(mut patch) => {
            patch.position = Point(at.x, at.z);
            Act::AddPatch {
                patch: Box::new(patch),
            }
        }
        Placing::Zone(mut zone) => {
            zone.at = at;
            Act::AddZone {
                zone: Box::new(zone),
            }
        }
    }
}

/// The joints that can be made by hand.
pub const JOINTS: [(&str, JointKindSpec); 7] = [
    ("ball", JointKindSpec::Ball),
    ("hinge", JointKindSpec::Hinge { axis: Vec3::Y }),
    ("slider", JointKindSpec::Slider { axis: Vec3::Y }),
    ("weld", JointKindSpec::Weld),
    ("rope", JointKindSpec::Rope { length: None }),
    ("rod", JointKindSpec::Rod { length: None }),
    (
        "spring",
        JointKindSpec::Spring {
            length: None,
            frequency: 1.5,
            damping: 0.1,
        },
    ),
];

/// Returns all templates by heading, each with its label.
pub fn all() -> Vec<(&'static str, Vec<(&'static str, Placing)>)> {
    let things = things().into_iter();
    let buildings = buildings().into_iter();
    let thing = |(name, thing)| (name, Placing::Thing(thing));
    vec![
        ("Things", things.map(thing).collect()),
        ("Buildings", buildings.map(thing).collect()),
        ("Cars", cars()),
        ("Zones", zones()),
        ("Patches of floor", patches()),
    ]
}

/// Patches of floor: slippery, rough, and moving.
fn patches() -> Vec<(&'static str, Placing)> {
    let patch = |grip, belt, paint: &str| {
        Placing::Patch(PatchSpec {
            position: Point(0.0, 0.0),
            width: 4.0,
            length: 4.0,
            heading: 0.0,
            grip,
            belt,
            paint: paint.to_owned(),
        })
    };
    vec![
        ("Ice", patch(0.1, Vec3::ZERO, "#cfe8f4")),
        ("Rubber", patch(2.0, Vec3::ZERO, "#3a3a42")),
        ("Belt", patch(1.0, Vec3::NEG_Z * 2.0, "#5a6470")),
    ]
}

/// Things that consist of many copies.
fn buildings() -> Vec<(&'static str, ThingSpec)> {
    let bricks = |name: &str, copies: Copies| ThingSpec {
        name: name.to_owned(),
        solid: Some(Solid::Box {
            width: 0.5,
            height: 0.25,
            length: 0.25,
        }),
        // Light enough for a car to break through.
        density: Some(120.0),
        paint: "#b5533c".to_owned(),
        copies: Some(copies),
        ..ThingSpec::default()
    };
    vec![
        (
            "Brick wall",
            bricks(
                "wall",
                Copies::Wall {
                    columns: 8,
                    rows: 8,
                    gap: None,
                },
            ),
        ),
        (
            "Pyramid",
            bricks("pyramid", Copies::Pyramid { rows: 8, gap: None }),
        ),
        (
            "Tower",
            bricks(
                "tower",
                Copies::Stack {
                    count: 8,
                    gap: None,
                },
            ),
        ),
    ]
}

fn cars() -> Vec<(&'static str, Placing)> {
    let car = |name: &str, driver, paint: &str| CarSpec {
        name: name.to_owned(),
        model: "bumper_car.obj".to_owned(),
        position: Point(0.0, 0.0),
        height: 0.0,
        heading: 0.0,
        tilt: 0.0,
        roll: 0.0,
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
        mass: 250.0,
        driver,
        paint: paint.to_owned(),
        vehicle: None,
    };
    let truck = CarSpec {
        model: "truck.obj".to_owned(),
        mass: 1500.0,
        ..car("Truck", DriverSpec::Player, "#3c7ab5")
    };
    let chaser = DriverSpec::Computer(Style::Chaser);
    vec![
        (
            "Your car",
            Placing::Car(car("Car", DriverSpec::Player, "#d03030")),
        ),
        ("Truck", Placing::Car(truck)),
        ("Rival", Placing::Car(car("Rival", chaser, "#35a05a"))),
    ]
}

fn zones() -> Vec<(&'static str, Placing)> {
    let zone = |name: &str, height, effect, paint: &str| {
        let solid = Solid::Cylinder {
            radius: 1.5,
            height,
        };
        Placing::Zone(ZoneSpec {
            name: name.to_owned(),
            solid,
            at: Vec3::ZERO,
            heading: 0.0,
            effect,
            paint: paint.to_owned(),
        })
    };
    let launch = ZoneEffect::Launch {
        velocity: Vec3::Y * 8.0,
    };
    let boost = ZoneEffect::Boost { acceleration: 15.0 };
    let lift = ZoneEffect::Gravity {
        pull: Vec3::Y * 0.5,
    };
    let away = ZoneEffect::Teleport { to: Vec3::Y * 5.0 };
    let plate = Placing::Zone(ZoneSpec {
        name: "plate".to_owned(),
        solid: Solid::Box {
            width: 2.0,
            height: 0.3,
            length: 2.0,
        },
        at: Vec3::ZERO,
        heading: 0.0,
        effect: ZoneEffect::Gate,
        paint: "#f0f0f0".to_owned(),
    });
    vec![
        ("Throws up", zone("launcher", 0.6, launch, "#e8b020")),
        ("Speeds up", zone("booster", 1.5, boost, "#d8322a")),
        ("Floats", zone("floating", 5.0, lift, "#7fd8ff")),
        ("Takes away", zone("teleporter", 1.5, away, "#b060e0")),
        // It does nothing by itself: triggers and tasks name it.
        ("Plate", plate),
    ]
}

/// Single things.
pub fn things() -> Vec<(&'static str, ThingSpec)> {
    let of = |solid: Solid, paint: &str| ThingSpec {
        name: solid.word().to_owned(),
        solid: Some(solid),
        paint: paint.to_owned(),
        ..ThingSpec::default()
    };
    let cube = |width, height, length| Solid::Box {
        width,
        height,
        length,
    };
    let fixed = |thing: ThingSpec| ThingSpec {
        kind: Some(ThingKind::Fixed),
        ..thing
    };
    let named = |name: &str, thing: ThingSpec| ThingSpec {
        name: name.to_owned(),
        ..thing
    };
    let bell = Solid::Compound {
        of: vec![
            part(Solid::Ball { radius: 0.35 }, Vec3::new(-0.7, 0.0, 0.0)),
            part(cube(1.2, 0.12, 0.12), Vec3::ZERO),
            part(Solid::Ball { radius: 0.35 }, Vec3::new(0.7, 0.0, 0.0)),
        ],
    };
    let cylinder = |radius, height| Solid::Cylinder { radius, height };
    vec![
        ("Box", of(cube(1.0, 1.0, 1.0), "#c98f4e")),
        ("Ball", of(Solid::Ball { radius: 0.5 }, "#d8322a")),
        ("Cylinder", of(cylinder(0.4, 1.0), "#2f6fd0")),
        (
            "Capsule",
            of(
                Solid::Capsule {
                    radius: 0.3,
                    height: 1.2,
                },
                "#35a05a",
            ),
        ),
        (
            "Cone",
            of(
                Solid::Cone {
                    radius: 0.5,
                    height: 1.0,
                },
                "#e8b020",
            ),
        ),
        ("Plank", named("plank", of(cube(3.0, 0.12, 0.6), "#a8743c"))),
        (
            "Brick",
            named("brick", of(cube(0.5, 0.25, 0.25), "#b5533c")),
        ),
        (
            "Pillar",
            named("pillar", of(cube(0.4, 2.0, 0.4), "#b8b0a2")),
        ),
        ("Dumb-bell", named("dumb-bell", of(bell, "#8f9aa6"))),
        (
            "Ramp",
            fixed(of(
                Solid::Ramp {
                    width: 3.0,
                    height: 1.0,
                    length: 4.0,
                },
                "#7a6f66",
            )),
        ),
        (
            "Wall",
            fixed(named("block", of(cube(4.0, 2.0, 0.4), "#7a6f66"))),
        ),
        (
            "Turntable",
            ThingSpec {
                name: "turntable".to_owned(),
                motion: Some(crate::arena::Motion::Spin {
                    axis: Vec3::Y,
                    speed: 60.0,
                }),
                ..of(cylinder(1.5, 0.2), "#8c4bc0")
            },
        ),
    ]
}

fn part(solid: Solid, center: Vec3) -> SolidPart {
    SolidPart {
        solid,
        center,
        heading: 0.0,
        tilt: 0.0,
        roll: 0.0,
    }
}
