//! Models from Wavefront OBJ text: its vertices and polygons. Errors name line and column.

use std::ops::Range;

use glam::Vec3;

use crate::mesh::polygon::{CutError, PolygonCutter};
use crate::mesh::text;
use crate::mesh::{MeshError, TriMesh};
use crate::params::{self, MAX_POLYGON_TESTS, SHOWN_LETTERS};

/// The largest OBJ text that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// The most corners of one face.
pub const MAX_FACE_CORNERS: usize = params::MAX_FACE_CORNERS;

/// A mesh whose triangles are grouped into named parts.
#[derive(Clone, Debug)]
pub struct ObjModel {
    /// All parts' triangles in one mesh.
    pub mesh: TriMesh,
    /// The parts in file order; their ranges cover all triangles.
    pub parts: Vec<ObjPart>,
}

/// One `o` (or `g`) section of an OBJ file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjPart {
    /// The section's name.
    pub name: String,
    /// The part's triangles, as indices into the mesh's triangles.
    pub triangles: Range<usize>,
}

/// A fault in an OBJ text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ObjError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The fault and its remedy.
    pub message: String,
}

/// Reads an OBJ text: vertices, polygons, objects and groups. Polygons may be concave: they are cut into
/// triangles that cover them as seen along their normals. Weights and colours of vertices, texture
/// coordinates, normals, lines, points and materials are accepted and ignored. `#` begins a comment; a line
/// that ends with `\` continues in the next one.
///
/// # Errors
/// [`ObjError`] with the place of the first fault, such as a polygon that crosses itself.
pub fn parse(text: &[u8]) -> Result<ObjModel, ObjError> {
    if text.len() > MAX_BYTES {
        let message = format!(
            "the file has {} bytes; at most {MAX_BYTES} are read",
            text.len()
        );
        return Err(error(1, 1, message));
    }
    let text =
        text::decode(text).map_err(|fault| error(fault.line, fault.column, fault.to_string()))?;
    let mut reader = Reader::default();
    let mut rest = text.lines().zip(1..);
    while let Some(mut line) = Line::next(&mut rest) {
        match line.next() {
            Some(Word { text: "v", place }) => reader.vertex(line, place)?,
            Some(Word { text: "vt", .. }) => reader.counts[1] += 1,
            Some(Word { text: "vn", .. }) => reader.counts[2] += 1,
            Some(Word { text: "f", place }) => reader.face(line, place)?,
            Some(Word {
                text: "o" | "g", ..
            }) => reader.begin_part(line.rest.trim()),
            // Reads the words of its continuation lines, which must not count as lines of their own.
            _ => line.for_each(drop),
        }
    }
    reader.finish(text.lines().count().max(1))
}

/// The line and column of the first face in an OBJ text; `None` if there is no face or the bytes are not
/// text.
pub fn first_face(text: &[u8]) -> Option<(usize, usize)> {
    let text = text::decode(text).ok()?;
    let mut rest = text.lines().zip(1..);
    while let Some(mut line) = Line::next(&mut rest) {
        if let Some(Word { text: "f", place }) = line.next() {
            return Some((place.number, place.column()));
        }
        line.for_each(drop);
    }
    None
}

fn error(line: usize, column: usize, message: String) -> ObjError {
    ObjError {
        line,
        column,
        message,
    }
}

/// A place in the text.
#[derive(Clone, Copy)]
struct Place<'t> {
    /// The line, from 1.
    number: usize,
    line: &'t str,
    /// The offset in the line, in bytes.
    at: usize,
}

impl Place<'_> {
    /// The column, from 1. It is counted from the start of the line, so only for errors: counting it for
    /// every word would take quadratic time in long lines.
    fn column(&self) -> usize {
        self.line[..self.at].chars().count() + 1
    }

    fn error(&self, message: String) -> ObjError {
        error(self.number, self.column(), message)
    }
}

/// A word and its place.
struct Word<'t> {
    text: &'t str,
    place: Place<'t>,
}

/// The words of a line and of its continuation lines. A comment ends it.
struct Line<'l, 't, I> {
    lines: &'l mut I,
    number: usize,
    line: &'t str,
    /// The unread part of the line.
    rest: &'t str,
    goes_on: bool,
}

impl<'l, 't, I: Iterator<Item = (&'t str, usize)>> Line<'l, 't, I> {
    /// The next line; `None` at the end of the text.
    fn next(lines: &'l mut I) -> Option<Self> {
        let (line, number) = lines.next()?;
        let (rest, goes_on) = without_comment(line);
        Some(Line {
            lines,
            number,
            line,
            rest,
            goes_on,
        })
    }
}

impl<'t, I: Iterator<Item = (&'t str, usize)>> Iterator for Line<'_, 't, I> {
    type Item = Word<'t>;

    fn next(&mut self) -> Option<Word<'t>> {
        self.rest = self.rest.trim_start();
        while self.rest.is_empty() {
            if !self.goes_on {
                return None;
            }
            (self.line, self.number) = self.lines.next()?;
            (self.rest, self.goes_on) = without_comment(self.line);
            self.rest = self.rest.trim_start();
        }
        let end = self.rest.find(char::is_whitespace);
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let at = text.as_ptr() as usize - self.line.as_ptr() as usize;
        self.rest = rest;
        Some(Word {
            text,
            place: Place {
                number: self.number,
                line: self.line,
                at,
            },
        })
    }
}

/// A line without its comment or its final backslash, and true if it continues in the next line.
fn without_comment(line: &str) -> (&str, bool) {
    if let Some((text, _)) = line.split_once('#') {
        return (text, false);
    }
    match line.trim_end().strip_suffix('\\') {
        Some(text) => (text, true),
        None => (line, false),
    }
}

/// The part of the model that has been read so far.
#[derive(Default)]
struct Reader {
    /// All vertices of the text, in metres.
    positions: Vec<Vec3>,
    /// For each vertex of the text: the last part that used it, from 1, and the vertex's number in the mesh.
    used: Vec<(u32, u32)>,
    /// The numbers of vertices, texture coordinates and normals so far.
    counts: [usize; 3],
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<ObjPart>,
    /// The name of the current part, and its first triangle.
    name: String,
    first: usize,
    cutter: PolygonCutter,
    /// The number of polygon tests made so far.
    tests: u64,
    /// The corners of the current face: positions and numbers in the mesh.
    corners: Vec<Vec3>,
    numbers: Vec<u32>,
    pieces: Vec<[u32; 3]>,
}

impl Reader {
    fn vertex<'t>(
        &mut self,
        words: impl Iterator<Item = Word<'t>>,
        begin: Place<'_>,
    ) -> Result<(), ObjError> {
        let (mut count, mut position) = (0, Vec3::ZERO);
        for Word { text, place } in words {
            let value: Option<f32> = text.parse().ok();
            let value = value.filter(|v| v.abs() <= TriMesh::MAX_COORDINATE);
            let value = value.ok_or_else(|| {
                let limit = TriMesh::MAX_COORDINATE;
                let word = shown(text);
                let needed = format!("a number between -{limit:e} and {limit:e} is needed");
                place.error(format!("`{word}` is no coordinate; {needed}"))
            })?;
            if count < 3 {
                position[count] = value;
            }
            count += 1;
        }
        // 4 words include a weight, 6 a colour, 7 both.
        if ![3, 4, 6, 7].contains(&count) {
            let message = format!("a vertex has 3 coordinates, this one {count}: `v x y z`");
            return Err(begin.error(message));
        }
        self.positions.push(position);
        self.used.push((0, 0));
        self.counts[0] += 1;
        Ok(())
    }

    fn face<'t>(
        &mut self,
        words: impl Iterator<Item = Word<'t>>,
        begin: Place<'_>,
    ) -> Result<(), ObjError> {
        self.corners.clear();
        self.numbers.clear();
        for word in words {
            if self.corners.len() == MAX_FACE_CORNERS {
                let message = format!("a face has at most {MAX_FACE_CORNERS} corners");
                return Err(word.place.error(message));
            }
            let vertex = self.corner(&word)?;
            self.corners.push(self.positions[vertex]);
            let number = self.number_of(vertex);
            self.numbers.push(number);
        }
        let count = self.corners.len();
        if count < 3 {
            let message = format!("a face has at least 3 corners, this one {count}");
            return Err(begin.error(message));
        }
        self.pieces.clear();
        let mut left = MAX_POLYGON_TESTS - self.tests;
        let cut = (self.cutter).cut(&self.corners, &mut left, &mut self.pieces);
        self.tests = MAX_POLYGON_TESTS - left;
        cut.map_err(|fault| {
            begin.error(match fault {
                CutError::Crosses => {
                    "the outline of this face crosses itself, so it encloses no area that triangles \
                     could cover; split it where it crosses"
                        .to_owned()
                }
                CutError::TooMuch => "the concave faces up to this one have too many corners in all; \
                     cut them into triangles before"
                    .to_owned(),
            })
        })?;
        let numbers = &self.numbers;
        let pieces = self.pieces.iter();
        (self.triangles).extend(pieces.map(|piece| piece.map(|i| numbers[i as usize])));
        Ok(())
    }

    /// The vertex of the text that a corner refers to.
    fn corner(&self, word: &Word<'_>) -> Result<usize, ObjError> {
        const KINDS: [&str; 3] = ["vertex", "texture coordinate", "normal"];
        let mut vertex = 0;
        for (kind, field) in word.text.split('/').enumerate() {
            if kind == 1 && field.is_empty() {
                continue; // `7//2`: no texture coordinate.
            }
            let Some(count) = self.counts.get(kind) else {
                let most = KINDS.len();
                let message = format!("`{}` has more than {most} indices", shown(word.text));
                return Err(word.place.error(message));
            };
            let index: Option<i64> = field.parse().ok();
            let Some(index) = index.filter(|&index| index != 0) else {
                let message = format!(
                    "`{}` names no corner; a vertex number from 1 (or from -1 backwards) \
                     is needed, as in `f 1 2 3` or `f 1/1/1 2/2/2 3/3/3`",
                    shown(word.text)
                );
                return Err(word.place.error(message));
            };
            let distance = index.unsigned_abs();
            if distance > *count as u64 {
                let what = KINDS[kind];
                let message =
                    format!("{what} {index} does not exist: there are {count} above this line");
                return Err(word.place.error(message));
            }
            if kind == 0 {
                vertex = match index > 0 {
                    true => distance as usize - 1,
                    false => count - distance as usize,
                };
            }
        }
        Ok(vertex)
    }

    /// The number of a text's vertex in the mesh: each part has vertices of its own.
    fn number_of(&mut self, vertex: usize) -> u32 {
        let part = self.parts.len() as u32 + 1;
        if self.used[vertex].0 != part {
            self.used[vertex] = (part, self.vertices.len() as u32);
            self.vertices.push(self.positions[vertex]);
        }
        self.used[vertex].1
    }

    /// Ends the current part, which is dropped if it has no triangles, and begins the next one.
    fn begin_part(&mut self, name: &str) {
        let triangles = self.first..self.triangles.len();
        if !triangles.is_empty() {
            self.first = triangles.end;
            let name = match self.name.is_empty() {
                true => "unnamed_object".to_owned(),
                false => std::mem::take(&mut self.name),
            };
            self.parts.push(ObjPart { name, triangles });
        }
        name.clone_into(&mut self.name);
    }

    fn finish(mut self, last_line: usize) -> Result<ObjModel, ObjError> {
        self.begin_part("");
        let mesh = TriMesh::new(self.vertices, self.triangles).map_err(|fault| {
            let message = match fault {
                MeshError::Empty => {
                    "the file has no faces: at least one `f` line is needed".to_string()
                }
                other => other.to_string(),
            };
            error(last_line, 1, message)
        })?;
        Ok(ObjModel {
            mesh,
            parts: self.parts,
        })
    }
}

/// A word in the form for a message: on one line, and shortened if it is long.
fn shown(word: &str) -> String {
    let mut shown: String = text::one_line(word).chars().take(SHOWN_LETTERS).collect();
    if word.chars().nth(SHOWN_LETTERS).is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests;
