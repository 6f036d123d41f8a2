//! The lab: the methods that five sources on collision detection describe, each on its own, on the same scenes,
//! held against the exact truth.
//!
//! Each method is a plain scalar implementation in f64 and in one file, whose header gives the idea, when to use
//! it, its limits and its source. It shares no code with the engine (`dodgem-collide`), which appears as a row
//! of its own: so a table compares methods and not engineering. Operations are counted first; time is measured
//! second.
//!
//! | module | holds |
//! |---|---|
//! | [`registry`] | the list of all methods, from which everything else is made |
//! | [`methods`] | the methods of the sources, and where each is |
//! | [`work`] | the counts of operations and the trace of iterations |
//! | [`polytope`] | convex bodies |
//! | [`scene`] | pairs of bodies and moving boxes, with their exact answers |
//! | [`convex`] | methods for two convex bodies |
//! | [`hull`] | methods that build convex hulls |
//! | [`mesh_pair`] | methods for two meshes; the library of 2002 |
//! | [`volume`] | bounding volumes, their fits and tests |
//! | [`tree`] | trees of volumes and descents |
//! | [`decomposition`] | convex pieces of a surface, and five questions about them |
//! | [`broad`] | methods that find the pairs of boxes that overlap |
//! | [`manifold`] | methods that find contact points |
//! | [`sweep`] | methods that find the first contact of moving bodies |
//! | [`small`] | primitive tests, and a place clear of others |
//! | [`system`] | whole systems for many bodies |
//! | [`judge`] | runs a method on scenes and counts its wrong answers |
//! | [`experiment`] | tables of several methods |
//! | [`traced`] | the steps of a method, as figures |
//! | [`report`] | text, CSV, JSON and SVG |
//!
//! To add a method, write one file with a `ROW` beside the others of its stage, and name the row in
//! [`registry::ROWS`]. The judge, the list and the tables follow.
//!
//! Sources, as the registry numbers them: 1 Aleš Daneu, *Algoritmi za odkrivanje trkov*, Ljubljana 2002; 2 Jyrki
//! Rasku, *Törmäysten havaitseminen tietokoneanimaatiossa*, Tampere 2003; 3 Marko Huotari, *Törmäyksen tunnistus
//! 3D-ympäristössä*, Mikkeli 2011; 4 Tuukka Varjus, *Törmäystarkastelu reaaliaikaisissa sovelluksissa*,
//! Jyväskylä 2018; 5 *Kolizja*, lecture notes in Polish, 2016.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod broad;
pub mod convex;
pub mod decomposition;
pub mod experiment;
pub mod hull;
pub mod judge;
pub mod manifold;
pub mod mesh_pair;
pub mod methods;
pub mod params;
pub mod polytope;
pub mod registry;
pub mod report;
pub mod scene;
pub mod small;
pub mod sweep;
pub mod system;
pub mod traced;
pub mod tree;
pub mod volume;
pub mod work;
