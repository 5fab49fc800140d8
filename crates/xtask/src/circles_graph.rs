//! Which files of a crate use which, and where they use each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::circles_modules::{ModuleId, Modules};

/// A re-export of a re-export is followed this far; `use` may also name itself, as `use anyhow;` does.
const FOLLOWED: usize = 16;

/// Files that use each other, each of them at least in a roundabout way.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Circle {
    pub(crate) files: BTreeSet<String>,
    /// The uses that hold it together, in words.
    pub(crate) uses: Vec<String>,
}

/// From a file to those that it uses, with a place where it does.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

pub(crate) fn circles(modules: &Modules) -> Vec<Circle> {
    let uses = uses(modules);
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|file| (file.as_str(), reachable(&uses, file))).collect();
    let reaches = |from: &str, to: &str| reached.get(from).is_some_and(|files| files.contains(to));
    let mut circles: Vec<Circle> = Vec::new();
    for file in reached.keys().filter(|file| reaches(file, file)) {
        if !circles.iter().any(|circle| circle.files.contains(*file)) {
            let together = reached.keys().filter(|other| reaches(file, other) && reaches(other, file));
            let files = together.map(|other| (*other).to_owned()).collect();
            circles.push(Circle { uses: within(&uses, &files), files });
        }
    }
    circles
}

/// Every file that can be come to from this one.
fn reachable<'a>(uses: &'a Uses, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        for next in uses.get(file).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    found
}

fn within(uses: &Uses, files: &BTreeSet<String>) -> Vec<String> {
    let from = uses.iter().filter(|(file, _)| files.contains(*file));
    from.flat_map(|(file, used)| {
        let used = used.iter().filter(|(other, _)| files.contains(*other));
        used.map(move |(other, place)| format!("{file} uses {other}: {place}"))
    })
    .collect()
}

fn uses(modules: &Modules) -> Uses {
    let mut uses = Uses::new();
    for (id, module) in modules.iter() {
        // A module's name alone uses nothing: what is taken out of it stands elsewhere.
        let named =
            module.names.paths.iter().filter_map(|path| match find(modules, id, &path.segments, FOLLOWED)? {
                Found::Item(to) => Some((path, to)),
                Found::Module(_) => None,
            });
        // What a glob takes out is not told, so it is the module itself that is used.
        let globs =
            module.names.globs.iter().filter_map(|path| match find(modules, id, &path.segments, FOLLOWED)? {
                Found::Item(to) | Found::Module(to) => Some((path, to)),
            });
        for (path, to) in named.chain(globs) {
            let Some(used) = modules.get(to).filter(|_| !is_family(modules, id, to)) else { continue };
            let place = format!("`{}` in line {}", path.segments.join("::"), path.line);
            uses.entry(module.file.clone()).or_default().entry(used.file.clone()).or_insert(place);
        }
    }
    uses
}

/// Whether both are in one file, or one is inside the other.
fn is_family(modules: &Modules, one: ModuleId, other: ModuleId) -> bool {
    let is_in = |inner, outer| {
        let outer = modules.get(outer).map(|module| module.file.as_str());
        modules.upwards(inner).any(|module| Some(module.file.as_str()) == outer)
    };
    is_in(one, other) || is_in(other, one)
}

/// What a path leads to.
#[derive(Clone, Copy)]
enum Found {
    Module(ModuleId),
    /// Something in this module.
    Item(ModuleId),
}

fn find(modules: &Modules, from: ModuleId, path: &[String], followed: usize) -> Option<Found> {
    let (first, mut rest) = path.split_first()?;
    let mut at = match first.as_str() {
        "crate" => Modules::ROOT,
        "self" => from,
        "super" => modules.get(from)?.parent?,
        // A name in sight, or another crate.
        name => match look_up(modules, from, name, rest.is_empty(), followed)? {
            Found::Module(id) => id,
            item @ Found::Item(_) => return Some(item),
        },
    };
    while let Some((name, after)) = rest.split_first() {
        at = match name.as_str() {
            "super" => modules.get(at)?.parent?,
            // What is not seen here, such as what a macro makes, is taken to be of this module.
            name => match look_up(modules, at, name, after.is_empty(), followed).unwrap_or(Found::Item(at)) {
                Found::Module(id) => id,
                item @ Found::Item(_) => return Some(item),
            },
        };
        rest = after;
    }
    Some(Found::Module(at))
}

/// A name in a module. At the end of a path an item is meant before a module: `send::send` is re-exported as `send`.
fn look_up(modules: &Modules, at: ModuleId, name: &str, is_last: bool, followed: usize) -> Option<Found> {
    let followed = followed.checked_sub(1)?;
    let module = modules.get(at)?;
    let child = module.children.get(name).map(|id| Found::Module(*id));
    if !is_last && child.is_some() {
        return child;
    }
    if module.names.defined.contains(name) {
        return Some(Found::Item(at));
    }
    let imported = module.names.imports.get(name).and_then(|path| find(modules, at, path, followed));
    let by_glob = || {
        module
            .names
            .globs
            .iter()
            .find_map(|path| in_glob(modules, at, &path.segments, (name, is_last), followed))
    };
    imported.or(child).or_else(by_glob)
}

fn in_glob(
    modules: &Modules,
    at: ModuleId,
    path: &[String],
    (name, is_last): (&str, bool),
    followed: usize,
) -> Option<Found> {
    match find(modules, at, path, followed)? {
        Found::Module(id) if id != at => look_up(modules, id, name, is_last, followed),
        Found::Module(_) | Found::Item(_) => None,
    }
}
