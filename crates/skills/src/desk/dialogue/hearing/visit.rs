//! Questions about one service that its own row answers: how long it takes, what to bring.

use conserje_desk::model::Service;
use conserje_text::fold;

use super::mention::{Mention, mentioned, plain_words};
use super::setting::Setting;
use super::utterance::Utterance;

/// The service whose own row answers how long it takes, or what to bring: the one that is named, or that is talked about.
pub(crate) fn visited<'b>(
    said: &Utterance,
    setting: &Setting<'b>,
    talked_about: Option<&'b Service>,
) -> Option<&'b Service> {
    const HOW_LONG: &[&str] = &[
        "cuanto dura",
        "cuanto tarda",
        "cuanto tiempo dura",
        "cuanto tiempo toma",
        "how long does it take",
        "how long is it",
        "how long will it take",
        "how long do i get",
        "how long is the",
    ];
    const WHAT_TO_BRING: &[&str] = &[
        "llevar algo",
        "que llevo",
        "que tengo que llevar",
        "tengo que llevar",
        "debo llevar",
        "hay que llevar",
        "que hay que traer",
        "should i bring",
        "need to bring",
        "have to bring",
        "bring anything",
        "bring something",
    ];
    let business = setting.business;
    let named = match mentioned(&said.text, &business.services, &plain_words(business)) {
        Mention::One(place) => business.services.get(place),
        Mention::Several(_) => return None,
        Mention::Nothing => None,
    };
    let service = named.or(talked_about)?;
    let tells_what_to_bring = || {
        let told = fold(service.description.to(setting.language));
        ["traig", "llev", "bring"].iter().any(|stem| told.contains(stem))
    };
    (said.has(HOW_LONG) || said.has(WHAT_TO_BRING) && tells_what_to_bring()).then_some(service)
}
