//! The work of convex-pair methods on hulls of 6 to 2,000 vertices, from deep overlap to a gap of 1e-9.
//!
//! Both bodies are one ball of flat faces with central symmetry, the second shifted along the normal of the face
//! nearest to the centre. So gap, depth and distance are known without a reference.

use glam::{DQuat, DVec3};

use super::{Curves, Experiment, Results, Size, Table};
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Method, Row, Stage, of_stage};
use crate::scene::rng;
use crate::scene::solids::{ball, in_cube, turn};
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "convex-pairs",
    about: "work of each convex-pair method by the number of vertices, cold and from frame to frame",
    page: include_str!("pages/convex-pairs.txt"),
    run,
};

/// Rings and sectors of the balls.
const BALLS: [[usize; 2]; 6] = [[2, 4], [4, 6], [6, 12], [10, 24], [18, 50], [32, 64]];

const GAPS: [f64; 8] = [-0.5, -1e-3, -1e-6, -1e-9, 1e-9, 1e-6, 1e-3, 0.5];

/// Products of vertices and pairs of edges beyond which a method is left out: it would take seconds a question.
const TOO_MUCH: f64 = 2e7;

/// The sum of these products over all questions about one ball, which limits the poses: some seconds.
const MOST_WORK: f64 = 1e9;

/// Sums over the questions about one ball.
#[derive(Default)]
struct Sum {
    asked: u64,
    vertices: u64,
    worst: u64,
    wrong: u64,
    error: f64,
}

fn run(size: Size) -> Results {
    let count = if size == Size::Quick { 4 } else { BALLS.len() };
    let poses = if size == Size::Quick { 1 } else { 20 };
    let balls: Vec<Polytope> = BALLS[..count].iter().map(|&[r, s]| ball(r, s)).collect();
    let names = balls
        .iter()
        .map(|b| format!("{} vertices", b.vertices.len()));
    let columns: Vec<String> = std::iter::once("method".to_owned())
        .chain(names)
        .chain(["wrong", "worst rounds", "error"].map(String::from))
        .collect();
    let mut results = Results::default();
    for (title, frames) in [("cold", 1), ("warm: ten frames, turned by 0.01", 10)] {
        let mut rows = Vec::new();
        let mut curves = Vec::new();
        for row in of_stage(Stage::ConvexPair) {
            let sums: Vec<Option<Sum>> = balls
                .iter()
                .map(|ball| measure(row, ball, poses, frames))
                .collect();
            let mean = |s: &Sum| s.vertices as f64 / s.asked as f64;
            let mut cells = vec![row.id.to_owned()];
            cells.extend(sums.iter().map(|s| {
                s.as_ref()
                    .map_or("-".to_owned(), |s| format!("{:.0}", mean(s)))
            }));
            let all = || sums.iter().flatten();
            cells.push(all().map(|s| s.wrong).sum::<u64>().to_string());
            cells.push(all().map(|s| s.worst).max().unwrap_or(0).to_string());
            cells.push(format!(
                "{:.0e}",
                all().map(|s| s.error).fold(0.0, f64::max)
            ));
            rows.push(cells);
            let points = balls.iter().zip(&sums).filter_map(|(ball, sum)| {
                let work = mean(sum.as_ref()?);
                (work > 0.0).then_some([ball.vertices.len() as f64, work])
            });
            curves.push((row.id.to_owned(), points.collect()));
        }
        let title = format!("vertices and planes looked at, {title}");
        results.tables.push(Table {
            title: title.clone(),
            columns: columns.clone(),
            rows,
        });
        let axes = ["vertices".to_owned(), "looked at".to_owned()];
        results.curves.push(Curves {
            title,
            axes,
            curves,
        });
    }
    results
}

/// Asks about one ball and its copy at all gaps; `None` if it would take too long.
fn measure(row: &Row, ball: &Polytope, poses: usize, frames: usize) -> Option<Sum> {
    let Method::ConvexPair(make) = row.method else {
        return None;
    };
    let (vertices, edges) = (ball.vertices.len() as f64, ball.topology.edges.len() as f64);
    let work = match row.id {
        "minkowski-hull" => vertices.powi(4) * vertices,
        "sat-all-pairs" => edges.powi(2) * vertices,
        "inside-edge" | "sat-gauss-map" | "baraff-witness" => edges.powi(2),
        _ => 0.0,
    };
    if work > TOO_MUCH {
        return None;
    }
    let affordable = MOST_WORK / (work * (GAPS.len() * frames) as f64);
    let poses = poses.min((affordable as usize).max(1));
    let nearest = ball
        .planes
        .iter()
        .min_by(|p, q| p.offset.total_cmp(&q.offset))?;
    let mut rng = rng(3);
    let mut method = make();
    let mut sum = Sum::default();
    for gap in GAPS {
        let copy = ball.moved(
            DQuat::IDENTITY,
            nearest.normal * (2.0 * nearest.offset + gap),
        );
        for _ in 0..poses {
            let (start, spin) = (turn(3.0 * in_cube(&mut rng)), in_cube(&mut rng).normalize());
            method.forget();
            for frame in 0..frames {
                let turned = turn(spin * (0.01 * frame as f64)) * start;
                let [a, b] = [ball, &copy].map(|body| body.moved(turned, DVec3::ZERO));
                let mut work = Work::default();
                let answer = method.ask(&a, &b, &mut work);
                if frame + 1 < frames {
                    continue;
                }
                sum.asked += 1;
                sum.vertices += work.ops.vertices + work.ops.axes + work.ops.cells;
                sum.worst = sum.worst.max(work.ops.iterations);
                sum.wrong += u64::from(answer.hit != (gap < 0.0));
                if let (Some(distance), true) = (answer.distance, gap > 0.0) {
                    sum.error = sum.error.max((distance - gap).abs() / size_of(&a, &b));
                }
                let depth = answer
                    .depth
                    .filter(|_| gap < 0.0 && row.gives.contains(&Gives::Depth));
                if let Some([depth, _]) = depth {
                    sum.error = sum.error.max((depth + gap).abs() / size_of(&a, &b));
                }
            }
        }
    }
    Some(sum)
}
