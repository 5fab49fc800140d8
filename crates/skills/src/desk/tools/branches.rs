//! Where the business is, when it is open, who works there, its rules, and what it answers to the rest.

use std::collections::BTreeSet;

use conserje_desk::calendar::{self, WEEK};
use conserje_desk::facts::{Asked, FactTopic, of_topic};
use conserje_desk::front_desk::times::bookable;
use conserje_desk::hours::{Interval, SpecialDay, clock_text, wall};
use conserje_desk::in_words::{hours_text, week_text};
use conserje_desk::model::{Branch, Business, Named, PolicyKind, Staff};
use conserje_desk::names::{Fit, find};
use conserje_desk::text::Text;
use conserje_kernel::Language;
use conserje_tools::{Call, Outcome};
use serde_json::{Map, Value, json};

use super::page::{BRANCH, STAFF, answered, given, one, refused, refused_with, say, text};

pub(super) fn label(branch: &Branch, language: Language) -> String {
    format!("{} ({}): {}, {}", branch.name.to(language), branch.id, branch.address, branch.city)
}

pub(super) fn info(business: &Business, now: i64, call: &Call) -> Outcome {
    let language = call.language;
    let said = given(call, "branch_id").or_else(|| given(call, "branch_name"));
    let chosen: Vec<&Branch> = match said {
        None => business.branches.iter().collect(),
        Some(said) => {
            match one(said, &business.branches, BRANCH, &|branch| label(branch, language), language) {
                Ok(branch) => vec![branch],
                Err(question) => return question,
            }
        }
    };
    let texts: Vec<String> = chosen.iter().map(|branch| described(branch, business, now, language)).collect();
    let mut rows: Vec<Value> = chosen.iter().map(|branch| details(branch, business, now, language)).collect();
    // One branch is itself; several are a list.
    let result = if rows.len() == 1 { rows.swap_remove(0) } else { Value::Array(rows) };
    answered(result, texts.join("\n\n"))
}

/// Days with other hours that are near enough to matter.
fn coming_days<'a>(branch: &'a Branch, business: &Business, now: i64) -> Vec<&'a SpecialDay> {
    let (today, last) = bookable(business, branch, now);
    let mut days: Vec<&SpecialDay> =
        branch.hours.special.iter().filter(|day| (today..=last).contains(&day.date)).collect();
    days.sort_by_key(|day| day.date);
    days
}

fn is_open_now(branch: &Branch, now: i64) -> bool {
    let zone = branch.time_zone.zone();
    branch.hours.is_open(zone, wall(now, zone))
}

fn details(branch: &Branch, business: &Business, now: i64, language: Language) -> Value {
    let stretch = |interval: &Interval| json!({"open": clock_text(interval.opens()), "close": clock_text(interval.closing())});
    let hours: Map<String, Value> = WEEK
        .iter()
        .map(|day| {
            let name = calendar::weekday(*day, Language::En).to_lowercase();
            (name, branch.hours.week.on(*day).iter().map(stretch).collect())
        })
        .collect();
    let special: Vec<Value> = coming_days(branch, business, now)
        .into_iter()
        .map(|day| {
            let hours: Vec<Value> = day.hours.iter().map(stretch).collect();
            json!({"date": day.date.to_string(), "name": day.name.to(language), "hours": hours})
        })
        .collect();
    json!({
        "id": branch.id,
        "name": branch.name.to(language),
        "address": branch.address,
        "city": branch.city,
        "phone": branch.phone,
        "whatsapp": branch.whatsapp,
        "google_maps_url": branch.maps_url,
        "time_zone": branch.time_zone.name(),
        "open_now": is_open_now(branch, now),
        "operating_hours": hours,
        "special_days": special,
    })
}

fn described(branch: &Branch, business: &Business, now: i64, language: Language) -> String {
    let mut lines = vec![label(branch, language)];
    for (es, en, value) in [
        ("Teléfono", "Phone", &branch.phone),
        ("WhatsApp", "WhatsApp", &branch.whatsapp),
        ("Mapa", "Map", &branch.maps_url),
    ] {
        if !value.is_empty() {
            lines.push(format!("{}: {value}", say(language, es, en)));
        }
    }
    lines.push(week_text(branch, language));
    for day in coming_days(branch, business, now) {
        let hours = hours_text(&day.hours, language);
        lines.push(format!("{} ({}): {hours}", calendar::day(day.date, language), day.name.to(language)));
    }
    let open = if is_open_now(branch, now) {
        say(language, "Ahora está abierto.", "It is open now.")
    } else {
        say(language, "Ahora está cerrado.", "It is closed now.")
    };
    lines.push(open.to_owned());
    lines.join("\n")
}

pub(super) fn policy(business: &Business, now: i64, call: &Call) -> Outcome {
    let language = call.language;
    let asked = text(call, "policy_type");
    if let Some(told) = FactTopic::named(asked).and_then(|topic| facts(business, topic, now, language)) {
        return told;
    }
    let found = business.policies.iter().find(|policy| policy.kind.name() == asked);
    let Some(policy) = found else {
        let policies = business.policies.iter().map(|policy| PolicyKind::name(policy.kind));
        let topics: BTreeSet<FactTopic> = business.facts.iter().map(|fact| fact.topic).collect();
        let known: Vec<&str> = policies.chain(topics.into_iter().map(FactTopic::name)).collect();
        let (es, en) = (
            format!("No hay una política «{asked}» escrita. Las que hay: {}.", known.join(", ")),
            format!("There is no written policy “{asked}”. There are: {}.", known.join(", ")),
        );
        return refused_with(say(language, &es, &en), json!({"policies": known}));
    };
    let short = policy.short.as_ref().map(|short| short.to(language));
    let result = json!({
        "title": policy.title.to(language), "policy": policy.full.to(language), "short_version": short,
    });
    answered(result, format!("{}: {}", policy.title.to(language), policy.full.to(language)))
}

/// What the business says of a topic today; nothing, if it says nothing.
fn facts(business: &Business, topic: FactTopic, now: i64, language: Language) -> Option<Outcome> {
    let facts = of_topic(business, topic, business.today(now));
    if facts.is_empty() {
        return None;
    }
    let rows: Vec<Value> = facts
        .iter()
        .map(|fact| {
            json!({
                "id": fact.id, "text": fact.text.to(language), "names": fact.names, "branch_id": fact.branch,
                "until": fact.last.map(|day| day.to_string()),
            })
        })
        .collect();
    let title = topic.title(language);
    let lines = Asked { topic, facts, named: Vec::new() }.lines(business, None, language);
    let text = lines.join("\n");
    let result = json!({"title": title, "policy": text, "short_version": null, "facts": rows});
    Some(answered(result, format!("{title}: {text}")))
}

pub(super) fn staff_label(staff: &Staff, business: &Business, language: Language) -> String {
    let specialty =
        staff.specialty.as_ref().map(|text| format!(", {}", text.to(language))).unwrap_or_default();
    let branches = branch_names(staff, business, language).join(", ");
    format!("{} ({}): {}{specialty}; {branches}", staff.name, staff.id, staff.role.to(language))
}

fn branch_names(staff: &Staff, business: &Business, language: Language) -> Vec<String> {
    let name = |id: &String| {
        business.branch(id).map_or_else(|| id.clone(), |branch| branch.name.to(language).to_owned())
    };
    staff.branches.iter().map(name).collect()
}

pub(super) fn staff(business: &Business, _: i64, call: &Call) -> Outcome {
    let language = call.language;
    let label = |staff: &Staff| staff_label(staff, business, language);
    let by_name: Vec<&Staff> = match given(call, "staff_name") {
        None => business.staff.iter().collect(),
        Some(said) => match find(said, business.staff.iter().map(Named::names)) {
            Fit::One(place) => business.staff.get(place).into_iter().collect(),
            Fit::Several(places) => {
                places.into_iter().filter_map(|place| business.staff.get(place)).collect()
            }
            Fit::Near(_) | Fit::Nothing => {
                return one(said, &business.staff, STAFF, &label, language)
                    .err()
                    .unwrap_or_else(|| nobody(language));
            }
        },
    };
    let matches = |staff: &&Staff, said: &str| {
        let names = [Some(&staff.role), staff.specialty.as_ref()].into_iter().flatten().flat_map(Text::all);
        matches!(find(said, [names]), Fit::One(_))
    };
    let found: Vec<&Staff> = match given(call, "specialty") {
        None => by_name,
        Some(said) => by_name.into_iter().filter(|staff| matches(staff, said)).collect(),
    };
    if found.is_empty() {
        return nobody(language);
    }
    let rows: Vec<Value> = found
        .iter()
        .map(|staff| {
            json!({
                "id": staff.id,
                "name": staff.name,
                "role": staff.role.to(language),
                "specialty": staff.specialty.as_ref().map(|text| text.to(language)),
                "branches": branch_names(staff, business, language),
            })
        })
        .collect();
    let lines: Vec<String> = found.into_iter().map(|staff| format!("- {}", label(staff))).collect();
    answered(Value::Array(rows), lines.join("\n"))
}

fn nobody(language: Language) -> Outcome {
    refused(
        language,
        "Nadie del equipo encaja con eso. Pida la lista completa sin filtros.",
        "Nobody of the team fits that. Ask for the whole list, without filters.",
    )
}
