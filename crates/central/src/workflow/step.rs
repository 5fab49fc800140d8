//! Steps as they are written, in as many ways as models write them.

use serde_json::{Map, Value};

use super::fault::{Fault, Trouble};
use crate::catalogue::{Catalogue, Operation};

/// More steps are no workflow that anybody can follow.
pub(super) const MOST: usize = 50;

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    Operation(Operation),
    /// A bound action.
    Action(String),
}

/// A step, its names brought to those of the catalogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// From 1.
    pub number: usize,
    /// What later steps may call it.
    pub id: Option<String>,
    pub title: Option<String>,
    pub entity: String,
    pub does: Does,
    /// Which one: its key, or a reference to it.
    pub key: Option<String>,
    pub filter: Option<String>,
    pub fields: Map<String, Value>,
}

impl Step {
    /// Whether there is something that later steps can use.
    pub fn returns(&self) -> bool {
        match self.does {
            Does::Operation(Operation::Get | Operation::Post | Operation::Patch) => true,
            Does::Operation(Operation::Delete) | Does::Action(_) => false,
        }
    }

    pub fn verb(&self) -> String {
        match &self.does {
            Does::Operation(operation) => operation.method().to_owned(),
            Does::Action(action) => format!("Microsoft.NAV.{action}"),
        }
    }
}

/// What was understood of a workflow, and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Workflow {
    /// Those that could be understood.
    pub steps: Vec<Step>,
    pub faults: Vec<Fault>,
}

impl Workflow {
    /// Reads and checks. Whatever is given, there is an answer.
    pub fn read(catalogue: &Catalogue, steps: &Value) -> Self {
        let empty = Vec::new();
        let listed = steps.as_array().unwrap_or(&empty);
        let mut workflow = Self { steps: Vec::new(), faults: Vec::new() };
        if listed.is_empty() {
            workflow.faults.push(Fault::of_all(Trouble::NoSteps));
        }
        if listed.len() > MOST {
            workflow.faults.push(Fault::of_all(Trouble::TooManySteps { most: MOST }));
        }
        for (number, written) in (1..=MOST).zip(listed) {
            match read_step(catalogue, number, written) {
                Ok(step) => workflow.steps.push(step),
                Err(trouble) => workflow.faults.push(Fault::new(number, trouble)),
            }
        }
        workflow.faults.extend(super::check::check(catalogue, &workflow.steps, listed.len()));
        workflow.faults.sort_by_key(|fault| fault.step);
        workflow
    }
}

fn read_step(catalogue: &Catalogue, number: usize, written: &Value) -> Result<Step, Trouble> {
    let Value::Object(fields) = written else { return Err(Trouble::NotAStep) };
    let text = |names: &[&str]| {
        let value = names.iter().find_map(|name| fields.get(*name))?;
        value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let asked = text(&["entity", "resource"]).ok_or(Trouble::NoEntity)?;
    let entity = catalogue.entity(&asked).map_err(Trouble::UnknownEntity)?;
    let operation = text(&["operation", "method"]);
    let action = text(&["action"]);
    let does = match (operation, action) {
        (_, Some(action)) => does_action(catalogue, &entity.name, &action)?,
        (Some(operation), None) => match Operation::named(&operation) {
            Some(operation) => Does::Operation(operation),
            // Models write the name of an action where an operation is asked for.
            None => does_action(catalogue, &entity.name, &operation)
                .map_err(|_| Trouble::UnknownOperation { asked: operation.chars().take(60).collect() })?,
        },
        (None, None) => return Err(Trouble::NoOperation { entity: entity.name.clone() }),
    };
    let body = ["fields", "data", "body"].iter().find_map(|name| fields.get(*name)?.as_object());
    Ok(Step {
        number,
        id: text(&["id"]),
        title: text(&["title", "description"]),
        entity: entity.name.clone(),
        does,
        key: text(&["key"]),
        filter: text(&["filter"]),
        fields: body.cloned().unwrap_or_default(),
    })
}

fn does_action(catalogue: &Catalogue, entity: &str, asked: &str) -> Result<Does, Trouble> {
    let entity = catalogue.named(entity);
    match entity.and_then(|entity| entity.action(asked)) {
        Some(action) => Ok(Does::Action(action.to_owned())),
        None => Err(Trouble::UnknownAction {
            asked: asked.chars().take(60).collect(),
            entity: entity.map(|entity| entity.name.clone()).unwrap_or_default(),
            actions: entity.map(|entity| entity.actions.clone()).unwrap_or_default(),
        }),
    }
}
