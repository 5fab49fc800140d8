//! The answer on its way out, in whatever pieces it is made.
//!
//! Four stages, one after the other: characters that nobody sees, markup (links, images, HTML), the instructions, personal
//! data. Each takes a decision only when more text could not change it. That makes the whole independent of where the text
//! was cut, and a stage holds back no more than the longest thing it looks for.
//!
//! The order matters: what markup hides is only there for the later stages once the markup is gone. No stage joins what
//! stood apart without a notice between.

#[cfg(test)]
mod answer_tests;
mod fences;
mod leak;
mod links;
#[cfg(test)]
mod links_tests;
mod markup;
mod stage;

use std::sync::Arc;

use conserje_kernel::Language;

use self::leak::Leak;
use self::markup::Markup;
use self::stage::{Stage, Writer};
use crate::findings::{Finding, Findings, Kind, Verdict};
use crate::guard::Leaving;
use crate::hidden;
use crate::notice::Notice;
use crate::pii::{Piece, Scanner};
use crate::screened::Screened;

pub(crate) use links::{Hosts, Known, Targets};

/// Where the links lead of an answer that was guarded.
pub(crate) fn links_of(answer: &str) -> Known {
    Markup::links_of(answer)
}

/// Guards one answer. What `push` gives back may be shown at once; `finish` gives the rest and what was found.
pub struct AnswerGuard {
    /// The last character that was let through, which decides whether a joiner after it belongs there.
    last: Option<char>,
    hidden: bool,
    /// None where nothing is rendered.
    markup: Option<Stage<Markup>>,
    leak: Stage<Leak>,
    scanner: Scanner,
    writer: Writer,
    leaving: Arc<Leaving>,
    language: Language,
}

impl AnswerGuard {
    pub(crate) fn new<'a>(
        targets: Option<Targets>,
        leaving: Arc<Leaving>,
        (secrets, leak_words): (impl Iterator<Item = &'a str>, usize),
        language: Language,
    ) -> Self {
        Self {
            last: None,
            hidden: false,
            markup: targets.map(|targets| Stage::new(Markup::new(targets, language))),
            leak: Stage::new(Leak::new(secrets, leak_words, language)),
            scanner: Scanner::new(leaving.patterns),
            writer: Writer::default(),
            leaving,
            language,
        }
    }

    /// Takes in more of the answer, and gives what of it is safe now.
    pub fn push(&mut self, chunk: &str) -> Screened<String> {
        let seen = self.seen(chunk);
        let marked = match &mut self.markup {
            Some(markup) => markup.push(&seen),
            None => seen,
        };
        let told = self.leak.push(&marked);
        self.mask(&told, false);
        Screened::passed(self.writer.take())
    }

    /// The end of the answer: the rest of it, and all that was found.
    pub fn finish(mut self) -> (Screened<String>, Findings) {
        let (marked, links) = self.markup.as_mut().map(Stage::finish).unwrap_or_default();
        let mut told = self.leak.push(&marked);
        let (rest, leaks) = self.leak.finish();
        told.push_str(&rest);
        self.mask(&told, true);
        let mut findings = Findings::default();
        if self.hidden {
            findings.add(Finding::new("hidden-characters", Kind::HiddenCharacters, Verdict::Modify));
        }
        findings.append(links);
        findings.append(leaks);
        findings.append(self.writer.take_findings());
        (Screened::passed(self.writer.take()), findings)
    }

    /// How many bytes are held back now.
    pub fn held(&self) -> usize {
        self.markup.as_ref().map_or(0, Stage::held) + self.leak.held() + self.scanner.held()
    }

    fn seen(&mut self, chunk: &str) -> String {
        if self.markup.is_none() {
            return chunk.to_owned();
        }
        let mut seen = String::with_capacity(chunk.len());
        for sign in chunk.chars() {
            if (hidden::is_hidden(sign) && !hidden::belongs(self.last, sign))
                || (sign.is_control() && !sign.is_whitespace())
            {
                self.hidden = true;
            } else {
                seen.push(sign);
                self.last = Some(sign);
            }
        }
        seen
    }

    fn mask(&mut self, text: &str, ended: bool) {
        let (writer, leaving, language) = (&mut self.writer, &self.leaving, self.language);
        self.scanner.push(text, ended, |piece| match piece {
            Piece::Plain(text) => writer.put(text),
            Piece::Found { pii, text } => {
                if leaving.masked.contains(&pii) && !leaving.public.has(text) {
                    writer.notice(Notice::Protected, language);
                    writer.found(Finding::pii(pii, Verdict::Modify));
                } else {
                    writer.put(text);
                }
            }
        });
    }
}
