//! Texts with `{parameter}` in them.

use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Arg(String),
}

/// `{{` and `}}` stand for the signs themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template(Vec<Piece>);

impl Template {
    pub(super) fn read(text: &str) -> Result<Self, &'static str> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '{' if signs.next_if_eq(&'{').is_some() => plain.push('{'),
                '}' if signs.next_if_eq(&'}').is_some() => plain.push('}'),
                '}' => return Err("a `}` has no `{`; write `}}` for the sign itself"),
                '{' => {
                    let mut name = String::new();
                    loop {
                        match signs.next() {
                            Some('}') => break,
                            Some(sign) if sign.is_alphanumeric() || matches!(sign, '_' | '-') => {
                                name.push(sign);
                            }
                            Some(_) | None => {
                                return Err(
                                    "a `{` is not followed by a name and `}`; write `{{` for the sign itself",
                                );
                            }
                        }
                    }
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(Piece::Arg(name));
                }
                _ => plain.push(sign),
            }
        }
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Self(pieces))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Arg(name) => Some(name.as_str()),
            Piece::Text(_) => None,
        })
    }

    /// The parameter, if the template is that and nothing else.
    pub(super) fn alone(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Piece::Arg(name)] => Some(name),
            _ => None,
        }
    }

    /// None if an argument is not there. `encode` is for what comes from arguments.
    pub(super) fn fill(&self, args: &Value, encode: fn(&str) -> String) -> Option<String> {
        let filled = self.0.iter().map(|piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Arg(name) => Some(encode(&plain(given(args, name)?))),
        });
        filled.collect()
    }

    /// None if the argument is not there; its own type if it stands alone.
    pub(super) fn value(&self, args: &Value) -> Option<Value> {
        match self.alone() {
            Some(name) => given(args, name).cloned(),
            None => self.fill(args, str::to_owned).map(Value::String),
        }
    }
}

/// `null` is as good as nothing.
pub(super) fn given<'a>(args: &'a Value, name: &str) -> Option<&'a Value> {
    args.get(name).filter(|value| !value.is_null())
}

pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// So that a value cannot be more than a part of one segment.
pub(super) fn encode_segment(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// The body of a request, with a template for each of its texts.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Text(Template),
    List(Vec<Shape>),
    Object(Vec<(String, Shape)>),
    Fixed(Value),
}

impl Shape {
    pub(super) fn read(value: &Value) -> Result<Self, &'static str> {
        Ok(match value {
            Value::String(text) => Self::Text(Template::read(text)?),
            Value::Array(items) => Self::List(items.iter().map(Self::read).collect::<Result<_, _>>()?),
            Value::Object(fields) => {
                let field = |(name, value): (&String, &Value)| Ok((name.clone(), Self::read(value)?));
                Self::Object(fields.iter().map(field).collect::<Result<_, &'static str>>()?)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => Self::Fixed(value.clone()),
        })
    }

    pub(super) fn names(&self) -> Vec<&str> {
        match self {
            Self::Text(template) => template.names().collect(),
            Self::List(items) => items.iter().flat_map(Self::names).collect(),
            Self::Object(fields) => fields.iter().flat_map(|(_, field)| field.names()).collect(),
            Self::Fixed(_) => Vec::new(),
        }
    }

    /// What has no argument is left out.
    pub(super) fn fill(&self, args: &Value) -> Option<Value> {
        match self {
            Self::Text(template) => template.value(args),
            Self::List(items) => Some(items.iter().filter_map(|item| item.fill(args)).collect()),
            Self::Object(fields) => {
                let filled =
                    fields.iter().filter_map(|(name, field)| Some((name.clone(), field.fill(args)?)));
                Some(Value::Object(filled.collect()))
            }
            Self::Fixed(value) => Some(value.clone()),
        }
    }
}
