//! Rectangles of a picture, and the search for free space among occupied ones.

use glam::Vec2;

/// A rectangle of a picture, in units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub low: Vec2,
    pub high: Vec2,
}

impl Area {
    /// Creates an area from its upper left corner and size.
    pub fn of(corner: Vec2, size: Vec2) -> Self {
        Self {
            low: corner,
            high: corner + size,
        }
    }

    /// Creates an area from its middle and half its size.
    pub fn around(middle: Vec2, half: Vec2) -> Self {
        Self {
            low: middle - half,
            high: middle + half,
        }
    }

    /// True if the two share more than an edge.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.low.cmplt(other.high).all() && other.low.cmplt(self.high).all()
    }

    /// True if the point is inside; the right and lower edges are outside.
    pub fn contains(&self, point: Vec2) -> bool {
        self.low.cmple(point).all() && point.cmplt(self.high).all()
    }

    /// True if the other area is completely inside.
    pub fn holds(&self, other: &Area) -> bool {
        self.low.cmple(other.low).all() && other.high.cmple(self.high).all()
    }

    /// True if the straight segment between two points passes through the area.
    pub fn is_crossed(&self, from: Vec2, to: Vec2) -> bool {
        let way = to - from;
        // The segment's parameters at which it enters and leaves, over both axes.
        let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let (low, high) = (self.low[axis] - from[axis], self.high[axis] - from[axis]);
            if way[axis].abs() < 1e-6 {
                if low > 0.0 || high < 0.0 {
                    return false;
                }
                continue;
            }
            let (a, b) = (low / way[axis], high / way[axis]);
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        enters < leaves
    }

    /// Returns the width and height.
    pub fn size(&self) -> Vec2 {
        self.high - self.low
    }

    /// Returns the middle nearest to `at` for which a rectangle of half-size `half` is inside; if the
    /// rectangle is too large, its upper left corner is aligned.
    pub fn clamp(&self, at: Vec2, half: Vec2) -> Vec2 {
        let least = self.low + half;
        at.clamp(least, (self.high - half).max(least))
    }
}

/// The usable area of a picture and its occupied parts.
#[derive(Debug, Clone)]
pub struct Room {
    pub within: Area,
    pub taken: Vec<Area>,
}

impl Room {
    /// Returns the first of the middles at which a rectangle of half-size `half` is inside and overlaps no
    /// occupied part.
    pub fn first_free(&self, half: Vec2, mut places: impl Iterator<Item = Vec2>) -> Option<Vec2> {
        places.find(|place| {
            let area = Area::around(*place, half);
            self.within.holds(&area) && !self.taken.iter().any(|other| other.overlaps(&area))
        })
    }

    /// Like [`Room::first_free`]; the found area is occupied from then on.
    pub fn take(&mut self, half: Vec2, places: impl Iterator<Item = Vec2>) -> Option<Vec2> {
        let place = self.first_free(half, places)?;
        self.taken.push(Area::around(place, half));
        Some(place)
    }

    /// Returns the lowest free top edge for a rectangle of that size whose left edge is at `left`.
    pub fn lowest(&self, left: f32, size: Vec2) -> Option<f32> {
        let bottom = self.within.high.y - size.y;
        let above = self.taken.iter().map(|area| area.low.y - size.y);
        let mut tops: Vec<f32> = above.chain([bottom]).collect();
        tops.sort_by(|a, b| b.total_cmp(a));
        self.first_top(left, size, tops)
    }

    /// Like [`Room::lowest`], but returns the highest free top edge.
    pub fn highest(&self, left: f32, size: Vec2) -> Option<f32> {
        let below = self.taken.iter().map(|area| area.high.y);
        let mut tops: Vec<f32> = below.chain([self.within.low.y]).collect();
        tops.sort_by(f32::total_cmp);
        self.first_top(left, size, tops)
    }

    /// Returns the first of the top edges at which the rectangle is free.
    fn first_top(&self, left: f32, size: Vec2, tops: Vec<f32>) -> Option<f32> {
        let middles = tops
            .into_iter()
            .map(|top| Vec2::new(left, top) + size * 0.5);
        let place = self.first_free(size * 0.5, middles)?;
        Some(place.y - size.y * 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(taken: &[[f32; 4]]) -> Room {
        let area = |[x, y, wide, high]: [f32; 4]| Area::of(Vec2::new(x, y), Vec2::new(wide, high));
        Room {
            within: area([0.0, 0.0, 1280.0, 720.0]),
            taken: taken.iter().copied().map(area).collect(),
        }
    }

    #[test]
    fn who_comes_later_goes_where_nothing_is() {
        let mut room = room(&[[100.0, 100.0, 50.0, 50.0]]);
        let half = Vec2::new(20.0, 10.0);
        let places = || [120.0, 91.0, 90.0].map(|y| Vec2::new(120.0, y)).into_iter();
        // 91 + 10 reaches one unit into the occupied part; 90 + 10 only touches it.
        assert_eq!(room.take(half, places()), Some(Vec2::new(120.0, 90.0)));
        assert_eq!(room.take(half, places()), None);
        // Half of it would be outside.
        assert_eq!(room.take(half, [Vec2::new(10.0, 300.0)].into_iter()), None);
    }

    #[test]
    fn the_lowest_room_is_over_a_panel_if_it_does_not_fit_below() {
        let size = Vec2::new(300.0, 200.0);
        assert_eq!(room(&[]).lowest(900.0, size), Some(520.0));
        // A box from 497 to 607 leaves 113 below it, so the rectangle goes above it.
        let hint = [169.0, 497.0, 942.0, 110.0];
        assert_eq!(room(&[hint]).lowest(900.0, size), Some(297.0));
        assert_eq!(room(&[hint]).lowest(1000.0, size), None);
        assert_eq!(
            room(&[hint]).lowest(900.0, Vec2::new(300.0, 113.0)),
            Some(607.0)
        );
        // A ranking down to 226 leaves 271, but not 272.
        let ranking = [1058.0, 12.0, 206.0, 214.0];
        let both = room(&[hint, ranking]);
        assert_eq!(both.lowest(960.0, Vec2::new(300.0, 271.0)), Some(226.0));
        assert_eq!(both.lowest(960.0, Vec2::new(300.0, 272.0)), None);
        // Left of the ranking, it does not matter.
        assert_eq!(both.lowest(700.0, Vec2::new(300.0, 272.0)), Some(225.0));
    }

    #[test]
    fn a_line_crosses_what_lies_between_its_ends() {
        let area = Area::of(Vec2::new(10.0, 10.0), Vec2::new(20.0, 10.0));
        for (from, to, crossed) in [
            ([0.0, 0.0], [40.0, 30.0], true),
            ([0.0, 15.0], [40.0, 15.0], true),
            ([0.0, 15.0], [9.0, 15.0], false),
            ([0.0, 25.0], [40.0, 25.0], false),
            ([20.0, 15.0], [21.0, 16.0], true),
            // Past the lower left corner.
            ([0.0, 14.0], [14.0, 28.0], false),
        ] {
            assert_eq!(area.is_crossed(from.into(), to.into()), crossed, "{from:?}");
        }
    }

    #[test]
    fn what_is_moved_inside_is_moved_no_farther_than_needed() {
        let within = room(&[]).within;
        let half = Vec2::new(100.0, 50.0);
        let moved = within.clamp(Vec2::new(1270.0, 300.0), half);
        assert_eq!(moved, Vec2::new(1180.0, 300.0));
        // Too large: its upper left corner stays visible.
        let large = within.clamp(Vec2::ZERO, Vec2::new(2000.0, 50.0));
        assert_eq!(large, Vec2::new(2000.0, 50.0));
    }
}
