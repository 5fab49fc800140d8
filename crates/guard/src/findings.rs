//! What was found, told without repeating it: a finding never holds the text it is about.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use crate::pii::Pii;

/// How many findings are kept one by one; the rest is counted. A hostile text cannot make the record grow.
pub const KEPT: usize = 64;

/// What became of a text, from harmless to refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    #[default]
    Allow,
    /// Something was taken out or masked.
    Modify,
    /// It goes on unchanged, and somebody should know.
    Flag,
    Block,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Modify => "modify",
            Self::Flag => "flag",
            Self::Block => "block",
        }
    }
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Pii,
    HiddenCharacters,
    InstructionOverride,
    RolePlay,
    Jailbreak,
    PromptExtraction,
    DelimiterForging,
    EncodedPayload,
    ToolAbuse,
    Exfiltration,
    BlockedPhrase,
    Link,
    Html,
    PromptLeak,
}

impl Kind {
    /// As a person who wrote it may read it.
    fn words(self) -> &'static str {
        match self {
            Self::Pii => "personal data",
            Self::HiddenCharacters => "hidden characters",
            Self::InstructionOverride => "an order to set instructions aside",
            Self::RolePlay => "an order to play another part",
            Self::Jailbreak => "an attempt to lift the rules",
            Self::PromptExtraction => "a request for the instructions",
            Self::DelimiterForging => "marks that only the system writes",
            Self::EncodedPayload => "encoded instructions",
            Self::ToolAbuse => "an order to misuse a tool",
            Self::Exfiltration => "an order to send data away",
            Self::BlockedPhrase => "a phrase that is not accepted here",
            Self::Link => "a link to a host that is not listed",
            Self::Html => "HTML",
            Self::PromptLeak => "a part of the instructions",
        }
    }
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which rule: a type of personal data (`dni`), or the id of a rule (`override-es-1`).
    pub rule: String,
    pub kind: Kind,
    pub verdict: Verdict,
    /// Where, in bytes of the text that was given in; absent where it was given in pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Range<usize>>,
}

/// All that was found in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    list: Vec<Finding>,
    /// How many there were beyond those in the list.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
    verdict: Verdict,
}

impl Findings {
    /// The gravest of all.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn count(&self) -> usize {
        self.list.len() + self.more
    }

    pub fn has(&self, kind: Kind) -> bool {
        self.list.iter().any(|finding| finding.kind == kind)
    }

    pub(crate) fn add(&mut self, finding: Finding) {
        self.verdict = self.verdict.max(finding.verdict);
        if self.list.len() < KEPT {
            self.list.push(finding);
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        self.verdict = self.verdict.max(other.verdict);
        self.more += other.more;
        for finding in other.list {
            self.add(finding);
        }
    }
}

/// The kinds of what was refused, each once; for the message of an error.
impl fmt::Display for Findings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<Kind> = self
            .list
            .iter()
            .filter(|finding| finding.verdict == self.verdict)
            .map(|finding| finding.kind)
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        for (position, kind) in kinds.into_iter().enumerate() {
            if position > 0 {
                out.write_str(", ")?;
            }
            out.write_str(kind.words())?;
        }
        Ok(())
    }
}

impl Finding {
    pub(crate) fn new(rule: impl Into<String>, kind: Kind, verdict: Verdict) -> Self {
        Self { rule: rule.into(), kind, verdict, span: None }
    }

    pub(crate) fn pii(pii: Pii, verdict: Verdict) -> Self {
        Self::new(pii.name(), Kind::Pii, verdict)
    }

    pub(crate) fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
