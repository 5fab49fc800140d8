//! Whether steps can be done, in their order, with what they have.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::fault::{Fault, Trouble};
use super::refer::{Reference, is_reference, references};
use super::step::{Does, Step};
use crate::catalogue::{Catalogue, Entity, Operation, Property};
use crate::values::fits;

/// `written` is how many steps there were, of which `steps` could be understood.
pub(super) fn check(catalogue: &Catalogue, steps: &[Step], written: usize) -> Vec<Fault> {
    let mut checker = Checker { catalogue, steps, written, faults: Vec::new(), gone: BTreeMap::new() };
    checker.ids();
    for step in steps {
        if let Some(entity) = catalogue.named(&step.entity) {
            checker.step(step, entity);
        }
    }
    checker.faults
}

struct Checker<'a> {
    catalogue: &'a Catalogue,
    steps: &'a [Step],
    written: usize,
    faults: Vec<Fault>,
    /// Which entity by which key was deleted in which step.
    gone: BTreeMap<(String, String), usize>,
}

impl<'a> Checker<'a> {
    fn fault(&mut self, step: &Step, trouble: Trouble) {
        let fault = Fault::new(step.number, trouble);
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn ids(&mut self) {
        let mut seen = BTreeSet::new();
        for step in self.steps {
            if let Some(id) = &step.id
                && !seen.insert(id.as_str())
            {
                self.fault(step, Trouble::SameId { id: id.clone() });
            }
        }
    }

    fn step(&mut self, step: &'a Step, entity: &'a Entity) {
        if let Does::Operation(operation) = step.does
            && !entity.allows(operation)
        {
            let allowed = entity.operation_list();
            self.fault(step, Trouble::NotAllowed { operation, entity: entity.name.clone(), allowed });
        }
        let needs_key = match step.does {
            Does::Operation(Operation::Patch | Operation::Delete) | Does::Action(_) => true,
            Does::Operation(Operation::Get | Operation::Post) => false,
        };
        match &step.key {
            Some(key) => self.key(step, entity, key),
            None if needs_key => {
                self.fault(step, Trouble::NoKey { entity: entity.name.clone(), verb: step.verb() });
            }
            None => {}
        }
        if let Some(filter) = &step.filter {
            self.references(step, filter, None);
        }
        self.fields(step, entity);
        if step.does == Does::Operation(Operation::Post) {
            self.required(step, entity);
            self.parents(step, entity);
        }
        if let (Does::Operation(Operation::Delete), Some(key)) = (&step.does, &step.key) {
            self.gone.insert((entity.name.clone(), key.clone()), step.number);
        }
    }

    fn key(&mut self, step: &'a Step, entity: &'a Entity, key: &str) {
        let property = entity.key_property();
        if is_reference(key) {
            self.references(step, key, Some((&entity.key, &entity.name)));
        } else if let Some(property) = property.filter(|one| !fits(one.kind, &Value::from(key))) {
            self.fault(step, wrong_type(property));
        }
        if let Some(gone) = self.gone.get(&(entity.name.clone(), key.to_owned())) {
            let gone = *gone;
            self.fault(step, Trouble::Gone { step: gone });
        }
    }

    fn fields(&mut self, step: &'a Step, entity: &'a Entity) {
        let writes = match step.does {
            Does::Operation(Operation::Post | Operation::Patch) => true,
            Does::Operation(Operation::Get | Operation::Delete) | Does::Action(_) => false,
        };
        if step.does == Does::Operation(Operation::Patch) && step.fields.is_empty() {
            self.fault(step, Trouble::NothingToWrite { entity: entity.name.clone() });
        }
        for (name, value) in &step.fields {
            let Some(property) = entity.property(name) else {
                self.nested(step, entity, name, value);
                continue;
            };
            if writes && property.read_only {
                self.fault(step, Trouble::ReadOnly { property: property.name.clone() });
            }
            self.value(step, property, value);
        }
    }

    /// A reference is followed; anything else must be of the property's kind.
    fn value(&mut self, step: &'a Step, property: &Property, value: &Value) {
        if let Some(text) = value.as_str().filter(|text| text.contains("{{")) {
            let wanted = property.target.as_deref().map(|target| (property.name.as_str(), target));
            self.references(step, text, wanted);
        } else if !fits(property.kind, value) {
            self.fault(step, wrong_type(property));
        }
    }

    /// Lines and the like may be sent with what they belong to; anything else is no property.
    fn nested(&mut self, step: &'a Step, entity: &'a Entity, name: &str, value: &Value) {
        let navigation = entity.navigation.iter().find(|one| one.name.eq_ignore_ascii_case(name));
        let target = navigation.filter(|one| one.many).and_then(|one| self.catalogue.named(&one.target));
        let (Some(target), Value::Array(items)) = (target, value) else {
            let nearest = entity.nearest_properties(name);
            let asked = name.chars().take(60).collect();
            self.fault(step, Trouble::UnknownProperty { asked, entity: entity.name.clone(), nearest });
            return;
        };
        for (name, value) in items.iter().filter_map(Value::as_object).flatten() {
            match target.property(name) {
                None => {
                    let (asked, nearest) = (name.chars().take(60).collect(), target.nearest_properties(name));
                    self.fault(
                        step,
                        Trouble::UnknownProperty { asked, entity: target.name.clone(), nearest },
                    );
                }
                Some(property) => self.value(step, property, value),
            }
        }
    }

    fn required(&mut self, step: &Step, entity: &Entity) {
        for required in &entity.required {
            let given = |name: &String| {
                step.fields.iter().any(|(field, value)| {
                    field.eq_ignore_ascii_case(name) && !value.is_null() && value.as_str() != Some("")
                })
            };
            if !required.0.iter().any(given) {
                self.fault(
                    step,
                    Trouble::Missing { required: required.to_string(), entity: entity.name.clone() },
                );
            }
        }
    }

    /// What is made for something that is itself made only later comes too early.
    fn parents(&mut self, step: &Step, entity: &Entity) {
        for property in entity.properties.iter().filter(|one| is_required(entity, one)) {
            let Some(target) = &property.target else { continue };
            let is_made =
                |other: &&Step| other.entity == *target && other.does == Does::Operation(Operation::Post);
            let made_before = self.steps.iter().filter(is_made).any(|other| other.number < step.number);
            let later = self.steps.iter().filter(is_made).find(|other| other.number > step.number);
            // A known id of another one is fine.
            let literal = step.fields.get(&property.name).is_some_and(|value| {
                value.as_str().is_some_and(|text| !text.contains("{{") && !text.is_empty())
            });
            if let (false, false, Some(later)) = (made_before, literal, later) {
                let (parent, number) = (target.clone(), later.number);
                self.fault(step, Trouble::BeforeItsParent { parent, step: number });
            }
        }
    }

    /// `wanted`: the property that it is for, and whose id must come.
    fn references(&mut self, step: &'a Step, text: &str, wanted: Option<(&str, &str)>) {
        for reference in references(text) {
            match reference {
                Reference::Malformed(written) => self.fault(step, Trouble::MalformedReference { written }),
                Reference::Of { step: named, field } => self.reference(step, &named, &field, wanted),
            }
        }
    }

    fn reference(&mut self, step: &'a Step, named: &str, field: &str, wanted: Option<(&str, &str)>) {
        let name = || named.chars().take(60).collect::<String>();
        let number = named.parse::<usize>().ok();
        let is_it = |other: &&Step| number == Some(other.number) || other.id.as_deref() == Some(named);
        let Some(used) = self.steps.iter().find(is_it) else {
            match number.filter(|number| (1..=self.written).contains(number)) {
                None => self.fault(step, Trouble::UnknownStep { step: name() }),
                Some(number) if number >= step.number => self.fault(step, Trouble::NotYet { step: name() }),
                // A step that could not be understood has a fault of its own.
                Some(_) => {}
            }
            return;
        };
        if used.number >= step.number {
            self.fault(step, Trouble::NotYet { step: name() });
            return;
        }
        if !used.returns() {
            self.fault(step, Trouble::NothingReturned { step: name(), verb: used.verb() });
            return;
        }
        let Some(entity) = self.catalogue.named(&used.entity) else { return };
        let Some(property) = entity.property(field) else {
            let (field_name, nearest) = (field.chars().take(60).collect(), entity.nearest_properties(field));
            let entity = entity.name.clone();
            self.fault(step, Trouble::NotReturned { step: name(), field: field_name, entity, nearest });
            return;
        };
        if let Some((for_property, target)) = wanted {
            let is_own = property.name == entity.key && entity.name == target;
            if !is_own && property.target.as_deref() != Some(target) {
                self.fault(
                    step,
                    Trouble::WrongEntity {
                        property: for_property.to_owned(),
                        wanted: target.to_owned(),
                        step: name(),
                        got: entity.name.clone(),
                    },
                );
            }
        }
    }
}

fn is_required(entity: &Entity, property: &Property) -> bool {
    entity.required.iter().any(|required| required.0.contains(&property.name))
}

fn wrong_type(property: &Property) -> Trouble {
    Trouble::WrongType { property: property.name.clone(), type_name: property.type_name.clone() }
}
