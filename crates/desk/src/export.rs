//! A business in the form of its files: what [`import`](super::import) reads, is written from here.
//!
//! The editors of the page speak this form too, so that there is one set of rules: what is edited is written out and read
//! in again.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::emergency::{CountryCode, Line};
use super::facts::Fact;
use super::hours::{Interval, Week, clock_text};
use super::import::{Files, ImportError, ImportFault, import};
use super::model::{Branch, Business, Loyalty, MenuItem, Policy, Service, Staff};
use super::money::Currency;
use super::text::Text;

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const MENU: [&str; 8] = ["id", "name", "description", "category", "price", "available", "stock", "allergens"];

/// The tables of `business.toml` and the lines of `menu.csv`, as values.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Name, currency, booking and loyalty.
    pub head: Value,
    pub branches: Vec<Value>,
    pub staff: Vec<Value>,
    pub services: Vec<Value>,
    pub policies: Vec<Value>,
    pub facts: Vec<Value>,
    pub menu: Vec<Value>,
}

/// The files of a business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub business: String,
    pub menu: Option<String>,
}

impl Document {
    pub fn of(business: &Business) -> Self {
        let currency = business.currency;
        let booking = &business.booking;
        Self {
            head: kept(json!({
                "name": text(&business.name),
                "vertical": business.vertical,
                "currency": currency.code(),
                "country": business.country.as_ref().map(CountryCode::code),
                "emergency": emergency(&business.emergency),
                "booking": {
                    "step_minutes": booking.step_minutes,
                    "lead_minutes": booking.lead_minutes,
                    "horizon_days": booking.horizon_days,
                    "default_minutes": booking.default_minutes,
                    "buffer_minutes": Some(booking.buffer_minutes).filter(|minutes| *minutes > 0),
                    "requires_phone": booking.requires_phone,
                    "reminders": booking.reminders,
                },
                "loyalty": business.loyalty.as_ref().map(|program| loyalty(program, currency)),
            })),
            branches: business.branches.iter().map(branch).collect(),
            staff: business.staff.iter().map(member).collect(),
            services: business.services.iter().map(|one| service(one, currency)).collect(),
            policies: business.policies.iter().map(policy).collect(),
            facts: business.facts.iter().map(fact).collect(),
            menu: business.menu.iter().map(|item| dish(item, currency)).collect(),
        }
    }

    /// As files.
    pub fn write(&self) -> Result<Written, ImportError> {
        let mut table = self.head.as_object().cloned().unwrap_or_default();
        for (name, rows) in [
            ("branch", &self.branches),
            ("staff", &self.staff),
            ("service", &self.services),
            ("policy", &self.policies),
            ("fact", &self.facts),
        ] {
            if !rows.is_empty() {
                table.insert(name.to_owned(), Value::Array(rows.iter().cloned().map(kept).collect()));
            }
        }
        let business = toml::to_string(&Value::Object(table)).map_err(|error| fault(error.to_string()))?;
        let menu = if self.menu.is_empty() { None } else { Some(menu_csv(&self.menu)?) };
        Ok(Written { business, menu })
    }

    /// The business that it says; or what is wrong with it.
    pub fn read(&self) -> Result<Business, ImportError> {
        let written = self.write()?;
        let menu = written.menu.as_deref().map(|menu| (Path::new("menu.csv"), menu));
        import(Files { business: (Path::new("business.toml"), &written.business), menu })
    }
}

fn fault(problem: String) -> ImportError {
    ImportError {
        faults: vec![ImportFault { path: Path::new("business.toml").to_owned(), line: None, problem }],
    }
}

/// Without what is not said: TOML has no nulls.
pub fn kept(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name, kept(value)))
                .collect(),
        ),
        Value::Array(values) => Value::Array(values.into_iter().map(kept).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// One number as it is, several with what they are for.
fn emergency(lines: &[Line]) -> Value {
    match lines {
        [] => Value::Null,
        [Line { number, label: None }] => json!(number),
        _ => lines
            .iter()
            .map(|line| match &line.label {
                Some(label) => json!({"number": line.number, "label": text(label)}),
                None => json!({"number": line.number}),
            })
            .collect(),
    }
}

fn text(text: &Text) -> Value {
    match &text.en {
        Some(en) => json!({"es": text.es, "en": en}),
        None => json!({"es": text.es}),
    }
}

fn some_text(written: Option<&Text>) -> Value {
    written.map_or(Value::Null, text)
}

fn said(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { Value::from(text) }
}

fn amount(minor: i64, currency: Currency) -> Value {
    Value::from(currency.plain(minor))
}

/// `09:00-14:00`; what closes on the day after is written by that day's clock.
fn stretch(interval: Interval) -> String {
    format!("{}-{}", clock_text(interval.opens()), clock_text(interval.closing()))
}

fn stretches(hours: &[Interval]) -> Value {
    hours.iter().copied().map(stretch).collect()
}

fn week(week: &Week) -> Value {
    let days = super::calendar::WEEK.into_iter().zip(DAYS);
    let open = days.filter(|(day, _)| !week.on(*day).is_empty());
    Value::Object(open.map(|(day, name)| (name.to_owned(), stretches(week.on(day)))).collect())
}

fn branch(branch: &Branch) -> Value {
    let special: Vec<Value> = branch
        .hours
        .special
        .iter()
        .map(|day| json!({"date": day.date.to_string(), "name": text(&day.name), "hours": stretches(&day.hours)}))
        .collect();
    kept(json!({
        "id": branch.id,
        "name": text(&branch.name),
        "address": branch.address,
        "city": branch.city,
        "phone": said(&branch.phone),
        "whatsapp": said(&branch.whatsapp),
        "maps_url": said(&branch.maps_url),
        "time_zone": branch.time_zone.name(),
        "places": branch.places,
        "hours": week(&branch.hours.week),
        "special": if special.is_empty() { Value::Null } else { Value::Array(special) },
    }))
}

fn member(staff: &Staff) -> Value {
    let schedules: Map<String, Value> =
        staff.schedules.iter().map(|(branch, of)| (branch.clone(), week(of))).collect();
    let leave: Vec<Value> = staff
        .leave
        .iter()
        .map(|away| json!({"first": away.first.to_string(), "last": away.last.to_string()}))
        .collect();
    let none_if_empty = |value: Value, is_empty: bool| if is_empty { Value::Null } else { value };
    kept(json!({
        "id": staff.id,
        "name": staff.name,
        "role": text(&staff.role),
        "specialty": some_text(staff.specialty.as_ref()),
        "branches": staff.branches,
        "services": none_if_empty(json!(staff.services), staff.services.is_empty()),
        "schedules": none_if_empty(Value::Object(schedules), staff.schedules.is_empty()),
        "leave": none_if_empty(Value::Array(leave), staff.leave.is_empty()),
    }))
}

fn service(service: &Service, currency: Currency) -> Value {
    let is_one = service.price_min == service.price_max;
    let of = |minor: i64, is_told: bool| if is_told { amount(minor, currency) } else { Value::Null };
    kept(json!({
        "id": service.id,
        "name": text(&service.name),
        "description": if service.description.is_empty() { Value::Null } else { text(&service.description) },
        "category": text(&service.category),
        "price": of(service.price_min, is_one),
        "price_min": of(service.price_min, !is_one),
        "price_max": of(service.price_max, !is_one),
        "price_note": some_text(service.price_note.as_ref()),
        "minutes": service.minutes,
        "requires_consultation": service.requires_consultation,
        "promotion": some_text(service.promotion.as_ref()),
        "takes_staff": service.takes_staff,
        "people": service.people.map(|people| json!({"from": people.from, "to": people.to})),
        "lead_minutes": service.lead_minutes,
        "buffer_minutes": service.buffer_minutes,
        "deposit": some_text(service.deposit.as_ref()),
        "also": if service.also.is_empty() { Value::Null } else { json!(service.also) },
    }))
}

fn policy(policy: &Policy) -> Value {
    kept(json!({
        "kind": policy.kind.name(),
        "title": text(&policy.title),
        "full": text(&policy.full),
        "short": some_text(policy.short.as_ref()),
    }))
}

fn fact(fact: &Fact) -> Value {
    let list = |words: &[String]| if words.is_empty() { Value::Null } else { json!(words) };
    kept(json!({
        "id": fact.id,
        "topic": fact.topic.name(),
        "text": text(&fact.text),
        "names": list(&fact.names),
        "asked": list(&fact.asked),
        "branch": fact.branch,
        "first": fact.first.map(|day| day.to_string()),
        "last": fact.last.map(|day| day.to_string()),
    }))
}

fn loyalty(program: &Loyalty, currency: Currency) -> Value {
    let rewards: Vec<Value> = program
        .rewards
        .iter()
        .map(|reward| json!({"name": text(&reward.name), "tokens": reward.tokens}))
        .collect();
    kept(json!({
        "name": text(&program.name),
        "per_appointment": program.per_appointment,
        "spent_per_token": program.spent_per_token.map(|spent| amount(spent, currency)),
        "most_per_award": program.most_per_award,
        "reward": if rewards.is_empty() { Value::Null } else { Value::Array(rewards) },
    }))
}

fn dish(item: &MenuItem, currency: Currency) -> Value {
    kept(json!({
        "id": item.id,
        "name": text(&item.name),
        "description": if item.description.is_empty() { Value::Null } else { text(&item.description) },
        "category": text(&item.category),
        "price": amount(item.price, currency),
        "available": item.available,
        "stock": item.stock,
        "allergens": item.allergens,
    }))
}

/// A line for each dish. Texts may be said once, or in both languages.
fn menu_csv(menu: &[Value]) -> Result<String, ImportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let wrong = |error: csv::Error| fault(error.to_string());
    writer
        .write_record([
            "id",
            "name",
            "name_en",
            "description",
            "description_en",
            "category",
            "category_en",
            "price",
            "available",
            "stock",
            "allergens",
        ])
        .map_err(wrong)?;
    for dish in menu {
        let fields = dish.as_object().cloned().unwrap_or_default();
        if let Some(unknown) = fields.keys().find(|name| !MENU.contains(&name.as_str())) {
            return Err(fault(format!("`{unknown}` is no part of a dish; use {}", MENU.join(", "))));
        }
        let cell = |name: &str| match fields.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Object(text)) => {
                text.get("es").and_then(Value::as_str).unwrap_or_default().to_owned()
            }
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(";"),
            Some(Value::Null) | None => String::new(),
        };
        let english = |name: &str| {
            let text = fields.get(name).and_then(|text| text.get("en")).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        writer
            .write_record([
                cell("id"),
                cell("name"),
                english("name"),
                cell("description"),
                english("description"),
                cell("category"),
                english("category"),
                cell("price"),
                cell("available"),
                cell("stock"),
                cell("allergens"),
            ])
            .map_err(wrong)?;
    }
    let bytes = writer.into_inner().map_err(|error| fault(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| fault(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::read_folder;

    #[test]
    fn what_is_written_is_read_as_the_same_business() {
        for name in ["dental", "medical", "restaurant"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk/demo").join(name);
            let business = read_folder(&folder).unwrap();
            let again = Document::of(&business).read().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again, business, "{name}");
        }
    }
}
