//! What the API offers, and how it is found by any of its names.

use std::collections::BTreeMap;
use std::fmt;

use conserje_kernel::Language;
use conserje_text::name_words as words;

use super::names::{key, likeness};

/// How many names are offered for one that there is not.
const OFFERED: usize = 3;
/// Names less alike than this are not offered.
const ALIKE: f64 = 0.5;

/// What can be done with an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    Get,
    Post,
    Patch,
    Delete,
}

impl Operation {
    pub const ALL: [Self; 4] = [Self::Get, Self::Post, Self::Patch, Self::Delete];

    /// As HTTP calls it.
    pub fn method(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.method())
    }
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Guid,
    Decimal,
    Integer,
    Boolean,
    Date,
    DateTime,
    /// Bytes that are fetched by themselves.
    Stream,
    /// One of a list of words.
    Choice,
}

impl Kind {
    pub(super) fn of(type_name: &str) -> Option<Self> {
        Some(match type_name {
            "string" => Self::Text,
            "GUID" => Self::Guid,
            "decimal" => Self::Decimal,
            "integer" | "int64" => Self::Integer,
            "boolean" => Self::Boolean,
            "date" => Self::Date,
            "datetime" => Self::DateTime,
            "stream" => Self::Stream,
            other if other.starts_with("NAV.") => Self::Choice,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    pub name: String,
    pub kind: Kind,
    /// As the API names it: `GUID`, `NAV.contactType`.
    pub type_name: String,
    pub read_only: bool,
    /// The entity whose id it holds.
    pub target: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Navigation {
    pub name: String,
    pub target: String,
    pub many: bool,
}

/// What must be given: one of these properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required(pub Vec<String>);

impl fmt::Display for Required {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.join(" | "))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    pub name: String,
    /// As URLs name all of them.
    pub set: String,
    pub area: String,
    /// What people call it; the first is shown.
    pub es: Vec<String>,
    pub en: Vec<String>,
    /// The property that a URL has in parentheses.
    pub key: String,
    pub operations: Vec<Operation>,
    /// What a new one must bring.
    pub required: Vec<Required>,
    pub actions: Vec<String>,
    /// Below which others it is reached too.
    pub under: Vec<String>,
    /// It is reached only there.
    pub nested: bool,
    pub outside_company: bool,
    pub properties: Vec<Property>,
    pub navigation: Vec<Navigation>,
}

impl Entity {
    pub fn allows(&self, operation: Operation) -> bool {
        self.operations.contains(&operation)
    }

    /// Case does not matter.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name.eq_ignore_ascii_case(name))
    }

    /// Case does not matter.
    pub fn action(&self, name: &str) -> Option<&str> {
        let bare = name.rsplit('.').next().unwrap_or_default();
        self.actions.iter().map(String::as_str).find(|action| action.eq_ignore_ascii_case(bare))
    }

    pub fn called(&self, language: Language) -> &str {
        let names = match language {
            Language::Es => &self.es,
            Language::En => &self.en,
        };
        names.first().map_or(self.name.as_str(), String::as_str)
    }

    pub fn key_property(&self) -> Option<&Property> {
        self.property(&self.key)
    }

    /// Properties nearest to a name that it has not.
    pub fn nearest_properties(&self, asked: &str) -> Vec<String> {
        nearest(asked, self.properties.iter().map(|one| (Name::new(0, &one.name), one.name.as_str())))
    }

    /// The path of all of them, below the API's root.
    pub fn path(&self) -> String {
        if self.outside_company { self.set.clone() } else { format!("companies({{companyId}})/{}", self.set) }
    }

    /// The path of one of them.
    pub fn one_path(&self) -> String {
        format!("{}({{{}}})", self.path(), self.key)
    }

    pub fn operation_list(&self) -> String {
        self.operations.iter().map(|operation| operation.method()).collect::<Vec<_>>().join(", ")
    }
}

/// There is nothing of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    pub asked: String,
    /// What may have been meant, the likeliest first.
    pub nearest: Vec<String>,
}

/// Everything that is known of the API. Made by [`Catalogue::read`].
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub(super) entities: Vec<Entity>,
    /// What values an enumeration has, by its type.
    pub(super) types: BTreeMap<String, Vec<String>>,
    /// From the key of a name to the place of its entity.
    index: BTreeMap<String, usize>,
    /// Every name of every entity, in the order of the entities.
    names: Vec<Name>,
}

/// A name, taken apart once.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) words: Vec<String>,
    key: String,
    at: usize,
}

impl Name {
    fn new(at: usize, name: &str) -> Self {
        Self { words: words(name), key: key(name), at }
    }
}

impl Catalogue {
    pub(super) fn new(entities: Vec<Entity>, types: BTreeMap<String, Vec<String>>) -> Self {
        let mut index = BTreeMap::new();
        // Proper names first: what one entity is called must not hide another one's name.
        for (at, entity) in entities.iter().enumerate() {
            index.entry(key(&entity.name)).or_insert(at);
            index.entry(key(&entity.set)).or_insert(at);
        }
        for (at, entity) in entities.iter().enumerate() {
            for alias in entity.en.iter().chain(&entity.es) {
                index.entry(key(alias)).or_insert(at);
            }
        }
        let of = |(at, entity): (usize, &Entity)| {
            let names = [&entity.name, &entity.set].into_iter().chain(&entity.en).chain(&entity.es);
            names.map(|name| Name::new(at, name)).collect::<Vec<_>>()
        };
        let names = entities.iter().enumerate().flat_map(of).collect();
        Self { entities, types, index, names }
    }

    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// Areas in the order of their names.
    pub fn areas(&self) -> Vec<&str> {
        let mut areas: Vec<&str> = self.entities.iter().map(|entity| entity.area.as_str()).collect();
        areas.sort_unstable();
        areas.dedup();
        areas
    }

    /// The values of an enumeration, where they are known.
    pub fn values(&self, type_name: &str) -> &[String] {
        self.types.get(type_name).map_or(&[], Vec::as_slice)
    }

    /// By its exact name.
    pub fn named(&self, name: &str) -> Option<&Entity> {
        self.entities.iter().find(|entity| entity.name == name)
    }

    /// By any of its names: `customer`, `Customers`, `clientes`, `sales_invoice`, `Factura de venta`.
    pub fn entity(&self, asked: &str) -> Result<&Entity, Unknown> {
        let trimmed = asked.trim();
        let exact = |entity: &&Entity| {
            entity.name.eq_ignore_ascii_case(trimmed) || entity.set.eq_ignore_ascii_case(trimmed)
        };
        if let Some(entity) = self.entities.iter().find(exact) {
            return Ok(entity);
        }
        self.keyed(&key(trimmed)).ok_or_else(|| Unknown {
            asked: trimmed.chars().take(60).collect(),
            nearest: self.nearest(trimmed),
        })
    }

    /// By a name as [`super::names::key`] writes it.
    pub(super) fn keyed(&self, key: &str) -> Option<&Entity> {
        self.index.get(key).and_then(|at| self.entities.get(*at))
    }

    /// Each entity with all its names.
    pub(super) fn with_names(&self) -> impl Iterator<Item = (&Entity, &[Name])> {
        // Every entity has at least two names, so there is one stretch of names for each.
        self.entities.iter().zip(self.names.chunk_by(|one, other| one.at == other.at))
    }

    fn nearest(&self, asked: &str) -> Vec<String> {
        let names =
            self.names.iter().filter_map(|name| Some((name, self.entities.get(name.at)?.name.as_str())));
        nearest(asked, names)
    }
}

/// Of names and what they stand for, what those stand for that are most like the one asked for.
fn nearest<'a>(
    asked: &str,
    names: impl Iterator<Item = (impl std::borrow::Borrow<Name>, &'a str)>,
) -> Vec<String> {
    let asked = Name::new(0, asked);
    if asked.key.is_empty() {
        return Vec::new();
    }
    let mut best: BTreeMap<&str, f64> = BTreeMap::new();
    for (name, meant) in names {
        let name: &Name = name.borrow();
        let shared = asked.words.iter().filter(|word| name.words.contains(word)).count();
        let most = asked.words.len().max(name.words.len()).max(1);
        // A word in common counts for more than letters in common.
        let score = likeness(&asked.key, &name.key).max(shared as f64 / most as f64 + 0.1);
        let known = best.entry(meant).or_insert(0.0);
        *known = known.max(score);
    }
    let mut ranked: Vec<(&str, f64)> = best.into_iter().filter(|(_, score)| *score >= ALIKE).collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    ranked.into_iter().take(OFFERED).map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
#[path = "catalogue_tests.rs"]
pub(crate) mod tests;
