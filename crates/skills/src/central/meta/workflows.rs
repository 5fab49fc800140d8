//! Workflows: checked, and written down.

use conserje_central::catalogue::Catalogue;
use conserje_central::workflow::{Does, Workflow, document};
use conserje_tools::{Call, Outcome};
use serde_json::{Map, Value, json};

use super::text;
use crate::central::page::{Page, entity_or_say};

pub(super) fn validate(catalogue: &Catalogue, call: &Call) -> Outcome {
    let steps = match call.args.get("steps") {
        Some(Value::String(spoken)) => Value::from(catalogue.spoken_steps(spoken)),
        given => given.cloned().unwrap_or_default(),
    };
    let workflow = Workflow::read(catalogue, &steps);
    let mut page = Page::new(call.language);
    verdict(&mut page, &workflow);
    cite_all(&mut page, catalogue, &workflow);
    page.outcome(result(&workflow, call))
}

pub(super) fn build(catalogue: &Catalogue, call: &Call) -> Outcome {
    let given = call.args.get("steps").and_then(Value::as_array).filter(|steps| !steps.is_empty());
    let steps = match given {
        Some(steps) => Value::from(steps.clone()),
        None => {
            let asked = text(call, "entity");
            // The way to what needs most leads past the others that are named.
            let mentioned = catalogue.mentioned(asked);
            let furthest = mentioned.into_iter().max_by_key(|entity| catalogue.usual_steps(entity).len());
            let entity = catalogue.entity(asked).ok().or(furthest);
            match entity.map_or_else(|| entity_or_say(catalogue, asked, call.language), Ok) {
                Ok(entity) => Value::from(catalogue.usual_steps(entity)),
                Err(outcome) => return outcome,
            }
        }
    };
    let workflow = Workflow::read(catalogue, &steps);
    let markdown = document(catalogue, text(call, "title"), &workflow, call.language);
    let mut page = Page::new(call.language);
    verdict(&mut page, &workflow);
    cite_all(&mut page, catalogue, &workflow);
    page.line("");
    page.line(&markdown);
    let mut result = result(&workflow, call);
    result.insert("markdown".to_owned(), json!(markdown));
    page.outcome(result)
}

fn verdict(page: &mut Page, workflow: &Workflow) {
    let (steps, faults) = (workflow.steps.len(), workflow.faults.len());
    let line = if faults == 0 {
        format!("{}: {steps}. {}", page.say("Pasos", "Steps"), page.say("Sin fallos.", "No faults."))
    } else {
        format!("{}: {faults}.", page.say("Fallos por corregir", "Faults to be corrected"))
    };
    page.line(line);
    for fault in &workflow.faults {
        let line = format!("- {}", fault.line(page.language));
        page.line(line);
    }
}

/// Each entity once.
fn cite_all(page: &mut Page, catalogue: &Catalogue, workflow: &Workflow) {
    let mut cited: Vec<&str> = Vec::new();
    for step in &workflow.steps {
        if !cited.contains(&step.entity.as_str()) {
            cited.push(&step.entity);
            if let Some(entity) = catalogue.named(&step.entity) {
                page.line("");
                page.cite(entity, 1.0);
            }
        }
    }
}

fn result(workflow: &Workflow, call: &Call) -> Map<String, Value> {
    let steps: Vec<Value> = workflow
        .steps
        .iter()
        .map(|step| {
            let (operation, action) = match &step.does {
                Does::Operation(operation) => (Some(operation.method()), None),
                Does::Action(action) => (None, Some(action)),
            };
            json!({
                "step": step.number, "id": step.id, "entity": step.entity, "operation": operation, "action": action,
                "key": step.key, "filter": step.filter, "fields": step.fields,
            })
        })
        .collect();
    let faults: Vec<Value> = workflow.faults.iter().map(|fault| fault.json(call.language)).collect();
    Map::from_iter([
        ("valid".to_owned(), json!(faults.is_empty())),
        ("steps".to_owned(), json!(steps)),
        ("faults".to_owned(), json!(faults)),
    ])
}
