//! An assistant as people know it: `[assistant]` in `pack.toml`. Agents are how it is made; this is what is shown.

use conserje_kernel::{Bilingual, Language};
use serde::Deserialize;
use toml::Spanned;

/// What stands for an assistant that has no picture of its own.
const PICTURE: &str = "💬";
/// The longest title, in characters: it stands in a list.
const LONGEST_TITLE: usize = 40;
/// The most examples that are shown.
const EXAMPLES: usize = 12;

/// How a pack is shown, and whom it is for.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, as it stands in the file")]
pub struct Assistant {
    pub title: Bilingual,
    pub description: Bilingual,
    /// A sign or two, such as an emoji.
    pub picture: String,
    pub serves_members: bool,
    /// People from outside: through a widget or a channel.
    pub serves_guests: bool,
    /// Without a business that is set up, it can do nothing.
    pub needs_business: bool,
    /// It answers from whatever the tenant gave us.
    pub reads_documents: bool,
    /// Intents that mean none of what it is for: small talk, and what it knows nothing about.
    pub none_of_mine: Vec<String>,
    /// Intents that ask for something which the business offers, or does not: what it costs, whether it can be had.
    pub offers: Vec<String>,
    /// Questions that it answers.
    pub examples: Bilingual<Vec<String>>,
}

impl Assistant {
    /// Whether it can be asked by this kind of person, in a tenant that has set up a business or not.
    pub fn is_for(&self, is_guest: bool) -> bool {
        if is_guest { self.serves_guests } else { self.serves_members }
    }

    pub fn is_ready(&self, has_business: bool) -> bool {
        has_business || !self.needs_business
    }

    /// How one of its agents is called: `Recepción · citas`.
    pub fn title_of(&self, agent: Option<&Bilingual>, language: Language) -> String {
        let own = self.title.of(language);
        match agent.map(|agent| agent.of(language)) {
            Some(agent) if agent != own => format!("{own} · {agent}"),
            Some(_) | None => own.clone(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AssistantFile {
    pub(super) title: Spanned<Bilingual>,
    pub(super) description: Option<Bilingual>,
    pub(super) picture: Option<String>,
    pub(super) serves: Option<Spanned<Vec<Serves>>>,
    #[serde(default)]
    pub(super) needs_business: bool,
    #[serde(default)]
    pub(super) reads_documents: bool,
    #[serde(default)]
    pub(super) none_of_mine: Vec<String>,
    #[serde(default)]
    pub(super) offers: Vec<String>,
    pub(super) examples: Option<Spanned<Bilingual<Vec<String>>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Serves {
    Members,
    Guests,
}

/// A fault, and where it is.
pub(super) type Wrong = (usize, String);

impl AssistantFile {
    pub(super) fn faults(&self) -> Vec<Wrong> {
        let mut faults = Vec::new();
        let title = self.title.as_ref();
        if [&title.es, &title.en].iter().any(|one| one.is_empty() || one.chars().count() > LONGEST_TITLE) {
            let problem = format!("a title has 1 to {LONGEST_TITLE} characters in both languages");
            faults.push((self.title.span().start, problem));
        }
        if let Some(serves) = self.serves.as_ref().filter(|serves| serves.as_ref().is_empty()) {
            faults.push((serves.span().start, "`serves` names \"members\", \"guests\", or both".to_owned()));
        }
        if let Some(examples) = &self.examples {
            let both = [&examples.as_ref().es, &examples.as_ref().en];
            if both.iter().any(|one| one.is_empty() || one.len() > EXAMPLES) {
                let problem = format!("there are 1 to {EXAMPLES} examples in each language");
                faults.push((examples.span().start, problem));
            }
        }
        faults
    }
}

/// What is known of it; what is not is made of the pack's name and description.
pub(super) fn assistant(
    written: Option<AssistantFile>,
    (name, description): (&str, &str),
    guests: bool,
) -> Assistant {
    let mut letters = name.replace(['-', '_'], " ");
    if let Some(first) = letters.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let unknown = Assistant {
        title: Bilingual::same(letters),
        description: Bilingual::same(description),
        picture: PICTURE.to_owned(),
        serves_members: true,
        serves_guests: guests,
        needs_business: false,
        reads_documents: false,
        none_of_mine: Vec::new(),
        offers: Vec::new(),
        examples: Bilingual::default(),
    };
    let Some(written) = written else { return unknown };
    let serves = |whom| written.serves.as_ref().map(|serves| serves.as_ref().contains(&whom));
    Assistant {
        serves_members: serves(Serves::Members).unwrap_or(true),
        serves_guests: serves(Serves::Guests).unwrap_or(guests),
        title: written.title.into_inner(),
        description: written.description.unwrap_or(unknown.description),
        picture: written.picture.unwrap_or(unknown.picture),
        needs_business: written.needs_business,
        reads_documents: written.reads_documents,
        none_of_mine: written.none_of_mine,
        offers: written.offers,
        examples: written.examples.map(Spanned::into_inner).unwrap_or_default(),
    }
}
