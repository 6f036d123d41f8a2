//! Tests of half-edges on small meshes whose neighbours are known.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::DVec3;

use crate::mesh::half_edges::*;

/// A closed tetrahedron, wound outwards.
const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

#[test]
fn a_tetrahedron_is_closed_and_every_twin_names_its_twin() {
    let edges = HalfEdges::new(&TETRAHEDRON);
    assert!(edges.is_closed() && edges.is_oriented());
    assert_eq!((edges.len(), edges.boundary_edges()), (12, 0));
    for edge in 0..12 {
        let Across::Twin {
            edge: twin,
            opposed,
        } = edges.across(edge)
        else {
            panic!("{edge} has no twin");
        };
        assert!(opposed && twin / 3 != edge / 3);
        assert_eq!(edges.across(twin).other(), Some((edge, true)));
        let from = |edge: u32| TETRAHEDRON[edge as usize / 3][edge as usize % 3];
        assert_eq!(from(edge), from(next(twin)));
    }
}

#[test]
fn a_triangle_wound_against_the_others_is_found() {
    let mut turned = TETRAHEDRON;
    turned[2].swap(0, 1);
    let edges = HalfEdges::new(&turned);
    assert!(edges.is_closed() && !edges.is_oriented());
    let against =
        (6..9).filter(|&e| matches!(edges.across(e), Across::Twin { opposed, .. } if !opposed));
    assert_eq!(against.count(), 3);
}

#[test]
fn boundary_and_non_manifold_edges_are_kept_apart() {
    // Three blades at one hinge.
    let edges = HalfEdges::new(&[[0, 1, 2], [0, 1, 3], [1, 0, 4]]);
    assert_eq!(edges.boundary_edges(), 6);
    assert!(!edges.is_closed() && !edges.is_oriented());
    let mut at = 0;
    for blade in [1, 2, 0] {
        let Across::NonManifold { next, opposed } = edges.across(at) else {
            panic!("the hinge has three blades");
        };
        assert_eq!((next / 3, opposed), (blade, blade == 2 || at / 3 == 2));
        at = next;
    }
    assert_eq!(edges.across(1), Across::Boundary);
}

#[test]
fn a_new_order_keeps_the_neighbours() {
    let edges = HalfEdges::new(&TETRAHEDRON);
    let place = [2, 0, 3, 1];
    let mut triangles = [[0; 3]; 4];
    for (t, corners) in TETRAHEDRON.into_iter().enumerate() {
        triangles[place[t] as usize] = corners;
    }
    let moved = edges.reordered(&place);
    for edge in 0..12 {
        let expected = HalfEdges::new(&triangles).across(edge);
        assert_eq!(moved.across(edge), expected);
    }
}

#[test]
fn folds_are_told_by_form_and_angle() {
    let corners = |lift: f64| {
        [
            DVec3::ZERO,
            DVec3::Z,
            DVec3::new(1.0, 0.0, 0.0),
            DVec3::new(-1.0, lift, 0.0),
        ]
    };
    let triangles: [[u32; 3]; 2] = [[0, 1, 2], [1, 0, 3]];
    let fold = |lift: f64, turned: bool| {
        let mut triangles = triangles;
        if turned {
            triangles[1].swap(0, 1);
        }
        let edges = HalfEdges::new(&triangles);
        let places = corners(lift);
        let place = |e: u32| places[triangles[e as usize / 3][e as usize % 3] as usize];
        edges.dihedral_angle(0, place).unwrap()
    };
    for turned in [false, true] {
        assert_eq!(fold(0.0, turned).form, EdgeConvexity::Flat);
        let ridge = fold(-1.0, turned);
        assert_eq!(ridge.form, EdgeConvexity::Convex);
        assert!((ridge.angle - FRAC_PI_2 / 2.0).abs() < 1e-12);
        assert!((ridge.interior_angle() - 0.75 * PI).abs() < 1e-12);
        let valley = fold(1.0, turned);
        assert_eq!(valley.form, EdgeConvexity::Concave);
        assert!((valley.interior_angle() - 1.25 * PI).abs() < 1e-12);
    }
    let edges = HalfEdges::new(&triangles);
    assert_eq!(edges.dihedral_angle(1, |_| DVec3::ZERO), None);
}
