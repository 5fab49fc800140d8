//! Tools explained to a model that has no other way to learn of them.

use conserje_kernel::Language;
use conserje_llm::ToolSpec;
use serde_json::Value;

use super::parse::tag_of;
use super::schema::{Kind, Param, Parameters, Schema};

/// Objects in lists in objects are shown so deep.
const DEPTH: usize = 3;

struct Words {
    how: &'static str,
    required: &'static str,
    default: &'static str,
    one_of: &'static str,
    list_of: &'static str,
    separator: &'static str,
}

const SPANISH: Words = Words {
    how: "Tienes herramientas. Para usar una, escribe en tu respuesta:\n\
          <tool_NOMBRE><parámetro>valor</parámetro></tool_NOMBRE>\n\
          Puedes escribir varias. Los parámetros que no son obligatorios se pueden omitir. Listas y objetos se \
          escriben como JSON. Dentro de un valor escribe &lt; por < y &amp; por &, o pon el valor en \
          <![CDATA[…]]>. Cierra cada etiqueta. Después de las llamadas, termina tu mensaje: los resultados \
          llegan en el siguiente. No inventes resultados.",
    required: "obligatorio",
    default: "por defecto",
    one_of: "uno de",
    list_of: "lista JSON de",
    separator: "a",
};

const ENGLISH: Words = Words {
    how: "You have tools. To use one, write in your answer:\n\
          <tool_NAME><parameter>value</parameter></tool_NAME>\n\
          You may write several. Parameters that are not required can be left out. Lists and objects are \
          written as JSON. In a value, write &lt; for < and &amp; for &, or put the value in <![CDATA[…]]>. \
          Close every tag. After the calls, end your message: the results come in the next one. Do not make \
          up results.",
    required: "required",
    default: "default",
    one_of: "one of",
    list_of: "JSON list of",
    separator: "to",
};

/// For the system prompt; empty if there are no tools.
pub fn document(specs: &[ToolSpec], language: Language) -> String {
    if specs.is_empty() {
        return String::new();
    }
    let writer = match language {
        Language::Es => Writer { words: &SPANISH, language },
        Language::En => Writer { words: &ENGLISH, language },
    };
    let tools = specs.iter().map(|spec| writer.tool(spec));
    let parts: Vec<_> = std::iter::once(writer.words.how.to_owned()).chain(tools).collect();
    parts.join("\n\n")
}

struct Writer {
    words: &'static Words,
    language: Language,
}

impl Writer {
    fn tool(&self, spec: &ToolSpec) -> String {
        let mut text = format!("<{}>: {}", tag_of(&spec.name), one_line(&spec.description));
        for param in Parameters::of(spec).all() {
            text.push_str(&format!("\n- {}", self.param(&param)));
        }
        text
    }

    fn param(&self, param: &Param<'_>) -> String {
        let mut facts = vec![self.shape(param.schema, DEPTH)];
        let limit = |name: &str| param.schema.field(name).filter(|limit| limit.is_number());
        match (limit("minimum"), limit("maximum")) {
            (Some(least), Some(most)) => facts.push(format!("{least} {} {most}", self.words.separator)),
            (Some(least), None) => facts.push(format!("≥ {least}")),
            (None, Some(most)) => facts.push(format!("≤ {most}")),
            (None, None) => {}
        }
        if param.required {
            facts.push(self.words.required.to_owned());
        }
        if let Some(default) = param.schema.field("default") {
            facts.push(format!("{} {}", self.words.default, plain(default)));
        }
        let facts = facts.join(", ");
        match param.schema.field("description").and_then(Value::as_str) {
            Some(about) => format!("{} ({facts}): {}", param.name, one_line(about)),
            None => format!("{} ({facts})", param.name),
        }
    }

    fn shape(&self, schema: Schema<'_>, depth: usize) -> String {
        if let Some(allowed) = schema.field("enum").and_then(Value::as_array) {
            let allowed: Vec<_> = allowed.iter().map(plain).collect();
            return format!("{} {}", self.words.one_of, allowed.join(" | "));
        }
        let kinds = schema.kinds();
        let shapes =
            kinds.iter().filter(|kind| **kind != Kind::Null).map(|kind| match (kind, schema.items()) {
                (Kind::Array, Some(items)) if depth > 0 => {
                    format!("{} {}", self.words.list_of, self.shape(items, depth - 1))
                }
                (Kind::Object, _) if depth > 0 && !schema.properties().is_empty() => {
                    let fields = schema.properties();
                    let fields = fields.iter().map(|field| {
                        let mark = if field.required { "" } else { "?" };
                        format!("\"{}\"{mark}: {}", field.name, self.shape(field.schema, depth - 1))
                    });
                    format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
                }
                (kind, _) => self.kind(*kind).to_owned(),
            });
        shapes.collect::<Vec<_>>().join(" | ")
    }

    fn kind(&self, kind: Kind) -> &'static str {
        let (spanish, english) = match kind {
            Kind::Integer => ("entero", "whole number"),
            Kind::Number => ("número", "number"),
            Kind::Boolean => ("true o false", "true or false"),
            Kind::Array => ("lista JSON", "JSON list"),
            Kind::Object => ("objeto JSON", "JSON object"),
            Kind::Null => ("null", "null"),
            Kind::Text => ("texto", "text"),
        };
        match self.language {
            Language::Es => spanish,
            Language::En => english,
        }
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The lines of the list are ours.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "document_tests.rs"]
mod tests;
