//! From a folder of TOML files to a catalogue. Everything that is wrong is said at once, with file and line.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::catalogue::{Catalogue, Entity, Kind, Navigation, Operation, Property, Required};

/// A line that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueFault {
    pub path: PathBuf,
    /// From 1.
    pub line: usize,
    /// What was wrong, then what to do.
    pub problem: String,
}

impl fmt::Display for CatalogueFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.path.display(), self.line, self.problem)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    #[error("{} cannot be read", path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("{} has no entity; write one as [[entity]] in a `.toml` file there", folder.display())]
    Empty { folder: PathBuf },
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<CatalogueFault>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    entity: Vec<EntityFile>,
    #[serde(default)]
    types: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntityFile {
    name: Spanned<String>,
    set: String,
    #[serde(default)]
    es: Vec<String>,
    #[serde(default)]
    en: Vec<String>,
    key: Spanned<String>,
    operations: Vec<Spanned<String>>,
    #[serde(default)]
    required: Vec<Spanned<String>>,
    #[serde(default)]
    actions: Vec<String>,
    #[serde(default)]
    under: Vec<Spanned<String>>,
    #[serde(default)]
    nested: bool,
    #[serde(default)]
    outside_company: bool,
    properties: Vec<Spanned<String>>,
    #[serde(default)]
    navigation: Vec<Spanned<String>>,
}

/// The text of a file, to say in which line a byte of it is.
struct Sheet {
    path: PathBuf,
    text: String,
}

impl Sheet {
    fn fault(&self, byte: usize, problem: impl Into<String>) -> CatalogueFault {
        let before = self.text.as_bytes().iter().take(byte);
        let line = 1 + before.filter(|byte| **byte == b'\n').count();
        CatalogueFault { path: self.path.clone(), line, problem: problem.into() }
    }
}

/// An entity, and where in its file its names of others stand.
struct Draft {
    entity: Entity,
    sheet: usize,
    at: usize,
    /// Names of entities.
    named: Vec<(usize, String)>,
    /// Types of enumerations.
    types: Vec<(usize, String)>,
}

impl Catalogue {
    /// Reads every `.toml` file of the folder; the name of a file is the area of its entities.
    pub fn read(folder: &Path) -> Result<Self, CatalogueError> {
        let wrong = |path: &Path| {
            let path = path.to_owned();
            move |source| CatalogueError::Read { path, source }
        };
        let listed = std::fs::read_dir(folder).map_err(wrong(folder))?;
        let mut paths: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        paths.sort();
        let mut sheets = Vec::new();
        for path in paths {
            let text = std::fs::read_to_string(&path).map_err(wrong(&path))?;
            sheets.push(Sheet { path, text });
        }
        let catalogue = catalogue(&sheets)?;
        if catalogue.entities.is_empty() {
            return Err(CatalogueError::Empty { folder: folder.to_owned() });
        }
        Ok(catalogue)
    }
}

fn catalogue(sheets: &[Sheet]) -> Result<Catalogue, CatalogueError> {
    let (mut drafts, mut types, mut faults) = (Vec::new(), BTreeMap::new(), Vec::new());
    for (number, sheet) in sheets.iter().enumerate() {
        match toml::from_str::<File>(&sheet.text) {
            Ok(file) => {
                types.extend(file.types);
                for entity in file.entity {
                    drafts.push(entity.draft(number, sheet, &mut faults));
                }
            }
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                faults.push(sheet.fault(at, error.message().trim()));
            }
        }
    }
    // Whoever names something in a file that could not be read is not at fault.
    if faults.is_empty() {
        check_names(sheets, &drafts, &types, &mut faults);
    }
    if !faults.is_empty() {
        faults.sort_by(|one, other| (&one.path, one.line).cmp(&(&other.path, other.line)));
        return Err(CatalogueError::Faults(faults));
    }
    let mut entities: Vec<Entity> = drafts.into_iter().map(|draft| draft.entity).collect();
    entities.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Catalogue::new(entities, types))
}

fn check_names(
    sheets: &[Sheet],
    drafts: &[Draft],
    types: &BTreeMap<String, Vec<String>>,
    faults: &mut Vec<CatalogueFault>,
) {
    for (place, draft) in drafts.iter().enumerate() {
        let Some(sheet) = sheets.get(draft.sheet) else { continue };
        let name = &draft.entity.name;
        if drafts.iter().take(place).any(|earlier| earlier.entity.name == *name) {
            faults.push(sheet.fault(draft.at, format!("there are two entities `{name}`; remove one")));
        }
        for (at, named) in &draft.named {
            if drafts.iter().all(|other| other.entity.name != *named) {
                faults
                    .push(sheet.fault(*at, format!("there is no entity `{named}`; name one that there is")));
            }
        }
        for (at, type_name) in &draft.types {
            if !types.contains_key(type_name) {
                let problem = format!("`{type_name}` is not among [types]; add it, with its values if known");
                faults.push(sheet.fault(*at, problem));
            }
        }
    }
}

impl EntityFile {
    fn draft(self, number: usize, sheet: &Sheet, faults: &mut Vec<CatalogueFault>) -> Draft {
        let (mut named, mut types) = (Vec::new(), Vec::new());
        let mut fault = |at: usize, problem: String| faults.push(sheet.fault(at, problem));
        let mut properties: Vec<Property> = Vec::new();
        for written in self.properties {
            let at = written.span().start;
            match property(written.get_ref()) {
                Ok(property) => {
                    if properties.iter().any(|other| other.name == property.name) {
                        fault(at, format!("there are two properties `{}`; remove one", property.name));
                    }
                    named.extend(property.target.clone().map(|target| (at, target)));
                    if property.kind == Kind::Choice {
                        types.push((at, property.type_name.clone()));
                    }
                    properties.push(property);
                }
                Err(problem) => fault(at, problem),
            }
        }
        let has = |name: &str| properties.iter().any(|property| property.name == name);
        let mut navigation = Vec::new();
        for written in self.navigation {
            let at = written.span().start;
            match relation(written.get_ref()) {
                Ok(relation) => {
                    named.push((at, relation.target.clone()));
                    navigation.push(relation);
                }
                Err(problem) => fault(at, problem),
            }
        }
        let mut operations = Vec::new();
        for written in self.operations {
            let method = written.get_ref();
            match Operation::ALL.into_iter().find(|operation| operation.method() == method) {
                Some(operation) => operations.push(operation),
                None => {
                    let at = written.span().start;
                    fault(at, format!("`{method}` is not an operation; use GET, POST, PATCH or DELETE"));
                }
            }
        }
        let mut required = Vec::new();
        for written in self.required {
            let names: Vec<String> =
                written.get_ref().split('|').map(|name| name.trim().to_owned()).collect();
            if let Some(name) = names.iter().find(|name| !has(name)) {
                let at = written.span().start;
                fault(at, format!("`{name}` is required but is no property; add it or correct the name"));
            }
            required.push(Required(names));
        }
        if !has(self.key.get_ref()) {
            let problem = format!("the key `{}` is no property; name one that there is", self.key.get_ref());
            fault(self.key.span().start, problem);
        }
        named.extend(self.under.iter().map(|written| (written.span().start, written.get_ref().clone())));
        let at = self.name.span().start;
        let area = sheet.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let entity = Entity {
            name: self.name.into_inner(),
            set: self.set,
            area,
            es: self.es,
            en: self.en,
            key: self.key.into_inner(),
            operations,
            required,
            actions: self.actions,
            under: self.under.into_iter().map(Spanned::into_inner).collect(),
            nested: self.nested,
            outside_company: self.outside_company,
            properties,
            navigation,
        };
        Draft { entity, sheet: number, at, named, types }
    }
}

/// `customerId GUID read-only -> customer`.
fn property(text: &str) -> Result<Property, String> {
    let wrong = || {
        format!("`{text}` is not a property; write `name type`, then `read-only`, then `-> entity` as needed")
    };
    let (before, target) = match text.split_once("->") {
        Some((before, target)) => (before, Some(target.trim().to_owned())),
        None => (text, None),
    };
    let parts: Vec<&str> = before.split_whitespace().collect();
    let (name, type_name, read_only) = match parts.as_slice() {
        [name, type_name] => (*name, *type_name, false),
        [name, type_name, "read-only"] => (*name, *type_name, true),
        _ => return Err(wrong()),
    };
    let kind = Kind::of(type_name).ok_or_else(|| {
        format!(
            "`{type_name}` is not a type; use string, GUID, decimal, integer, int64, boolean, date, datetime, \
             stream or one that begins with `NAV.`"
        )
    })?;
    if target.as_ref().is_some_and(String::is_empty) {
        return Err(wrong());
    }
    Ok(Property { name: name.to_owned(), kind, type_name: type_name.to_owned(), read_only, target })
}

/// `salesInvoiceLines salesInvoiceLine many`.
fn relation(text: &str) -> Result<Navigation, String> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let [name, target, many @ ("one" | "many")] = parts.as_slice() else {
        return Err(format!("`{text}` is not a navigation; write `name entity one` or `name entity many`"));
    };
    Ok(Navigation { name: (*name).to_owned(), target: (*target).to_owned(), many: *many == "many" })
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
