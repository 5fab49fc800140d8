//! A stage that reads ahead as far as it must.

use conserje_kernel::Language;

use crate::findings::{Finding, Findings};
use crate::notice::{Notice, makes_a_link};

/// One decision at a time.
pub(super) trait Step {
    /// Decides about the beginning of `ahead`, which is not empty, and says how many bytes of it are done with.
    ///
    /// None: not decided without more text. Whatever is decided must be the same for every longer `ahead`; with `ended`
    /// there is no longer one, and there must be a decision.
    fn step(&mut self, ahead: &str, ended: bool, out: &mut Writer) -> Option<usize>;
}

/// What a stage has let through, and what it found.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
    findings: Findings,
    after_notice: bool,
    after_gap: bool,
    /// How many bytes there were in all.
    written: usize,
}

impl Writer {
    pub(super) fn put(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        // A notice stands in brackets; nobody makes a link of it.
        if self.after_notice && text.starts_with(makes_a_link) {
            self.text.push(' ');
        }
        if self.after_gap && text.starts_with(|sign: char| sign.is_alphanumeric() || "/:.&#(<".contains(sign))
        {
            self.text.push(' ');
        }
        (self.after_notice, self.after_gap) = (false, false);
        self.text.push_str(text);
        self.written += text.len();
    }

    /// Something was taken out here: what stood on both sides of it does not become one word.
    pub(super) fn gap(&mut self) {
        self.after_gap = true;
    }

    pub(super) fn written(&self) -> usize {
        self.written
    }

    pub(super) fn notice(&mut self, notice: Notice, language: Language) {
        self.put(notice.text(language));
        self.after_notice = true;
    }

    pub(super) fn found(&mut self, finding: Finding) {
        self.findings.add(finding);
    }

    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    pub(super) fn take_findings(&mut self) -> Findings {
        std::mem::take(&mut self.findings)
    }
}

pub(super) struct Stage<S> {
    step: S,
    held: String,
    out: Writer,
}

impl<S: Step> Stage<S> {
    pub(super) fn new(step: S) -> Self {
        Self { step, held: String::new(), out: Writer::default() }
    }

    pub(super) fn push(&mut self, more: &str) -> String {
        self.held.push_str(more);
        self.run(false);
        self.out.take()
    }

    pub(super) fn finish(&mut self) -> (String, Findings) {
        self.run(true);
        (self.out.take(), self.out.take_findings())
    }

    pub(super) fn held(&self) -> usize {
        self.held.len()
    }

    fn run(&mut self, ended: bool) {
        let mut done = 0;
        while let Some(ahead) = self.held.get(done..).filter(|ahead| !ahead.is_empty()) {
            match self.step.step(ahead, ended, &mut self.out) {
                Some(length) if length > 0 => done += length,
                // A step that does not move would never end.
                _ => break,
            }
        }
        self.held.drain(..done.min(self.held.len()));
    }
}
