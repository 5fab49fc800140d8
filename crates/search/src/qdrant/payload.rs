//! What a point says of its passage.

use std::collections::HashMap;

use conserje_kernel::{CollectionId, DocumentId, Language, PassageKind, TenantId, Timestamp};
use qdrant_client::Payload;
use qdrant_client::qdrant::{FieldType, Value};
use serde::{Deserialize, Serialize};

use crate::error::SearchError;
use crate::passage::Passage;

/// The fields that filters use.
pub(super) const FILTERED: [(&str, FieldType); 7] = [
    ("tenant", FieldType::Keyword),
    ("collection", FieldType::Keyword),
    ("document", FieldType::Keyword),
    ("kind", FieldType::Keyword),
    ("space", FieldType::Keyword),
    ("phrases", FieldType::Integer),
    ("micros", FieldType::Integer),
];

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PassagePayload {
    pub(super) tenant: TenantId,
    pub(super) id: String,
    pub(super) collection: CollectionId,
    pub(super) document: DocumentId,
    pub(super) index: u32,
    pub(super) kind: PassageKind,
    pub(super) dated: Timestamp,
    /// `dated` as a number, to compare.
    pub(super) micros: i64,
    pub(super) language: Option<Language>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) space: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) phrases: Vec<i64>,
}

impl PassagePayload {
    pub(super) fn new(tenant: TenantId, passage: &Passage, language: Option<Language>) -> Self {
        Self {
            tenant,
            id: passage.id.clone(),
            collection: passage.collection,
            document: passage.document,
            index: passage.index,
            kind: passage.kind,
            dated: passage.dated,
            micros: passage.dated.as_micros(),
            language,
            space: None,
            phrases: Vec::new(),
        }
    }

    pub(super) fn read(payload: HashMap<String, Value>) -> Result<Self, SearchError> {
        Ok(Payload::from(payload).deserialize()?)
    }
}
