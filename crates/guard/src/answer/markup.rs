//! Links and images to hosts that are not listed lose their target and keep their text, save links to addresses that stand in
//! what the answer is made of; HTML is shown, not run.

use std::sync::Arc;

use conserje_kernel::Language;

use super::fences::Fences;
use super::links::{self, Hosts, Known, LONGEST, Target, Targets, begins_address, within_reach};
use super::stage::{Step, Writer};
use crate::findings::{Finding, Kind, Verdict};
use crate::notice::Notice;

/// How far the end of a link's text is looked for; behind that the brackets stay and only the target goes.
const LINK_TEXT: usize = 512;
/// How far the end of code in a line is looked for.
const INLINE_CODE: usize = 512;
/// What begins a decision. Everything else passes at once.
const SIGNS: [char; 13] = ['\n', '`', '<', '[', ']', '!', '\\', 'h', 'H', 'f', 'F', 'w', 'W'];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    LineStart,
    InLine,
    /// In a line that ends code and is still part of it.
    LastOfCode,
}

/// One that is open.
#[derive(Clone, Copy)]
struct Bracket {
    /// If it was taken out, how much had been written then.
    taken_out: Option<usize>,
    is_picture: bool,
}

/// So many are remembered.
const MOST_BRACKETS: usize = 64;

pub(super) struct Markup {
    targets: Targets,
    language: Language,
    fences: Fences,
    place: Place,
    /// Backticks of this paragraph did not pair up, so that none of them is trusted.
    spans_off: bool,
    brackets: Vec<Bracket>,
    /// The rest of an address that was too long goes too.
    swallowing: bool,
    before: Option<char>,
    /// Where the links lead that were let through, if that is to be told.
    passed: Option<Known>,
}

impl Markup {
    pub(super) fn new(targets: Targets, language: Language) -> Self {
        Self {
            targets,
            language,
            fences: Fences::default(),
            place: Place::LineStart,
            spans_off: false,
            brackets: Vec::new(),
            swallowing: false,
            before: None,
            passed: None,
        }
    }

    /// Where the links lead of a text that was guarded before. What stands in its code was never looked at and is none.
    pub(super) fn links_of(text: &str) -> Known {
        let targets = Targets { hosts: Arc::new(Hosts::all()), known: Arc::default() };
        let mut markup = Self { passed: Some(Known::default()), ..Self::new(targets, Language::default()) };
        let (mut out, mut at) = (Writer::default(), 0);
        while let Some(ahead) = text.get(at..).filter(|ahead| !ahead.is_empty()) {
            match markup.step(ahead, true, &mut out) {
                Some(length) if length > 0 => at += length,
                _ => break,
            }
        }
        markup.passed.unwrap_or_default()
    }

    #[expect(clippy::unnecessary_wraps, reason = "a step ends with it")]
    fn pass(&mut self, text: &str, out: &mut Writer) -> Option<usize> {
        self.before = text.chars().next_back().or(self.before);
        out.put(text);
        Some(text.len())
    }

    fn allows(&mut self, target: &str, is_picture: bool) -> bool {
        if is_picture {
            return self.targets.allow(target);
        }
        let allows = self.targets.allow_to_follow(target);
        if allows && let Some(passed) = &mut self.passed {
            passed.add(target);
        }
        allows
    }

    fn link_found(out: &mut Writer) {
        out.found(Finding::new("unlisted-host", Kind::Link, Verdict::Modify));
    }

    fn code(&mut self, ahead: &str, ended: bool, out: &mut Writer) -> Option<usize> {
        let run = ahead.chars().take(INLINE_CODE + 1).take_while(|sign| *sign == '`').count();
        let inside = ahead.get(run..)?;
        if inside.is_empty() && !ended && run <= INLINE_CODE {
            return None;
        }
        if !self.spans_off && run <= INLINE_CODE {
            match closing(inside, run, ended) {
                Closing::At(end) => {
                    let code = ahead.get(..run + end + run)?;
                    // In a table a bar ends the cell, and with it the code.
                    if !code.contains('|') {
                        return self.pass(code, out);
                    }
                }
                Closing::NotYet if !ended => return None,
                Closing::NotYet | Closing::Never => {}
            }
            self.spans_off = true;
        }
        self.pass(ahead.get(..run)?, out)
    }

    /// `[` or `![`: if its target is not allowed, the bracket goes and the text stays.
    fn open(&mut self, ahead: &str, mark: &str, ended: bool, out: &mut Writer) -> Option<usize> {
        let text = ahead.get(mark.len()..)?;
        let is_picture = mark.starts_with('!')
            || self.before == Some('!')
            || self.brackets.iter().any(|bracket| bracket.is_picture);
        let refused = match end_of_link_text(text) {
            Found::NotYet if !ended => return None,
            Found::NotYet | Found::Never => false,
            Found::At(end) => {
                match text.get(end + 1..).and_then(|rest| rest.chars().next().map(|sign| (rest, sign))) {
                    None if !ended => return None,
                    Some((rest, '(')) => match links::target(rest, ended) {
                        Target::NotYet => return None,
                        Target::Whole { target, .. } => !self.allows(target, is_picture),
                        Target::Broken { .. } | Target::TooLong => false,
                    },
                    _ => false,
                }
            }
        };
        if refused && self.before.is_some_and(|before| before.is_alphanumeric() || "/:.&#".contains(before)) {
            out.put(" ");
        }
        if self.brackets.len() < MOST_BRACKETS {
            self.brackets.push(Bracket { taken_out: refused.then_some(out.written()), is_picture });
        } else {
            // Which of them a later bracket closes is not known any more.
            self.brackets.iter_mut().for_each(|bracket| bracket.is_picture = true);
        }
        if refused {
            return Some(mark.len());
        }
        self.pass(mark, out)
    }

    fn close(&mut self, ahead: &str, ended: bool, out: &mut Writer) -> Option<usize> {
        let rest = ahead.get(1..)?;
        let Some(next) = rest.chars().next() else {
            if !ended {
                return None;
            }
            return self.pass("]", out);
        };
        match next {
            '(' => match links::target(rest, ended) {
                Target::NotYet => None,
                Target::Whole { target, length } => {
                    // Renderers could disagree on which bracket this one closes.
                    let is_picture =
                        self.brackets.is_empty() || self.brackets.iter().any(|bracket| bracket.is_picture);
                    let taken_out = self.brackets.pop().and_then(|bracket| bracket.taken_out);
                    if self.allows(target, is_picture) {
                        return self.pass(ahead.get(..1 + length)?, out);
                    }
                    Self::link_found(out);
                    match taken_out {
                        Some(written) if written == out.written() => out.notice(Notice::Link, self.language),
                        Some(_) => {}
                        None => out.put("]"),
                    }
                    out.gap();
                    Some(1 + length)
                }
                Target::Broken { target } => {
                    self.brackets.pop();
                    if self.targets.allow(target) {
                        return self.pass("](", out);
                    }
                    Self::link_found(out);
                    out.put("]\\(");
                    Some(2)
                }
                Target::TooLong => {
                    self.brackets.pop();
                    Self::link_found(out);
                    out.put("]\\(");
                    Some(2)
                }
            },
            // The definition of a link.
            ':' => {
                let (reach, whole) = within_reach(rest.get(1..)?);
                let target = reach.trim_start_matches([' ', '\t', '\n', '<']);
                let end = target.find(|sign: char| sign.is_whitespace() || sign == '>');
                let target = match end {
                    Some(end) => Some(target.get(..end)?),
                    None if !whole => None,
                    None if !ended => return None,
                    None => Some(target),
                };
                self.brackets.pop();
                if target.is_some_and(|target| target.is_empty() || self.targets.allow(target)) {
                    return self.pass("]:", out);
                }
                Self::link_found(out);
                out.put("]\\:");
                Some(2)
            }
            _ => {
                self.brackets.pop();
                self.pass("]", out)
            }
        }
    }

    fn bracket(&mut self, ahead: &str, ended: bool, out: &mut Writer) -> Option<usize> {
        let inside = ahead.get(1..)?;
        match inside.chars().next() {
            None if !ended => return None,
            // What cannot begin a tag, and is not taken out so that something else follows.
            None | Some(' ' | '\t' | '\n' | '0'..='9' | '=' | '-' | '>') => return self.pass("<", out),
            Some(_) => {}
        }
        match begins_address(inside, ended) {
            None => return None,
            Some(true) => {
                let end = inside.find(|sign: char| sign == '>' || sign.is_whitespace());
                match end {
                    None if !ended && inside.len() < LONGEST => return None,
                    Some(end) if end < LONGEST && inside.get(end..)?.starts_with('>') => {
                        if self.allows(inside.get(..end)?, false) {
                            return self.pass(ahead.get(..end + 2)?, out);
                        }
                        Self::link_found(out);
                        out.notice(Notice::Link, self.language);
                        return Some(end + 2);
                    }
                    _ => {}
                }
            }
            Some(false) => {}
        }
        out.found(Finding::new("html", Kind::Html, Verdict::Modify));
        out.put("&lt;");
        self.before = Some(';');
        Some(1)
    }

    fn bare(&mut self, ahead: &str, ended: bool, out: &mut Writer) -> Option<usize> {
        let first = ahead.chars().next()?.len_utf8();
        let bare = ahead.starts_with(['w', 'W']);
        let begins = if bare && self.before.is_some_and(char::is_alphanumeric) {
            false
        } else {
            begins_address(ahead, ended)?
        };
        if !begins {
            return self.pass(ahead.get(..first)?, out);
        }
        let length = links::address(ahead, ended)?;
        let address = ahead.get(..length)?;
        let allowed = if bare {
            self.allows(&format!("https://{address}"), false)
        } else {
            self.allows(address, false)
        };
        if allowed && length < LONGEST {
            return self.pass(address, out);
        }
        Self::link_found(out);
        out.notice(Notice::Link, self.language);
        self.before = Some(']');
        self.swallowing = length >= LONGEST - 4;
        Some(length.max(first))
    }
}

impl Step for Markup {
    fn step(&mut self, ahead: &str, ended: bool, out: &mut Writer) -> Option<usize> {
        if self.swallowing {
            let end = ahead.find(char::is_whitespace);
            self.swallowing = end.is_none();
            match end {
                Some(0) => {}
                Some(end) => return Some(end),
                None => return Some(ahead.len()),
            }
        }
        if self.place == Place::LineStart {
            let opening = self.fences.line(ahead, ended)?;
            self.place = if opening.closes { Place::LastOfCode } else { Place::InLine };
            if opening.blank {
                self.spans_off = false;
                self.brackets.clear();
            }
            if opening.length > 0 {
                return self.pass(ahead.get(..opening.length)?, out);
            }
        }
        if self.fences.inside() || self.place == Place::LastOfCode {
            let end = ahead.find('\n').map_or(ahead.len(), |end| end + 1);
            if ahead.get(..end)?.ends_with('\n') {
                self.place = Place::LineStart;
            }
            return self.pass(ahead.get(..end)?, out);
        }
        let plain = ahead.find(SIGNS).unwrap_or(ahead.len());
        if plain > 0 {
            return self.pass(ahead.get(..plain)?, out);
        }
        match ahead.chars().next()? {
            '\n' => {
                self.place = Place::LineStart;
                self.pass("\n", out)
            }
            '`' => self.code(ahead, ended, out),
            '<' => self.bracket(ahead, ended, out),
            '[' => self.open(ahead, "[", ended, out),
            ']' => self.close(ahead, ended, out),
            '!' => match ahead.get(1..)?.chars().next() {
                None if !ended => None,
                Some('[') => self.open(ahead, "![", ended, out),
                _ => self.pass("!", out),
            },
            '\\' => match ahead.get(1..)?.chars().next() {
                None if !ended => None,
                // These mean themselves, and begin nothing.
                Some('`' | '[' | ']' | '!' | '\\') => self.pass(ahead.get(..2)?, out),
                _ => self.pass("\\", out),
            },
            'h' | 'H' | 'f' | 'F' | 'w' | 'W' => self.bare(ahead, ended, out),
            other => self.pass(ahead.get(..other.len_utf8())?, out),
        }
    }
}

enum Closing {
    At(usize),
    NotYet,
    Never,
}

/// A run of exactly as many backticks, on the same line and near by.
fn closing(text: &str, run: usize, ended: bool) -> Closing {
    let mut ticks = 0;
    for (at, sign) in text.char_indices() {
        if sign == '`' {
            ticks += 1;
            continue;
        }
        if ticks == run {
            return Closing::At(at - run);
        }
        ticks = 0;
        if sign == '\n' || at > INLINE_CODE {
            return Closing::Never;
        }
    }
    match text.len().checked_sub(run) {
        Some(at) if ended && ticks == run => Closing::At(at),
        _ if ticks > INLINE_CODE => Closing::Never,
        _ => Closing::NotYet,
    }
}

enum Found {
    At(usize),
    NotYet,
    Never,
}

/// The bracket that ends a link's text, in the same paragraph and near by.
fn end_of_link_text(text: &str) -> Found {
    let (mut depth, mut escaped, mut breaks) = (0_usize, false, 0);
    for (at, sign) in text.char_indices() {
        if at > LINK_TEXT {
            return Found::Never;
        }
        if escaped {
            escaped = false;
            continue;
        }
        breaks = if sign == '\n' { breaks + 1 } else { 0 };
        match sign {
            '\\' => escaped = true,
            '[' => depth += 1,
            ']' if depth == 0 => return Found::At(at),
            ']' => depth -= 1,
            '\n' if breaks > 1 => return Found::Never,
            _ => {}
        }
    }
    Found::NotYet
}
