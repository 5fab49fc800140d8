//! A model's text, taken apart.

use std::collections::BTreeMap;

use conserje_llm::ToolSpec;
use serde_json::{Map, Value};

use super::convert::{Converted, from_json, from_text, is_list_of_texts};
use super::entities::decode;
use super::scan::{Close, Scanner, Sink};
use super::schema::Parameters;

/// A name is not repeated to the model further than this.
const SHOWN_NAME: usize = 64;
/// How many faults are named at once.
const NAMED: usize = 5;

/// A piece of what a model wrote.
#[derive(Clone, Debug, PartialEq)]
pub enum Segment {
    Text(String),
    Call {
        name: String,
        args: Value,
        /// What was changed or passed over, for the model to know.
        notes: Vec<String>,
    },
    /// Meant as a call; `problem` tells the model what to correct.
    Broken {
        /// The tool's name, or the tag as it was written if there is no such tool.
        name: String,
        problem: String,
    },
}

/// The tag that stands for a tool.
pub fn tag_of(name: &str) -> String {
    if name.starts_with("tool_") { name.to_owned() } else { format!("tool_{name}") }
}

/// Takes any text; what it cannot read as a call it says in [`Segment::Broken`].
pub fn parse(text: &str, specs: &[ToolSpec]) -> Vec<Segment> {
    let mut tools: BTreeMap<String, &ToolSpec> = BTreeMap::new();
    for spec in specs {
        let tag = tag_of(&spec.name);
        // Of `x` and `tool_x`, the tag belongs to the one that is written so.
        if tag == spec.name || !tools.contains_key(&tag) {
            tools.insert(tag, spec);
        }
    }
    let mut collector = Collector { tools, segments: Vec::new(), call: Written::default(), listed: false };
    let mut scanner = Scanner::default();
    for sign in text.chars() {
        scanner.push(sign, &mut collector);
    }
    scanner.finish(&mut collector);
    collector.segments
}

/// A call as it was written.
#[derive(Default)]
struct Written {
    tag: String,
    params: Vec<(String, Pieces)>,
    stray: String,
}

/// A value: parts that are to be decoded, and parts from CDATA that are not.
#[derive(Default)]
struct Pieces(Vec<(bool, String)>);

impl Pieces {
    fn push(&mut self, literal: bool, sign: char) {
        match self.0.last_mut() {
            Some((kind, text)) if *kind == literal => text.push(sign),
            Some(_) | None => self.0.push((literal, sign.to_string())),
        }
    }

    /// Space around the value was for the eye; space in CDATA is meant.
    fn text(&self) -> String {
        let last = self.0.len().saturating_sub(1);
        let pieces = self.0.iter().enumerate().map(|(at, (literal, text))| {
            if *literal {
                return text.clone();
            }
            let text = if at == 0 { text.trim_start() } else { text };
            decode(if at == last { text.trim_end() } else { text })
        });
        pieces.collect()
    }

    fn is_given(&self) -> bool {
        self.0.iter().any(|(literal, text)| *literal || !text.trim().is_empty())
    }
}

struct Collector<'a> {
    tools: BTreeMap<String, &'a ToolSpec>,
    segments: Vec<Segment>,
    call: Written,
    /// Whether the tools that there are were named already: once is enough.
    listed: bool,
}

impl Sink for Collector<'_> {
    fn text(&mut self, sign: char) {
        match self.segments.last_mut() {
            Some(Segment::Text(text)) => text.push(sign),
            Some(Segment::Call { .. } | Segment::Broken { .. }) | None => {
                self.segments.push(Segment::Text(sign.to_string()));
            }
        }
    }

    fn open(&mut self, tag: &str) {
        self.call = Written { tag: tag.to_owned(), ..Written::default() };
    }

    fn param(&mut self, name: &str) {
        self.call.params.push((name.to_owned(), Pieces::default()));
    }

    fn value(&mut self, sign: char) {
        if let Some((_, pieces)) = self.call.params.last_mut() {
            pieces.push(false, sign);
        }
    }

    fn literal(&mut self, sign: char) {
        if let Some((_, pieces)) = self.call.params.last_mut() {
            pieces.push(true, sign);
        }
    }

    fn cdata(&mut self) {
        // Said for every CDATA; between parameters there is no value that it belongs to, and an empty
        // piece more does no harm.
        if let Some((_, pieces)) = self.call.params.last_mut() {
            pieces.0.push((true, String::new()));
        }
    }

    fn param_end(&mut self) {}

    fn stray(&mut self, sign: char) {
        self.call.stray.push(sign);
    }

    fn close(&mut self, how: Close) {
        let call = std::mem::take(&mut self.call);
        let segment = match self.tools.get(&call.tag) {
            None => self.unknown(&call.tag),
            Some(spec) => match closed(&call, how).and_then(|()| read(&call, Parameters::of(spec))) {
                Ok((args, notes)) => {
                    Segment::Call { name: spec.name.clone(), args: Value::Object(args), notes }
                }
                Err(problem) => Segment::Broken { name: spec.name.clone(), problem },
            },
        };
        self.segments.push(segment);
    }
}

impl Collector<'_> {
    fn unknown(&mut self, tag: &str) -> Segment {
        let name = short(tag);
        let mut problem = format!("There is no tool <{name}>.");
        if !std::mem::replace(&mut self.listed, true) {
            let known: Vec<_> = self.tools.keys().map(|tag| format!("<{tag}>")).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            problem.push_str(&format!(" The tools are: {known}."));
        }
        Segment::Broken { name, problem }
    }
}

fn short(name: &str) -> String {
    name.chars().take(SHOWN_NAME).collect()
}

fn closed(call: &Written, how: Close) -> Result<(), String> {
    let tag = &call.tag;
    let last = call.params.last().map_or_else(String::new, |(name, _)| short(name));
    match how {
        Close::Proper => Ok(()),
        Close::InValue => {
            Err(format!("<{last}> was not closed. Write </{last}> after its value, before </{tag}>."))
        }
        Close::Next => Err(format!(
            "<{tag}> was not closed before the next call. Write </{tag}> after its last parameter."
        )),
        Close::Other(other) => {
            Err(format!("<{tag}> was closed with </{}>. Close it with </{tag}>.", short(&other)))
        }
        Close::End => Err(format!(
            "<{tag}> was not closed before the text ended. Write the whole call again, with </{tag}> at its end."
        )),
        Close::Cut => Err(format!("The text ended within the tag <{tag}>. Write the whole call again.")),
    }
}

type Read = Result<(Map<String, Value>, Vec<String>), String>;

fn read(call: &Written, parameters: Parameters<'_>) -> Read {
    let mut args = Map::new();
    let mut notes = Vec::new();
    let mut problems = Vec::new();
    let stray = call.stray.trim();
    match serde_json::from_str::<Map<String, Value>>(stray) {
        // Models that know function calling write its JSON between our tags.
        Ok(fields) if call.params.is_empty() => {
            for (name, value) in fields {
                let converted = match parameters.get(&name) {
                    Some(param) => from_json(&param, value),
                    None if parameters.open() => Ok((value, None)),
                    None => Err(no_such(&name, parameters)),
                };
                take(name, converted, &mut args, &mut notes).unwrap_or_else(|problem| problems.push(problem));
            }
        }
        Ok(_) | Err(_) => {
            if !stray.is_empty() {
                notes.push("Text outside of the parameters was passed over.".to_owned());
            }
        }
    }
    for (name, pieces) in &call.params {
        if problems.len() >= NAMED {
            break;
        }
        let converted = match parameters.get(name) {
            // An optional parameter that is left empty was not given.
            Some(param) if !param.required && !pieces.is_given() => continue,
            Some(_) if !pieces.is_given() => Err(format!("<{name}> is empty, and is required")),
            Some(param) => from_text(&param, &pieces.text()),
            None if parameters.open() => Ok((Value::from(pieces.text()), None)),
            None => Err(no_such(name, parameters)),
        };
        let converted = converted.and_then(|found| added(name, found, &mut args, parameters));
        take(name.clone(), converted, &mut args, &mut notes).unwrap_or_else(|problem| problems.push(problem));
    }
    let mentioned =
        |name: &str| args.contains_key(name) || call.params.iter().any(|(given, _)| given == name);
    let missing = parameters.required().filter(|name| !mentioned(name));
    let missing: Vec<_> = missing.map(|name| format!("<{name}> is missing, and is required")).collect();
    problems.extend(missing);
    problems.truncate(NAMED);
    if problems.is_empty() {
        return Ok((args, notes));
    }
    Err(format!("{}. Correct this and write the whole call again.", problems.join("; ")))
}

fn take(
    name: String,
    converted: Converted,
    args: &mut Map<String, Value>,
    notes: &mut Vec<String>,
) -> Result<(), String> {
    let (value, note) = converted?;
    args.insert(name, value);
    notes.extend(note);
    Ok(())
}

/// A list may be given one by one; anything else only once, since nobody knows which one is meant.
fn added(
    name: &str,
    found: (Value, Option<String>),
    args: &mut Map<String, Value>,
    parameters: Parameters<'_>,
) -> Converted {
    if !args.contains_key(name) {
        return Ok(found);
    }
    let is_list = parameters.get(name).is_some_and(|param| is_list_of_texts(&param));
    match (args.remove(name), found) {
        (Some(Value::Array(mut before)), (Value::Array(more), note)) if is_list => {
            before.extend(more);
            Ok((Value::Array(before), note))
        }
        _ => Err(format!("<{}> is there more than once; write it once", short(name))),
    }
}

fn no_such(name: &str, parameters: Parameters<'_>) -> String {
    let known: Vec<_> = parameters.all().iter().map(|param| format!("<{}>", param.name)).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    format!("there is no parameter <{}>; the parameters are: {known}", short(name))
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
