//! What a guard would make of a text: tried by those who write its policy, and kept nowhere.

use conserje_conversation::ConversationError;
use conserje_guard::{Blocked, Findings, Guard, Limits, Policy, Screened};
use conserje_kernel::{Language, Scope};
use serde_json::Value;

use crate::{Operate, OperateError};

/// The longest text that is tried, in characters.
pub const LONGEST: usize = 20_000;

/// Where the text would stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A person writes it.
    Message,
    /// It stands in a document, or a tool says it.
    Outside,
    /// An assistant answers it.
    Answer,
}

/// Whose policy is tried.
#[derive(Clone, Debug)]
pub enum Whose {
    /// Of the assistant that answers what is for nobody.
    First,
    Assistant(String),
    /// One that is written down for it: the `[guard]` table of a pack.
    Written(Value),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// What goes on; none if it is refused.
    pub text: Option<String>,
    pub findings: Vec<Found>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// A type of personal data (`dni`), or the id of a rule (`override-es-1`).
    pub rule: String,
    /// What it is about: `pii`, `jailbreak`, …
    pub kind: String,
    /// `allow`, `modify`, `flag` or `block`.
    pub verdict: &'static str,
    /// What it is about in the text, if it stands in one place.
    pub found: Option<String>,
}

impl Operate {
    pub async fn try_guard(
        &self,
        scope: &Scope,
        (text, place): (&str, Place),
        whose: Whose,
        language: Language,
    ) -> Result<Tried, OperateError> {
        let invalid = |problem: String| OperateError::Invalid { problem };
        if text.trim().is_empty() || text.chars().count() > LONGEST {
            return Err(invalid(format!("`text` is 1 to {LONGEST} characters long")));
        }
        let guard = match whose {
            Whose::Written(policy) => {
                let policy: Policy =
                    serde_json::from_value(policy).map_err(|error| invalid(error.to_string()))?;
                Guard::new(&policy).map_err(|error| invalid(error.to_string()))?.speaking(language)
            }
            Whose::First => self.0.conversations.guard(scope, language).await?,
            Whose::Assistant(name) => {
                let assistants = self.0.conversations.assistants(scope).await?;
                let pack = assistants.packs().iter().find(|pack| pack.name == name);
                let agent = pack.and_then(|pack| pack.agents.first());
                agent.ok_or(ConversationError::NotFound { what: "assistant" })?.guard.speaking(language)
            }
        };
        Ok(tried(&guard, text, place))
    }
}

fn tried(guard: &Guard, text: &str, place: Place) -> Tried {
    let (goes_on, findings) = match place {
        Place::Message => match guard.message(text, Limits::default()) {
            Ok(passed) => (Some(passed.text.into_inner()), passed.findings),
            Err(Blocked::Refused(findings)) => (None, findings),
            Err(Blocked::Empty | Blocked::TooLong { .. } | Blocked::Unreadable { .. }) => {
                (None, Findings::default())
            }
        },
        Place::Outside => whole(guard.outside(text)),
        Place::Answer => whole(guard.answer_in(&[], text.to_owned(), |text, look| look(text))),
    };
    let seen = guard.seen(text);
    let found = findings.list().iter().map(|finding| Found {
        rule: finding.rule.clone(),
        kind: serde_json::to_value(finding.kind)
            .ok()
            .and_then(|kind| kind.as_str().map(str::to_owned))
            .unwrap_or_default(),
        verdict: finding.verdict.name(),
        found: finding.span.clone().and_then(|span| seen.get(span)).map(str::to_owned),
    });
    Tried { text: goes_on, findings: found.collect() }
}

fn whole((text, findings): (Screened<String>, Findings)) -> (Option<String>, Findings) {
    (Some(text.into_inner()), findings)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn try_it(policy: Value, text: &str, place: Place) -> Tried {
        let policy: Policy = serde_json::from_value(policy).unwrap();
        tried(&Guard::new(&policy).unwrap(), text, place)
    }

    #[test]
    fn what_is_masked_flagged_and_refused_is_told_by_rule() {
        let masked = try_it(json!({}), "Mi DNI es 12345678Z", Place::Message);
        assert!(!masked.text.as_ref().unwrap().contains("12345678Z"), "{masked:?}");
        assert_eq!((masked.findings[0].rule.as_str(), masked.findings[0].verdict), ("dni", "modify"));
        assert_eq!(masked.findings[0].found.as_deref(), Some("12345678Z"));
        let hidden = try_it(json!({}), "\u{200b}\u{200b}Mi DNI es 12345678Z", Place::Message);
        let dni = hidden.findings.iter().find(|found| found.rule == "dni").unwrap();
        assert_eq!(
            dni.found.as_deref(),
            Some("12345678Z"),
            "places are of the text without what nobody sees"
        );
        let refused = try_it(json!({"blocked": ["palabra fea"]}), "una palabra fea", Place::Message);
        assert_eq!((refused.text, refused.findings[0].kind.as_str()), (None, "blocked_phrase"));
        let link = try_it(json!({}), "![x](https://evil.example/a)", Place::Answer);
        assert!(!link.text.as_ref().unwrap().contains("evil.example"), "{link:?}");
        let clean = try_it(json!({}), "hola", Place::Outside);
        assert_eq!((clean.text.as_deref(), clean.findings.len()), (Some("hola"), 0));
    }
}
