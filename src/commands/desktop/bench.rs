//! `dodgem bench`: the tables of the 2002 library, measured on this machine, and frame times.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::IsTerminal;
use std::time::Instant;

use clap::{Args, ValueEnum};

use dodgem::level::Library;
use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::query::{Stage, Stages};
use dodgem_collide::{BuildOptions, Model, PieceGrowth, Placed, Query, VolumeKind, scenes};

use crate::commands::desktop::params::BENCH_SIZES;
use crate::commands::output::{Failure, print};

const EXPLAINED: &str = "\
The tables are those of Aleš Daneu, \"Algoritmi za odkrivanje trkov\" (diploma thesis, University of
Ljubljana, 2002), measured there on a Celeron of 433 MHz: models whose convex pieces hold 1 to 10
triangles at most, and how long one test takes.
  cars     a car comes up to another, turns once around inside it, and leaves. 905 triangles
           against 878 there, 928 against 928 here.
  spheres  a sphere of 1984 triangles tumbles inside a slightly larger one and never touches it:
           the worst case. The source does not say how much larger; here --ratio sets it.
  frames   how long pictures of a round take here at each detail, in a window: needs a display.
A pose's time is the best of --repeats; a table's figure is the mean over all poses, as in 2002.
docs/performance.md explains the figures.";

/// Print the tables of the 2002 library, with the printed figures and this machine's, or frame times
#[derive(Debug, Args)]
#[command(after_help = EXPLAINED)]
pub struct Arguments {
    /// The table; both tables of 2002 if none is named
    #[arg(value_enum)]
    table: Option<TableChoice>,
    /// Method of growing pieces from triangles
    #[arg(long, value_enum, default_value_t = GrowthChoice::Both)]
    growth: GrowthChoice,
    /// The volume of the trees' nodes; 2002 had the 18-DOP
    #[arg(long, value_enum, default_value_t = VolumeChoice::Dop18)]
    volume: VolumeChoice,
    /// Number of poses in which each pair is tested
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(4..=100_000))]
    poses: u32,
    /// Number of timings per pose; the best one counts
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// The inner sphere's radius relative to the outer one's
    #[arg(long, default_value = "0.95", value_parser = ratio)]
    ratio: f32,
    /// Leave out the quick box search before the full search, which 2002 did not have: it finds most hits
    /// before any of the volumes is tested
    #[arg(long)]
    no_probe: bool,
    /// The level of the frames
    #[arg(long, default_value = "classic")]
    level: String,
    /// Number of frames at each detail level
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(3..=100_000))]
    pictures: u32,
    /// Size of the frames in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = crate::commands::values::size)]
    size: (u32, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableChoice {
    /// Car through car
    Cars,
    /// Sphere in sphere
    Spheres,
    /// Pictures of a round, at each detail level
    Frames,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GrowthChoice {
    /// As in 2002: each triangle joins the first piece that accepts it
    FirstFit,
    /// Over shared edges: what the game uses
    Adjacency,
    /// Both methods
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum VolumeChoice {
    Sphere,
    Aabb,
    Dop6,
    Dop14,
    Dop18,
    Dop26,
}

impl VolumeChoice {
    fn kind(self) -> VolumeKind {
        match self {
            VolumeChoice::Sphere => VolumeKind::Sphere,
            VolumeChoice::Aabb => VolumeKind::Aabb,
            VolumeChoice::Dop6 => VolumeKind::Kdop6,
            VolumeChoice::Dop14 => VolumeKind::Kdop14,
            VolumeChoice::Dop18 => VolumeKind::Kdop18,
            VolumeChoice::Dop26 => VolumeKind::Kdop26,
        }
    }
}

/// Parses a ratio of radii that leaves a gap between the two spheres.
fn ratio(text: &str) -> Result<f32, String> {
    // A sphere of 32 rings is flat in places: somewhat above 0.99, the inner one pokes through.
    match text.parse::<f32>() {
        Ok(ratio) if (0.1..=0.99).contains(&ratio) => Ok(ratio),
        _ => Err("must be a number from 0.1 to 0.99".to_owned()),
    }
}

/// A row of the tables of 2002, in milliseconds on a Celeron of 433 MHz.
type PrintedRow = [f64; BENCH_SIZES];

const CARS_HIT: PrintedRow = [
    0.626, 0.475, 0.553, 0.459, 0.513, 0.422, 0.460, 0.459, 0.467, 0.469,
];
const CARS_CLEAR: PrintedRow = [
    0.033, 0.034, 0.030, 0.032, 0.031, 0.033, 0.037, 0.035, 0.032, 0.033,
];
const CARS_ALL: PrintedRow = [
    0.429, 0.320, 0.349, 0.296, 0.333, 0.274, 0.296, 0.297, 0.309, 0.313,
];
const SPHERES: PrintedRow = [
    2.614, 1.819, 1.767, 1.266, 2.419, 1.537, 3.030, 1.792, 3.240, 2.590,
];

/// The measurements for one size of pieces.
#[derive(Clone, Copy, Debug, Default)]
struct TableColumn {
    /// The pieces of both models together.
    pieces: usize,
    hit: MeanTime,
    clear: MeanTime,
}

/// A mean time.
#[derive(Clone, Copy, Debug, Default)]
struct MeanTime {
    seconds: f64,
    count: u32,
}

impl MeanTime {
    fn add(&mut self, seconds: f64) {
        self.seconds += seconds;
        self.count += 1;
    }

    fn and(self, other: MeanTime) -> MeanTime {
        MeanTime {
            seconds: self.seconds + other.seconds,
            count: self.count + other.count,
        }
    }

    /// Returns the mean in microseconds; NaN if nothing was measured.
    fn micros(self) -> f64 {
        1e6 * self.seconds / f64::from(self.count)
    }
}

/// Measures and prints the tables.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.table == Some(TableChoice::Frames) {
        let Arguments {
            level,
            pictures,
            size,
            ..
        } = arguments;
        return super::frames::run(level, *pictures, *size);
    }
    let wanted = |table| arguments.table.is_none_or(|named| named == table);
    let progress = ProgressLine::new();
    if wanted(TableChoice::Cars) {
        let car = Library::standard()
            .model("bumper_car.obj", 1.0, &BuildOptions::default())
            .map_err(Failure::input)?;
        let car = car.model.mesh();
        let title = format!(
            "Car through car: {} poses of {} triangles against {}",
            arguments.poses,
            car.triangles().len(),
            car.triangles().len()
        );
        let poses = scenes::car_path(arguments.poses as usize);
        table(arguments, &progress, &title, car, car, &poses, cars)?;
    }
    if wanted(TableChoice::Spheres) {
        let sphere = |radius| scenes::sphere(32, 32, radius).map_err(Failure::input);
        let (outer, inner) = (sphere(1.0)?, sphere(arguments.ratio)?);
        let title = format!(
            "Sphere in sphere: {} poses of {} triangles in {}, radius ratio {}",
            arguments.poses,
            inner.triangles().len(),
            outer.triangles().len(),
            arguments.ratio
        );
        let poses = scenes::tumbling(arguments.poses as usize);
        table(
            arguments, &progress, &title, &outer, &inner, &poses, spheres,
        )?;
    }
    Ok(())
}

/// Measures a pair of meshes with pieces of all sizes, and prints a table for each method of growing them.
fn table(
    arguments: &Arguments,
    progress: &ProgressLine,
    title: &str,
    first: &TriMesh,
    second: &TriMesh,
    poses: &[Pose],
    rows: fn(&[TableColumn]) -> Vec<TableRow>,
) -> Result<(), Failure> {
    for (growth, name) in [
        (PieceGrowth::FirstFit, "pieces by first fit, as in 2002"),
        (PieceGrowth::Adjacency, "pieces grown over edges"),
    ] {
        let left_out = match growth {
            PieceGrowth::FirstFit => GrowthChoice::Adjacency,
            PieceGrowth::Adjacency => GrowthChoice::FirstFit,
        };
        if arguments.growth == left_out {
            continue;
        }
        let mut columns = Vec::with_capacity(BENCH_SIZES);
        for size in 1..=BENCH_SIZES {
            progress.show(&format!("{title}, {name}: {size} of {BENCH_SIZES}"));
            let options = BuildOptions {
                max_piece_triangles: size,
                piece_growth: growth,
                volume: arguments.volume.kind(),
                ..BuildOptions::default()
            };
            let build = |mesh| Model::build(mesh, &options).map_err(Failure::input);
            let pair = (build(first)?, build(second)?);
            columns.push(measure(&pair, poses, arguments));
        }
        progress.clear();
        let probe = if arguments.no_probe {
            ", without the probe"
        } else {
            ""
        };
        print(&format!(
            "{title}; {name}{probe}\n{}\n",
            lay_out(&rows(&columns))
        ))?;
    }
    Ok(())
}

fn measure((first, second): &(Model, Model), poses: &[Pose], arguments: &Arguments) -> TableColumn {
    let mut query = Query::default();
    if arguments.no_probe {
        query.set_stages(Stages::ALL.without(Stage::Probe));
    }
    let mut column = TableColumn {
        pieces: first.report().pieces + second.report().pieces,
        ..TableColumn::default()
    };
    for pose in poses {
        let mut best = f64::INFINITY;
        let mut hit = false;
        for _ in 0..arguments.repeats {
            let start = Instant::now();
            let (a, b) = (
                Placed::new(first, &Pose::IDENTITY),
                Placed::new(second, black_box(pose)),
            );
            let found = query.intersect(a, b);
            best = best.min(start.elapsed().as_secs_f64());
            hit = black_box(found).is_hit();
        }
        let mean = if hit {
            &mut column.hit
        } else {
            &mut column.clear
        };
        mean.add(best);
    }
    column
}

/// A row of a table: its label and its figures.
type TableRow = (&'static str, Vec<String>);

fn cars(columns: &[TableColumn]) -> Vec<TableRow> {
    let mut rows = vec![pieces(columns)];
    rows.extend(compared(
        ["hit, 2002, us", "hit, here, us", "  times faster"],
        &CARS_HIT,
        columns.iter().map(|column| column.hit),
    ));
    rows.extend(compared(
        ["no hit, 2002, us", "no hit, here, us", "  times faster"],
        &CARS_CLEAR,
        columns.iter().map(|column| column.clear),
    ));
    rows.extend(compared(
        [
            "all poses, 2002, us",
            "all poses, here, us",
            "  times faster",
        ],
        &CARS_ALL,
        columns.iter().map(|column| column.hit.and(column.clear)),
    ));
    rows
}

fn spheres(columns: &[TableColumn]) -> Vec<TableRow> {
    let mut rows = vec![pieces(columns)];
    rows.extend(compared(
        ["no hit, 2002, us", "no hit, here, us", "  times faster"],
        &SPHERES,
        columns.iter().map(|column| column.clear),
    ));
    rows
}

fn pieces(columns: &[TableColumn]) -> TableRow {
    let counts = columns.iter().map(|column| column.pieces.to_string());
    ("pieces of both models", counts.collect())
}

/// Returns the printed row, our row, and the speed-up.
fn compared(
    names: [&'static str; 3],
    printed: &PrintedRow,
    ours: impl Iterator<Item = MeanTime>,
) -> [TableRow; 3] {
    let ours: Vec<f64> = ours.map(MeanTime::micros).collect();
    let figure = |value: f64, decimals: usize| {
        if value.is_finite() {
            format!("{value:.decimals$}")
        } else {
            "-".to_owned()
        }
    };
    let old = printed.iter().map(|ms| figure(ms * 1e3, 0));
    let new = ours.iter().map(|&us| figure(us, 2));
    let ratio = printed.iter().zip(&ours);
    let ratio = ratio.map(|(ms, us)| figure(ms * 1e3 / us, 0));
    [
        (names[0], old.collect()),
        (names[1], new.collect()),
        (names[2], ratio.collect()),
    ]
}

/// Returns the table as Markdown with aligned columns.
fn lay_out(rows: &[TableRow]) -> String {
    let head: Vec<String> = (1..=BENCH_SIZES).map(|size| size.to_string()).collect();
    let rows = std::iter::once(("triangles a piece", head)).chain(rows.iter().cloned());
    let rows: Vec<TableRow> = rows.collect();
    let named = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let wide = |column: usize| {
        let cells = rows.iter().map(|(_, cells)| cells[column].len());
        cells.max().unwrap_or(0).max(2)
    };
    let mut text = String::new();
    for (number, (name, cells)) in rows.iter().enumerate() {
        let _ = write!(text, "| {name:<named$} |");
        for (column, cell) in cells.iter().enumerate() {
            let _ = write!(text, " {cell:>width$} |", width = wide(column));
        }
        text.push('\n');
        if number == 0 {
            let _ = write!(text, "|-{}-|", "-".repeat(named));
            for column in 0..cells.len() {
                let _ = write!(text, "-{}:|", "-".repeat(wide(column)));
            }
            text.push('\n');
        }
    }
    text
}

/// A progress line on the terminal, shown only if a person reads the output.
struct ProgressLine {
    shown: bool,
}

impl ProgressLine {
    fn new() -> Self {
        ProgressLine {
            shown: std::io::stderr().is_terminal(),
        }
    }

    fn show(&self, text: &str) {
        if self.shown {
            // Returns to the start of the line and clears it. A failure to show it is harmless.
            let _ =
                std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("\r\x1b[K{text}"));
        }
    }

    fn clear(&self) {
        self.show("");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_compares_the_printed_figure_with_ours_and_a_dash_stands_for_nothing() {
        let mut one = MeanTime::default();
        one.add(2e-6);
        one.add(4e-6);
        let ours = (0..BENCH_SIZES).map(|size| if size == 0 { one } else { MeanTime::default() });
        let [old, new, faster] = compared(["a", "b", "c"], &CARS_HIT, ours);
        assert_eq!(
            (&old.1[0], &new.1[0], &faster.1[0]),
            (&"626".into(), &"3.00".into(), &"209".into())
        );
        assert_eq!((&new.1[1], &faster.1[1]), (&"-".into(), &"-".into()));
    }

    #[test]
    fn the_lines_of_a_table_are_equally_long() {
        let column = TableColumn {
            pieces: 12345,
            ..TableColumn::default()
        };
        let text = lay_out(&cars(&[column; BENCH_SIZES]));
        let lengths: Vec<usize> = text.lines().map(str::len).collect();
        assert_eq!(lengths.len(), 12);
        assert!(lengths.iter().all(|&length| length == lengths[0]), "{text}");
    }
}
