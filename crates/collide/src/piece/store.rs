//! The storage of a model's pieces: flat arrays in the order of the tree's leaves.

use glam::Vec3;
use wide::f32x4;

use crate::mesh::TriMesh;
use crate::params::MAX_PIECE_TRIANGLES;

/// Four vertices at once: all x, all y, all z.
pub(crate) type PieceBlock = [[f32; 4]; 3];

/// A plane `normal.p = offset` as x, y, z of the unit normal, and the offset.
pub(crate) type Plane = [f32; 4];

/// One piece: ranges of the arrays of [`PieceStore`], two words in all. A mesh has at most 2^27
/// triangles ([`TriMesh::MAX_ELEMENTS`]), and no piece more blocks than triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// The first block, and in the low 5 bits the number of vertices: 3 to 30.
    blocks: u32,
    /// The first triangle, and in the low 4 bits the number of triangles: 1 to 10.
    triangles: u32,
}

impl Piece {
    fn new(first_block: usize, vertices: usize, first_triangle: usize, triangles: usize) -> Self {
        debug_assert!(vertices < 32 && triangles < 16);
        Piece {
            blocks: (first_block << 5 | vertices) as u32,
            triangles: (first_triangle << 4 | triangles) as u32,
        }
    }

    #[inline]
    pub(crate) fn first_block(self) -> usize {
        self.blocks as usize >> 5
    }

    /// The number of vertices of the piece.
    #[inline]
    pub(crate) fn vertex_count(self) -> usize {
        self.blocks as usize & 31
    }

    #[inline]
    pub(crate) fn first_triangle(self) -> usize {
        self.triangles as usize >> 4
    }

    #[inline]
    pub(crate) fn blocks(self) -> std::ops::Range<usize> {
        let first = self.first_block();
        first..first + self.vertex_count().div_ceil(4)
    }

    #[inline]
    pub(crate) fn triangle_range(self) -> std::ops::Range<usize> {
        let first = self.first_triangle();
        first..first + (self.triangles as usize & 15)
    }
}

/// All pieces of a model. Each has its own copy of its vertices, four to a block, so that a filter
/// reads one short run of memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceStore {
    pub pieces: Vec<Piece>,
    pub blocks: Vec<PieceBlock>,
    /// For every triangle its corners as numbers of the piece's vertices.
    pub corners: Vec<[u8; 3]>,
    /// For every triangle its plane.
    pub planes: Vec<Plane>,
    /// For every triangle its number in the mesh.
    pub sources: Vec<u32>,
}

impl PieceStore {
    /// An empty store with room for this many triangles in this many pieces.
    pub(crate) fn with_capacity(triangles: usize, pieces: usize) -> Self {
        PieceStore {
            pieces: Vec::with_capacity(pieces),
            blocks: Vec::with_capacity(2 * pieces),
            corners: Vec::with_capacity(triangles),
            planes: Vec::with_capacity(triangles),
            sources: Vec::with_capacity(triangles),
        }
    }

    /// The bytes of a store of this many triangles in this many pieces that take this many blocks.
    pub(crate) fn memory_of(triangles: usize, pieces: usize, blocks: usize) -> usize {
        let each = size_of::<[u8; 3]>() + size_of::<Plane>() + size_of::<u32>();
        pieces * size_of::<Piece>() + blocks * size_of::<PieceBlock>() + triangles * each
    }

    /// Appends a piece of some triangles.
    pub(crate) fn push(
        &mut self,
        members: impl Iterator<Item = PieceTriangle>,
        places: &mut VertexGatherer,
    ) {
        let first_triangle = self.corners.len();
        places.begin();
        for member in members {
            self.corners.push(places.add(member.keys, member.points));
            self.planes.push(plane(member.points));
            self.sources.push(member.source);
        }
        let triangles = self.corners.len() - first_triangle;
        let piece = Piece::new(self.blocks.len(), places.count, first_triangle, triangles);
        self.blocks.extend_from_slice(places.blocks());
        self.pieces.push(piece);
    }

    /// Vertex `number` of a piece.
    #[inline]
    pub(crate) fn vertex(&self, piece: &Piece, number: u8) -> Vec3 {
        let block = &self.blocks[piece.first_block() + usize::from(number) / 4];
        let lane = usize::from(number) % 4;
        Vec3::new(block[0][lane], block[1][lane], block[2][lane])
    }

    /// The corners of triangle `index` (in the store's order) of `piece`, in metres.
    #[inline]
    pub(crate) fn triangle(&self, piece: &Piece, index: usize) -> [Vec3; 3] {
        let [p, q, r] = self.corners[index];
        [
            self.vertex(piece, p),
            self.vertex(piece, q),
            self.vertex(piece, r),
        ]
    }

    /// All vertices of a piece.
    pub(crate) fn vertices(&self, piece: Piece) -> impl Iterator<Item = Vec3> + Clone + '_ {
        (0..piece.vertex_count() as u8).map(move |number| self.vertex(&piece, number))
    }

    /// True if, in a mesh whose vertices moved, the corners that share a vertex of a piece still have equal
    /// positions.
    pub(crate) fn keeps_shared_vertices(&self, mesh: &TriMesh) -> bool {
        self.pieces.iter().all(|piece| {
            let mut places = [None; 3 * MAX_PIECE_TRIANGLES];
            piece.triangle_range().all(|index| {
                let points = mesh.corner_points(self.sources[index] as usize);
                let mut corners = self.corners[index].iter().zip(points);
                corners.all(|(&number, point)| {
                    *places[usize::from(number)].get_or_insert(point) == point
                })
            })
        })
    }

    /// Takes the positions of all vertices from a mesh whose vertices moved.
    pub(crate) fn set_vertices(&mut self, mesh: &TriMesh) {
        for piece in &self.pieces {
            let block_of = |number: usize| piece.first_block() + number / 4;
            let mut set = |number: usize, point: Vec3| {
                for (lanes, value) in self.blocks[block_of(number)]
                    .iter_mut()
                    .zip(point.to_array())
                {
                    lanes[number % 4] = value;
                }
            };
            for index in piece.triangle_range() {
                let points = mesh.corner_points(self.sources[index] as usize);
                for (&number, point) in self.corners[index].iter().zip(points) {
                    set(usize::from(number), point);
                }
                self.planes[index] = plane(points);
            }
            let count = piece.vertex_count();
            for number in count..count.next_multiple_of(4) {
                for lanes in &mut self.blocks[block_of(number)] {
                    lanes[number % 4] = lanes[0];
                }
            }
        }
    }

    /// The bytes that the arrays take.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&self.pieces[..])
            + size_of_val(&self.blocks[..])
            + size_of_val(&self.corners[..])
            + size_of_val(&self.planes[..])
            + size_of_val(&self.sources[..])
    }
}

/// A triangle to be added to a piece.
pub(crate) struct PieceTriangle {
    /// The triangle's number in the mesh.
    pub source: u32,
    /// Numbers of its welded corners: equal positions have equal numbers.
    pub keys: [u32; 3],
    pub points: [Vec3; 3],
}

/// Gathers the vertices of a piece's triangles, each once, in blocks of four. One gatherer serves all pieces
/// of a model.
pub(crate) struct VertexGatherer {
    blocks: [PieceBlock; MAX_BLOCKS],
    count: usize,
    /// For each key the piece that last had it, counted from 1, and its vertex number there.
    known: Vec<(u32, u8)>,
    piece: u32,
}

/// Blocks for one vertex more than a piece can have.
const MAX_BLOCKS: usize = (3 * MAX_PIECE_TRIANGLES + 1).div_ceil(4);

impl VertexGatherer {
    /// A gatherer for keys below `keys`.
    pub(crate) fn new(keys: usize) -> Self {
        VertexGatherer {
            blocks: [[[0.0; 4]; 3]; MAX_BLOCKS],
            count: 0,
            known: vec![(0, 0); keys],
            piece: 0,
        }
    }

    /// Begins the next piece.
    pub(crate) fn begin(&mut self) {
        self.count = 0;
        self.piece += 1;
    }

    /// Adds a triangle's corners and returns their vertex numbers.
    #[inline]
    pub(crate) fn add(&mut self, keys: [u32; 3], points: [Vec3; 3]) -> [u8; 3] {
        let mut numbers = [0; 3];
        for (number, (key, point)) in numbers.iter_mut().zip(keys.into_iter().zip(points)) {
            // Written to the next free lane even if the vertex is known, because a branch here would be hard
            // to predict.
            let at = self.count;
            for (lanes, value) in self.blocks[at / 4].iter_mut().zip(point.to_array()) {
                lanes[at % 4] = value;
            }
            *number = self.number(key);
        }
        numbers
    }

    /// The vertex number of a key: a new one if the piece does not have it yet.
    #[inline]
    pub(crate) fn number(&mut self, key: u32) -> u8 {
        let (piece, number) = &mut self.known[key as usize];
        let is_new = *piece != self.piece;
        *piece = self.piece;
        *number = if is_new { self.count as u8 } else { *number };
        self.count += usize::from(is_new);
        *number
    }

    /// The vertices. A block's spare lanes repeat its first vertex.
    pub(crate) fn blocks(&mut self) -> &[PieceBlock] {
        if !self.count.is_multiple_of(4) {
            for lanes in &mut self.blocks[self.count / 4] {
                let first = lanes[0];
                lanes[self.count % 4..].fill(first);
            }
        }
        &self.blocks[..self.block_count()]
    }

    /// The number of blocks that the vertices take.
    pub(crate) fn block_count(&self) -> usize {
        self.count.div_ceil(4)
    }
}

/// The vertex in some blocks farthest along a direction, in f32.
#[inline]
pub(crate) fn farthest(blocks: &[PieceBlock], direction: Vec3) -> Vec3 {
    let along = |block: &PieceBlock| {
        let [x, y, z] = block;
        f32x4::new(*x) * direction.x + f32x4::new(*y) * direction.y + f32x4::new(*z) * direction.z
    };
    let mut most = f32x4::splat(f32::NEG_INFINITY);
    for block in blocks {
        most = most.fast_max(along(block));
    }
    let [p, q, r, s] = most.to_array();
    let most = f32x4::splat(p.max(q).max(r.max(s)));
    // Finding the vertex afterwards is cheaper than tracking it in the loop.
    for block in blocks {
        let lanes = along(block).simd_eq(most).to_bitmask();
        if lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            let [x, y, z] = block.map(|lanes| lanes[lane]);
            return Vec3::new(x, y, z);
        }
    }
    // Unreachable for finite vertices, one of which has the greatest value.
    Vec3::ZERO
}

/// The plane of a triangle, computed in f64 and rounded once.
pub(crate) fn plane(points: [Vec3; 3]) -> Plane {
    let [a, b, c] = points;
    let (a, b, c) = (a.as_dvec3(), b.as_dvec3(), c.as_dvec3());
    let normal = (b - a).cross(c - a).normalize_or_zero();
    // The offset of the triangle's middle spreads the rounding evenly.
    let offset = normal.dot((a + b + c) / 3.0);
    let n = normal.as_vec3();
    [n.x, n.y, n.z, offset as f32]
}
