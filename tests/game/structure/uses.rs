//! The files that a file of a package depends on, by its paths.
//!
//! A path counts for the file that defines the item, also if a `mod.rs` re-exports it. `mod name;` and a
//! `pub use` whose name the file itself does not use are no dependencies. Methods have no path: they are not found.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::source::{Source, children_folder, sources};

/// A name that a file imports.
struct Import {
    /// The name in this file; `*` for all of a module.
    name: String,
    path: Vec<String>,
    is_public: bool,
}

/// A file with the names that it defines and imports.
struct Module {
    source: Source,
    /// The path of the module: `["query", "toi"]`.
    path: Vec<String>,
    items: BTreeSet<String>,
    imports: Vec<Import>,
    /// The words outside of `use`.
    code: Vec<String>,
}

/// The item that a path names.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    /// A module.
    Module(usize),
    /// An item that this file defines.
    Item(usize),
}

/// The files of one package and the modules that they are.
pub struct Package {
    /// The name by which the program calls the library of its own package.
    own_name: &'static str,
    modules: Vec<Module>,
    by_path: HashMap<Vec<String>, usize>,
}

impl Package {
    /// The package whose sources are in this folder of the repository.
    pub fn read(folder: &str, own_name: &'static str) -> Package {
        Package::new(sources(folder), own_name)
    }

    pub fn new(sources: Vec<Source>, own_name: &'static str) -> Package {
        let modules: Vec<Module> = sources.into_iter().map(Module::new).collect();
        let paths = modules.iter().enumerate();
        // `lib.rs` comes before `main.rs`, and other files use the library by its name.
        let by_path = paths.rev().map(|(i, m)| (m.path.clone(), i)).collect();
        Package {
            own_name,
            modules,
            by_path,
        }
    }

    /// The files that each file uses, both as paths below `src/`.
    pub fn uses(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let name = |file: usize| self.modules[file].source.path.as_str();
        let uses = (0..self.modules.len()).map(|file| {
            let mut used: BTreeSet<&str> = self.used_by(file).into_iter().map(name).collect();
            used.remove(name(file));
            (name(file), used)
        });
        uses.collect()
    }

    fn used_by(&self, file: usize) -> BTreeSet<usize> {
        let mut used = BTreeSet::new();
        let module = &self.modules[file];
        for import in &module.imports {
            let is_used = !import.is_public || module.code.contains(&import.name);
            match self.target(file, &import.path, 0) {
                Some(Target::Item(defined_in)) if is_used => used.insert(defined_in),
                Some(Target::Module(all)) if import.name == "*" && !import.is_public => {
                    used.insert(all)
                }
                _ => false,
            };
        }
        let is_name = |word: &String| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let mut at = 0;
        while at < module.code.len() {
            let mut path = vec![module.code[at].clone()];
            at += 1;
            while at + 1 < module.code.len()
                && module.code[at] == "::"
                && is_name(&module.code[at + 1])
            {
                path.push(module.code[at + 1].clone());
                at += 2;
            }
            if path.len() > 1
                && let Some(Target::Item(defined_in)) = self.target(file, &path, 0)
            {
                used.insert(defined_in);
            }
        }
        used
    }

    /// The target of a path written in this file; `None` if it is outside the package.
    fn target(&self, file: usize, path: &[String], depth: usize) -> Option<Target> {
        // Two modules may hand on all of each other.
        if depth > 8 {
            return None;
        }
        let mut here = Target::Module(file);
        let mut segments = path.iter();
        if path[0] == "crate" || path[0] == self.own_name {
            here = Target::Module(*self.by_path.get(&Vec::new())?);
            segments.next();
        }
        for segment in segments {
            let Target::Module(module) = here else {
                break;
            };
            here = match segment.as_str() {
                "self" => here,
                "super" => {
                    let (_, parent) = self.modules[module].path.split_last()?;
                    Target::Module(*self.by_path.get(parent)?)
                }
                name => self.named(module, name, depth)?,
            };
        }
        Some(here)
    }

    /// The target of a name in a module.
    fn named(&self, module: usize, name: &str, depth: usize) -> Option<Target> {
        let Module {
            path,
            items,
            imports,
            ..
        } = &self.modules[module];
        let child: Vec<String> = path.iter().cloned().chain([name.to_owned()]).collect();
        if let Some(child) = self.by_path.get(&child) {
            return Some(Target::Module(*child));
        }
        if items.contains(name) {
            return Some(Target::Item(module));
        }
        let mut imported = imports.iter().filter(|import| import.name == name);
        // A path that begins with its own name is that of another package.
        let found = imported.find_map(|import| {
            (import.path[0] != name).then(|| self.target(module, &import.path, depth + 1))?
        });
        let mut all = imports.iter().filter(|import| import.name == "*");
        found.or_else(|| {
            all.find_map(
                |import| match self.target(module, &import.path, depth + 1)? {
                    Target::Module(from) if from != module => self.named(from, name, depth + 1),
                    _ => None,
                },
            )
        })
    }
}

impl Module {
    fn new(source: Source) -> Module {
        let folder = children_folder(&source.path);
        let path = folder.split('/').filter(|name| !name.is_empty());
        let path = path.map(str::to_owned).collect();
        let (code, imports) = split_uses(&source.words);
        let items = items_of(&code);
        Module {
            source,
            path,
            items,
            imports,
            code,
        }
    }
}

/// The words outside of `use` declarations, and the names that these import.
fn split_uses(words: &[String]) -> (Vec<String>, Vec<Import>) {
    let (mut code, mut imports) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < words.len() {
        // `use<'a>` in a type is no declaration.
        if words[at] != "use" || words[at + 1] == "<" {
            code.push(words[at].clone());
            at += 1;
            continue;
        }
        let before = &words[at.saturating_sub(1)..at];
        let is_public = before.iter().any(|word| word == "pub" || word == ")");
        let end = at + words[at..].iter().position(|w| w == ";").expect("an end");
        let mut declared = words[at + 1..end].iter().peekable();
        read_tree(&mut declared, &[], &mut |name, path| {
            imports.push(Import {
                name,
                path,
                is_public,
            });
        });
        at = end + 1;
    }
    (code, imports)
}

/// Reads one tree of a `use` declaration, up to a comma or a closing bracket.
fn read_tree<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a String>>,
    before: &[String],
    found: &mut dyn FnMut(String, Vec<String>),
) {
    let mut path = before.to_vec();
    let mut name = None;
    while let Some(word) = words.next_if(|word| *word != "," && *word != "}") {
        match word.as_str() {
            "::" => {}
            "as" => name = words.next().cloned(),
            "*" => name = Some(word.clone()),
            "{" => {
                while words.peek().is_some_and(|word| *word != "}") {
                    read_tree(words, &path, found);
                    words.next_if(|word| *word == ",");
                }
                words.next();
                return;
            }
            "self" if !path.is_empty() => {}
            segment => path.push(segment.to_owned()),
        }
    }
    if let Some(name) = name.or_else(|| path.last().cloned()) {
        found(name, path);
    }
}

/// The names of the items that stand in a file outside of all braces.
fn items_of(code: &[String]) -> BTreeSet<String> {
    let kinds = [
        "fn",
        "struct",
        "enum",
        "union",
        "trait",
        "type",
        "const",
        "static",
        "mod",
        "macro_rules",
    ];
    let mut depth = 0_usize;
    let mut items = BTreeSet::new();
    for (at, word) in code.iter().enumerate() {
        match word.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            kind if depth == 0 && kinds.contains(&kind) => {
                let mut names = code[at + 1..].iter();
                let name =
                    names.find(|word| !["!", "mut", "fn", "unsafe"].contains(&word.as_str()));
                items.extend(name.cloned());
            }
            _ => {}
        }
    }
    items
}

/// The groups of files that reach each other in a circle, largest first, each sorted.
pub fn cycles<'a>(uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<Vec<&'a str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = uses
        .keys()
        .map(|&from| {
            let mut seen = BTreeSet::new();
            let mut open = vec![from];
            while let Some(file) = open.pop() {
                open.extend(uses[file].iter().filter(|next| seen.insert(**next)));
            }
            (from, seen)
        })
        .collect();
    let mut groups = BTreeSet::new();
    for (&file, seen) in &reached {
        let group: Vec<&str> = (seen.iter().copied())
            .filter(|other| reached[other].contains(file))
            .collect();
        if !group.is_empty() {
            groups.insert(group);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}
