//! Tests of accepted texts, and of refused ones with the place of the fault.

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

/// The sum of the triangles' areas.
fn area(text: &str) -> f32 {
    let mesh = parse(text.as_bytes()).unwrap().mesh;
    let corners = (0..mesh.triangles().len()).map(|i| mesh.corner_points(i));
    let areas = corners.map(|[a, b, c]| 0.5 * (b - a).cross(c - a).length());
    areas.sum()
}

#[test]
fn a_concave_face_covers_its_own_area_from_whichever_corner() {
    // An L: a square of 2 m without one of 1 m. A fan from four of its corners covers the notch.
    let corners = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n";
    for first in 0..6 {
        for backwards in [false, true] {
            let mut order = [0, 1, 2, 3, 4, 5].map(|i| (first + i) % 6 + 1);
            if backwards {
                order.reverse();
            }
            let face = order.map(|corner| corner.to_string()).join(" ");
            assert_eq!(area(&format!("{corners}f {face}\n")), 3.0, "f {face}");
        }
    }
}

#[test]
fn what_other_programs_write_is_read_as_the_plain_text_is() {
    let vertices = [
        "0 0 0", "1 0 0", "1 1 0", "0 1 0", "0 0 1", "1 0 1", "1 1 1", "0 1 1",
    ];
    let faces = "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";
    let with = |end: &dyn Fn(usize) -> &'static str| -> String {
        let lines = vertices.iter().enumerate();
        lines.map(|(i, v)| format!("v {v}{}\n", end(i))).collect()
    };
    let plain = with(&|_| "");
    let read = |text: String| parse(text.as_bytes()).unwrap().mesh;
    let expected = read(format!("{plain}{faces}"));
    assert_eq!(expected.triangles().len(), 12);
    let comments = with(&|i| if i == 1 { " # second" } else { "" });
    let some_colours = with(&|i| if i > 3 { " 0.5 0.5 0.5" } else { "" });
    let all = with(&|_| " 1.0 0.5 0.5 0.5");
    let goes_on = faces.replace("f 1 4 3 2", "f 1 4 \\\n 3\\\r\n\\\n2 # done");
    for text in [
        format!("{comments}{faces}"),
        format!("{plain}{}", faces.replace("8\n", "8 # top\n")),
        format!("{some_colours}{faces}"),
        format!("{all}{faces}"),
        format!("{plain}{goes_on}"),
        format!("{plain}{faces}vt one\nvn\nusemtl\nl 1 \\\nf 9 9 9\n"),
    ] {
        assert_eq!(read(text.clone()), expected, "{text}");
    }
}

#[test]
fn a_fault_in_a_line_that_goes_on_and_a_face_that_crosses_itself_are_named() {
    let corners = "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\n";
    assert_eq!(place(&format!("{corners}f 1 2 \\\n  9\n")), (6, 3));
    assert_eq!(place(&format!("{corners}f 1 \\\n2\n")), (5, 1));
    let crossing = format!("{corners}o bow\n f 1 2 3 4\n");
    assert_eq!(place(&crossing), (6, 2));
    let fault = parse(crossing.as_bytes()).unwrap_err();
    assert!(fault.message.contains("crosses itself"), "{fault}");
}
