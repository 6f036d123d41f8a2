//! Checks of the models of a level, and of the total size of models and solids.
//!
//! Every file is read once; only if all of them together are within the limits is anything built. Solids
//! count like models, by their triangles, and the content of a part counts once per use. The time and memory
//! of a level are therefore limited, whatever models it names.

use std::collections::{BTreeMap, BTreeSet};

use crate::level::check::findings::{Findings, element, field, said_at};
use crate::level::check::things::things_of;
use crate::level::outline::Key;
use crate::level::suggest::closest;
use crate::level::{Level, LevelItem, Library, LibraryError, Solid, SpecPlace, ThingSpec};
use crate::params::limits;

/// Checks all models of a level.
pub(super) fn check(level: &Level, library: &Library, findings: &mut Findings) {
    let times = level.uses_of_parts();
    let uses = uses(level, &times, findings);
    let mut reader = ModelReader::new(library);
    reader.add_solids(level, &times);
    let sound: Vec<&ModelUse<'_>> = uses
        .iter()
        .filter(|used| reader.reads(used, findings))
        .collect();
    if reader.tells_excess(findings) {
        findings.hall_is_flawed = true;
        return;
    }
    build(level, library, &sound, findings);
}

/// A car or a thing with a model.
struct ModelUse<'a> {
    /// Path of the model's name.
    path: Vec<Key<'static>>,
    name: &'a str,
    scale: f32,
    /// Number of bodies with it.
    count: u64,
}

/// Returns the number of bodies of a thing, with its copies and those of its part; `times` has the number of
/// uses of each part.
fn count_of(place: SpecPlace, thing: &ThingSpec, times: &[u64]) -> u64 {
    let copies = thing.copies.as_ref().map_or(1, |copies| copies.count());
    copies.saturating_mul(place.part.map_or(1, |part| times[part]))
}

/// Returns the named models, each with its scale. Only the allowed number of cars is considered; the lists of
/// things are checked already.
fn uses<'a>(level: &'a Level, times: &[u64], findings: &mut Findings) -> Vec<ModelUse<'a>> {
    let mut uses = Vec::new();
    for (index, car) in level.cars.iter().enumerate().take(limits::CARS) {
        let path = field(element("cars", index), "model");
        if car.model.is_empty() {
            let message = "it has no model; leave the field out for the usual one";
            findings.add(path, message.to_owned());
            continue;
        }
        uses.push(ModelUse {
            path,
            name: &car.model,
            scale: 1.0,
            count: 1,
        });
    }
    for (place, thing) in things_of(level) {
        if thing.model.is_empty() || thing.solid.is_some() {
            continue;
        }
        // A faulty thing may have a faulty scale, which would only cause a second message about the model.
        let flawed = findings.flawed.contains(&LevelItem::Thing(place));
        uses.push(ModelUse {
            path: field(said_at("things", place), "model"),
            name: &thing.model,
            scale: if flawed { 1.0 } else { thing.scale },
            count: count_of(place, thing, times),
        });
    }
    uses
}

/// A sum with a limit.
struct Sum {
    so_far: u64,
    most: u64,
    /// Path at which the limit was first exceeded.
    excess_at: Option<Vec<Key<'static>>>,
}

impl Sum {
    fn up_to(most: u64) -> Self {
        Sum {
            so_far: 0,
            most,
            excess_at: None,
        }
    }

    fn add(&mut self, count: u64, path: &[Key<'static>]) {
        self.so_far = self.so_far.saturating_add(count);
        if self.so_far > self.most {
            self.excess_at.get_or_insert_with(|| path.to_vec());
        }
    }
}

/// Reads the files of models, each once, and adds up their sizes.
struct ModelReader<'a> {
    library: &'a Library,
    /// Number of triangles of each file, or the reason why it is unusable.
    files: BTreeMap<&'a str, Result<u64, String>>,
    /// Scales of models so far.
    scales: BTreeSet<(&'a str, u32)>,
    bytes: Sum,
    /// Triangles of all models and solids, each scale counted once.
    built: Sum,
    /// Triangles of all cars and of every copy of a thing.
    drawn: Sum,
}

impl<'a> ModelReader<'a> {
    fn new(library: &'a Library) -> Self {
        ModelReader {
            library,
            files: BTreeMap::new(),
            scales: BTreeSet::new(),
            bytes: Sum::up_to(limits::LEVEL_MODEL_BYTES),
            built: Sum::up_to(limits::LEVEL_TRIANGLES as u64),
            drawn: Sum::up_to(limits::DRAWN_TRIANGLES as u64),
        }
    }

    /// Reads a model's file and counts it. Returns true if it is usable.
    fn reads(&mut self, used: &ModelUse<'a>, findings: &mut Findings) -> bool {
        if self.bytes.excess_at.is_some() {
            return false;
        }
        let known = self.files.get(used.name).cloned();
        match known.unwrap_or_else(|| self.read(used)) {
            Ok(triangles) => {
                if self.scales.insert((used.name, used.scale.to_bits())) {
                    self.built.add(triangles, &used.path);
                }
                self.drawn
                    .add(triangles.saturating_mul(used.count), &used.path);
                true
            }
            Err(message) => {
                findings.add(used.path.clone(), message);
                false
            }
        }
    }

    /// Counts the triangles of solids, including those of zones.
    fn add_solids(&mut self, level: &Level, times: &[u64]) {
        let mut known: BTreeSet<(String, u32)> = BTreeSet::new();
        let mut add = |solid: &Solid, scale: f32, count: u64, path: Vec<Key<'static>>| {
            if count > 0 && known.insert((format!("{solid:?}"), scale.to_bits())) {
                self.built.add(solid.built_triangles(), &path);
            }
            let drawn = solid.drawn_triangles();
            self.drawn.add(drawn.saturating_mul(count), &path);
        };
        for (place, thing) in things_of(level) {
            if let Some(solid) = &thing.solid {
                let path = field(said_at("things", place), "solid");
                add(solid, thing.scale, count_of(place, thing, times), path);
            }
        }
        for (index, zone) in level.zones.iter().enumerate() {
            add(&zone.solid, 1.0, 1, field(element("zones", index), "solid"));
        }
    }

    fn read(&mut self, used: &ModelUse<'a>) -> Result<u64, String> {
        let (bytes, file) = self.library.file_of_model(used.name);
        self.bytes.add(bytes, &used.path);
        let read = match file {
            Ok(file) => Ok(file.triangles() as u64),
            Err(error) => Err(unusable(self.library, used.name, &error)),
        };
        self.files.insert(used.name, read.clone());
        read
    }

    /// Reports exceeded limits. Returns true if there is one.
    fn tells_excess(self, findings: &mut Findings) -> bool {
        let (bytes, built, drawn) = (self.bytes.most >> 20, self.built.so_far, self.drawn.so_far);
        let told = [
            (
                self.bytes.excess_at,
                format!(
                    "up to this one the files of the level's models are larger than {bytes} MiB together; that is the most that is read"
                ),
            ),
            (
                self.built.excess_at,
                format!(
                    "the level's models and solids have {built} triangles together, and one counts once for each scale; at most {} are allowed",
                    self.built.most
                ),
            ),
            (
                self.drawn.excess_at,
                format!(
                    "the level's cars and things have {drawn} triangles together, every copy and use of a part counted; at most {} are drawn",
                    self.drawn.most
                ),
            ),
        ];
        let mut any = false;
        for (place, message) in told {
            if let Some(place) = place {
                findings.add(place, message);
                any = true;
            }
        }
        any
    }
}

/// Builds the readable models, each scale once, and reports failures.
fn build(level: &Level, library: &Library, sound: &[&ModelUse<'_>], findings: &mut Findings) {
    let options = level.engine.build_options();
    let mut built: BTreeMap<(&str, u32), Option<String>> = BTreeMap::new();
    for used in sound {
        let fault = built
            .entry((used.name, used.scale.to_bits()))
            .or_insert_with(|| {
                let asset = library.model(used.name, used.scale, &options);
                asset
                    .err()
                    .map(|error| unusable(library, used.name, &error))
            });
        if let Some(message) = fault {
            findings.add(used.path.clone(), message.clone());
        }
    }
}

/// Returns the message about an unusable model.
fn unusable(library: &Library, name: &str, error: &LibraryError) -> String {
    let mut message = format!("the model {name:?} cannot be used: {error}");
    if error.is_missing() {
        let names = library.model_names();
        if let Some(near) = closest(name, names.iter().map(String::as_str)) {
            message += &format!("; did you mean `{near}`?");
        }
    }
    message
}
