//! Whether an appointment can be had as it is wished, and if not, why, and what could be had instead.

use conserje_desk::front_desk::times::{Wish, free, nearest};
use conserje_desk::front_desk::{DeskError, Visit};
use conserje_desk::hours::wall;
use conserje_desk::in_words::why_not;
use conserje_desk::model::{Branch, Business};
use conserje_desk::slots::Slot;
use conserje_kernel::Language;
use conserje_store::desk::appointments::Appointment;
use conserje_tools::{Call, Outcome};
use serde_json::{Value, json};

use super::branches::label as branch_label;
use super::page::{refused, refused_with, say, text};
use super::party;
use super::slots::{Chosen, Offer, chosen, lines, moment, row};
use super::when::exactly;

/// How many other times the loser is offered.
const OFFERED: usize = 4;

/// What is to be booked, once it is known that it is free.
pub(super) struct Plan {
    pub(super) branch: Branch,
    pub(super) service: Option<String>,
    /// The same hour, once for each who could do it.
    pub(super) slots: Vec<Slot>,
}

pub(super) type Planned = Result<Plan, Outcome>;

/// What to take for the wished hour; or why not, with the nearest times that are free.
pub(super) fn plan(
    visit: &mut Visit<'_, '_>,
    call: &Call,
    moved: Option<&Appointment>,
    lost: bool,
) -> Result<Planned, DeskError> {
    let (language, now) = (call.language, visit.now());
    let Visit { tx, business } = visit;
    let wanted = match moved {
        None => chosen(business, call),
        Some(moved) => as_before(business, moved, call),
    };
    let wanted = match wanted {
        Ok(wanted) => wanted,
        Err(question) => return Ok(Err(question)),
    };
    let [branch] = wanted.branches.as_slice() else {
        return Ok(Err(which_branch(&wanted.branches, language)));
    };
    if moved.is_none()
        && let Err(refusal) = party::check_to_book(business, wanted.service, branch, call)
    {
        return Ok(Err(refusal));
    }
    let said = format!("{} {}", text(call, "date"), text(call, "time"));
    let at = match exactly(&said, (business, branch), now, language) {
        Ok(at) => at,
        Err(question) => return Ok(Err(question)),
    };
    let except = moved.map(|moved| &moved.slot);
    let (first, last) = (at.date(), at.date());
    let wish = Wish {
        branch,
        service: wanted.service,
        staff: wanted.staff,
        first,
        last,
        except,
        is_by_staff: false,
    };
    let is_then = |slot: &Slot| wall(slot.span.start, branch.time_zone.zone()) == at;
    let mut slots: Vec<_> = free(tx, business, &wish)?.into_iter().filter(is_then).collect();
    // An hour that the clock shows twice: the first of them.
    if let Some(start) = slots.first().map(|slot| slot.span.start) {
        slots.retain(|slot| slot.span.start == start);
        let service = wanted.service.map(|service| service.id.clone());
        return Ok(Ok(Plan { branch: (*branch).clone(), service, slots }));
    }
    let minutes = u16::try_from(i32::from(at.hour()) * 60 + i32::from(at.minute())).unwrap_or_default();
    let wished = moment(branch, at.date(), minutes).unwrap_or(now);
    let near = nearest(tx, business, &wish, wished, OFFERED)?;
    let offers: Vec<Offer<'_>> = near.into_iter().map(|slot| Offer { branch, slot }).collect();
    let why = if lost { why_lost(language).to_owned() } else { why_not(business, &wish, at, now, language) };
    Ok(Err(offered(&why, &offers, business, language)))
}

/// An appointment that is moved stays what it is, but for what is said.
fn as_before<'b>(business: &'b Business, moved: &Appointment, call: &Call) -> Result<Chosen<'b>, Outcome> {
    let asked = chosen(business, call)?;
    let service = moved.service.as_ref().and_then(|id| business.service(id));
    let is_elsewhere = !text(call, "branch_id").is_empty();
    let branch = match asked.branches.as_slice() {
        [only] if is_elsewhere => Some(*only),
        _ => business.branch(&moved.slot.branch),
    };
    let Some(branch) = branch else { return Ok(asked) };
    // With whom it was, if they are there.
    let before = moved.slot.staff.as_ref().and_then(|id| business.member(id));
    let staff = asked.staff.or_else(|| before.filter(|staff| staff.branches.contains(&branch.id)));
    Ok(Chosen { service, staff, branches: vec![branch] })
}

fn which_branch(branches: &[&Branch], language: Language) -> Outcome {
    let lines: Vec<String> =
        branches.iter().map(|branch| format!("- {}", branch_label(branch, language))).collect();
    let ids: Vec<&String> = branches.iter().map(|branch| &branch.id).collect();
    let ask = say(language, "Falta la sucursal. Pregunte cuál:", "The branch is missing. Ask which:");
    refused_with(&format!("{ask}\n{}", lines.join("\n")), json!({"branches": ids}))
}

fn why_lost(language: Language) -> &'static str {
    say(language, "Alguien acaba de tomar ese horario.", "Somebody has just taken that time.")
}

pub(super) fn busy(language: Language) -> Outcome {
    refused(
        language,
        "Hay muchas reservas a la vez en ese horario. Inténtelo otra vez o proponga otra hora.",
        "Many are booking that time at once. Try again or propose another hour.",
    )
}

fn offered(why: &str, offers: &[Offer<'_>], business: &Business, language: Language) -> Outcome {
    let rows: Vec<Value> = offers.iter().map(|offer| row(offer, business, language)).collect();
    let mut text = vec![why.to_owned()];
    if offers.is_empty() {
        let (es, en) = ("No hay otros horarios libres.", "No other time is free.");
        text.push(say(language, es, en).to_owned());
    } else {
        let (es, en) = ("Ofrezca los más cercanos:", "Offer the nearest:");
        text.push(say(language, es, en).to_owned());
        text.extend(lines(offers, business, language));
    }
    refused_with(&text.join("\n"), json!({"alternatives": rows}))
}
