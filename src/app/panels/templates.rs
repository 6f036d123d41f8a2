//! Templates of the things, cars and zones that can be added, written as level entries.

use glam::Vec3;

use crate::app::words::BuildWords;
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
    /// Returns its name; for a part without a name, the part's. None for a patch of floor.
    pub fn name(&self) -> Option<&str> {
        match self {
            Placing::Thing(thing) if thing.name.is_empty() => Some(&thing.part),
            Placing::Thing(thing) => Some(&thing.name),
            Placing::Car(car) => Some(&car.name),
            Placing::Zone(zone) => Some(&zone.name),
            Placing::Patch(_) => None,
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

/// Returns the joints that can be made by hand, one of each kind.
pub fn joints() -> Vec<JointKindSpec> {
    let first = JointKindSpec::Ball;
    std::iter::successors(Some(first), joint_after).collect()
}

/// Returns the joint that follows one of this kind in the list.
fn joint_after(joint: &JointKindSpec) -> Option<JointKindSpec> {
    let length = None;
    Some(match joint {
        JointKindSpec::Ball => JointKindSpec::Hinge { axis: Vec3::Y },
        JointKindSpec::Hinge { .. } => JointKindSpec::Slider { axis: Vec3::Y },
        JointKindSpec::Slider { .. } => JointKindSpec::Weld,
        JointKindSpec::Weld => JointKindSpec::Rope { length },
        JointKindSpec::Rope { .. } => JointKindSpec::Rod { length },
        JointKindSpec::Rod { .. } => JointKindSpec::Spring {
            length,
            frequency: 1.5,
            damping: 0.1,
        },
        JointKindSpec::Spring { .. } => return None,
    })
}

/// Picks a text from those of the panels.
pub type Label = fn(&BuildWords) -> &'static str;

/// A template with its picture and its label.
pub struct Template {
    /// The name of the picture.
    pub picture: &'static str,
    pub name: Label,
    pub placing: Placing,
}

impl Template {
    fn new(picture: &'static str, name: Label, placing: impl Into<Placing>) -> Self {
        Template {
            picture,
            name,
            placing: placing.into(),
        }
    }
}

impl From<ThingSpec> for Placing {
    fn from(thing: ThingSpec) -> Self {
        Placing::Thing(thing)
    }
}

/// Returns all templates by heading.
pub fn all() -> Vec<(Label, Vec<Template>)> {
    let things = things().into_iter();
    let buildings = buildings().into_iter();
    vec![
        (|w| w.things, things.collect()),
        (|w| w.buildings, buildings.collect()),
        (|w| w.cars, cars()),
        (|w| w.zones, zones()),
        (|w| w.patches_of_floor, patches()),
    ]
}

/// Patches of floor: slippery, rough, and moving.
fn patches() -> Vec<Template> {
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
        Template::new("Ice", |w| w.ice, patch(0.1, Vec3::ZERO, "#cfe8f4")),
        Template::new("Rubber", |w| w.rubber, patch(2.0, Vec3::ZERO, "#3a3a42")),
        Template::new("Belt", |w| w.belt, patch(1.0, Vec3::NEG_Z * 2.0, "#5a6470")),
    ]
}

/// Things that consist of many copies.
fn buildings() -> Vec<Template> {
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
        Template::new(
            "Brick wall",
            |w| w.brick_wall,
            bricks(
                "wall",
                Copies::Wall {
                    columns: 8,
                    rows: 8,
                    gap: None,
                },
            ),
        ),
        Template::new(
            "Pyramid",
            |w| w.pyramid,
            bricks("pyramid", Copies::Pyramid { rows: 8, gap: None }),
        ),
        Template::new(
            "Tower",
            |w| w.tower,
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

fn cars() -> Vec<Template> {
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
        Template::new(
            "Your car",
            |w| w.your_car,
            Placing::Car(car("Car", DriverSpec::Player, "#d03030")),
        ),
        Template::new("Truck", |w| w.truck, Placing::Car(truck)),
        Template::new(
            "Rival",
            |w| w.rival,
            Placing::Car(car("Rival", chaser, "#35a05a")),
        ),
    ]
}

fn zones() -> Vec<Template> {
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
        Template::new(
            "Throws up",
            |w| w.throws_up,
            zone("launcher", 0.6, launch, "#e8b020"),
        ),
        Template::new(
            "Speeds up",
            |w| w.speeds_up,
            zone("booster", 1.5, boost, "#d8322a"),
        ),
        Template::new(
            "Floats",
            |w| w.floats,
            zone("floating", 5.0, lift, "#7fd8ff"),
        ),
        Template::new(
            "Takes away",
            |w| w.takes_away,
            zone("teleporter", 1.5, away, "#b060e0"),
        ),
        // It does nothing by itself: triggers and tasks name it.
        Template::new("Plate", |w| w.plate, plate),
    ]
}

/// Single things.
pub fn things() -> Vec<Template> {
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
        Template::new("Box", |w| w.box_, of(cube(1.0, 1.0, 1.0), "#c98f4e")),
        Template::new(
            "Ball",
            |w| w.ball,
            of(Solid::Ball { radius: 0.5 }, "#d8322a"),
        ),
        Template::new(
            "Cylinder",
            |w| w.cylinder,
            of(cylinder(0.4, 1.0), "#2f6fd0"),
        ),
        Template::new(
            "Capsule",
            |w| w.capsule,
            of(
                Solid::Capsule {
                    radius: 0.3,
                    height: 1.2,
                },
                "#35a05a",
            ),
        ),
        Template::new(
            "Cone",
            |w| w.cone,
            of(
                Solid::Cone {
                    radius: 0.5,
                    height: 1.0,
                },
                "#e8b020",
            ),
        ),
        Template::new(
            "Plank",
            |w| w.plank,
            named("plank", of(cube(3.0, 0.12, 0.6), "#a8743c")),
        ),
        Template::new(
            "Brick",
            |w| w.brick,
            named("brick", of(cube(0.5, 0.25, 0.25), "#b5533c")),
        ),
        Template::new(
            "Pillar",
            |w| w.pillar,
            named("pillar", of(cube(0.4, 2.0, 0.4), "#b8b0a2")),
        ),
        Template::new(
            "Dumb-bell",
            |w| w.dumb_bell,
            named("dumb-bell", of(bell, "#8f9aa6")),
        ),
        Template::new(
            "Ramp",
            |w| w.ramp,
            fixed(of(
                Solid::Ramp {
                    width: 3.0,
                    height: 1.0,
                    length: 4.0,
                },
                "#7a6f66",
            )),
        ),
        Template::new(
            "Wall",
            |w| w.wall,
            fixed(named("block", of(cube(4.0, 2.0, 0.4), "#7a6f66"))),
        ),
        Template::new(
            "Turntable",
            |w| w.turntable,
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
