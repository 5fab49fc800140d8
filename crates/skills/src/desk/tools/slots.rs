//! Which times are free.

use std::collections::BTreeSet;

use conserje_desk::calendar;
use conserje_desk::front_desk::times::{Wish, bookable, free, nearest};
use conserje_desk::front_desk::{DeskError, Visit};
use conserje_desk::hours::wall;
use conserje_desk::in_words::{hours_on, too_soon};
use conserje_desk::model::{Branch, Business, Service, Staff};
use conserje_desk::slots::Slot;
use conserje_kernel::Language;
use conserje_tools::{Call, Outcome};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::branches::{label as branch_label, staff_label};
use super::page::{BRANCH, SERVICE, STAFF, answered, given, one, refused, say};
use super::party;
use super::services::label as service_label;
use super::when::{doubts, understand};

/// More is not read to anybody.
const MOST: usize = 12;
/// How far it is looked when no day is said.
const DAYS: i32 = 7;

/// What an appointment is to be.
pub(super) struct Chosen<'b> {
    pub(super) service: Option<&'b Service>,
    pub(super) staff: Option<&'b Staff>,
    /// Where it can be; never none.
    pub(super) branches: Vec<&'b Branch>,
}

/// Reads `service_id`, `staff_id` and `branch_id`, by id or name, and holds them against each other.
pub(super) fn chosen<'b>(business: &'b Business, call: &Call) -> Result<Chosen<'b>, Outcome> {
    let language = call.language;
    let service = given(call, "service_id")
        .map(|said| {
            one(
                said,
                &business.services,
                SERVICE,
                &|service| service_label(service, business, language),
                language,
            )
        })
        .transpose()?;
    let staff = given(call, "staff_id")
        .map(|said| {
            one(said, &business.staff, STAFF, &|staff| staff_label(staff, business, language), language)
        })
        .transpose()?;
    let branch = given(call, "branch_id")
        .map(|said| one(said, &business.branches, BRANCH, &|branch| branch_label(branch, language), language))
        .transpose()?;
    let takes_staff = service.is_none_or(|service| service.takes_staff) && !business.staff.is_empty();
    let fits = |branch: &&Branch| {
        let mut able = business.able(service, branch);
        match staff {
            Some(staff) => able.any(|member| member.id == staff.id),
            None => !takes_staff || able.next().is_some(),
        }
    };
    let wanted = |candidate: &&Branch| branch.is_none_or(|branch| branch.id == candidate.id);
    let branches: Vec<&Branch> = business.branches.iter().filter(wanted).filter(fits).collect();
    if branches.is_empty() {
        return Err(refused(
            language,
            "Ese servicio, especialista y sucursal no van juntos. Use get_staff_info para ver quién hace qué y dónde.",
            "That service, specialist and branch do not go together. Use get_staff_info to see who does what and where.",
        ));
    }
    Ok(Chosen { service, staff, branches })
}

/// A free time of a branch.
pub(super) struct Offer<'b> {
    pub(super) branch: &'b Branch,
    pub(super) slot: Slot,
}

pub(super) fn available(visit: &mut Visit<'_, '_>, call: &Call) -> Result<Outcome, DeskError> {
    let (language, now) = (call.language, visit.now());
    let Visit { tx, business } = visit;
    let chosen = match chosen(business, call) {
        Ok(chosen) => chosen,
        Err(question) => return Ok(question),
    };
    let people = party::of(call);
    if let Err(refusal) = party::check((business, chosen.service), &chosen.branches, people, language) {
        return Ok(refusal);
    }
    let (mut offers, mut notes, mut hours, mut wished) = (Vec::new(), Vec::new(), Vec::new(), None);
    for (place, branch) in chosen.branches.iter().copied().enumerate() {
        let when =
            given(call, "date").map(|said| understand(said, (business, branch), now, language)).transpose();
        let when = match when {
            Ok(when) => when,
            Err(question) => return Ok(question),
        };
        let (today, horizon) = bookable(business, branch, now);
        let week = today.checked_add((DAYS - 1).days()).unwrap_or(today);
        let (first, last) = when.as_ref().map_or((today, week), |when| (when.first, when.last));
        if first > horizon {
            return Ok(too_far(horizon, language));
        }
        let wish = Wish {
            branch,
            service: chosen.service,
            staff: chosen.staff,
            first,
            last,
            except: None,
            is_by_staff: false,
        };
        let mut found = free(tx, business, &wish)?;
        if let Some(when) = &when {
            if place == 0 {
                notes = doubts(when, language);
            }
            match (when.time, when.window()) {
                (Some(minutes), _) => {
                    let at = moment(branch, first, minutes);
                    wished = wished.or(at);
                    let is_soon = at.filter(|at| place == 0 && *at >= now && first == last);
                    notes.extend(is_soon.and_then(|at| too_soon(business, &wish, at - now, language)));
                }
                (None, Some(window)) => found.retain(|slot| within(slot, branch, window)),
                (None, None) => {}
            }
            let zone = branch.time_zone.zone();
            found.retain(|slot| !when.except.contains(&wall(slot.span.start, zone).date()));
            // Whoever wants the first there is wants no choice of days.
            if when.is_soonest && !when.is_any {
                wished = wished.or(Some(now));
            }
        }
        if found.is_empty() && first == last {
            hours.push(format!("{}, {}.", branch.name.to(language), hours_on(branch, first, language)));
        }
        offers.extend(each_start(found).into_iter().map(|slot| Offer { branch, slot }));
    }
    if offers.is_empty() {
        // Whoever finds nothing is told when it is open.
        notes.extend(hours);
        notes.push(say(language, "No hay horarios libres entonces.", "Nothing is free then.").to_owned());
        return none(visit, call, &notes);
    }
    notes.extend(several_branches(&offers, language));
    notes.extend(chosen.service.and_then(|service| deposit(service, language)));
    let all = offers.len();
    let shown = spread(offers, wished);
    Ok(told(&shown, all, &notes, business, language))
}

fn too_far(horizon: Date, language: Language) -> Outcome {
    let (es, en) = (
        format!("Solo se agenda hasta el {}.", calendar::day(horizon, language)),
        format!("Bookings are taken up to {}.", calendar::day(horizon, language)),
    );
    refused(language, &es, &en)
}

/// When nothing is free, the next times that are.
fn none(visit: &mut Visit<'_, '_>, call: &Call, notes: &[String]) -> Result<Outcome, DeskError> {
    let (language, now) = (call.language, visit.now());
    let Visit { tx, business } = visit;
    let Ok(chosen) = chosen(business, call) else { return Ok(nothing(notes, language)) };
    let mut offers = Vec::new();
    for branch in chosen.branches.iter().copied() {
        let (today, horizon) = bookable(business, branch, now);
        let said =
            given(call, "date").and_then(|said| understand(said, (business, branch), now, language).ok());
        let first = said.map_or(today, |when| when.first).clamp(today, horizon);
        let wish = Wish {
            branch,
            service: chosen.service,
            staff: chosen.staff,
            first,
            last: first,
            except: None,
            is_by_staff: false,
        };
        let near = nearest(tx, business, &wish, moment(branch, first, 12 * 60).unwrap_or(now), 4)?;
        offers.extend(near.into_iter().map(|slot| Offer { branch, slot }));
    }
    if offers.is_empty() {
        return Ok(nothing(notes, language));
    }
    offers.sort_by_key(|offer| offer.slot.span.start);
    let mut notes = notes.to_vec();
    notes.push(say(language, "Los más cercanos:", "The nearest:").to_owned());
    let all = offers.len();
    Ok(told(&offers, all, &notes, business, language))
}

fn nothing(notes: &[String], language: Language) -> Outcome {
    let last = say(language, "Tampoco hay nada más adelante.", "Nor is anything later.");
    answered(json!([]), notes.iter().map(String::as_str).chain([last]).collect::<Vec<_>>().join("\n"))
}

/// When the branch's clock shows this.
pub(super) fn moment(branch: &Branch, date: Date, minutes: u16) -> Option<i64> {
    let (hour, minute) = (i8::try_from(minutes / 60).ok()?, i8::try_from(minutes % 60).ok()?);
    let shown = date.at(hour, minute, 0, 0);
    branch.time_zone.zone().to_timestamp(shown).ok().map(jiff::Timestamp::as_second)
}

fn within(slot: &Slot, branch: &Branch, (first, last): (u16, u16)) -> bool {
    let shown = wall(slot.span.start, branch.time_zone.zone());
    let minutes = i32::from(shown.hour()) * 60 + i32::from(shown.minute());
    (i32::from(first)..i32::from(last)).contains(&minutes)
}

/// Each start once, with the first of the staff who could do it.
fn each_start(mut slots: Vec<Slot>) -> Vec<Slot> {
    slots.dedup_by_key(|slot| slot.span.start);
    slots
}

/// As many as can be told: the nearest to a wished moment, or some of every day.
fn spread(mut offers: Vec<Offer<'_>>, wished: Option<i64>) -> Vec<Offer<'_>> {
    if let Some(wished) = wished {
        offers.sort_by_key(|offer| (offer.slot.span.start.abs_diff(wished), offer.slot.span.start));
        offers.truncate(MOST / 2);
        offers.sort_by_key(|offer| offer.slot.span.start);
        return offers;
    }
    offers.sort_by_key(|offer| offer.slot.span.start);
    // Each branch has its share of each day: nobody is led to the first of them without knowing of the others.
    let group = |offer: &Offer<'_>| {
        (wall(offer.slot.span.start, offer.branch.time_zone.zone()).date(), offer.branch.id.clone())
    };
    let groups: BTreeSet<(Date, String)> = offers.iter().map(group).collect();
    let each = (MOST / groups.len().max(1)).max(if groups.len() < MOST { 2 } else { 1 });
    let mut shown: Vec<Offer<'_>> = Vec::new();
    for wanted in groups {
        let of_group: Vec<&Offer<'_>> = offers.iter().filter(|offer| group(offer) == wanted).collect();
        // Evenly over the day, not only its beginning.
        let stride = of_group.len().div_ceil(each).max(1);
        let chosen = of_group.into_iter().step_by(stride);
        shown.extend(chosen.map(|offer| Offer { branch: offer.branch, slot: offer.slot.clone() }));
    }
    shown.truncate(MOST);
    shown.sort_by_key(|offer| offer.slot.span.start);
    shown
}

/// Said before anybody agrees to it.
fn deposit(service: &Service, language: Language) -> Option<String> {
    let text = service.deposit.as_ref()?.to(language);
    let (es, en) = ("Anticipo, dígalo antes de confirmar", "Deposit, to be said before it is confirmed");
    Some(format!("{}: {text}", say(language, es, en)))
}

/// Said where there is a choice.
fn several_branches(offers: &[Offer<'_>], language: Language) -> Option<String> {
    let names: BTreeSet<&str> = offers.iter().map(|offer| offer.branch.name.to(language)).collect();
    if names.len() < 2 {
        return None;
    }
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    Some(match language {
        Language::Es => format!("Hay horarios en varias sucursales ({names}); pregunte cuál prefiere."),
        Language::En => format!("Several branches have free times ({names}); ask which is preferred."),
    })
}

pub(super) fn row(offer: &Offer<'_>, business: &Business, language: Language) -> Value {
    let shown = wall(offer.slot.span.start, offer.branch.time_zone.zone());
    let staff = offer.slot.staff.as_ref().and_then(|id| business.member(id));
    json!({
        "date": shown.date().to_string(),
        "time": calendar::clock(shown),
        "branch_id": offer.branch.id,
        "branch_name": offer.branch.name.to(language),
        "staff_id": staff.map(|staff| &staff.id),
        "staff_name": staff.map(|staff| &staff.name),
        "available": true,
    })
}

/// A line for each day, branch and person.
pub(super) fn lines(offers: &[Offer<'_>], business: &Business, language: Language) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for offer in offers {
        let shown = wall(offer.slot.span.start, offer.branch.time_zone.zone());
        let mut head =
            format!("{}, {}", calendar::day(shown.date(), language), offer.branch.name.to(language));
        if let Some(staff) = offer.slot.staff.as_ref().and_then(|id| business.member(id)) {
            head.push_str(&format!(", {}", staff.name));
        }
        match lines.iter_mut().find(|(other, _)| *other == head) {
            Some((_, times)) => times.push(calendar::clock(shown)),
            None => lines.push((head, vec![calendar::clock(shown)])),
        }
    }
    lines.into_iter().map(|(head, times)| format!("- {head}: {}", times.join(", "))).collect()
}

fn told(
    shown: &[Offer<'_>],
    all: usize,
    notes: &[String],
    business: &Business,
    language: Language,
) -> Outcome {
    let mut text: Vec<String> = notes.to_vec();
    text.extend(lines(shown, business, language));
    if all > shown.len() {
        let left = all - shown.len();
        text.push(match language {
            Language::Es => format!("Hay {left} horarios más; pregunte por un día o una hora."),
            Language::En => format!("There are {left} more; ask for a day or an hour."),
        });
    }
    let rows: Vec<Value> = shown.iter().map(|offer| row(offer, business, language)).collect();
    answered(Value::Array(rows), text.join("\n"))
}
