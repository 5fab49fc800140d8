//! The checks in their order, as a pack's policy wants them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conserje_kernel::Language;

use crate::answer::{AnswerGuard, Hosts, Known, Targets, links_of};
use crate::findings::{Finding, Findings, Kind, Verdict};
use crate::fold::fold;
use crate::hidden;
use crate::injection::{Origin, Rules};
use crate::message::{Blocked, Limits, screen_message};
use crate::notice::{Notice, makes_a_link};
use crate::phrases::Phrases;
use crate::pii::{Patterns, Piece, Pii, Scanner};
use crate::policy::{Entering, Injection, Passing, Policy, PolicyError};
use crate::screened::Screened;
use crate::view::View;

/// A policy, compiled. Cheap to clone.
#[derive(Clone)]
pub struct Guard {
    inner: Arc<Inner>,
    language: Language,
    is_for_programs: bool,
    known: Arc<Known>,
}

struct Inner {
    patterns: &'static Patterns,
    rules: &'static Rules,
    phrases: Phrases,
    hosts: Arc<Hosts>,
    public: Public,
    entering: BTreeMap<Pii, Entering>,
    outside: BTreeSet<Pii>,
    leaving: Arc<Leaving>,
    injection: Injection,
    leak_words: usize,
}

/// What of an answer is masked, and what is not although it looks like it.
pub(crate) struct Leaving {
    pub(crate) patterns: &'static Patterns,
    pub(crate) masked: BTreeSet<Pii>,
    pub(crate) public: Public,
}

/// A message that passed, as it goes on, and what was found in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenedMessage {
    pub text: Screened<String>,
    pub findings: Findings,
}

/// What an answer is made of, for the links in it.
#[derive(Clone, Debug, Default)]
pub struct Sources<'a> {
    /// Instructions, and what rules say.
    pub own: Vec<&'a str>,
    /// What tools gave back. What takes over in one of them lends no links.
    pub found: Vec<&'a str>,
    /// What was said before for the business, guarded then.
    pub answers: Vec<&'a str>,
}

impl Guard {
    /// Compiles a policy. Notices are in Spanish until [`Guard::speaking`] says otherwise.
    pub fn new(policy: &Policy) -> Result<Self, PolicyError> {
        if !(8..=64).contains(&policy.leak_words) {
            return Err(PolicyError::LeakWords(policy.leak_words));
        }
        let patterns = Patterns::shared().map_err(PolicyError::BuiltIn)?;
        let public = Public::compile(&policy.public)?;
        let masked = |action: fn(&Policy, Pii) -> Passing| {
            Pii::ALL.into_iter().filter(|pii| action(policy, *pii) == Passing::Mask).collect::<BTreeSet<_>>()
        };
        let inner = Inner {
            patterns,
            rules: Rules::shared().map_err(PolicyError::BuiltIn)?,
            phrases: Phrases::compile(&policy.blocked)?,
            hosts: Arc::new(Hosts::compile(&policy.allowed_hosts)?),
            entering: Pii::ALL.into_iter().map(|pii| (pii, policy.entering(pii))).collect(),
            outside: masked(Policy::passing),
            leaving: Arc::new(Leaving { patterns, masked: masked(Policy::leaving), public: public.clone() }),
            public,
            injection: policy.injection,
            leak_words: policy.leak_words,
        };
        Ok(Self {
            inner: Arc::new(inner),
            language: Language::default(),
            is_for_programs: false,
            known: Arc::default(),
        })
    }

    /// The same guard, with notices in this language.
    #[must_use]
    pub fn speaking(&self, language: Language) -> Self {
        Self { language, ..self.clone() }
    }

    /// The same guard, for a program that asks a model by itself. It masks personal data; what signs, marks, links and HTML
    /// mean is that program's affair.
    #[must_use]
    pub fn for_programs(&self) -> Self {
        Self { is_for_programs: true, ..self.clone() }
    }

    /// The same guard, for an answer that is made of this: a link in it stays, in exactly these letters and as nothing that is
    /// fetched unasked, such as a picture.
    #[must_use]
    pub fn knowing(&self, sources: &Sources<'_>) -> Self {
        let mut known = Known::default();
        if !self.is_for_programs {
            sources.own.iter().for_each(|text| known.read(text));
            sources.answers.iter().for_each(|text| known.append(links_of(text)));
            let lends = |text: &&&str| !self.takes_over(text);
            sources.found.iter().filter(lends).for_each(|text| known.read(text));
        }
        Self { known: Arc::new(known), ..self.clone() }
    }

    /// Whether a text from outside is plainly made for a machine that reads it.
    fn takes_over(&self, text: &str) -> bool {
        let has_link = || text.contains("//") || text.contains("www.");
        self.inner.injection != Injection::Off
            && has_link()
            && self.inner.rules.look(text, &View::of(text), Origin::Outside, true).verdict() == Verdict::Block
    }

    /// A person's message: size and encoding, hidden characters, personal data, injection, blocked phrases.
    ///
    /// What goes on keeps the person's own characters, save those that nobody sees.
    pub fn message(&self, text: &str, limits: Limits) -> Result<ScreenedMessage, Blocked> {
        screen_message(text, limits)?;
        let mut findings = Findings::default();
        let (seen, dropped) = hidden::strip(text);
        if dropped > 0 {
            findings.add(Finding::new("hidden-characters", Kind::HiddenCharacters, Verdict::Modify));
        }
        if seen.trim().is_empty() {
            return Err(Blocked::Empty);
        }
        let inner = &self.inner;
        let masked = self.masked(&seen, &mut findings, |pii| match inner.entering.get(&pii) {
            Some(Entering::Allow) | None => Verdict::Allow,
            Some(Entering::Mask) => Verdict::Modify,
            Some(Entering::Block) => Verdict::Block,
        });
        let view = View::of(&seen);
        if inner.injection != Injection::Off {
            let refuse = inner.injection == Injection::Block;
            findings.append(inner.rules.look(&seen, &view, Origin::Person, refuse));
        }
        if let Some(finding) = inner.phrases.find(&view) {
            findings.add(finding);
        }
        if findings.verdict() == Verdict::Block {
            return Err(Blocked::Refused(findings));
        }
        Ok(ScreenedMessage { text: Screened::passed(masked), findings })
    }

    /// The text as people see it, which is what the places of findings count in.
    pub fn seen(&self, text: &str) -> String {
        if self.is_for_programs { text.to_owned() } else { hidden::strip(text).0 }
    }

    /// Text from outside, a document or what a tool gave back: masked by policy, forged marks made harmless, orders in it
    /// flagged. It is never refused, since nobody is there who could say it differently.
    pub fn outside(&self, text: &str) -> (Screened<String>, Findings) {
        let (harmless, findings) = self.harmless(text);
        (Screened::passed(harmless), findings)
    }

    /// The same for every text of a value; `texts` shows them.
    pub fn outside_in<T>(
        &self,
        mut value: T,
        texts: impl FnOnce(&mut T, &mut dyn FnMut(&mut String)),
    ) -> (Screened<T>, Findings) {
        let mut findings = Findings::default();
        texts(&mut value, &mut |text| {
            let (harmless, found) = self.harmless(text);
            *text = harmless;
            findings.append(found);
        });
        (Screened::passed(value), findings)
    }

    fn harmless(&self, text: &str) -> (String, Findings) {
        let mut findings = Findings::default();
        let inner = &self.inner;
        let is_masked = |pii| if inner.outside.contains(&pii) { Verdict::Modify } else { Verdict::Allow };
        if self.is_for_programs {
            return (self.masked(text, &mut findings, is_masked), findings);
        }
        let (seen, dropped) = hidden::strip(text);
        if dropped > 0 {
            findings.add(Finding::new("hidden-characters", Kind::HiddenCharacters, Verdict::Modify));
        }
        let masked = self.masked(&seen, &mut findings, is_masked);
        if inner.injection != Injection::Off {
            findings.append(inner.rules.look(&seen, &View::of(&seen), Origin::Outside, false));
        }
        (inner.rules.delimiters().neutralised(&masked), findings)
    }

    /// For an answer while it is made. `secrets` is what it must not repeat: the instructions it was made with.
    pub fn answer<Text: AsRef<str>>(&self, secrets: &[Text]) -> AnswerGuard {
        AnswerGuard::new(
            (!self.is_for_programs)
                .then(|| Targets { hosts: Arc::clone(&self.inner.hosts), known: Arc::clone(&self.known) }),
            Arc::clone(&self.inner.leaving),
            (secrets.iter().map(AsRef::as_ref), self.inner.leak_words),
            self.language,
        )
    }

    /// An answer that is there as a whole: every text of it that `texts` shows, one after the other. Equal to what
    /// [`Guard::answer`] gives of each.
    pub fn answer_in<T>(
        &self,
        secrets: &[&str],
        mut value: T,
        texts: impl FnOnce(&mut T, &mut dyn FnMut(&mut String)),
    ) -> (Screened<T>, Findings) {
        let mut findings = Findings::default();
        texts(&mut value, &mut |text| {
            let mut going = self.answer(secrets);
            let mut safe = going.push(text).into_inner();
            let (rest, found) = going.finish();
            safe.push_str(rest.get());
            *text = safe;
            findings.append(found);
        });
        (Screened::passed(value), findings)
    }

    /// Whether a text has personal data in it, whatever the policy makes of that, save what is public.
    pub fn has_personal_data(&self, text: &str) -> bool {
        let mut has = false;
        Scanner::new(self.inner.patterns).push(text, true, |piece| {
            has |= matches!(piece, Piece::Found { text, .. } if !self.inner.public.has(text));
        });
        has
    }

    fn masked(&self, text: &str, findings: &mut Findings, verdict: impl Fn(Pii) -> Verdict) -> String {
        let mut masked = String::with_capacity(text.len());
        let (mut at, mut after_notice) = (0, false);
        let inner = &self.inner;
        Scanner::new(inner.patterns).push(text, true, |piece| match piece {
            Piece::Plain(text) => {
                if after_notice && text.starts_with(makes_a_link) {
                    masked.push(' ');
                }
                masked.push_str(text);
                at += text.len();
                after_notice = false;
            }
            Piece::Found { pii, text } => {
                let verdict = if inner.public.has(text) { Verdict::Allow } else { verdict(pii) };
                if verdict == Verdict::Allow {
                    masked.push_str(text);
                } else {
                    masked.push_str(Notice::Protected.text(self.language));
                    findings.add(Finding::pii(pii, verdict).at(at..at + text.len()));
                }
                after_notice = verdict != Verdict::Allow;
                at += text.len();
            }
        });
        masked
    }
}

/// Values that look like personal data and are no secret.
#[derive(Clone)]
pub(crate) struct Public {
    values: BTreeSet<String>,
    /// `@example.com`
    domains: Vec<String>,
}

impl Public {
    fn compile(entries: &[String]) -> Result<Self, PolicyError> {
        let mut public = Self { values: BTreeSet::new(), domains: Vec::new() };
        for entry in entries {
            let value = plain(entry);
            if value.chars().filter(char::is_ascii_alphanumeric).count() < 5 {
                return Err(PolicyError::ShortPublic(entry.chars().take(60).collect()));
            }
            if value.starts_with('@') {
                public.domains.push(value);
            } else {
                public.values.insert(value);
            }
        }
        Ok(public)
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        if self.values.is_empty() && self.domains.is_empty() {
            return false;
        }
        let value = plain(text);
        self.values.contains(&value) || self.domains.iter().any(|domain| value.ends_with(domain))
    }
}

/// Without what people put between digits, so that `900 123 456` is `900-123-456`.
fn plain(text: &str) -> String {
    let address = text.contains('@');
    let value: String = text
        .chars()
        .filter_map(fold)
        .filter(|byte| byte.is_ascii_alphanumeric() || (address && b"@._-+".contains(byte)))
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    if address {
        value
    } else {
        value.strip_prefix("34").filter(|rest| rest.len() == 9).unwrap_or(&value).to_owned()
    }
}
