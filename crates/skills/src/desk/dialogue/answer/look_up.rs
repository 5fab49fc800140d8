//! What a question is about, and the one tool that looks it up.

use conserje_desk::model::{Branch, Business, MenuItem, Service};
use conserje_desk::names;
use conserje_desk::text::Text;
use conserje_kernel::Language;
use conserje_text::name_words as words;
use serde_json::{Value, json};

use super::help::{Haste, call_for_help};
use crate::desk::dialogue::hearing::asking::telling;
use crate::desk::dialogue::hearing::dishes::{MeantDish, meant, wanted};
use crate::desk::dialogue::hearing::mention::{Mention, mentioned, plain_words, staff_in};
use crate::desk::dialogue::hearing::{
    CHECK_URGENCY, ESCALATE, SEARCH, Setting, Topic, Utterance, facts_asked, policy_in, visited,
};
use crate::desk::dialogue::state::State;

impl Topic {
    /// The tool that looks it up, and with what.
    pub(crate) fn look_up(self, state: &State, setting: &Setting<'_>) -> Option<(&'static str, Value)> {
        let said = &state.turn.said;
        let business = setting.business;
        match self {
            Self::Greeting | Self::Thanks | Self::Goodbye | Self::Offer => None,
            Self::Visit => visited(said, setting, state.talked_about(business))
                .map(|service| ("get_service_info", json!({"service_name": service.id}))),
            Self::Price => Some(match priced(state, setting) {
                Priced::Services(found) => match found.as_slice() {
                    [only] => ("get_service_info", json!({"service_name": only.id})),
                    _ => ("get_service_info", json!({"service_name": phrase(said)})),
                },
                Priced::Dishes(_) => ("get_menu", json!({})),
                Priced::Unknown(said) => ("get_service_info", json!({"service_name": said})),
                Priced::Everything => ("list_services", json!({})),
            }),
            Self::Services => Some(("list_services", json!({}))),
            Self::Location | Self::Hours => {
                let args = match branches_in(business, state).as_slice() {
                    [only] => json!({"branch_id": only.id}),
                    _ => json!({}),
                };
                Some(("get_branch_info", args))
            }
            Self::Menu => Some(("get_menu", json!({}))),
            Self::Policy => {
                let kind = policy_in(said)?;
                let is_written = business.policies.iter().any(|policy| policy.kind == kind);
                is_written.then(|| ("get_business_policy", json!({"policy_type": kind.name()})))
            }
            Self::Fact => facts_asked(said, setting)
                .first()
                .map(|asked| ("get_business_policy", json!({"policy_type": asked.topic.name()}))),
            Self::Staff => {
                let name = staff_in(business, said);
                Some(("get_staff_info", name.map_or_else(|| json!({}), |id| json!({"staff_name": id}))))
            }
            Self::Balance => Some(("get_loyalty_balance", json!({}))),
            Self::Appointments => Some(("get_appointments", json!({}))),
            Self::Urgent => Some((CHECK_URGENCY, json!({"symptoms": [capped(said, 500)]}))),
            Self::Human { is_complaint } => Some((ESCALATE, self::escalation(state, setting, is_complaint))),
            Self::Question => Some((SEARCH, json!({"query": capped(said, 300)}))),
        }
    }
}

fn capped(said: &Utterance, most: usize) -> String {
    let text: String = said.text.chars().take(most).collect();
    if text.is_empty() { "?".to_owned() } else { text }
}

fn escalation(state: &State, setting: &Setting<'_>, is_complaint: bool) -> Value {
    let reason = match (is_complaint, setting.language) {
        (true, Language::Es) => "Queja del cliente",
        (true, Language::En) => "The customer complains",
        (false, Language::Es) => "El cliente pide una persona",
        (false, Language::En) => "The customer asks for a person",
    };
    call_for_help(reason, if is_complaint { Haste::Soon } else { Haste::Usual }, &state.summary())
}

/// What a question about a price is about.
pub(crate) enum Priced<'b> {
    Services(Vec<&'b Service>),
    Dishes(Vec<&'b MenuItem>),
    /// Neither a service nor a dish, in the words it was asked in.
    Unknown(String),
    Everything,
}

pub(crate) fn priced<'b>(state: &State, setting: &Setting<'b>) -> Priced<'b> {
    let (business, said) = (setting.business, &state.turn.said);
    let found: Vec<&Service> = match mentioned(&said.text, &business.services, &plain_words(business)) {
        Mention::One(place) => business.services.get(place).into_iter().collect(),
        Mention::Several(places) => {
            places.into_iter().filter_map(|place| business.services.get(place)).collect()
        }
        Mention::Nothing => Vec::new(),
    };
    if !found.is_empty() {
        return Priced::Services(found);
    }
    let dishes = dishes_in(setting, said);
    if !dishes.is_empty() {
        return Priced::Dishes(dishes);
    }
    let asked = phrase(said);
    if !asked.is_empty() {
        return Priced::Unknown(asked);
    }
    state.talked_about(business).map_or(Priced::Everything, |service| Priced::Services(vec![service]))
}

/// Dishes that a question names.
pub(crate) fn dishes_in<'b>(setting: &Setting<'b>, said: &Utterance) -> Vec<&'b MenuItem> {
    let menu = &setting.business.menu;
    let asked = phrase(said);
    let phrases = wanted(&asked, setting.language).into_iter().map(|one| one.said);
    let ids: Vec<String> = phrases
        .flat_map(|said| match meant(&said, setting) {
            MeantDish::One(id) => vec![id],
            MeantDish::Several(ids) => ids,
            MeantDish::Nothing { .. } => Vec::new(),
        })
        .collect();
    let mut found: Vec<&MenuItem> = menu.iter().filter(|item| ids.contains(&item.id)).collect();
    if found.is_empty() && !asked.is_empty() {
        found = match mentioned(&asked, menu, &[]) {
            Mention::One(place) => menu.get(place).into_iter().collect(),
            Mention::Several(_) | Mention::Nothing => Vec::new(),
        };
    }
    found
}

/// What is left of a question when the words of asking are taken away.
pub(crate) fn phrase(said: &Utterance) -> String {
    telling(&said.text).take(8).collect::<Vec<_>>().join(" ").chars().take(80).collect()
}

/// The branch that is named, or that is talked about; all, if none is.
pub(crate) fn branches_in<'b>(business: &'b Business, state: &State) -> Vec<&'b Branch> {
    let asking = ["hours", "horario", "atención", "care", "after", "open"].into_iter().flat_map(words);
    let plain: Vec<String> = plain_words(business).into_iter().chain(asking).collect();
    let named = match mentioned(&state.turn.said.text, &business.branches, &plain) {
        Mention::One(place) => business.branches.get(place),
        Mention::Several(_) | Mention::Nothing => None,
    };
    let in_hand = state.task.as_ref().and_then(|in_hand| in_hand.task().branch_in_hand(business));
    named.or(in_hand).map_or_else(|| business.branches.iter().collect(), |branch| vec![branch])
}

/// The category of the menu that is named.
pub(crate) fn category_in<'b>(business: &'b Business, said: &Utterance) -> Option<&'b Text> {
    let spoken: Vec<String> = said.words.iter().flat_map(|word| words(word)).collect();
    business.menu.iter().map(|item| &item.category).find(|category| {
        let is_said = |name: &str| {
            let named = words(name);
            !named.is_empty()
                && named.iter().all(|word| spoken.iter().any(|said| names::typos(said, word).is_some()))
        };
        category.all().any(is_said)
    })
}
