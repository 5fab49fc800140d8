//! The fields of the inverted index, and a passage as they hold it.

use conserje_kernel::{CollectionId, DocumentId, Language, PassageKind, Timestamp};
use conserje_text::language_of;
use serde::{Deserialize, Serialize};
use tantivy::schema::{
    Field, IndexRecordOption, NumericOptions, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{PreTokenizedString, Token as IndexToken};
use tantivy::{TantivyDocument, Term};

use crate::analyse::passage_tokens;
use crate::fields::{FIELDS, TextField, text_of};
use crate::passage::Passage;

/// The number of a passage's vectors, and the date of its document, by column.
pub(super) const SLOT: &str = "slot";
pub(super) const DATED: &str = "dated";
/// What [`language_code`] gives.
pub(super) const LANGUAGE: &str = "language";

#[derive(Clone, Debug)]
pub(super) struct Fields {
    pub(super) schema: Schema,
    pub(super) id: Field,
    pub(super) document: Field,
    pub(super) collection: Field,
    pub(super) kind: Field,
    identity: Field,
    slot: Field,
    dated: Field,
    language: Field,
    texts: [Field; FIELDS.len()],
}

/// What a hit is made of.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Identity {
    pub(super) id: String,
    pub(super) document: DocumentId,
    pub(super) collection: CollectionId,
    pub(super) index: u32,
    pub(super) kind: PassageKind,
    pub(super) dated: Timestamp,
}

impl Fields {
    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let text = |option| {
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer("raw")
                    .set_index_option(option)
                    .set_fieldnorms(true),
            )
        };
        let id = schema.add_text_field("id", STRING);
        let document = schema.add_text_field("document", STRING);
        let collection = schema.add_text_field("collection", STRING);
        let kind = schema.add_text_field("kind", STRING);
        let identity = schema.add_text_field("identity", STORED);
        let slot = schema.add_u64_field(SLOT, NumericOptions::default().set_fast());
        let dated = schema.add_i64_field(DATED, NumericOptions::default().set_fast());
        let language = schema.add_u64_field(LANGUAGE, NumericOptions::default().set_fast());
        let texts = FIELDS
            .map(|field| schema.add_text_field(field.name(), text(IndexRecordOption::WithFreqsAndPositions)));
        Self {
            schema: schema.build(),
            id,
            document,
            collection,
            kind,
            identity,
            slot,
            dated,
            language,
            texts,
        }
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = (TextField, Field)> + '_ {
        FIELDS.into_iter().zip(self.texts)
    }

    pub(super) fn id_term(&self, id: &str) -> Term {
        Term::from_field_text(self.id, id)
    }

    pub(super) fn document_term(&self, document: DocumentId) -> Term {
        Term::from_field_text(self.document, &document.to_string())
    }

    pub(super) fn collection_term(&self, collection: CollectionId) -> Term {
        Term::from_field_text(self.collection, &collection.to_string())
    }

    pub(super) fn kind_term(&self, kind: PassageKind) -> Term {
        Term::from_field_text(self.kind, kind.name())
    }

    pub(super) fn entry(&self, passage: &Passage, slot: u64) -> Result<TantivyDocument, serde_json::Error> {
        let identity = Identity {
            id: passage.id.clone(),
            document: passage.document,
            collection: passage.collection,
            index: passage.index,
            kind: passage.kind,
            dated: passage.dated,
        };
        let mut entry = TantivyDocument::new();
        entry.add_text(self.id, &passage.id);
        entry.add_text(self.document, passage.document.to_string());
        entry.add_text(self.collection, passage.collection.to_string());
        entry.add_text(self.kind, passage.kind.name());
        entry.add_text(self.identity, serde_json::to_string(&identity)?);
        entry.add_u64(self.slot, slot);
        entry.add_i64(self.dated, passage.dated.as_micros());
        let language = language_of(&passage.text);
        entry.add_u64(self.language, language_code(language));
        for (field, column) in self.texts() {
            let tokens =
                passage_tokens(&text_of(passage, field), language).into_iter().map(|token| IndexToken {
                    offset_from: token.bytes.start,
                    offset_to: token.bytes.end,
                    position: token.position as usize,
                    text: token.term,
                    position_length: 1,
                });
            // The text itself is not kept: the database has it, and what is not here need not be erased.
            entry.add_pre_tokenized_text(
                column,
                PreTokenizedString { text: String::new(), tokens: tokens.collect() },
            );
        }
        Ok(entry)
    }

    pub(super) fn identity(&self, entry: &TantivyDocument) -> Option<Identity> {
        use tantivy::schema::Value;
        serde_json::from_str(entry.get_first(self.identity)?.as_str()?).ok()
    }
}

fn language_code(language: Option<Language>) -> u64 {
    match language {
        None => 0,
        Some(Language::Es) => 1,
        Some(Language::En) => 2,
    }
}

pub(super) fn language_from_code(code: u64) -> Option<Language> {
    match code {
        1 => Some(Language::Es),
        2 => Some(Language::En),
        _ => None,
    }
}
