//! What a business says of itself, changed a piece at a time: a branch, a person, a service, a policy, a fact, a dish.
//!
//! A piece has a version, which follows from what it says. Who changes one says which version they saw; if it is another
//! by now, nothing is changed and they are told.

use std::collections::BTreeMap;

use conserje_kernel::{DeskChangeKind, Digest, Scope};
use conserje_store::Tx;
use conserje_store::desk::{appointments, catalogue};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{Act, WorkError};
use crate::export::{Document, Written, kept};
use crate::front_desk::{DeskError, FrontDesk};
use crate::keep;

/// What the record calls the business itself.
pub const BUSINESS: &str = "business";

/// A table of the business's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Name, currency, booking, loyalty: one piece.
    Head,
    Branches,
    Staff,
    Services,
    Policies,
    Facts,
    Menu,
}

impl Section {
    pub const ALL: [Self; 7] =
        [Self::Head, Self::Branches, Self::Staff, Self::Services, Self::Policies, Self::Facts, Self::Menu];

    pub fn name(self) -> &'static str {
        match self {
            Self::Head => BUSINESS,
            Self::Branches => "branches",
            Self::Staff => "staff",
            Self::Services => "services",
            Self::Policies => "policies",
            Self::Facts => "facts",
            Self::Menu => "menu",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }

    /// What tells one piece from another.
    fn key(self) -> &'static str {
        if self == Self::Policies { "kind" } else { "id" }
    }
}

/// One thing that the business says.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub id: String,
    pub version: String,
    /// As in the business's files.
    pub value: Value,
}

/// All of them, in order.
#[derive(Clone, Debug)]
pub struct Pieces {
    pub head: Piece,
    pub branches: Vec<Piece>,
    pub staff: Vec<Piece>,
    pub services: Vec<Piece>,
    pub policies: Vec<Piece>,
    pub facts: Vec<Piece>,
    pub menu: Vec<Piece>,
    /// What is left of what is limited.
    pub left: BTreeMap<String, i64>,
}

/// A change of one piece.
#[derive(Clone, Debug)]
pub struct Edit {
    pub section: Section,
    pub id: String,
    /// The one that was seen; none for something new.
    pub version: Option<String>,
    /// None to take it away.
    pub value: Option<Value>,
}

impl FrontDesk {
    pub async fn pieces(&self, scope: &Scope) -> Result<Pieces, WorkError> {
        let found = self.store().read(scope, |tx| Ok::<_, WorkError>(document(tx)?)).await?;
        let (document, left) = found;
        let all = |section: Section, values: &[Value]| {
            values.iter().map(|value| piece(section, value)).collect::<Vec<_>>()
        };
        Ok(Pieces {
            head: piece(Section::Head, &document.head),
            branches: all(Section::Branches, &document.branches),
            staff: all(Section::Staff, &document.staff),
            services: all(Section::Services, &document.services),
            policies: all(Section::Policies, &document.policies),
            facts: all(Section::Facts, &document.facts),
            menu: all(Section::Menu, &document.menu),
            left,
        })
    }

    /// The business as files that can be imported again. What is limited is written as its owner said it.
    pub async fn files(&self, scope: &Scope) -> Result<Written, WorkError> {
        let (document, _) = self.store().read(scope, |tx| Ok::<_, WorkError>(document(tx)?)).await?;
        Ok(document.write()?)
    }

    /// Changes one piece, unless somebody was first or the business would not be right. The piece as it is then; none if
    /// it was taken away.
    pub async fn edit(&self, scope: &Scope, act: Act, edit: Edit) -> Result<Option<Piece>, WorkError> {
        self.try_to(scope, move |tx| {
            let (before, after) = apply(tx, &edit)?;
            let was = json!({
                "section": edit.section.name(), "id": edit.id, "value": before,
                "version": after.as_ref().map(|piece| &piece.version),
            });
            act.record(tx, DeskChangeKind::Edited, BUSINESS.to_owned(), Some(&was))?;
            Ok(after)
        })
        .await
    }
}

/// Puts back what a piece was before an edit, if nobody changed it since.
pub(crate) fn put_back(tx: &mut Tx<'_>, was: &Value) -> Result<bool, DeskError> {
    let text = |name: &str| was.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
    let section = text("section").as_deref().and_then(Section::named);
    let (Some(section), Some(id)) = (section, text("id")) else { return Ok(false) };
    let value = was.get("value").filter(|value| !value.is_null()).cloned();
    let edit = Edit { section, id, version: text("version"), value };
    match apply(tx, &edit) {
        Ok(_) => Ok(true),
        Err(WorkError::Desk(error)) => Err(error),
        Err(_) => Ok(false),
    }
}

/// What the piece was, and what it is now.
fn apply(tx: &mut Tx<'_>, edit: &Edit) -> Result<(Option<Value>, Option<Piece>), WorkError> {
    if !catalogue::lock(tx)? {
        return Err(DeskError::NoBusiness.into());
    }
    let (mut document, _) = document(tx)?;
    let value = edit.value.clone().map(|value| named(edit, value)).transpose()?;
    let before = put(&mut document, edit, value)?;
    if edit.value.is_none() && matches!(edit.section, Section::Branches | Section::Staff | Section::Services)
    {
        let waiting = appointments::count_needing(tx, &edit.id)?;
        if waiting > 0 {
            let problem =
                format!("{waiting} appointments to come need `{}`; move or cancel them first", edit.id);
            return Err(WorkError::NotNow { problem });
        }
    }
    let business = document.read()?;
    catalogue::replace(tx, &keep::to_rows(&business).map_err(DeskError::from)?)?;
    if edit.value.is_none() {
        return Ok((before, None));
    }
    // As it was read: what was written in other words says the same.
    let now = Document::of(&business);
    let mut all = rows(&now, edit.section).iter().map(|value| piece(edit.section, value));
    let after = if edit.section == Section::Head {
        Some(piece(Section::Head, &now.head))
    } else {
        all.find(|piece| piece.id == edit.id)
    };
    Ok((before, after))
}

/// With the id that the caller named.
fn named(edit: &Edit, value: Value) -> Result<Value, WorkError> {
    let Value::Object(mut fields) = kept(value) else {
        return Err(WorkError::Invalid { problem: "send an object, as in the business's files".to_owned() });
    };
    if edit.section != Section::Head {
        fields.insert(edit.section.key().to_owned(), Value::from(edit.id.as_str()));
    }
    Ok(Value::Object(fields))
}

fn rows(document: &Document, section: Section) -> &[Value] {
    match section {
        Section::Head => &[],
        Section::Branches => &document.branches,
        Section::Staff => &document.staff,
        Section::Services => &document.services,
        Section::Policies => &document.policies,
        Section::Facts => &document.facts,
        Section::Menu => &document.menu,
    }
}

/// Puts the value in its place; what was there.
fn put(document: &mut Document, edit: &Edit, value: Option<Value>) -> Result<Option<Value>, WorkError> {
    let not_there = WorkError::NotFound { what: "part of the business" };
    let check = |there: &Value| {
        let now = version(there);
        match &edit.version {
            None => Err(WorkError::AlreadyThere { id: edit.id.clone() }),
            Some(seen) if *seen != now => Err(WorkError::ChangedMeanwhile { id: edit.id.clone() }),
            Some(_) => Ok(()),
        }
    };
    let list = match edit.section {
        Section::Head => {
            let Some(value) = value.filter(|_| edit.id == BUSINESS) else { return Err(not_there) };
            check(&document.head)?;
            return Ok(Some(std::mem::replace(&mut document.head, value)));
        }
        Section::Branches => &mut document.branches,
        Section::Staff => &mut document.staff,
        Section::Services => &mut document.services,
        Section::Policies => &mut document.policies,
        Section::Facts => &mut document.facts,
        Section::Menu => &mut document.menu,
    };
    let key = edit.section.key();
    let place = list.iter().position(|there| there.get(key).and_then(Value::as_str) == Some(&edit.id));
    match (place.and_then(|place| list.get_mut(place)), value) {
        (Some(there), Some(value)) => {
            check(there)?;
            Ok(Some(std::mem::replace(there, value)))
        }
        (Some(there), None) => {
            check(there)?;
            let before = there.clone();
            list.retain(|other| other.get(key).and_then(Value::as_str) != Some(&edit.id));
            Ok(Some(before))
        }
        (None, Some(_)) if edit.version.is_some() => Err(WorkError::ChangedMeanwhile { id: edit.id.clone() }),
        (None, Some(value)) => {
            list.push(value);
            Ok(None)
        }
        (None, None) => Err(not_there),
    }
}

/// The business as its owner said it, and what is left of what is limited.
fn document(tx: &mut Tx<'_>) -> Result<(Document, BTreeMap<String, i64>), DeskError> {
    let rows = catalogue::read(tx)?.ok_or(DeskError::NoBusiness)?;
    let left = rows.menu.iter().filter_map(|row| Some((row.id.clone(), row.stock?))).collect();
    Ok((Document::of(&keep::as_said(&rows)?), left))
}

fn piece(section: Section, value: &Value) -> Piece {
    let id = value.get(section.key()).and_then(Value::as_str).unwrap_or(BUSINESS);
    Piece { id: id.to_owned(), version: version(value), value: value.clone() }
}

fn version(value: &Value) -> String {
    let digest = Digest::new(Sha256::digest(value.to_string()).into());
    digest.to_string().chars().take(16).collect()
}
