//! Questions about a set: conditions, columns and order, written as OData wants them.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::error::ClientError;
use crate::catalogue::{Entity, Kind, Property};
use crate::values::{fits, is_date};

/// More conditions than this are no question that anybody asks.
const MOST: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    Eq,
    Ne,
    Gt,
    Ge,
    Lt,
    Le,
    Contains,
    StartsWith,
    EndsWith,
}

impl Comparison {
    fn word(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Ne => "ne",
            Self::Gt => "gt",
            Self::Ge => "ge",
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Contains => "contains",
            Self::StartsWith => "startswith",
            Self::EndsWith => "endswith",
        }
    }

    fn is_function(self) -> bool {
        matches!(self, Self::Contains | Self::StartsWith | Self::EndsWith)
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Condition {
    pub field: String,
    pub op: Comparison,
    pub value: Value,
}

/// What of a set is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// All of them must hold.
    pub conditions: Vec<Condition>,
    /// Nothing: all columns.
    pub select: Vec<String>,
    pub order: Option<(String, bool)>,
    pub top: Option<usize>,
}

impl Query {
    /// The query of a URL. `most` is how many records are wanted.
    pub(super) fn text(&self, entity: &Entity, most: usize) -> Result<String, ClientError> {
        if self.conditions.len() > MOST {
            return Err(ClientError::asked(
                format!("Hay más de {MOST} condiciones; quite algunas."),
                format!("There are more than {MOST} conditions; take some out."),
            ));
        }
        let mut parts: Vec<(&str, String)> = Vec::new();
        let conditions = self.conditions.iter().map(|one| condition(entity, one));
        let conditions = conditions.collect::<Result<Vec<_>, _>>()?;
        if !conditions.is_empty() {
            parts.push(("$filter", conditions.join(" and ")));
        }
        let mut columns = Vec::new();
        for name in &self.select {
            columns.push(property(entity, name)?.name.as_str());
        }
        if !columns.is_empty() {
            parts.push(("$select", columns.join(",")));
        }
        if let Some((name, descending)) = &self.order {
            let name = &property(entity, name)?.name;
            parts.push(("$orderby", format!("{name}{}", if *descending { " desc" } else { "" })));
        }
        // One more than wanted, to know whether there are more.
        parts.push(("$top", most.saturating_add(1).to_string()));
        let written = parts
            .iter()
            .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)));
        Ok(written.collect::<Vec<_>>().join("&"))
    }
}

fn property<'a>(entity: &'a Entity, name: &str) -> Result<&'a Property, ClientError> {
    entity.property(name).ok_or_else(|| {
        let (shown, nearest) =
            (name.chars().take(60).collect::<String>(), entity.nearest_properties(name).join(", "));
        let (es, en) = if nearest.is_empty() {
            ("; mire get_entity_details.".to_owned(), "; look at get_entity_details.".to_owned())
        } else {
            (format!("; ¿quería decir {nearest}?"), format!("; did you mean {nearest}?"))
        };
        ClientError::asked(
            format!("`{}` no tiene la propiedad `{shown}`{es}", entity.name),
            format!("`{}` has no property `{shown}`{en}", entity.name),
        )
    })
}

fn condition(entity: &Entity, condition: &Condition) -> Result<String, ClientError> {
    let property = property(entity, &condition.field)?;
    let wrong = || {
        let (name, type_name) = (&property.name, &property.type_name);
        ClientError::asked(
            format!("El valor para `{name}` no es de tipo {type_name}, o no se compara así; corríjalo."),
            format!("The value for `{name}` is not of type {type_name}, or is not compared so; correct it."),
        )
    };
    if condition.op.is_function() && property.kind != Kind::Text {
        return Err(wrong());
    }
    let value = literal(property.kind, &condition.value).ok_or_else(wrong)?;
    let (name, word) = (&property.name, condition.op.word());
    Ok(if condition.op.is_function() {
        format!("{word}({name},{value})")
    } else {
        format!("{name} {word} {value}")
    })
}

/// As it is written in a filter; `None` if it is not of that kind.
pub(super) fn literal(kind: Kind, value: &Value) -> Option<String> {
    match (kind, value) {
        (Kind::Stream, _) => None,
        (_, Value::Null) => Some("null".to_owned()),
        (Kind::Text | Kind::Choice, Value::String(text)) => Some(format!("'{}'", text.replace('\'', "''"))),
        (Kind::Guid, Value::String(text)) => {
            Some(Uuid::try_parse(text.trim()).ok()?.hyphenated().to_string())
        }
        (Kind::Date, Value::String(text)) => is_date(text.trim()).then(|| text.trim().to_owned()),
        (Kind::DateTime, Value::String(text)) => {
            Some(text.trim().parse::<jiff::Timestamp>().ok()?.to_string())
        }
        (Kind::Decimal | Kind::Integer | Kind::Boolean, value) => {
            fits(kind, value).then(|| value.to_string())
        }
        (Kind::Text | Kind::Choice | Kind::Guid | Kind::Date | Kind::DateTime, _) => None,
    }
}
