//! What entities there are, what they have and how they hang together.

use conserje_central::catalogue::{Catalogue, Entity, Property};
use conserje_central::names::key;
use conserje_central::operations::Verb;
use conserje_tools::{Call, Outcome};
use serde_json::{Map, Value, json};

use super::text;
use crate::central::page::{API, Page, entity_or_say};

/// As many operations as are found unless asked otherwise, and the most.
const FOUND: (u64, u64) = (10, 30);

fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

pub(super) fn list(catalogue: &Catalogue, call: &Call) -> Outcome {
    let mut page = Page::new(call.language);
    let asked = text(call, "area");
    let area = catalogue.areas().into_iter().find(|area| !asked.is_empty() && key(area) == key(asked));
    let chosen: Vec<&Entity> =
        catalogue.entities().iter().filter(|one| area.is_none_or(|area| one.area == area)).collect();
    let areas = catalogue.areas();
    if !asked.is_empty() && area.is_none() {
        let shown: String = asked.chars().take(60).collect();
        let line = match call.language {
            conserje_kernel::Language::Es => {
                format!(
                    "No existe el área `{shown}`; estas son todas las entidades. Áreas: {}.",
                    areas.join(", ")
                )
            }
            conserje_kernel::Language::En => {
                format!("There is no area `{shown}`; these are all entities. Areas: {}.", areas.join(", "))
            }
        };
        page.line(line);
    }
    let summary = format!(
        "{API}: {} {}; {} {}",
        catalogue.entities().len(),
        page.say("entidades", "entities"),
        page.say("áreas", "areas"),
        areas.join(", ")
    );
    page.line(&summary);
    page.source(API, "bc:", summary, 1.0);
    let mut listed = Vec::new();
    for entity in chosen {
        let called = entity.called(call.language);
        page.line(format!("- {} ({called}) [{}]: {}", entity.name, entity.area, entity.operation_list()));
        listed.push(json!({
            "name": entity.name, "set": entity.set, "called": called, "area": entity.area,
            "operations": methods(entity), "actions": entity.actions,
        }));
    }
    let count = listed.len();
    page.outcome(fields([
        ("total", json!(count)),
        ("areas", json!(areas)),
        ("entities", Value::from(listed)),
    ]))
}

pub(super) fn search(catalogue: &Catalogue, call: &Call) -> Outcome {
    let query = text(call, "query");
    let limit = call.args.get("limit").and_then(Value::as_u64).unwrap_or(FOUND.0).clamp(1, FOUND.1);
    let found = catalogue.operations(query, usize::try_from(limit).unwrap_or(1));
    let mut page = Page::new(call.language);
    let shown: String = query.chars().take(200).collect();
    page.fact("Búsqueda", "Search", &shown);
    if found.is_empty() {
        let line = page.say(
            "Ninguna operación encaja. Pruebe con el nombre de una entidad, o use list_all_entities.",
            "No operation fits. Try the name of an entity, or use list_all_entities.",
        );
        page.line(line);
    }
    let mut results: Vec<Value> = Vec::new();
    let mut cited: Vec<&str> = Vec::new();
    for one in &found {
        if !cited.contains(&one.entity.name.as_str()) {
            cited.push(&one.entity.name);
            page.line("");
            page.cite(one.entity, one.score);
            for same in found.iter().filter(|other| other.entity.name == one.entity.name) {
                page.line(format!("- {} {}", same.method(), same.path()));
            }
        }
        let action = match &one.verb {
            Verb::Operation(_) => None,
            Verb::Action(action) => Some(action),
        };
        results.push(json!({
            "entity": one.entity.name, "method": one.method(), "path": one.path(), "action": action,
            "score": (one.score * 10_000.0).round() / 10_000.0,
        }));
    }
    page.outcome(fields([
        ("query", json!(shown)),
        ("total", json!(results.len())),
        ("operations", json!(results)),
    ]))
}

pub(super) fn details(catalogue: &Catalogue, call: &Call) -> Outcome {
    let entity = match entity_or_say(catalogue, text(call, "entity"), call.language) {
        Ok(entity) => entity,
        Err(outcome) => return outcome,
    };
    let mut page = Page::new(call.language);
    page.cite(entity, 1.0);
    page.fact("Área", "Area", &entity.area);
    page.fact("También", "Also called", &[entity.es.join(", "), entity.en.join(", ")].join("; "));
    page.fact("Ruta", "Path", &entity.path());
    if !entity.under.is_empty() {
        page.fact(
            if entity.nested { "Solo bajo" } else { "También bajo" },
            if entity.nested { "Only below" } else { "Also below" },
            &entity.under.join(", "),
        );
    }
    page.line("");
    let title = format!("{} ({}):", page.say("Propiedades", "Properties"), entity.properties.len());
    page.line(title);
    for property in &entity.properties {
        let line = described(catalogue, property, &page);
        page.line(line);
    }
    if !entity.navigation.is_empty() {
        page.line("");
        let title = page.say("Navegación:", "Navigation:").to_owned();
        page.line(title);
        for one in &entity.navigation {
            page.line(format!("- {} → {}{}", one.name, one.target, if one.many { " []" } else { "" }));
        }
    }
    let properties: Vec<Value> = entity.properties.iter().map(|one| property_json(catalogue, one)).collect();
    let navigation: Vec<Value> = entity
        .navigation
        .iter()
        .map(|one| json!({"name": one.name, "target": one.target, "multiplicity": if one.many { "many" } else { "one" }}))
        .collect();
    let required: Vec<&Vec<String>> = entity.required.iter().map(|required| &required.0).collect();
    page.outcome(fields([
        ("name", json!(entity.name)),
        ("set", json!(entity.set)),
        ("area", json!(entity.area)),
        ("aliases", json!({"es": entity.es, "en": entity.en})),
        ("key", json!(entity.key)),
        ("operations", json!(methods(entity))),
        ("required", json!(required)),
        ("actions", json!(entity.actions)),
        ("under", json!(entity.under)),
        ("properties", json!(properties)),
        ("navigation", json!(navigation)),
    ]))
}

fn described(catalogue: &Catalogue, property: &Property, page: &Page) -> String {
    let mut line = format!("- {}: {}", property.name, property.type_name);
    if property.read_only {
        line.push_str(page.say(", solo lectura", ", read-only"));
    }
    if let Some(target) = &property.target {
        line.push_str(&format!(" → {target}"));
    }
    let values: Vec<&str> = catalogue
        .values(&property.type_name)
        .iter()
        .map(|value| if value.is_empty() { "\" \"" } else { value })
        .collect();
    if !values.is_empty() {
        line.push_str(&format!(" ({})", values.join(", ")));
    }
    line
}

fn property_json(catalogue: &Catalogue, property: &Property) -> Value {
    let mut json = json!({"name": property.name, "type": property.type_name, "readOnly": property.read_only});
    if let Some(fields) = json.as_object_mut() {
        if let Some(target) = &property.target {
            fields.insert("target".to_owned(), json!(target));
        }
        let values = catalogue.values(&property.type_name);
        if !values.is_empty() {
            fields.insert("values".to_owned(), json!(values));
        }
    }
    json
}

fn methods(entity: &Entity) -> Vec<&'static str> {
    entity.operations.iter().map(|operation| operation.method()).collect()
}

pub(super) fn relationships(catalogue: &Catalogue, call: &Call) -> Outcome {
    let entity = match entity_or_say(catalogue, text(call, "entity"), call.language) {
        Ok(entity) => entity,
        Err(outcome) => return outcome,
    };
    let to = match text(call, "to") {
        // Of two that a sentence names, the second is where it leads.
        "" => catalogue.mentioned(text(call, "entity")).into_iter().find(|other| other.name != entity.name),
        to => match entity_or_say(catalogue, to, call.language) {
            Ok(to) => Some(to),
            Err(outcome) => return outcome,
        },
    };
    let mut page = Page::new(call.language);
    page.cite(entity, 1.0);
    let mut way_json = Value::Null;
    if let Some(to) = to {
        page.cite(to, 1.0);
        let way = catalogue.way(entity, to);
        let shown = match &way {
            None => page.say("no hay camino", "there is no way").to_owned(),
            Some(hops) => {
                let steps = hops.iter().map(|hop| format!(" —{}→ {}", hop.by, hop.to));
                format!("{}{}", entity.name, steps.collect::<String>())
            }
        };
        page.fact("Camino", "Way", &shown);
        way_json = way.map_or(Value::Null, |hops| {
            hops.iter().map(|hop| json!({"from": hop.from, "by": hop.by, "to": hop.to})).collect()
        });
    }
    let relations = catalogue.relations(entity);
    let leads: Vec<String> = relations
        .leads_to
        .iter()
        .map(|one| format!("{}{}", one.name, if one.many { "[]" } else { "" }))
        .collect();
    let holds: Vec<String> =
        relations.holds.iter().map(|(one, target)| format!("{} → {target}", one.name)).collect();
    let reached: Vec<String> =
        relations.reached_from.iter().map(|(one, by)| format!("{}.{}", one.name, by.name)).collect();
    let held: Vec<String> =
        relations.held_by.iter().map(|(one, by)| format!("{}.{}", one.name, by.name)).collect();
    page.fact("Navega a", "Navigates to", &leads.join(", "));
    page.fact("Guarda el id de", "Holds the id of", &holds.join(", "));
    page.fact("Se llega desde", "Is reached from", &reached.join(", "));
    page.fact("Su id está en", "Its id is in", &held.join(", "));
    let leads_json: Vec<Value> = relations
        .leads_to
        .iter()
        .map(|one| json!({"navigation": one.name, "entity": one.target, "multiplicity": if one.many { "many" } else { "one" }}))
        .collect();
    let holds_json: Vec<Value> =
        relations.holds.iter().map(|(one, target)| json!({"property": one.name, "entity": target})).collect();
    let reached_json: Vec<Value> = relations
        .reached_from
        .iter()
        .map(|(one, by)| json!({"entity": one.name, "navigation": by.name}))
        .collect();
    let held_json: Vec<Value> =
        relations.held_by.iter().map(|(one, by)| json!({"entity": one.name, "property": by.name})).collect();
    page.outcome(fields([
        ("entity", json!(entity.name)),
        ("navigatesTo", json!(leads_json)),
        ("holdsIdOf", json!(holds_json)),
        ("reachedFrom", json!(reached_json)),
        ("idHeldBy", json!(held_json)),
        ("way", way_json),
    ]))
}
