//! Models from Wavefront OBJ text. Errors name line and column.
//!
//! The `tobj` crate reads the format. Its errors name no line, so a first pass over the text checks
//! what goes wrong in practice (numbers, indices) and says where, in linear time. An error that only `tobj` finds
//! is reported at the line that it had reached.

use std::io::{BufRead, Read};
use std::ops::Range;

use glam::Vec3;

use crate::mesh::text;
use crate::mesh::{MeshError, TriMesh};

/// The largest OBJ text that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// The most corners of one face. A face becomes a fan of triangles, which fits a disc; no drawing
/// program writes discs as fine as this.
pub const MAX_FACE_CORNERS: usize = 4096;

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
    /// Its triangles, as indices into the mesh's triangles.
    pub triangles: Range<usize>,
}

/// What is wrong with an OBJ text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ObjError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// Reads an OBJ text: vertices, polygons (cut into fans of triangles), objects and groups.
/// Texture coordinates, normals, lines, points and materials are accepted and ignored.
///
/// # Errors
/// [`ObjError`] with the place of the first fault.
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
    check_lines(text)?;
    import(text)
}

/// The line and column of the first face in an OBJ text; `None` if it has none, or is no text.
pub fn first_face(text: &[u8]) -> Option<(usize, usize)> {
    let text = text::decode(text).ok()?;
    lines(text).find_map(|line| match line.words().next() {
        Some((at, "f")) => Some((line.number, line.column(at))),
        _ => None,
    })
}

fn error(line: usize, column: usize, message: String) -> ObjError {
    ObjError {
        line,
        column,
        message,
    }
}

/// A line of the text and its number, from 1.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().enumerate().map(|(index, text)| Line {
        number: index + 1,
        text,
    })
}

impl<'t> Line<'t> {
    /// The words with the bytes at which they begin; a comment ends the line.
    fn words(self) -> impl Iterator<Item = (usize, &'t str)> {
        let line = self.text.split('#').next().unwrap_or("");
        line.split_whitespace()
            .map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
    }

    /// The column of a byte. It is counted from the start of the line, so only for what is wrong:
    /// counted for every word, long lines would take quadratic time.
    fn column(self, at: usize) -> usize {
        self.text[..at].chars().count() + 1
    }

    fn error(self, at: usize, message: String) -> ObjError {
        error(self.number, self.column(at), message)
    }
}

/// Checks every vertex and face of the text.
fn check_lines(text: &str) -> Result<(), ObjError> {
    let (mut positions, mut texture, mut normals) = (0usize, 0usize, 0usize);
    for line in lines(text) {
        let mut words = line.words();
        match words.next() {
            Some((at, "v")) => {
                check_vertex(words, line, at)?;
                positions += 1;
            }
            Some((_, "vt")) => texture += 1,
            Some((_, "vn")) => normals += 1,
            Some((at, "f")) => {
                check_face(words, line, at, [positions, texture, normals])?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_vertex<'t>(
    words: impl Iterator<Item = (usize, &'t str)>,
    line: Line<'_>,
    begin: usize,
) -> Result<(), ObjError> {
    let mut count = 0;
    for (at, word) in words {
        let value: Option<f32> = word.parse().ok();
        if !value.is_some_and(|v| v.abs() <= TriMesh::MAX_COORDINATE) {
            let limit = TriMesh::MAX_COORDINATE;
            let word = shown(word);
            let message = format!(
                "`{word}` is no coordinate; a number between -{limit:e} and {limit:e} is needed"
            );
            return Err(line.error(at, message));
        }
        count += 1;
    }
    // 4: with a weight; 6 and 7: with a colour.
    if ![3, 4, 6, 7].contains(&count) {
        let message = format!("a vertex has 3 coordinates, this one {count}: `v x y z`");
        return Err(line.error(begin, message));
    }
    Ok(())
}

fn check_face<'t>(
    words: impl Iterator<Item = (usize, &'t str)>,
    line: Line<'_>,
    begin: usize,
    counts: [usize; 3],
) -> Result<(), ObjError> {
    const KINDS: [&str; 3] = ["vertex", "texture coordinate", "normal"];
    let mut corners = 0;
    for (at, word) in words {
        corners += 1;
        if corners > MAX_FACE_CORNERS {
            let message = format!("a face has at most {MAX_FACE_CORNERS} corners");
            return Err(line.error(at, message));
        }
        for (kind, field) in word.split('/').enumerate() {
            if kind == 1 && field.is_empty() {
                continue; // `7//2`: no texture coordinate.
            }
            let Some(count) = counts.get(kind) else {
                let most = KINDS.len();
                let message = format!("`{}` has more than {most} indices", shown(word));
                return Err(line.error(at, message));
            };
            let index: Option<i64> = field.parse().ok();
            let Some(index) = index.filter(|&index| index != 0) else {
                let message = format!(
                    "`{}` names no corner; a vertex number from 1 (or from -1 backwards) \
                     is needed, as in `f 1 2 3` or `f 1/1/1 2/2/2 3/3/3`",
                    shown(word)
                );
                return Err(line.error(at, message));
            };
            if index.unsigned_abs() > *count as u64 {
                let what = KINDS[kind];
                let message =
                    format!("{what} {index} does not exist: there are {count} above this line");
                return Err(line.error(at, message));
            }
        }
    }
    if corners < 3 {
        let message = format!("a face has at least 3 corners, this one {corners}");
        return Err(line.error(begin, message));
    }
    Ok(())
}

/// A word as a message shows it: on one line, and not all of a long one.
fn shown(word: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text::one_line(word).chars().take(MOST).collect();
    if word.chars().nth(MOST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A reader that counts the lines read from it.
struct LineCounter<'t> {
    rest: &'t [u8],
    lines: usize,
}

impl Read for LineCounter<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.rest.read(buffer)?;
        self.lines += buffer[..count].iter().filter(|&&b| b == b'\n').count();
        Ok(count)
    }
}

impl BufRead for LineCounter<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        Ok(self.rest)
    }

    fn consume(&mut self, amount: usize) {
        let (taken, rest) = self.rest.split_at(amount.min(self.rest.len()));
        self.lines += taken.iter().filter(|&&byte| byte == b'\n').count();
        self.rest = rest;
    }
}

fn import(text: &str) -> Result<ObjModel, ObjError> {
    let options = tobj::LoadOptions {
        single_index: false,
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
    };
    let mut reader = LineCounter {
        rest: text.as_bytes(),
        lines: 0,
    };
    // Material files are neither searched nor read: an asset may not name another file.
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let loaded = tobj::load_obj_buf(&mut reader, &options, no_materials);
    let last_line = reader.lines.max(1);
    let (models, _) =
        loaded.map_err(|fault| error(last_line, 1, format!("not a sound OBJ file: {fault}")))?;

    let mut vertices: Vec<Vec3> = Vec::new();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    let mut parts = Vec::new();
    for model in models {
        let first_vertex = vertices.len() as u32;
        let first_triangle = triangles.len();
        let positions = model.mesh.positions.chunks_exact(3);
        vertices.extend(positions.map(Vec3::from_slice));
        let corners = model.mesh.indices.chunks_exact(3);
        triangles.extend(corners.map(|c| [c[0], c[1], c[2]].map(|v| v + first_vertex)));
        if triangles.len() > first_triangle {
            parts.push(ObjPart {
                name: model.name,
                triangles: first_triangle..triangles.len(),
            });
        }
    }
    let mesh = TriMesh::new(vertices, triangles).map_err(|fault| {
        let message = match fault {
            MeshError::Empty => {
                "the file has no faces: at least one `f` line is needed".to_string()
            }
            other => other.to_string(),
        };
        error(text.lines().count().max(1), 1, message)
    })?;
    Ok(ObjModel { mesh, parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> (usize, usize) {
        let fault = parse(text.as_bytes()).unwrap_err();
        (fault.line, fault.column)
    }

    #[test]
    fn objects_become_parts_and_quads_two_triangles() {
        let text = "o floor\nv 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3 4\n\
                    o roof\nv 0 1 0\nv 1 1 0\nv 1 1 1\nf -3 -2 -1\n";
        let model = parse(text.as_bytes()).unwrap();
        assert_eq!(model.mesh.triangles().len(), 3);
        assert_eq!(model.parts.len(), 2);
        assert_eq!(model.parts[1].name, "roof");
        assert_eq!(model.parts[1].triangles, 2..3);
        assert_eq!(model.mesh.corner_points(2)[0], Vec3::Y);
    }

    #[test]
    fn a_fault_is_named_by_line_and_column() {
        assert_eq!(place("v 0 0 0\nv 1 zero 0\n"), (2, 5));
        assert_eq!(place("v 0 0\n"), (1, 1));
        assert_eq!(place("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"), (4, 7));
        assert_eq!(place("v 0 0 0\nf 1 1\n"), (2, 1));
        assert_eq!(place("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n"), (4, 7));
        assert_eq!(place("v 0 0 1e30\n"), (1, 7));
    }

    #[test]
    fn an_empty_file_and_one_without_faces_are_refused() {
        assert!(parse(b"").unwrap_err().message.contains("no faces"));
        assert!(
            parse(b"v 0 0 0\n")
                .unwrap_err()
                .message
                .contains("no faces")
        );
        assert!(parse(&[0xff, 0xfe, 0x00]).is_err());
    }

    #[test]
    fn material_files_are_not_opened() {
        let text = "mtllib ../../secret.mtl\nusemtl gold\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        assert!(parse(text.as_bytes()).is_ok());
    }
}
