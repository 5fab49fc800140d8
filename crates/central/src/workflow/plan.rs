//! The usual way to make an entity: what it needs, itself, its lines, and what closes it.

use serde_json::{Map, Value, json};

use crate::catalogue::{Catalogue, Entity, Operation};
use crate::values::example;

/// Deeper needs are left to whoever writes the workflow.
const DEEPEST: usize = 4;

impl Catalogue {
    /// Steps that make one of these: they have no faults, and values to be replaced.
    pub fn usual_steps(&self, entity: &Entity) -> Vec<Value> {
        let mut plan = Plan { catalogue: self, steps: Vec::new() };
        if !entity.allows(Operation::Post) {
            plan.steps.push(json!({"entity": entity.name, "operation": "GET"}));
            return plan.steps;
        }
        let made = plan.make(entity, DEEPEST);
        let lines = self
            .entities()
            .iter()
            .find(|other| other.name == format!("{}Line", entity.name) && other.allows(Operation::Post));
        if let Some(lines) = lines {
            plan.make_below(lines, &entity.name, made);
        }
        if let Some(action) = entity.actions.iter().find(|action| action.as_str() == "post") {
            plan.steps
                .push(json!({"entity": entity.name, "action": action, "key": reference(made, &entity.key)}));
        }
        plan.steps
    }
}

struct Plan<'a> {
    catalogue: &'a Catalogue,
    steps: Vec<Value>,
}

impl Plan<'_> {
    /// The number of the step that makes it.
    fn make(&mut self, entity: &Entity, depth: usize) -> usize {
        let fields = self.fields(entity, depth, None);
        self.push(json!({"entity": entity.name, "operation": "POST", "fields": fields}))
    }

    fn make_below(&mut self, entity: &Entity, parent: &str, made: usize) {
        let fields = self.fields(entity, DEEPEST, Some((parent, made)));
        self.push(json!({"entity": entity.name, "operation": "POST", "fields": fields}));
    }

    fn fields(&mut self, entity: &Entity, depth: usize, parent: Option<(&str, usize)>) -> Map<String, Value> {
        let mut fields = Map::new();
        for required in &entity.required {
            let Some(property) = required.0.first().and_then(|name| entity.property(name)) else { continue };
            let target = property.target.as_deref().and_then(|name| self.catalogue.named(name));
            let value = match (target, parent) {
                (Some(target), Some((name, made))) if target.name == name => reference(made, &target.key),
                (Some(target), _) if depth > 0 => {
                    let step = self.find(target, depth - 1);
                    reference(step, &target.key)
                }
                (Some(_) | None, _) => example(property.kind, self.catalogue.values(&property.type_name)),
            };
            fields.insert(property.name.clone(), value);
        }
        fields
    }

    /// What can be looked up is looked up, rather than made.
    fn find(&mut self, entity: &Entity, depth: usize) -> usize {
        if !entity.allows(Operation::Get) {
            return self.make(entity, depth);
        }
        let by = ["number", "code", "displayName"].into_iter().find(|name| entity.property(name).is_some());
        let mut step = json!({"entity": entity.name, "operation": "GET"});
        if let (Some(by), Some(fields)) = (by, step.as_object_mut()) {
            fields.insert("filter".to_owned(), Value::from(format!("{by} eq '…'")));
        }
        self.push(step)
    }

    fn push(&mut self, step: Value) -> usize {
        self.steps.push(step);
        self.steps.len()
    }
}

fn reference(step: usize, field: &str) -> Value {
    Value::from(format!("{{{{steps.{step}.{field}}}}}"))
}
