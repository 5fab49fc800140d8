//! What a person reads and what a program reads.

use std::io::Write;
use std::process::ExitCode;

use conserje_operate::SetupError;
use serde_json::{Value, json};

use crate::StartError;
use crate::config::{ConfigError, Explained, MovedSetting};

/// A line of what was asked for.
pub(super) fn print(text: &str) {
    // A reader that has gone away is no error of ours.
    drop(writeln!(std::io::stdout(), "{text}"));
}

pub(super) fn print_json(value: &Value) {
    print(&value.to_string());
}

/// What went wrong, with what to do about it.
#[derive(Debug)]
pub(super) struct Problem {
    message: String,
    hint: Option<String>,
}

impl Problem {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), hint: None }
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    #[must_use]
    pub(super) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(super) fn of(error: &dyn std::error::Error) -> Self {
        let causes = std::iter::successors(Some(error), |error| error.source());
        let mut said: Vec<String> = causes.map(ToString::to_string).collect();
        said.dedup();
        Self::new(said.join(": "))
    }
}

impl From<ConfigError> for Problem {
    fn from(error: ConfigError) -> Self {
        Self::of(&error).hint("`conserje config check` explains every value and where it came from")
    }
}

impl From<StartError> for Problem {
    fn from(error: StartError) -> Self {
        let problem = Self::of(&error);
        match error {
            StartError::Folder(conserje_store::FolderError::InUse { .. }) => {
                problem.hint("stop the other process, or give this one another folder with `--data DIR`")
            }
            StartError::Folder(conserje_store::FolderError::Unusable { .. }) => {
                problem.hint("check that the folder can be written to, or choose another with `--data DIR`")
            }
            StartError::Newer { .. } => problem.hint(
                "install that program again, or put back the copy of the data folder from before the upgrade",
            ),
            StartError::Listen { .. } => problem.hint("choose another address with `--listen ADDR`"),
            StartError::Config(error) => error.into(),
            StartError::Store(_) => problem.hint("`conserje doctor` looks for the cause"),
            StartError::Setup(SetupError::Packs(_)) => {
                problem.hint("packs are set by `packs.folders` in the configuration")
            }
            StartError::Search(_) => {
                problem.hint("the index is set by `search.qdrant_url` in the configuration")
            }
            StartError::Setup(SetupError::Mcp(_) | SetupError::Models(_) | SetupError::Channels(_)) => {
                problem.hint("`conserje config check` explains every value")
            }
            StartError::Http(_) | StartError::OwnProgram(_) => {
                problem.hint("`conserje doctor` looks for the cause")
            }
            StartError::Script(_) => {
                problem.hint("the script is set by `testing.script` in the configuration")
            }
            StartError::Recover(_) | StartError::Accounts(_) => problem
                .hint("check that there is room on the disk and that it takes writes, then start again"),
        }
    }
}

/// Standard output for what was asked for, standard error for what went wrong.
#[derive(Clone, Copy)]
pub(super) struct Output {
    pub(super) json: bool,
}

impl Output {
    pub(super) fn fail(self, problem: &Problem) -> ExitCode {
        let mut stderr = std::io::stderr();
        let said = if self.json {
            writeln!(stderr, "{}", json!({"error": problem.message, "hint": problem.hint}))
        } else {
            writeln!(stderr, "error: {}", problem.message).and_then(|()| match &problem.hint {
                Some(hint) => writeln!(stderr, "hint: {hint}"),
                None => Ok(()),
            })
        };
        drop(said);
        ExitCode::FAILURE
    }

    pub(super) fn explain(self, explained: &[Explained], moved: &[MovedSetting]) {
        if self.json {
            print_json(&json!({ "items": explained, "moved": moved }));
            return;
        }
        let items = json!(explained);
        table(items.as_array().map_or(&[], Vec::as_slice), &["key", "value", "origin", "meaning"]);
        for (place, setting) in moved.iter().enumerate() {
            print(&format!("{}{setting}", if place == 0 { "\n" } else { "" }));
        }
    }

    /// An answer with `items` as a table of some of their fields, or anything as its JSON.
    pub(super) fn list(self, reply: &Value, columns: &[&str]) {
        if self.json {
            print_json(reply);
            return;
        }
        match reply.get("items").and_then(Value::as_array) {
            Some(items) if items.is_empty() => print("(none)"),
            Some(items) => table(items, columns),
            None => self.fields(reply),
        }
    }

    /// One thing, a line per field.
    pub(super) fn fields(self, reply: &Value) {
        if self.json {
            print_json(reply);
            return;
        }
        let Some(fields) = reply.as_object() else { return print(&shown(reply)) };
        let width = fields.keys().map(String::len).max().unwrap_or(0);
        for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
            print(&format!("{name:<width$}  {}", shown(value)));
        }
    }
}

/// Something to know beside what was asked for.
pub(super) fn note(text: &str) {
    drop(writeln!(std::io::stderr(), "{text}"));
}

/// Some fields of each item, in columns.
fn table(items: &[Value], columns: &[&str]) {
    let cell = |item: &Value, column: &&str| item.get(*column).map(shown).unwrap_or_default();
    let width = |column: &&str| {
        items
            .iter()
            .map(|item| cell(item, column).chars().count())
            .chain([heading(column).len()])
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = columns.iter().map(width).collect();
    let line = |cells: Vec<String>| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
        padded.join("  ").trim_end().to_owned()
    };
    print(&line(columns.iter().map(|column| heading(column)).collect()));
    for item in items {
        print(&line(columns.iter().map(|column| cell(item, column)).collect()));
    }
}

/// `createdAt` as `CREATED AT`.
fn heading(column: &str) -> String {
    let mut words = String::new();
    for sign in column.chars() {
        if sign.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(sign.to_ascii_uppercase());
    }
    words
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.replace(['\n', '\r'], " "),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}
