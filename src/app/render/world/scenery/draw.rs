//! Draws the pieces of a scenery.

use glam::{Quat, Vec3};

use crate::app::render::mesh::MeshMaterial;
use crate::app::render::outline::{FloorOutline, way};
use crate::app::render::world::props::along;
use crate::app::render::world::scenery::pen::{Frame, Pen, Stand};
use crate::app::render::world::scenery::piece::{
    Along, Corners, Count, Face, Garland, Group, Origin, Piece, Ring, Row, Scatter, Scenery, Spin,
    Spots,
};
use crate::app::render::world::scenery::solids::facing;

impl Scenery {
    /// Draws all pieces of a list.
    pub fn draw(&self, pieces: &[Piece], pen: &mut Pen<'_, '_>) {
        for piece in pieces {
            self.draw_piece(piece, pen);
        }
    }

    fn draw_piece(&self, piece: &Piece, pen: &mut Pen<'_, '_>) {
        match piece {
            Piece::Group(group) => self.draw_group(group, pen),
            Piece::Shape(name) => self.draw_shape(name, pen),
            Piece::InTurn(names) => {
                let name = names.get(pen.stand.index % names.len().max(1));
                self.draw_shape(name.map_or("", |name| name), pen);
            }
            Piece::Row(row) => self.draw_row(row, pen),
            Piece::Ring(ring) => self.draw_ring(ring, pen),
            Piece::Spots(spots) => self.draw_spots(spots, pen),
            Piece::Along(line) => self.draw_along(line, pen),
            Piece::Corners(corners) => self.draw_corners(corners, pen),
            Piece::Garland(garland) => self.draw_garland(garland, pen),
            Piece::Scatter(scatter) => self.draw_scatter(scatter, pen),
            Piece::Spin(spin) => self.draw_spin(spin, pen),
            Piece::Mirrored(pieces) => {
                let before = std::mem::replace(&mut pen.near, true);
                self.draw(pieces, pen);
                pen.near = before;
            }
            Piece::Block(block) => block.draw(pen),
            Piece::Bar(bar) => bar.draw(pen),
            Piece::Link(link) => link.draw(pen),
            Piece::Rail(rail) => rail.draw(pen),
            Piece::Quad(quad) => quad.draw(pen),
            Piece::Lathe(lathe) => lathe.draw(pen),
            Piece::Loft(loft) => loft.draw(pen),
            Piece::Sheet(sheet) => sheet.draw(pen),
            Piece::Flag(flag) => flag.draw(pen),
            Piece::Ground(ground) => ground.draw(pen),
            Piece::Strip(strip) => strip.draw(pen),
            Piece::Band(band) => band.draw(pen),
            Piece::Tiles(tiles) => tiles.draw(pen),
            Piece::Net(net) => net.draw(pen),
            Piece::Hills(hills) => hills.draw(pen),
            Piece::Towers(towers) => towers.draw(pen),
            Piece::Globe(globe) => globe.draw(pen),
            Piece::Crowd(tier) => tier.draw(pen),
            Piece::Lamp(lamp) => lamp.draw(pen),
            Piece::Glow(glow) => glow.draw(pen),
            Piece::Traffic(traffic) => traffic.draw(pen),
            Piece::Snow(snow) => snow.draw(pen),
        }
    }

    fn draw_shape(&self, name: &str, pen: &mut Pen<'_, '_>) {
        if let Some(pieces) = self.shapes.get(name) {
            self.draw(pieces, pen);
        }
    }

    fn draw_group(&self, group: &Group, pen: &mut Pen<'_, '_>) {
        let mut stand = pen.stand;
        if let Some(own) = &group.own {
            stand.own = pen.choose(own);
        }
        if let Some(trim) = &group.trim {
            stand.trim = pen.choose(trim);
        }
        if let Some(factor) = group.shade {
            stand.own = darker(stand.own, factor);
        }
        let inner = Frame {
            at: pen.vector(group.at),
            turn: pen.turn(&group.turn),
            size: pen.size(group.size),
        };
        stand.frame = stand.frame.inner(inner);
        if group.unscaled {
            stand.frame.size = inner.size;
        }
        if group.unturned {
            stand.frame.turn = inner.turn;
        }
        pen.at(stand, |pen| self.draw(&group.pieces, pen));
    }

    /// Draws pieces in a frame as one of several repetitions.
    fn draw_repeated(
        &self,
        pieces: &[Piece],
        frame: Frame,
        (index, count): (usize, usize),
        pen: &mut Pen<'_, '_>,
    ) {
        let stand = Stand {
            frame,
            index,
            running: pen.stand.running * count + index,
            ..pen.stand
        };
        pen.at(stand, |pen| self.draw(pieces, pen));
    }

    fn draw_row(&self, row: &Row, pen: &mut Pen<'_, '_>) {
        pen.seeded(row.seed, |pen| {
            for index in 0..row.count {
                let at = Vec3::from(row.from) + Vec3::from(row.step) * index as f32;
                let frame = pen.stand.frame.inner(Frame::new(at, Quat::IDENTITY));
                self.draw_repeated(&row.pieces, frame, (index, row.count), pen);
            }
        });
    }

    fn draw_ring(&self, ring: &Ring, pen: &mut Pen<'_, '_>) {
        for index in 0..ring.count {
            let part = ring.start + index as f32 / ring.count as f32;
            let turn = Quat::from_rotation_y(part * std::f32::consts::TAU);
            let frame = pen.stand.frame.inner(Frame::new(Vec3::ZERO, turn));
            self.draw_repeated(&ring.pieces, frame, (index, ring.count), pen);
        }
    }

    fn draw_spots(&self, spots: &Spots, pen: &mut Pen<'_, '_>) {
        let count = spots.at.len();
        for (index, &(part, out)) in spots.at.iter().enumerate() {
            let at = spots.from.place(pen.site.outline, part, out);
            let mut frame = Frame::new(at, spots.face.turn(way(part)));
            let size = spots.sizes.get(index % spots.sizes.len().max(1));
            frame.size = pen.size(size.copied().unwrap_or_default());
            self.draw_repeated(&spots.pieces, frame, (index, count), pen);
        }
    }

    fn draw_along(&self, line: &Along, pen: &mut Pen<'_, '_>) {
        let outline = pen.site.outline;
        let places = along(outline, line.out, line.step);
        let count = match line.count {
            Count::All => places.len(),
            Count::Only(count) => count,
            Count::AsAt(out) => along(outline, out, line.step).len(),
        };
        let frames = (0..count).map(|number| {
            let (at, out, _) = places[number * places.len() / count];
            Frame::new(at, line.face.turn(out))
        });
        let frames: Vec<_> = frames.collect();
        pen.seeded(line.seed, |pen| {
            self.draw_closed(&line.pieces, &frames, pen)
        });
    }

    fn draw_corners(&self, corners: &Corners, pen: &mut Pen<'_, '_>) {
        let border = pen.site.outline.border();
        let stride = (border.len() / corners.count.max(1)).max(1);
        let frames = border.iter().step_by(stride).map(|point| Frame {
            at: point.at,
            turn: facing(-point.out),
            // At a corner the way out is longer.
            size: Vec3::new(1.0, 1.0, point.out.length()),
        });
        let frames: Vec<_> = frames.collect();
        self.draw_closed(&corners.pieces, &frames, pen);
    }

    /// Draws pieces in each frame of a closed row.
    fn draw_closed(&self, pieces: &[Piece], frames: &[Frame], pen: &mut Pen<'_, '_>) {
        let before = pen.stand;
        for (index, frame) in frames.iter().enumerate() {
            pen.stand.next = frames[(index + 1) % frames.len()].at;
            self.draw_repeated(pieces, *frame, (index, frames.len()), pen);
        }
        pen.stand = before;
    }

    fn draw_garland(&self, garland: &Garland, pen: &mut Pen<'_, '_>) {
        let (from, to) = (pen.stand.frame.at, pen.stand.next);
        let ahead = to - from;
        let turn = Quat::from_rotation_y((-ahead.z).atan2(ahead.x));
        for index in 1..garland.count {
            let part = index as f32 / garland.count as f32;
            let sag = 4.0 * part * (1.0 - part) * garland.sag;
            let at = from.lerp(to, part) + Vec3::Y * (garland.height - sag);
            let frame = Frame::new(at, turn);
            self.draw_repeated(&garland.pieces, frame, (index, garland.count), pen);
        }
    }

    fn draw_scatter(&self, scatter: &Scatter, pen: &mut Pen<'_, '_>) {
        pen.seeded(scatter.seed, |pen| {
            for index in 0..scatter.count {
                let share = pen.dice.next();
                let far = if scatter.dense { share * share } else { share };
                let out = scatter.out.0 + (scatter.out.1 - scatter.out.0) * far;
                let part = pen.dice.next();
                let at = scatter.from.place(pen.site.outline, part, out);
                let mut frame = Frame::new(at, Quat::IDENTITY);
                frame.size *= 1.0 + scatter.growth * share;
                self.draw_repeated(&scatter.pieces, frame, (index, scatter.count), pen);
            }
        });
    }

    fn draw_spin(&self, spin: &Spin, pen: &mut Pen<'_, '_>) {
        let turn = Quat::from_rotation_y(spin.rate * pen.time);
        let inner = pen.stand.frame.inner(Frame::new(Vec3::ZERO, turn));
        let stand = Stand {
            frame: inner,
            ..pen.stand
        };
        pen.at(stand, |pen| self.draw(&spin.pieces, pen));
    }
}

impl Origin {
    /// The place in a direction, given as a share of a turn, at a distance in metres.
    fn place(self, outline: &FloorOutline, part: f32, out: f32) -> Vec3 {
        match self {
            Origin::Border => outline.beside(part, out),
            Origin::Reach(share) => way(part) * (outline.reach() * share + out),
        }
    }
}

impl Face {
    /// The rotation at a place whose direction from the arena is `out`.
    fn turn(self, out: Vec3) -> Quat {
        match self {
            Face::Middle => facing(-out),
            Face::North => Quat::IDENTITY,
        }
    }
}

/// A material whose colour is darker by a factor.
fn darker(material: MeshMaterial, factor: f32) -> MeshMaterial {
    MeshMaterial {
        color: material.color.map(|part| (f32::from(part) * factor) as u8),
        ..material
    }
}
