//! How many people a booking is for, held against what the service is for, before anything is written.

use conserje_desk::model::{Branch, Business, PartySize, Service};
use conserje_desk::spoken::{self, People};
use conserje_kernel::Language;
use conserje_tools::{Call, Outcome};
use serde_json::{Value, json};

use super::page::{given, refused_with, say};
use super::services::{label, range};

/// How many it is for: as said for it, or in the notes. Nothing if neither tells.
pub(super) fn of(call: &Call) -> Option<u32> {
    let said = call.args.get("people").and_then(Value::as_u64);
    said.and_then(|count| u32::try_from(count).ok()).or_else(|| in_notes(call))
}

fn in_notes(call: &Call) -> Option<u32> {
    match spoken::people(given(call, "notes")?, false) {
        Some(People::Said(count)) => Some(count),
        Some(People::Either(_)) | None => None,
    }
}

/// The notes of an appointment, with how many come.
pub(super) fn notes(call: &Call) -> Option<String> {
    let written = given(call, "notes");
    let Some(count) = call.args.get("people").and_then(Value::as_u64) else {
        return written.map(ToOwned::to_owned);
    };
    let people = match (call.language, count) {
        (Language::Es, 1) => "1 persona".to_owned(),
        (Language::Es, _) => format!("{count} personas"),
        (Language::En, 1) => "1 person".to_owned(),
        (Language::En, _) => format!("{count} people"),
    };
    Some(match written {
        Some(written) if in_notes(call) == u32::try_from(count).ok() => written.to_owned(),
        Some(written) => format!("{people}; {written}"),
        None => people,
    })
}

/// That so many may come; or what else is for so many, or whom to call.
pub(super) fn check(
    (business, service): (&Business, Option<&Service>),
    branches: &[&Branch],
    party: Option<u32>,
    language: Language,
) -> Result<(), Outcome> {
    let (Some(service), Some(party)) = (service, party) else { return Ok(()) };
    match service.people {
        Some(people) if !people.takes(party) => {
            Err(refusal(business, (service, people), branches, (party, language)))
        }
        Some(_) | None => Ok(()),
    }
}

/// As [`check`], for what is written: a service that counts people is told how many.
pub(super) fn check_to_book(
    business: &Business,
    service: Option<&Service>,
    branch: &Branch,
    call: &Call,
) -> Result<(), Outcome> {
    let party = of(call);
    if let (Some(people), None) = (service.and_then(|service| service.people), party) {
        let range = range(people, call.language);
        let text = match call.language {
            Language::Es => {
                format!("Falta para cuántas personas es ({range}). Pregúntelo y páselo en `people`.")
            }
            Language::En => format!("How many it is for is missing ({range}). Ask, and give it as `people`."),
        };
        return Err(refused_with(&text, json!({"people": {"from": people.from, "to": people.to}})));
    }
    check((business, service), &[branch], party, call.language)
}

fn refusal(
    business: &Business,
    (service, people): (&Service, PartySize),
    branches: &[&Branch],
    (party, language): (u32, Language),
) -> Outcome {
    let range = range(people, language);
    let name = service.name.to(language);
    let mut text = vec![match language {
        Language::Es => format!("«{name}» es para {range} y son {party}; así no se puede reservar."),
        Language::En => format!("“{name}” is for {range} and they are {party}; it cannot be booked so."),
    }];
    let others: Vec<&Service> = business.for_people(party).collect();
    let phones: Vec<&str> =
        branches.iter().map(|branch| branch.phone.as_str()).filter(|phone| !phone.is_empty()).collect();
    if others.is_empty() {
        text.push(match (language, phones.is_empty()) {
            (Language::Es, false) => format!(
                "No hay otro servicio para {party}. Dé el teléfono de la sucursal ({}) y ofrezca pasar con una persona.",
                phones.join(", ")
            ),
            (Language::En, false) => format!(
                "No other service is for {party}. Give the branch's telephone ({}) and offer to bring in a person.",
                phones.join(", ")
            ),
            (Language::Es, true) => format!("No hay otro servicio para {party}. Ofrezca pasar con una persona."),
            (Language::En, true) => format!("No other service is for {party}. Offer to bring in a person."),
        });
    } else {
        let (es, en) = ("Ofrezca lo que sí es para tantas personas:", "Offer what is for so many:");
        text.push(say(language, es, en).to_owned());
        text.extend(others.iter().map(|other| format!("- {}", label(other, business, language))));
    }
    let ids: Vec<&String> = others.iter().map(|other| &other.id).collect();
    let more = json!({
        "people": {"from": people.from, "to": people.to}, "services": ids, "phones": phones,
    });
    refused_with(&text.join("\n"), more)
}
