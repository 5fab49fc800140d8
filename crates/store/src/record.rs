//! The record of what was changed of a tenant's set-up: who did it, when, and to which fields.
//!
//! Whoever changes a part of it adds an entry in the same transaction, so that there is no change without one. What is in a
//! field is not kept here.

use std::collections::BTreeSet;

use conserje_kernel::{ApiKeyId, Cursor, Page, PageRequest, Scope, SetupAct, SetupPart, Timestamp, UserId};
use serde_json::{Map, Value};

use crate::sql::{Row, values};
use crate::{StoreError, Tx};

/// Who changed something; nobody is the machine's operator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct By {
    pub user: Option<UserId>,
    /// With which they did it.
    pub key: Option<ApiKeyId>,
}

impl From<&Scope> for By {
    fn from(scope: &Scope) -> Self {
        Self { user: scope.user(), key: scope.api_key() }
    }
}

/// What was done.
#[derive(Clone, Copy, Debug)]
pub struct NewEntry<'a> {
    pub part: SetupPart,
    pub act: SetupAct,
    /// Its id, or its name where it has no other.
    pub subject: &'a str,
    /// As people call it.
    pub name: &'a str,
    /// Names, never what is in them.
    pub fields: &'a [String],
    /// For people, without secrets.
    pub note: &'a str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub position: i64,
    pub part: SetupPart,
    pub act: SetupAct,
    pub subject: String,
    pub name: String,
    pub fields: Vec<String>,
    pub note: String,
    pub by: By,
    /// As whoever did it is called now.
    pub user_name: Option<String>,
    pub made_at: Timestamp,
}

pub fn add(tx: &mut Tx<'_>, by: By, new: &NewEntry<'_>) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let fields = serde_json::json!(new.fields).to_string();
    tx.conn.execute(
        "INSERT INTO setup_record (tenant_id, part, act, subject, name, fields, note, user_id, api_key_id, made_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        values![
            tenant,
            new.part,
            new.act,
            new.subject,
            new.name,
            fields,
            new.note,
            by.user,
            by.key,
            now
        ],
    )?;
    Ok(())
}

fn read(row: &Row<'_>) -> Result<Entry, StoreError> {
    let fields: String = row.get(5)?;
    Ok(Entry {
        position: row.get(0)?,
        part: row.get(1)?,
        act: row.get(2)?,
        subject: row.get(3)?,
        name: row.get(4)?,
        // We wrote it.
        fields: serde_json::from_str(&fields).unwrap_or_default(),
        note: row.get(6)?,
        by: By { user: row.get(7)?, key: row.get(8)? },
        user_name: row.get(9)?,
        made_at: row.get(10)?,
    })
}

/// A page of all of it, or of one part, the latest first.
pub fn list(tx: &mut Tx<'_>, part: Option<SetupPart>, page: &PageRequest) -> Result<Page<Entry>, StoreError> {
    let tenant = tx.tenant();
    let before = page.after.as_ref().map_or(i64::MAX, |cursor| cursor.key);
    let limit = i64::try_from(page.size.get()).unwrap_or(i64::MAX).saturating_add(1);
    let part = part.map_or("*", SetupPart::name);
    let rows = tx.conn.query(
        "SELECT r.position, r.part, r.act, r.subject, r.name, r.fields, r.note, r.user_id, r.api_key_id, u.name, r.made_at
         FROM setup_record r LEFT JOIN users u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
         WHERE r.tenant_id = ?1 AND r.position < ?2 AND ?3 IN (r.part, '*') ORDER BY r.position DESC LIMIT ?4",
        values![tenant, before, part, limit],
        read,
    )?;
    Ok(Page::cut(rows, page.size, |entry| Cursor { key: entry.position, id: String::new() }))
}

/// Names of the fields that are not the same, those of objects inside with a dot: `settings.name`. One that is null is not
/// there.
pub fn differing(before: &Value, after: &Value) -> Vec<String> {
    let mut found = Vec::new();
    differ("", before, after, &mut found);
    found
}

fn differ(within: &str, before: &Value, after: &Value, found: &mut Vec<String>) {
    let empty = Map::new();
    let (before, after) = (before.as_object().unwrap_or(&empty), after.as_object().unwrap_or(&empty));
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for name in names {
        let of = |fields: &Map<String, Value>| fields.get(name).cloned().unwrap_or_default();
        let (before, after) = (of(before), of(after));
        if before == after {
            continue;
        }
        let path = format!("{within}{name}");
        if before.is_object() || after.is_object() {
            differ(&format!("{path}."), &before, &after, found);
        } else {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differing;

    #[test]
    fn only_fields_that_are_not_the_same_are_named_and_never_what_is_in_them() {
        let before =
            json!({"name": "a", "same": 1, "settings": {"x": 1, "y": [1]}, "gone": true, "none": null});
        let after = json!({"name": "b", "same": 1, "settings": {"x": 1, "y": [2]}, "new": {"z": "secret"}});
        assert_eq!(differing(&before, &after), ["gone", "name", "new.z", "settings.y"]);
        assert!(differing(&after, &after).is_empty());
        assert_eq!(differing(&json!({}), &json!({"a": 1})), ["a"]);
    }
}
