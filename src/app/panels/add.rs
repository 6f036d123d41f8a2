//! The panel of what can be added: every form with its picture.

use egui::{Align2, Color32, FontId, Pos2, Sense, Shape, Stroke, Ui, vec2};
use glam::Vec3;

use crate::app::panels::{Panels, colors};
use crate::level::{Solid, SolidPart, ThingKind, ThingSpec};

/// Everything that can be added, with what it is called.
pub fn templates() -> Vec<(&'static str, ThingSpec)> {
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

pub fn show(ui: &mut Ui, panels: &mut Panels) {
    let placing = panels.placing.as_ref().map(|thing| thing.name.clone());
    match &placing {
        Some(name) => ui.label(format!("Click in the scene: there the {name} goes.")),
        None => ui.label("Click a form and then the scene, or drag it there."),
    };
    let side = 84.0;
    egui::Grid::new("forms")
        .spacing(vec2(8.0, 8.0))
        .show(ui, |ui| {
            for (index, (name, thing)) in templates().into_iter().enumerate() {
                let (rect, response) =
                    ui.allocate_exact_size(vec2(side, side), Sense::click_and_drag());
                let chosen = placing.as_deref() == Some(&thing.name);
                let fill = match (chosen, response.hovered()) {
                    (true, _) => colors::OVER,
                    (false, true) => colors::BUTTON,
                    (false, false) => colors::FIELD,
                };
                ui.painter().rect_filled(rect, 6.0, fill);
                let of = crate::level::Paint::parse(&thing.paint);
                let color = of.map_or(Color32::GRAY, |one| {
                    Color32::from_rgb(one.red, one.green, one.blue)
                });
                ui.painter()
                    .extend(picture(name, rect.center() - vec2(0.0, 10.0), color));
                let at = rect.center_bottom() - vec2(0.0, 6.0);
                let text = ui.visuals().text_color();
                ui.painter().text(
                    at,
                    Align2::CENTER_BOTTOM,
                    name,
                    FontId::proportional(14.0),
                    text,
                );
                if response.clicked() || response.drag_started() {
                    panels.dragged = response.drag_started();
                    panels.placing = match chosen && response.clicked() {
                        true => None,
                        false => Some(thing),
                    };
                }
                if index % 3 == 2 {
                    ui.end_row();
                }
            }
        });
    if placing.is_some() && ui.button("No, nothing").clicked() {
        panels.placing = None;
    }
}

/// A small picture of a form.
fn picture(name: &str, at: Pos2, color: Color32) -> Vec<Shape> {
    let line = Stroke::new(1.5, color.gamma_multiply(0.55));
    let light = color.lerp_to_gamma(Color32::WHITE, 0.25);
    let polygon = |points: &[(f32, f32)], fill: Color32| {
        let points = points.iter().map(|(x, y)| at + vec2(*x, *y)).collect();
        Shape::convex_polygon(points, fill, line)
    };
    let block = |w: f32, h: f32, d: f32| {
        vec![
            polygon(&[(-w, -h), (w, -h), (w, h), (-w, h)], color),
            polygon(
                &[(-w, -h), (-w + d, -h - d), (w + d, -h - d), (w, -h)],
                light,
            ),
            polygon(
                &[(w, -h), (w + d, -h - d), (w + d, h - d), (w, h)],
                color.gamma_multiply(0.8),
            ),
        ]
    };
    let disc = |x: f32, y: f32, w: f32, h: f32, fill: Color32| {
        let center = at + vec2(x, y);
        Shape::Ellipse(egui::epaint::EllipseShape {
            center,
            radius: vec2(w, h),
            fill,
            stroke: line,
        })
    };
    let upright = |w: f32, h: f32, flat: f32| {
        vec![
            disc(0.0, h, w, flat, color),
            polygon(&[(-w, -h), (w, -h), (w, h), (-w, h)], color),
            disc(0.0, -h, w, flat, light),
        ]
    };
    match name {
        "Ball" => vec![
            disc(0.0, 0.0, 20.0, 20.0, color),
            disc(-6.0, -7.0, 5.0, 4.0, light),
        ],
        "Cylinder" => upright(15.0, 16.0, 6.0),
        "Capsule" => upright(11.0, 13.0, 11.0),
        "Turntable" => upright(30.0, 4.0, 9.0),
        "Cone" => vec![
            disc(0.0, 16.0, 18.0, 6.0, color),
            polygon(&[(0.0, -22.0), (18.0, 16.0), (-18.0, 16.0)], light),
        ],
        "Plank" => block(28.0, 3.0, 6.0),
        "Brick" => block(16.0, 8.0, 7.0),
        "Pillar" => block(7.0, 22.0, 6.0),
        "Wall" => block(26.0, 14.0, 5.0),
        "Ramp" => vec![
            polygon(&[(-26.0, 14.0), (26.0, 14.0), (26.0, -12.0)], color),
            polygon(
                &[(-26.0, 14.0), (26.0, -12.0), (32.0, -18.0), (-18.0, 8.0)],
                light,
            ),
        ],
        "Dumb-bell" => vec![
            polygon(
                &[(-20.0, -3.0), (20.0, -3.0), (20.0, 3.0), (-20.0, 3.0)],
                light,
            ),
            disc(-22.0, 0.0, 11.0, 11.0, color),
            disc(22.0, 0.0, 11.0, 11.0, color),
        ],
        _ => block(16.0, 14.0, 10.0),
    }
}
