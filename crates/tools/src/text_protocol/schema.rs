//! What a tool's JSON Schema says about its parameters.

use std::collections::BTreeSet;

use conserje_llm::ToolSpec;
use serde_json::Value;

/// References are followed this often; a schema may refer to itself.
const REFERENCES: usize = 8;

/// The parameters of a tool, as its schema has them.
#[derive(Clone, Copy)]
pub(super) struct Parameters<'a> {
    root: &'a Value,
}

impl<'a> Parameters<'a> {
    pub(super) fn of(spec: &'a ToolSpec) -> Self {
        Self { root: &spec.parameters }
    }

    /// Required ones first, each group in the order of the schema.
    pub(super) fn all(self) -> Vec<Param<'a>> {
        let properties = self.root.get("properties").and_then(Value::as_object);
        let mut params: Vec<_> =
            properties.into_iter().flatten().map(|(name, schema)| self.param(name, schema)).collect();
        params.sort_by_key(|param| !param.required);
        params
    }

    pub(super) fn get(self, name: &str) -> Option<Param<'a>> {
        let (name, schema) = self.root.get("properties")?.as_object()?.get_key_value(name)?;
        Some(self.param(name, schema))
    }

    pub(super) fn required(self) -> impl Iterator<Item = &'a str> {
        self.root.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    /// Whether the schema says in so many words that there may be others.
    pub(super) fn open(self) -> bool {
        match self.root.get("additionalProperties") {
            Some(Value::Bool(open)) => *open,
            Some(Value::Object(_)) => true,
            Some(Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_)) | None => false,
        }
    }

    fn param(self, name: &'a str, schema: &'a Value) -> Param<'a> {
        let required = self.required().any(|wanted| wanted == name);
        Param { name, schema: Schema { root: self.root, here: schema }.followed(), required }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Param<'a> {
    pub(super) name: &'a str,
    pub(super) schema: Schema<'a>,
    pub(super) required: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    Null,
    Text,
}

impl Kind {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "integer" => Self::Integer,
            "number" => Self::Number,
            "boolean" => Self::Boolean,
            "array" => Self::Array,
            "object" => Self::Object,
            "null" => Self::Null,
            "string" => Self::Text,
            _ => return None,
        })
    }
}

/// A schema and the document that its references are in.
#[derive(Clone, Copy)]
pub(super) struct Schema<'a> {
    root: &'a Value,
    here: &'a Value,
}

impl<'a> Schema<'a> {
    pub(super) fn field(self, name: &str) -> Option<&'a Value> {
        self.here.get(name)
    }

    pub(super) fn items(self) -> Option<Self> {
        Some(Self { here: self.field("items")?, ..self }.followed())
    }

    /// The properties of an object, with whether each is required.
    pub(super) fn properties(self) -> Vec<Param<'a>> {
        let required: BTreeSet<_> = self
            .field("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let properties = self.field("properties").and_then(Value::as_object);
        let param = |(name, here): (&'a String, &'a Value)| Param {
            name,
            schema: Self { here, ..self }.followed(),
            required: required.contains(name.as_str()),
        };
        properties.into_iter().flatten().map(param).collect()
    }

    /// The kinds of value that fit, [`Kind::Text`] last: whatever is text fits it.
    pub(super) fn kinds(self) -> BTreeSet<Kind> {
        let mut kinds = self.own_kinds();
        for group in ["anyOf", "oneOf"] {
            for here in self.field(group).and_then(Value::as_array).into_iter().flatten() {
                kinds.extend(Self { here, ..self }.followed().own_kinds());
            }
        }
        if kinds.is_empty() {
            kinds.insert(Kind::Text);
        }
        kinds
    }

    fn own_kinds(self) -> BTreeSet<Kind> {
        match self.field("type") {
            Some(Value::String(name)) => Kind::of(name).into_iter().collect(),
            Some(Value::Array(names)) => names.iter().filter_map(|name| Kind::of(name.as_str()?)).collect(),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {
                BTreeSet::new()
            }
        }
    }

    /// What is meant, where the schema refers to another place in its document.
    fn followed(self) -> Self {
        let mut schema = self;
        for _ in 0..REFERENCES {
            let target =
                schema.field("$ref").and_then(Value::as_str).and_then(|place| place.strip_prefix('#'));
            let Some(here) = target.and_then(|pointer| schema.root.pointer(pointer)) else { break };
            schema.here = here;
        }
        schema
    }
}
