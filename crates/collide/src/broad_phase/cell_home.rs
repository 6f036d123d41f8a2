//! The cell of a body, packed into one number.

use glam::IVec3;

/// The cell and the fixed flag of a small body, or one of two special values. They share one number, so that
/// one comparison finds a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellHome(u64);

impl CellHome {
    /// The body does not exist.
    pub const NOWHERE: CellHome = CellHome(u64::MAX);
    /// The body is too large for a cell.
    pub const LARGE: CellHome = CellHome(u64::MAX - 1);

    /// The bits of a coordinate. No cell has all ones on three axes, so the special values are free.
    const BITS: u32 = 21;
    const OFFSET: i32 = 1 << (Self::BITS - 1);

    #[inline]
    pub fn new(cell: IVec3, fixed: bool) -> Self {
        let [x, y, z] = (cell + Self::OFFSET).to_array().map(|c| c as u64);
        CellHome(((x << Self::BITS | y) << Self::BITS | z) << 1 | u64::from(fixed))
    }

    #[inline]
    pub fn cell(self) -> Option<IVec3> {
        if self.0 >= Self::LARGE.0 {
            return None;
        }
        let part = |shift: u32| (self.0 >> (shift + 1)) as i32 & ((1 << Self::BITS) - 1);
        let cell = IVec3::new(part(2 * Self::BITS), part(Self::BITS), part(0));
        Some(cell - Self::OFFSET)
    }

    #[inline]
    pub fn is_fixed(self) -> bool {
        self.0 & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_and_the_flag_come_back_from_the_number() {
        let far = (1 << 20) - 2;
        for cell in [
            [0, 0, 0],
            [1, -2, 3],
            [far; 3],
            [-far - 1; 3],
            [far, -far, 5],
        ] {
            let cell = IVec3::from_array(cell);
            for fixed in [false, true] {
                let home = CellHome::new(cell, fixed);
                assert_eq!(home.cell(), Some(cell));
                assert_eq!(home.is_fixed(), fixed);
            }
        }
        assert_eq!(CellHome::NOWHERE.cell(), None);
        assert_eq!(CellHome::LARGE.cell(), None);
    }
}
