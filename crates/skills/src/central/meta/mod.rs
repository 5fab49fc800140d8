//! The seven tools that answer from the catalogue alone: no network, no effects.
mod endpoint;
mod entities;
mod workflows;

use std::sync::Arc;

use conserje_central::catalogue::Catalogue;
use conserje_tools::{Call, Outcome, Tool, ToolInfo};
use futures::future::{BoxFuture, FutureExt};
use serde_json::{Value, json};

use crate::titles::title;

/// The names of all of them.
pub const META_NAMES: [&str; 7] = [
    "list_all_entities",
    "search_entity_operations",
    "get_entity_details",
    "get_entity_relationships",
    "validate_workflow_structure",
    "build_knowledge_base_workflow",
    "get_endpoint_documentation",
];

type Answer = fn(&Catalogue, &Call) -> Outcome;

struct Meta {
    info: ToolInfo,
    catalogue: Arc<Catalogue>,
    answer: Answer,
}

impl Tool for Meta {
    fn info(&self) -> &ToolInfo {
        &self.info
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        std::future::ready((self.answer)(&self.catalogue, &call)).boxed()
    }
}

/// A tool: what it is, what it takes, and how it answers.
struct Row {
    about: &'static str,
    takes: Value,
    needs: &'static [&'static str],
    answer: Answer,
}

/// All seven.
pub fn meta_tools(catalogue: &Arc<Catalogue>) -> Vec<Arc<dyn Tool>> {
    let tool = |(name, row): (&str, Row)| -> Arc<dyn Tool> {
        let parameters = json!({"type": "object", "properties": row.takes, "required": row.needs});
        let info = ToolInfo { title: title(name), ..ToolInfo::read(name, row.about, parameters) };
        Arc::new(Meta { info, catalogue: Arc::clone(catalogue), answer: row.answer })
    };
    META_NAMES.into_iter().zip(rows()).map(tool).collect()
}

/// In the order of [`META_NAMES`]. Descriptions are part of every request of the agent: short, and the schema says
/// the rest.
fn rows() -> [Row; 7] {
    let word = || json!({"type": "string"});
    let steps = || json!({"type": "array", "items": {"type": "object"}});
    let told = || json!({"type": ["array", "string"], "items": {"type": "object"}});
    [
        Row {
            about: "Lists Business Central entities.",
            takes: json!({"area": word()}),
            needs: &[],
            answer: entities::list,
        },
        Row {
            about: "Finds operations by words, Spanish or English.",
            takes: json!({"query": word(), "limit": {"type": "integer", "minimum": 1}}),
            needs: &["query"],
            answer: entities::search,
        },
        Row {
            about: "Properties, key, operations, actions of an entity.",
            takes: json!({"entity": word()}),
            needs: &["entity"],
            answer: entities::details,
        },
        Row {
            about: "Relations of an entity; with `to`, the way to another.",
            takes: json!({"entity": word(), "to": word()}),
            needs: &["entity"],
            answer: entities::relationships,
        },
        Row {
            about: "Checks steps {entity, operation, action?, key?, filter?, fields?}; {{steps.1.id}} uses a result.",
            takes: json!({"steps": told()}),
            needs: &["steps"],
            answer: workflows::validate,
        },
        Row {
            about: "Documents a workflow in Markdown; without `steps`, the usual one to create `entity`.",
            takes: json!({"title": word(), "steps": steps(), "entity": word()}),
            needs: &["title"],
            answer: workflows::build,
        },
        Row {
            about: "URL, headers, body of an entity's operations.",
            takes: json!({"entity": word(), "operation": word()}),
            needs: &["entity"],
            answer: endpoint::document,
        },
    ]
}

/// An argument, trimmed; empty if it is not there.
fn text<'a>(call: &'a Call, name: &str) -> &'a str {
    call.args.get(name).and_then(Value::as_str).unwrap_or_default().trim()
}

#[cfg(test)]
#[path = "meta_tests.rs"]
pub(crate) mod tests;
