//! The options of `sim` and `replay` that write numbers of a whole round into files.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args;

use dodgem::game::Round;
#[cfg(not(target_os = "wasi"))]
use dodgem::monitor::glb;
use dodgem::monitor::{Happenings, Tracks, check_table, write_table};

use super::output::Failure;
use super::values::steps;

/// Files to write, beside the result.
#[derive(Debug, Args)]
pub(super) struct Exports {
    /// Write the path of each body here as a table (CSV): place, orientation, velocity, spin
    #[arg(long, value_name = "FILE")]
    paths: Option<PathBuf>,
    /// Write all impacts and contacts here as a table (CSV)
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    // A page has no use for the file, and its program is to be small.
    #[cfg(not(target_os = "wasi"))]
    /// Write the round here as an animated 3D scene (binary glTF), for Blender and other viewers
    #[arg(long, value_name = "FILE")]
    gltf: Option<PathBuf>,
    /// Note the places of bodies at each Nth step, of 120 a second
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=7200))]
    every: u64,
    /// Note the places of bodies only from step A to step B
    #[arg(long, value_name = "A-B", value_parser = steps)]
    steps: Option<RangeInclusive<u64>>,
}

/// The numbers of a round that the options name.
pub(super) struct Exporter<'e> {
    wanted: &'e Exports,
    tracks: Option<Tracks>,
    happenings: Option<Happenings>,
}

impl Exports {
    /// True if the options name any file.
    pub fn any(&self) -> bool {
        self.files().next().is_some()
    }

    fn files(&self) -> impl Iterator<Item = &Path> {
        let files = [self.paths.as_deref(), self.events.as_deref(), self.gltf()];
        files.into_iter().flatten()
    }

    fn gltf(&self) -> Option<&Path> {
        #[cfg(not(target_os = "wasi"))]
        return self.gltf.as_deref();
        #[cfg(target_os = "wasi")]
        return None;
    }

    /// Begins with a round before its first step. Files that cannot be written fail here: the round would
    /// otherwise be lost.
    pub fn begin(&self, round: &Round) -> Result<Exporter<'_>, Failure> {
        self.files()
            .try_for_each(|file| check_table(file).map_err(Failure::input))?;
        let has_tracks = self.paths.is_some() || self.gltf().is_some();
        let mut exporter = Exporter {
            wanted: self,
            tracks: has_tracks.then(|| {
                let all = 0..=u64::MAX;
                Tracks::new(self.every, self.steps.clone().unwrap_or(all))
            }),
            happenings: self.events.is_some().then(Happenings::default),
        };
        exporter.note_places(round)?;
        Ok(exporter)
    }
}

impl Exporter<'_> {
    /// Notes a step that the round has made.
    pub fn note(&mut self, round: &Round) -> Result<(), Failure> {
        if let Some(happenings) = &mut self.happenings {
            happenings.note(round).map_err(Failure::input)?;
        }
        self.note_places(round)
    }

    fn note_places(&mut self, round: &Round) -> Result<(), Failure> {
        match &mut self.tracks {
            Some(tracks) => tracks.note(round).map_err(Failure::input),
            None => Ok(()),
        }
    }

    /// Writes the files.
    pub fn write(&self, round: &Round) -> Result<(), Failure> {
        let write = |file: Option<&Path>, content: &dyn Fn() -> Vec<u8>| match file {
            Some(file) => write_table(file, &content()).map_err(Failure::input),
            None => Ok(()),
        };
        if let Some(tracks) = &self.tracks {
            write(self.wanted.paths.as_deref(), &|| tracks.csv().into_bytes())?;
            #[cfg(target_os = "wasi")]
            let _ = round;
            #[cfg(not(target_os = "wasi"))]
            if self.wanted.gltf().is_some() {
                let scene = glb(round.arena(), tracks).map_err(Failure::input)?;
                write(self.wanted.gltf(), &|| scene.clone())?;
            }
        }
        if let Some(happenings) = &self.happenings {
            write(self.wanted.events.as_deref(), &|| {
                happenings.csv().as_bytes().to_vec()
            })?;
        }
        Ok(())
    }
}
