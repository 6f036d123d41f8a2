//! The pen that draws the pieces of a world: where it stands, how it is turned, and the colours it uses.

use glam::{Quat, Vec3};

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::scene::Sprite;
use crate::app::render::world::props::Dice;
use crate::app::render::world::scenery::number::{Number, Size, Turn};
use crate::app::render::world::scenery::paint::{Choice, Materials, OWN, Paint, TRIM};
use crate::app::render::world::site::Site;

/// A place with axes and a size.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    pub at: Vec3,
    pub turn: Quat,
    /// The factor of lengths along each of its axes.
    pub size: Vec3,
}

impl Frame {
    /// The frame at a place with these axes, in metres.
    pub fn new(at: Vec3, turn: Quat) -> Self {
        Self {
            at,
            turn,
            size: Vec3::ONE,
        }
    }

    /// A point of the frame in the world.
    pub fn point(&self, point: Vec3) -> Vec3 {
        self.at + self.turn * (self.size * point)
    }

    /// A frame in this frame.
    pub fn inner(&self, inner: Frame) -> Frame {
        Frame {
            at: self.point(inner.at),
            turn: self.turn * inner.turn,
            size: self.size * inner.size,
        }
    }

    /// The factor of thicknesses.
    pub fn thickness(&self) -> f32 {
        self.size.min_element()
    }
}

/// The state that a group sets for the pieces in it.
#[derive(Debug, Clone, Copy)]
pub struct Stand {
    pub frame: Frame,
    /// The next place of the row in which it stands.
    pub next: Vec3,
    /// The number of the repetition, and the same counted through all repetitions around it.
    pub index: usize,
    pub running: usize,
    /// The materials that groups have chosen.
    pub own: MeshMaterial,
    pub trim: MeshMaterial,
}

/// A drawing tool for one world.
pub struct Pen<'a, 'b> {
    pub site: &'a mut Site<'b>,
    pub materials: &'a Materials,
    pub stand: Stand,
    pub dice: Dice,
    /// True while it draws what the floor mirrors.
    pub near: bool,
    /// The lights, drawn at a time in seconds as seen from `eye`.
    pub sprites: Vec<Sprite>,
    pub time: f32,
    pub eye: Vec3,
}

impl<'a, 'b> Pen<'a, 'b> {
    /// A pen in the middle of the floor.
    pub fn new(site: &'a mut Site<'b>, materials: &'a Materials) -> Self {
        let grey = MeshMaterial::dull(128, 128, 128);
        Self {
            site,
            materials,
            stand: Stand {
                frame: Frame::new(Vec3::ZERO, Quat::IDENTITY),
                next: Vec3::ZERO,
                index: 0,
                running: 0,
                own: grey,
                trim: grey,
            },
            dice: Dice::new(0),
            near: false,
            sprites: Vec::new(),
            time: 0.0,
            eye: Vec3::ZERO,
        }
    }

    /// The mesh that it draws into.
    pub fn mesh(&mut self) -> &mut MeshData {
        let mesh = &mut self.site.mesh;
        if self.near {
            &mut mesh.near
        } else {
            &mut mesh.far
        }
    }

    /// Draws with another stand, then returns to this one.
    pub fn at(&mut self, stand: Stand, draw: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.stand, stand);
        draw(self);
        self.stand = before;
    }

    /// Draws with the random numbers of a seed, if there is one, then returns to the former ones.
    pub fn seeded(&mut self, seed: Option<u32>, draw: impl FnOnce(&mut Self)) {
        let Some(seed) = seed else {
            return draw(self);
        };
        let before = std::mem::replace(&mut self.dice, Dice::new(seed));
        draw(self);
        self.dice = before;
    }

    pub fn number(&mut self, number: Number) -> f32 {
        number.value(self.site.outline, &mut self.dice)
    }

    pub fn vector(&mut self, numbers: [Number; 3]) -> Vec3 {
        Vec3::from(numbers.map(|number| self.number(number)))
    }

    pub fn size(&mut self, size: Size) -> Vec3 {
        match size {
            Size::Even(number) => Vec3::splat(self.number(number)),
            Size::Each(numbers) => self.vector(numbers),
        }
    }

    /// The rotations of a list, each about an axis that the former ones have turned.
    pub fn turn(&mut self, turns: &[Turn]) -> Quat {
        turns.iter().fold(Quat::IDENTITY, |turn, next| {
            turn * match *next {
                Turn::X(degrees) => Quat::from_rotation_x(self.number(degrees).to_radians()),
                Turn::Y(degrees) => Quat::from_rotation_y(self.number(degrees).to_radians()),
                Turn::Z(degrees) => Quat::from_rotation_z(self.number(degrees).to_radians()),
            }
        })
    }

    /// The material of a piece.
    pub fn paint(&self, paint: &Paint) -> MeshMaterial {
        self.paint_of(paint, self.stand.index)
    }

    /// The material of the part of that number.
    pub fn paint_of(&self, paint: &Paint, number: usize) -> MeshMaterial {
        self.material(paint.name(number))
    }

    pub fn material(&self, name: &str) -> MeshMaterial {
        match name {
            OWN => self.stand.own,
            TRIM => self.stand.trim,
            // The reader of the file has found all names.
            _ => (self.materials.get(name)).map_or(self.stand.own, |material| material.get()),
        }
    }

    /// The material that a group chooses.
    pub fn choose(&mut self, choice: &Choice) -> MeshMaterial {
        let Stand { index, running, .. } = self.stand;
        let names = choice.names();
        let count = names.len().max(1);
        let number = match choice {
            Choice::Is(_) => 0,
            Choice::InTurn(_) => index,
            Choice::Each(times, _) => index / (*times).max(1),
            Choice::Running(_) => running,
            Choice::Any(_) => (self.dice.next() * count as f32) as usize,
        };
        (names.get(number % count)).map_or(self.stand.own, |name| self.material(name))
    }
}
