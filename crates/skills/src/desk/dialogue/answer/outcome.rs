//! What is said about what a task came to.

use conserje_desk::hours::{clock, clock_text};
use conserje_kernel::Language::{En, Es};
use conserje_kernel::say;
use serde_json::Value;

use super::{no_appointments, no_program};
use crate::desk::dialogue::hearing::{Ask, Setting, TaskOutcome};
use crate::desk::dialogue::state::State;
use crate::desk::dialogue::wording::{Appointment, people, short_moment};

/// What a task came to.
pub(crate) fn done(done: &TaskOutcome, state: &State, setting: &Setting<'_>) -> (Vec<String>, Option<Ask>) {
    let to = |es: &str, en: &str| say(setting.language, es, en).to_owned();
    let first_name = state.person.name.as_deref().and_then(|name| name.split(' ').next());
    let lines = match done {
        TaskOutcome::Booked { result, party } => {
            let head = match (setting.language, first_name) {
                (Es, Some(name)) => format!("¡Listo, {name}! Queda confirmado:"),
                (Es, None) => "¡Listo! Queda confirmado:".to_owned(),
                (En, Some(name)) => format!("All set, {name}! It is confirmed:"),
                (En, None) => "All set! It is confirmed:".to_owned(),
            };
            let people = party.map(|count| format!(", {}", people(count, setting))).unwrap_or_default();
            vec![head, format!("{}{people}.", appointment_line(result, setting)), at_address(result, setting)]
        }
        TaskOutcome::Moved(result) => {
            vec![
                to(setting.address.choose("¡Listo! Tu cita cambió:", "¡Listo! Su cita cambió:"), "Done! Your appointment was moved:"),
                format!("{}.", appointment_line(result, setting)),
            ]
        }
        TaskOutcome::Cancelled(result) => {
            vec![
                to(setting.address.choose("Tu cita quedó cancelada:", "Su cita quedó cancelada:"), "Your appointment was cancelled:"),
                format!("{}.", appointment_line(result, setting)),
            ]
        }
        TaskOutcome::Confirmed(result) => return (vec![confirmed(result, setting)], None),
        TaskOutcome::Ordered(result) => ordered(result, first_name, setting),
        TaskOutcome::Redeemed(result) => {
            let left = result.get("balance").and_then(Value::as_i64).unwrap_or_default();
            vec![match setting.language {
                Es => {
                    let left_to = setting.address.choose("Te quedan", "Le quedan");
                    format!("¡Listo! Premio canjeado. {left_to} {left} puntos.")
                }
                En => format!("Done! Reward redeemed. You have {left} tokens left."),
            }]
        }
        TaskOutcome::NoAppointments => vec![no_appointments(setting)],
        TaskOutcome::TooFewTokens { needed, balance } => vec![match setting.language {
            Es => {
                let have = setting.address.choose("tú tienes", "usted tiene");
                format!("Todavía no alcanza: ese premio cuesta {needed} puntos y {have} {balance}.")
            }
            En => format!("Not quite yet: that reward costs {needed} tokens and you have {balance}."),
        }],
        TaskOutcome::NoProgram => vec![no_program(setting)],
        TaskOutcome::Failed => {
            return (vec![to("No pude completarlo.", "I could not complete that.")], Some(Ask::Person));
        }
        TaskOutcome::Unsure => {
            let text = to(
                "No estoy seguro de que haya quedado registrado; conviene que alguien lo revise.",
                "I am not sure that it went through; somebody should check.",
            );
            return (vec![text], Some(Ask::Person));
        }
        TaskOutcome::Dropped { cancels: false } => {
            vec![to("De acuerdo, lo dejamos así.", "All right, I will leave it.")]
        }
        TaskOutcome::Dropped { cancels: true } => vec![to(
            setting.address.choose("De acuerdo, no reservo nada. Si querías cancelar una cita que ya tienes, dime «cancelar mi cita».", "De acuerdo, no reservo nada. Si quería cancelar una cita que ya tiene, dígame «cancelar mi cita»."),
            "All right, nothing is booked. If you meant an appointment you already have, say “cancel my appointment”.",
        )],
        TaskOutcome::Kept => {
            vec![to(setting.address.choose("De acuerdo, tu cita queda como está.", "De acuerdo, su cita queda como está."), "All right, your appointment stays as it is.")]
        }
    };
    (lines, Some(Ask::More))
}

fn appointment_line(result: &Value, setting: &Setting<'_>) -> String {
    result.get("appointment").and_then(Appointment::read).map(|one| one.line(setting)).unwrap_or_default()
}

/// Thanks, with the day and the hour.
fn confirmed(result: &Value, setting: &Setting<'_>) -> String {
    let at =
        result.get("appointment").and_then(Appointment::read).map(|one| short_moment(one.at.at(), setting));
    match (setting.language, at) {
        (Es, Some(at)) => {
            let expect = setting.address.choose("Te esperamos", "Le esperamos");
            format!("¡Gracias por confirmar! {expect} el {at}.")
        }
        (En, Some(at)) => format!("Thank you for confirming! See you on {at}."),
        (Es, None) => "¡Gracias por confirmar!".to_owned(),
        (En, None) => "Thank you for confirming!".to_owned(),
    }
}

/// Where to come.
fn at_address(result: &Value, setting: &Setting<'_>) -> String {
    let id = result.get("appointment").and_then(|one| one.get("branch_id")).and_then(Value::as_str);
    id.and_then(|id| setting.business.branch(id)).map_or_else(String::new, |branch| {
        format!(
            "{} {}, {}.",
            say(setting.language, setting.address.choose("Te esperamos en", "Le esperamos en"), "See you at"),
            branch.address,
            branch.city
        )
    })
}

fn ordered(result: &Value, name: Option<&str>, setting: &Setting<'_>) -> Vec<String> {
    let currency = setting.business.currency;
    // In whole units, as the tool tells it.
    let total = result.get("total").map(ToString::to_string).and_then(|text| currency.parse(&text));
    let total = total.map(|total| currency.print(total, setting.language)).unwrap_or_default();
    let time = result
        .get("estimated_time")
        .and_then(Value::as_str)
        .and_then(clock)
        .map(clock_text)
        .unwrap_or_default();
    let name = name.map(|name| format!(", {name}")).unwrap_or_default();
    vec![match setting.language {
        Es => {
            let your = setting.address.choose("Tu", "Su");
            format!("¡Gracias{name}! {your} pedido está en marcha: total {total}, listo a las {time}.")
        }
        En => format!("Thank you{name}! Your order is in: {total} in total, ready at {time}."),
    }]
}
