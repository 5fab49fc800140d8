//! What a person sees of a talk: the answer on standard output, all else on standard error.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};

use serde_json::json;

use super::super::output::{print, print_json};
use super::frames::Frame;

const DIM: &str = "\u{1b}[2m";
const BOLD: &str = "\u{1b}[1m";
const PLAIN: &str = "\u{1b}[0m";

pub(super) struct Screen {
    json: bool,
    is_within_line: bool,
    /// What tools do, in words, by their names.
    titles: BTreeMap<String, String>,
}

impl Screen {
    pub(super) fn new(json: bool) -> Self {
        Self { json, is_within_line: false, titles: BTreeMap::new() }
    }

    /// What tools are called among people.
    pub(super) fn call_tools(&mut self, titles: impl IntoIterator<Item = (String, String)>) {
        self.titles.extend(titles);
    }

    /// Whether somebody is there to answer.
    pub(super) fn may_ask(&self) -> bool {
        !self.json && std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
    }

    pub(super) fn prompt(&self) {
        if self.may_ask() {
            say(&format!("{BOLD}>{PLAIN} "));
        }
    }

    pub(super) fn show(&mut self, frame: &Frame) {
        if self.json {
            return print_json(&frame.to_json());
        }
        match frame.name.as_str() {
            "token" => {
                let text = frame.text("text");
                let text = if std::io::stdout().is_terminal() { harmless(&text) } else { text };
                self.is_within_line = !text.ends_with('\n');
                let mut stdout = std::io::stdout();
                // A reader that has gone away is no error of ours.
                drop(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()));
            }
            "tool_status" if frame.data.get("approvalId").is_none() => {
                self.end_of_answer();
                let name = frame.text("tool");
                let title = self.titles.get(&name).unwrap_or(&name);
                let args = frame.data.get("args").filter(|args| **args != json!({}));
                let args = args.map(|args| format!(" {args}")).unwrap_or_default();
                aside(&format!("· {title}{args}"));
            }
            _ => {}
        }
    }

    pub(super) fn end_of_answer(&mut self) {
        if std::mem::take(&mut self.is_within_line) {
            print("");
        }
    }

    /// Says how to go on.
    pub(super) fn leave(&mut self, session: &str) {
        self.end_of_answer();
        if !self.json {
            aside(&format!("conserje ask --session {session}"));
        }
    }
}

/// Only where [`Screen::may_ask`].
pub(super) fn question(summary: &str) {
    say(&format!("{BOLD}{}{PLAIN}\nDo it? [y/n] ", harmless(summary)));
}

pub(super) fn complain(message: &str) {
    say(&format!("error: {}\n", harmless(message)));
}

fn aside(text: &str) {
    let text = harmless(text);
    let is_seen = std::io::stderr().is_terminal();
    say(&if is_seen { format!("{DIM}{text}{PLAIN}\n") } else { format!("{text}\n") });
}

fn say(text: &str) {
    let mut stderr = std::io::stderr();
    drop(stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush()));
}

/// A model's words must not move the cursor, rename the window or fake a prompt.
fn harmless(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control() || matches!(sign, '\n' | '\t')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_command_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2J\r\n\tñ\u{9b}1m\0"), "a[2J\n\tñ1m");
    }
}
