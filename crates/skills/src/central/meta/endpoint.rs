//! How an operation is called over HTTP.

use conserje_central::catalogue::{Catalogue, Entity, Operation};
use conserje_central::values::example;
use conserje_tools::{Call, Outcome};
use serde_json::{Map, Value, json};

use super::text;
use crate::central::page::{Page, entity_or_say};

/// As many properties as an example of a body shows beyond those that are required.
const SHOWN: usize = 4;

struct Endpoint {
    name: String,
    method: &'static str,
    path: String,
    headers: Vec<&'static str>,
    query: &'static [&'static str],
    body: Option<Value>,
    answers: u16,
}

pub(super) fn document(catalogue: &Catalogue, call: &Call) -> Outcome {
    let entity = match entity_or_say(catalogue, text(call, "entity"), call.language) {
        Ok(entity) => entity,
        Err(outcome) => return outcome,
    };
    let asked = text(call, "operation");
    let all = endpoints(catalogue, entity);
    let wanted = Operation::named(asked).map(Operation::method);
    let action = entity.action(asked);
    let chosen: Vec<&Endpoint> = all
        .iter()
        .filter(|one| match (action, wanted) {
            _ if asked.is_empty() => true,
            // `post` is an action of some entities and an operation of most: then both are meant.
            (action, wanted) => action == Some(&one.name) || wanted == Some(one.name.as_str()),
        })
        .collect();
    let mut page = Page::new(call.language);
    page.cite(entity, 1.0);
    if chosen.is_empty() {
        let shown: String = asked.chars().take(60).collect();
        let mut names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        names.dedup();
        let (es, en) = (
            format!("`{}` no tiene la operación `{shown}`; tiene: {}.", entity.name, names.join(", ")),
            format!("`{}` has no operation `{shown}`; it has: {}.", entity.name, names.join(", ")),
        );
        return Outcome::failed(page.say(&es, &en));
    }
    for one in &chosen {
        page.line("");
        page.line(format!("{} /{}", one.method, one.path));
        page.fact("Cabeceras", "Headers", &one.headers.join("; "));
        page.fact("Opciones", "Options", &one.query.join(", "));
        if let Some(body) = &one.body {
            page.fact("Cuerpo", "Body", &body.to_string());
        }
        page.fact("Responde", "Answers", &one.answers.to_string());
    }
    if !entity.under.is_empty() {
        let parents = entity.under.iter().filter_map(|name| catalogue.named(name));
        let paths: Vec<String> =
            parents.map(|parent| format!("/{}/{}", parent.one_path(), entity.set)).collect();
        page.line("");
        page.fact("También en", "Also at", &paths.join(", "));
    }
    let listed: Vec<Value> = chosen
        .iter()
        .map(|one| {
            json!({
                "operation": one.name, "method": one.method, "path": one.path, "headers": one.headers,
                "options": one.query, "body": one.body, "status": one.answers,
            })
        })
        .collect();
    let mut result = Map::new();
    result.insert("entity".to_owned(), json!(entity.name));
    result.insert(
        "root".to_owned(),
        json!("https://api.businesscentral.dynamics.com/v2.0/{environment}/api/v2.0"),
    );
    result.insert("endpoints".to_owned(), json!(listed));
    page.outcome(result)
}

fn endpoints(catalogue: &Catalogue, entity: &Entity) -> Vec<Endpoint> {
    const BEARER: &str = "Authorization: Bearer …";
    const JSON: &str = "Content-Type: application/json";
    const MATCH: &str = "If-Match: \"ETag\"";
    const QUERY: &[&str] = &["$filter", "$select", "$expand", "$orderby", "$top", "$skip", "$count"];
    let mut all = Vec::new();
    for operation in &entity.operations {
        let (path, headers, query, body, answers) = match operation {
            Operation::Get => (entity.path(), vec![BEARER], QUERY, None, 200),
            Operation::Post => {
                (entity.path(), vec![BEARER, JSON], &[][..], Some(body(catalogue, entity, true)), 201)
            }
            Operation::Patch => {
                let body = body(catalogue, entity, false);
                (entity.one_path(), vec![BEARER, JSON, MATCH], &[][..], Some(body), 200)
            }
            Operation::Delete => (entity.one_path(), vec![BEARER, MATCH], &[][..], None, 204),
        };
        let name = operation.method().to_owned();
        all.push(Endpoint { name, method: operation.method(), path, headers, query, body, answers });
        if *operation == Operation::Get {
            let (name, path) = ("GET".to_owned(), entity.one_path());
            let query = &["$select", "$expand"][..];
            all.push(Endpoint {
                name,
                method: "GET",
                path,
                headers: vec![BEARER],
                query,
                body: None,
                answers: 200,
            });
        }
    }
    for action in &entity.actions {
        all.push(Endpoint {
            name: action.clone(),
            method: "POST",
            path: format!("{}/Microsoft.NAV.{action}", entity.one_path()),
            headers: vec![BEARER],
            query: &[],
            body: None,
            answers: 204,
        });
    }
    all
}

/// What is required for a new one, and some of what can be written.
fn body(catalogue: &Catalogue, entity: &Entity, is_new: bool) -> Value {
    let required = |name: &str| {
        is_new && entity.required.iter().any(|one| one.0.first().is_some_and(|first| first == name))
    };
    let mut room = SHOWN;
    let mut body = Map::new();
    for property in &entity.properties {
        if property.read_only || property.kind == conserje_central::catalogue::Kind::Stream {
            continue;
        }
        if !required(&property.name) {
            if room == 0 {
                continue;
            }
            room -= 1;
        }
        body.insert(property.name.clone(), example(property.kind, catalogue.values(&property.type_name)));
    }
    Value::Object(body)
}
