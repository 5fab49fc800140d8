//! What a tool answers: a result for the record, a text for the model, and sources that an answer can cite.

use conserje_central::catalogue::{Catalogue, Entity, Unknown};
use conserje_kernel::{Language, say};
use conserje_tools::{Outcome, Source, Status};
use serde_json::{Map, Value};

/// What every source of the catalogue is called by first.
pub(super) const API: &str = "Business Central API v2.0";
/// The source type of what the catalogue says.
pub(super) const CATALOGUE: &str = "catalogue";

/// An answer that is being written.
pub(super) struct Page {
    pub(super) language: Language,
    text: String,
    sources: Vec<Source>,
}

impl Page {
    pub(super) fn new(language: Language) -> Self {
        let title = say(language, "[CATÁLOGO DE BUSINESS CENTRAL]", "[BUSINESS CENTRAL CATALOGUE]");
        Self { language, text: format!("{title}\n"), sources: Vec::new() }
    }

    pub(super) fn say<'a>(&self, es: &'a str, en: &'a str) -> &'a str {
        say(self.language, es, en)
    }

    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// A label and what it says; nothing if that is empty.
    pub(super) fn fact(&mut self, es: &str, en: &str, value: &str) {
        if !value.is_empty() {
            let line = format!("{}: {value}", self.say(es, en));
            self.line(line);
        }
    }

    /// What is known of the entity in one line, and how to cite it. The number in it is the place among the sources.
    pub(super) fn cite(&mut self, entity: &Entity, relevance: f64) {
        let statement = statement(entity, self.language);
        self.line(&statement);
        self.source(
            &format!("{API} · {}", entity.name),
            &format!("bc:{}", entity.name),
            statement,
            relevance,
        );
    }

    pub(super) fn source(&mut self, name: &str, id: &str, quote: String, relevance: f64) {
        self.sources.push(Source {
            number: 0,
            file_name: name.to_owned(),
            file_id: None,
            source_type: CATALOGUE.to_owned(),
            mime_type: "text/plain".to_owned(),
            relevance_score: (relevance.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0,
            is_image: false,
            chunk_id: Some(id.to_owned()),
            section: None,
            page: None,
            quote: Some(quote),
            start: None,
            end: None,
            text_hash: None,
            excerpts: Vec::new(),
        });
        // Read by `number_sources`, which knows these two labels.
        let line = format!("{}: [{}]", self.say("Cita", "Cite as"), self.sources.len());
        self.line(line);
    }

    pub(super) fn outcome(self, mut result: Map<String, Value>) -> Outcome {
        // Sources are names and short texts: they can always be written.
        let sources = serde_json::to_value(&self.sources).unwrap_or_default();
        result.insert("sources".to_owned(), sources);
        Outcome { status: Status::Succeeded, result: Value::Object(result), text: self.text }
    }
}

/// What is known of an entity, in a line.
pub(super) fn statement(entity: &Entity, language: Language) -> String {
    let required: Vec<String> = entity.required.iter().map(ToString::to_string).collect();
    let mut parts = vec![
        format!("{} ({}, {})", entity.name, entity.called(language), entity.set),
        entity.operation_list(),
        format!("{} {}", say(language, "clave", "key"), entity.key),
    ];
    if !required.is_empty() {
        parts.push(format!("{} {}", say(language, "obligatorio", "required"), required.join(", ")));
    }
    if !entity.actions.is_empty() {
        parts.push(format!("{} {}", say(language, "acciones", "actions"), entity.actions.join(", ")));
    }
    parts.push(format!("{} {}", entity.properties.len(), say(language, "propiedades", "properties")));
    parts.push(format!("{} {}", entity.navigation.len(), say(language, "navegaciones", "navigations")));
    parts.join("; ")
}

/// The entity that was asked for, or an answer that says what may have been meant.
pub(super) fn entity_or_say<'a>(
    catalogue: &'a Catalogue,
    asked: &str,
    language: Language,
) -> Result<&'a Entity, Outcome> {
    // A whole sentence names it somewhere.
    let mentioned = |unknown: Unknown| catalogue.mentioned(asked).first().copied().ok_or(unknown);
    catalogue.entity(asked).or_else(mentioned).map_err(|unknown| no_such_entity(&unknown, language))
}

pub(super) fn no_such_entity(unknown: &Unknown, language: Language) -> Outcome {
    let Unknown { asked, nearest } = unknown;
    let names: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    let text = match (language, nearest.is_empty()) {
        (Language::Es, true) => {
            format!("No existe la entidad `{asked}`. Use list_all_entities para verlas todas.")
        }
        (Language::Es, false) => {
            format!("No existe la entidad `{asked}`. ¿Quería decir {}?", names.join(", "))
        }
        (Language::En, true) => {
            format!("There is no entity `{asked}`. Use list_all_entities to see them all.")
        }
        (Language::En, false) => format!("There is no entity `{asked}`. Did you mean {}?", names.join(", ")),
    };
    let mut outcome = Outcome::failed(text);
    if let Some(result) = outcome.result.as_object_mut() {
        result.insert("nearest".to_owned(), Value::from(nearest.clone()));
    }
    outcome
}
