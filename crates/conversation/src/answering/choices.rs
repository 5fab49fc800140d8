//! What tenants say about packs, as it is kept and put on record.

use conserje_agents::PackChoice;
use conserje_kernel::{SetupAct, SetupPart};
use conserje_store::record::{self, By, NewEntry};
use conserje_store::{StoreError, Tx, packs};

/// A choice that this version cannot read leaves the pack as it is.
pub(super) fn readable(row: &packs::PackChoice) -> Option<PackChoice> {
    serde_json::from_str(&row.choice)
        .inspect_err(|error| {
            tracing::warn!("What a tenant chose for the pack `{}` cannot be read: {error}", row.pack);
        })
        .ok()
}

/// Keeps a choice, `text` being the same as it is kept; on record goes what became another.
pub(super) fn put(
    tx: &mut Tx<'_>,
    by: By,
    pack: &str,
    (choice, text): (&PackChoice, &str),
) -> Result<(), StoreError> {
    let known = packs::all(tx)?.into_iter().find(|known| known.pack == pack);
    let before = known.as_ref().and_then(readable).unwrap_or_else(PackChoice::as_it_is);
    packs::put(tx, pack, text)?;
    let fields = record::differing(&serde_json::json!(before), &serde_json::json!(choice));
    if fields.is_empty() {
        return Ok(());
    }
    let note = match (before.enabled, choice.enabled) {
        (true, false) => "off",
        (false, true) => "on",
        (true, true) | (false, false) => "",
    };
    let (part, act) = (SetupPart::Pack, SetupAct::Changed);
    record::add(tx, by, &NewEntry { part, act, subject: pack, name: pack, fields: &fields, note })
}
