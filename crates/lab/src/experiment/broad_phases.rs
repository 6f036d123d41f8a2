//! The work of broad phases on six movements (experiment 10 of the specification).

use super::{Curves, Experiment, Results, Size, Table};
use crate::registry::{Method, Row, Stage, of_stage};
use crate::scene::boxes::{Crowd, Movement, crowd};
use crate::work::Work;

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment {
    id: "broad-phases",
    about: "work of each broad phase per body and frame, on six movements",
    page: include_str!("pages/broad-phases.txt"),
    run,
};

fn run(size: Size) -> Results {
    let (count, frames) = if size == Size::Quick {
        (150, 10)
    } else {
        (1000, 60)
    };
    let crowds = Movement::ALL.map(|movement| crowd(movement, count, frames, 11));
    let mut columns = vec!["method".to_owned()];
    columns.extend(Movement::ALL.map(|movement| format!("{movement:?}")));
    let rows = of_stage(Stage::BroadPhase).map(|row| {
        let mut cells = vec![row.id.to_owned()];
        cells.extend(
            crowds
                .iter()
                .map(|crowd| format!("{:.1}", work_per_body(row, crowd))),
        );
        cells
    });
    let title = format!("tests, swaps, cells and updates per body and frame, {count} bodies");
    let table = Table {
        title,
        columns,
        rows: rows.collect(),
    };
    let counts: &[usize] = if size == Size::Quick {
        &[25, 100]
    } else {
        &[30, 100, 300, 1000, 3000]
    };
    let curves = of_stage(Stage::BroadPhase).map(|row| {
        let point = |&count: &usize| {
            let crowd = crowd(Movement::Brownian, count, 10, 13);
            [count as f64, work_per_body(row, &crowd)]
        };
        (row.id.to_owned(), counts.iter().map(point).collect())
    });
    let curves = Curves {
        title: "broad phases, Brownian motion".to_owned(),
        axes: [
            "bodies".to_owned(),
            "operations per body and frame".to_owned(),
        ],
        curves: curves.collect(),
    };
    Results {
        tables: vec![table],
        curves: vec![curves],
    }
}

/// All operations per body and frame, after the first frame.
fn work_per_body(row: &Row, crowd: &Crowd) -> f64 {
    let Method::BroadPhase(make) = row.method else {
        return 0.0;
    };
    let mut method = make(&crowd.world);
    let mut pairs = Vec::new();
    let mut work = Work::default();
    for boxes in &crowd.frames {
        if std::ptr::eq(boxes, &crowd.frames[1]) {
            work = Work::default();
        }
        method.update(boxes, &mut pairs, &mut work);
    }
    let ops = work.ops;
    let sum = ops.tests + ops.swaps + ops.cells + ops.updates;
    sum as f64 / (crowd.frames.len() - 1) as f64 / crowd.frames[0].len() as f64
}
