//! What the business does and for how much.

use conserje_desk::model::{Business, Meant, PartySize, Service, meant};
use conserje_desk::names::{Fit, find};
use conserje_desk::text::Text;
use conserje_kernel::Language;
use conserje_tools::{Call, Outcome};
use serde_json::{Value, json};

use super::page::{SERVICE, answered, one, refused_with, say, text};

pub(super) fn price(business: &Business, service: &Service, language: Language) -> String {
    if service.price_max == 0 {
        return say(language, "sin costo", "free of charge").to_owned();
    }
    business.currency.range(service.price_min, service.price_max, language)
}

/// `1 a 6 personas`.
pub(super) fn range(people: PartySize, language: Language) -> String {
    let PartySize { from, to } = people;
    match language {
        Language::Es if from == to => format!("{to} personas"),
        Language::En if from == to => format!("{to} people"),
        Language::Es => format!("{from} a {to} personas"),
        Language::En => format!("{from} to {to} people"),
    }
}

pub(super) fn label(service: &Service, business: &Business, language: Language) -> String {
    let (name, price) = (service.name.to(language), price(business, service, language));
    format!("{name} ({}): {price}, {} min", service.id, service.minutes)
}

pub(super) fn info(business: &Business, _: i64, call: &Call) -> Outcome {
    let language = call.language;
    let said = text(call, "service_name");
    let label = |service: &Service| label(service, business, language);
    if let Meant::Several(found) = meant(said, &business.services) {
        let lines: Vec<String> = found.iter().map(|service| format!("- {}", label(service))).collect();
        let matches: Vec<Value> = found.iter().map(|service| details(service, business, language)).collect();
        let head = say(language, "Hay varios que encajan:", "Several fit:");
        return answered(json!({"matches": matches}), format!("{head}\n{}", lines.join("\n")));
    }
    match one(said, &business.services, SERVICE, &label, language) {
        Ok(service) => answered(details(service, business, language), described(service, business, language)),
        Err(question) => question,
    }
}

fn details(service: &Service, business: &Business, language: Language) -> Value {
    json!({
        "id": service.id,
        "name": service.name.to(language),
        "price_min": business.currency.number(service.price_min),
        "price_max": business.currency.number(service.price_max),
        "price_note": service.price_note.as_ref().map(|note| note.to(language)),
        "price_range": price(business, service, language),
        "currency": business.currency.code(),
        "duration_minutes": service.minutes,
        "description": service.description.to(language),
        "requires_consultation": service.requires_consultation,
        "people": service.people,
        "deposit": service.deposit.as_ref().map(|deposit| deposit.to(language)),
        "promotion_active": service.promotion.is_some(),
        "promotion_text": service.promotion.as_ref().map(|promotion| promotion.to(language)),
    })
}

fn described(service: &Service, business: &Business, language: Language) -> String {
    let mut lines = vec![label(service, business, language)];
    if !service.description.is_empty() {
        lines.push(service.description.to(language).to_owned());
    }
    if let Some(note) = &service.price_note {
        lines.push(note.to(language).to_owned());
    }
    lines.extend(service.people.map(|people| match language {
        Language::Es => format!("Para {}.", range(people, language)),
        Language::En => format!("For {}.", range(people, language)),
    }));
    if let Some(deposit) = &service.deposit {
        lines.push(format!("{}: {}", say(language, "Anticipo", "Deposit"), deposit.to(language)));
    }
    if service.requires_consultation {
        let line = say(language, "Requiere una consulta previa.", "Requires a consultation first.");
        lines.push(line.to_owned());
    }
    if let Some(promotion) = &service.promotion {
        lines.push(format!("{}: {}", say(language, "Promoción", "Promotion"), promotion.to(language)));
    }
    lines.join("\n")
}

pub(super) fn list(business: &Business, _: i64, call: &Call) -> Outcome {
    let language = call.language;
    let said = text(call, "category");
    let categories = distinct(business.services.iter().map(|service| &service.category));
    let wanted = match category(said, &categories, language) {
        Ok(wanted) => wanted,
        Err(question) => return question,
    };
    let chosen: Vec<&Service> = business
        .services
        .iter()
        .filter(|service| wanted.is_none_or(|only| service.category == *only))
        .collect();
    let rows: Vec<Value> = chosen
        .iter()
        .map(|service| {
            json!({
                "id": service.id,
                "name": service.name.to(language),
                "price_range": price(business, service, language),
                "category": service.category.to(language),
            })
        })
        .collect();
    let mut lines = Vec::new();
    for category in &categories {
        let of: Vec<String> = chosen
            .iter()
            .filter(|service| service.category == **category)
            .map(|service| format!("- {}", label(service, business, language)))
            .collect();
        if !of.is_empty() {
            lines.push(format!("{}:\n{}", category.to(language), of.join("\n")));
        }
    }
    answered(Value::Array(rows), lines.join("\n"))
}

pub(super) fn distinct<'a>(all: impl Iterator<Item = &'a Text>) -> Vec<&'a Text> {
    let mut found: Vec<&Text> = Vec::new();
    for text in all {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The category that is meant; none if none was asked for.
pub(super) fn category<'a>(
    said: &str,
    all: &[&'a Text],
    language: Language,
) -> Result<Option<&'a Text>, Outcome> {
    if said.is_empty() {
        return Ok(None);
    }
    if let Fit::One(place) = find(said, all.iter().map(|text| text.all())) {
        return Ok(all.get(place).copied());
    }
    let names: Vec<&str> = all.iter().map(|text| text.to(language)).collect();
    let (es, en) = (
        format!("No hay una categoría «{said}». Las que hay: {}.", names.join(", ")),
        format!("There is no category “{said}”. There are: {}.", names.join(", ")),
    );
    Err(refused_with(say(language, &es, &en), json!({"categories": names})))
}
