//! Experiments: tables of several methods, and curves.

use serde::Serialize;

pub mod broad_phases;
pub mod budget;
pub mod convex_pairs;
pub mod landing;
pub mod populations;
pub mod quickcd;
pub mod refit_rebuild;
pub mod sampling;
pub mod survey;
pub mod tables_2002;
pub mod volume_tests;
pub mod walk_misses;
pub mod worked_example;

/// The amount of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A few seconds for everything.
    Quick,
    /// Minutes for everything: 10,000 pairs per method.
    Full,
}

impl Size {
    /// The number of pairs on which the judge tries each method.
    pub fn pairs(self) -> usize {
        match self {
            Size::Quick => 1000,
            Size::Full => 10_000,
        }
    }
}

/// A table of counts, the same on every machine; columns of times say that they are of this one.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// The subject.
    pub title: String,
    /// The names of the columns; the first holds the names of the rows.
    pub columns: Vec<String>,
    /// The rows: as many cells as columns.
    pub rows: Vec<Vec<String>>,
}

/// A family of curves.
#[derive(Clone, Debug, Serialize)]
pub struct Curves {
    /// The subject, also the name of its file.
    pub title: String,
    /// The names of the axes; both are logarithmic.
    pub axes: [String; 2],
    /// The curves with their names.
    pub curves: Vec<(String, Vec<[f64; 2]>)>,
}

/// The results of an experiment.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Results {
    /// Tables.
    pub tables: Vec<Table>,
    /// Curves.
    pub curves: Vec<Curves>,
}

/// An experiment.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name on the command line.
    pub id: &'static str,
    /// The question in one sentence.
    pub about: &'static str,
    /// A page of text, paragraphs with a blank line between: the question, the scenes, the columns, what to look for.
    pub page: &'static str,
    /// Runs it.
    pub run: fn(Size) -> Results,
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    tables_2002::EXPERIMENT,
    walk_misses::EXPERIMENT,
    convex_pairs::EXPERIMENT,
    broad_phases::EXPERIMENT,
    quickcd::EXPERIMENT,
    populations::EXPERIMENT,
    worked_example::EXPERIMENT,
    refit_rebuild::EXPERIMENT,
    volume_tests::EXPERIMENT,
    sampling::EXPERIMENT,
    survey::EXPERIMENT,
    budget::EXPERIMENT,
];

/// The experiment of a name.
pub fn find(id: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.id == id)
}
