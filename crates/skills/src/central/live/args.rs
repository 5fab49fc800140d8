//! Arguments, held against the catalogue before anything is sent.

use conserje_central::catalogue::{Entity, Operation};
use conserje_central::values::fits;
use conserje_kernel::say;
use conserje_tools::{Call, Outcome};
use serde_json::{Map, Value};

use super::{Desk, Failure};
use crate::central::page::no_such_entity;

pub(super) fn text<'a>(call: &'a Call, name: &str) -> &'a str {
    call.args.get(name).and_then(Value::as_str).unwrap_or_default().trim()
}

impl Desk {
    pub(super) fn entity(&self, call: &Call, operation: Option<Operation>) -> Result<&Entity, Failure> {
        let entity = self.named(call, text(call, "entity"))?;
        if let Some(operation) = operation.filter(|operation| !entity.allows(*operation)) {
            let (name, allowed) = (&entity.name, entity.operation_list());
            let (es, en) = (
                format!("`{name}` no admite {operation}; admite: {allowed}."),
                format!("`{name}` does not allow {operation}; it allows: {allowed}."),
            );
            return Err(told(call, &es, &en));
        }
        Ok(entity)
    }

    fn named(&self, call: &Call, name: &str) -> Result<&Entity, Failure> {
        self.catalogue.entity(name).map_err(|unknown| Failure::Told(no_such_entity(&unknown, call.language)))
    }

    /// The record that it belongs to, if one is named.
    pub(super) fn parent<'a>(&'a self, call: &'a Call) -> Result<Option<(&'a Entity, &'a str)>, Failure> {
        let Some(parent) = call.args.get("parent") else { return Ok(None) };
        let part = |name: &str| parent.get(name).and_then(Value::as_str).unwrap_or_default().trim();
        Ok(Some((self.named(call, part("entity"))?, part("id"))))
    }

    /// What a new one needs is there. Below a parent, the parent's id comes with the path.
    pub(super) fn required(
        &self,
        call: &Call,
        entity: &Entity,
        fields: &Map<String, Value>,
    ) -> Result<(), Failure> {
        let parent = self.parent(call)?.map(|(parent, _)| parent.name.as_str());
        for required in &entity.required {
            let comes_with_path = |name: &String| {
                let property = entity.property(name);
                parent.is_some()
                    && property.is_some_and(|one| one.target.as_deref() == parent || one.name == "parentId")
            };
            if !required.0.iter().any(|name| fields.contains_key(name) || comes_with_path(name)) {
                let name = &entity.name;
                let (es, en) = (
                    format!("Falta `{required}` para crear `{name}`; añádalo a `fields`."),
                    format!("`{required}` is missing for a new `{name}`; add it to `fields`."),
                );
                return Err(told(call, &es, &en));
            }
        }
        Ok(())
    }
}

/// The fields under the names that the catalogue has, if all of them can be written.
pub(super) fn fields(call: &Call, entity: &Entity) -> Result<Map<String, Value>, Failure> {
    let given = call.args.get("fields").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut fields = Map::new();
    for (name, value) in given {
        let nested = entity.navigation.iter().find(|one| one.many && one.name.eq_ignore_ascii_case(&name));
        if let (Some(nested), true) = (nested, value.is_array()) {
            // Lines are sent with what they belong to; the service looks at what is in them.
            fields.insert(nested.name.clone(), value);
            continue;
        }
        let shown: String = name.chars().take(60).collect();
        let Some(property) = entity.property(&name) else {
            let (entity_name, nearest) = (&entity.name, entity.nearest_properties(&name).join(", "));
            let (es, en) = (
                format!("`{entity_name}` no tiene la propiedad `{shown}`; parecidas: {nearest}."),
                format!("`{entity_name}` has no property `{shown}`; alike: {nearest}."),
            );
            return Err(told(call, &es, &en));
        };
        if property.read_only {
            let (es, en) = (
                format!("`{shown}` es de solo lectura; quítela."),
                format!("`{shown}` is read-only; remove it."),
            );
            return Err(told(call, &es, &en));
        }
        if !fits(property.kind, &value) {
            let kind = &property.type_name;
            let (es, en) = (
                format!("El valor de `{shown}` no es de tipo {kind}; corríjalo."),
                format!("The value of `{shown}` is not of type {kind}; correct it."),
            );
            return Err(told(call, &es, &en));
        }
        fields.insert(property.name.clone(), value);
    }
    if fields.is_empty() {
        return Err(told(
            call,
            "`fields` está vacío; diga qué escribir.",
            "`fields` is empty; say what to write.",
        ));
    }
    Ok(fields)
}

pub(super) fn told(call: &Call, es: &str, en: &str) -> Failure {
    Failure::Told(Outcome::failed(say(call.language, es, en)))
}
