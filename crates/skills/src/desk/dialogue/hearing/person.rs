//! The person we talk with: what they said about who they are, and what the rows know.

use conserje_desk::spoken::renamed;

use super::question::Ask;
use super::utterance::Utterance;

/// What is known of whom we talk with, from the rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownPerson {
    pub name: Option<String>,
    pub phone: Option<String>,
}

/// Whom we talk with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Person {
    pub(crate) name: Option<String>,
    pub(crate) phone: Option<String>,
    /// Whether all of it is in the rows.
    pub(crate) is_noted: bool,
    /// Whether what is in hand is for somebody else, whose name is theirs alone.
    pub(crate) is_for_another: bool,
}

impl Person {
    /// What the rows know besides what was said.
    pub(crate) fn or_known(self, known: &KnownPerson) -> Self {
        Self {
            name: self.name.or_else(|| known.name.clone().filter(|_| !self.is_for_another)),
            phone: self.phone.or_else(|| known.phone.clone()),
            ..self
        }
    }

    /// Whether there is something that the rows do not have.
    pub(crate) fn is_news(&self, known: &KnownPerson) -> bool {
        !self.is_noted && (self.name != known.name || self.phone != known.phone)
    }

    /// "Y otra para mi esposo": in whose name that is, is not known yet.
    pub(crate) fn speaks_for(&mut self, said: &Utterance) {
        if said.is_for_another() {
            (self.name, self.is_for_another) = (None, true);
        }
    }

    /// What comes next is for who writes, until they say otherwise.
    pub(crate) fn speaks_for_themselves(&mut self) {
        if std::mem::take(&mut self.is_for_another) {
            self.name = None;
        }
    }

    /// Whether something was said about who they are.
    pub(crate) fn hear(&mut self, said: &Utterance, asked: Option<Ask>) -> bool {
        let mut is_new = false;
        let asks_name = asked == Some(Ask::Name);
        if let Some(phone) = said.phone().filter(|phone| {
            asks_name || asked == Some(Ask::Phone) || phone.chars().filter(char::is_ascii_digit).count() >= 9
        }) {
            is_new |= self.phone.as_ref() != Some(&phone);
            self.phone = Some(phone);
        }
        let renamed = || self.name.as_deref().and_then(|known| renamed(&said.text, known));
        if let Some(name) = said.name(asks_name).or_else(renamed) {
            is_new |= self.name.as_ref() != Some(&name);
            self.name = Some(name);
        }
        if is_new {
            self.is_noted = false;
        }
        is_new
    }
}
