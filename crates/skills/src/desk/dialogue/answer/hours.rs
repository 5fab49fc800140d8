//! Where the business is and when it is open, as customers ask it.

use conserje_desk::front_desk::times::bookable;
use conserje_desk::hours::{Interval, clock_text, wall};
use conserje_desk::in_words::week_text;
use conserje_desk::model::Branch;
use conserje_kernel::Language::{En, Es};
use conserje_kernel::say;
use conserje_text::fold;
use jiff::civil::Date;

use super::look_up::branches_in;
use crate::desk::dialogue::hearing::{Setting, Utterance, understand};
use crate::desk::dialogue::state::State;
use crate::desk::dialogue::wording::{branch_line, listed, short_day};

pub(crate) fn location(state: &State, setting: &Setting<'_>) -> Vec<String> {
    let language = setting.language;
    let mut lines = Vec::new();
    for branch in branches_in(setting.business, state) {
        lines.push(format!("{}.", branch_line(branch, language)));
        let contacts = [
            (say(language, "Teléfono", "Phone"), &branch.phone),
            ("WhatsApp", &branch.whatsapp),
            (say(language, "Mapa", "Map"), &branch.maps_url),
        ];
        let known: Vec<String> = contacts
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        lines.push(known.join(" · "));
    }
    lines
}

pub(crate) fn hours(state: &State, setting: &Setting<'_>) -> Vec<String> {
    let said = &state.turn.said;
    let branches = branches_in(setting.business, state);
    let is_one = setting.business.branches.len() == 1;
    branches
        .into_iter()
        .flat_map(|branch| {
            let head = if is_one { None } else { Some(format!("{}:", branch.name.to(setting.language))) };
            let lines = match day_in(said, branch, setting) {
                Some(day) => vec![on_day(day, branch, setting)],
                None => week(branch, setting),
            };
            head.into_iter().chain(lines)
        })
        .collect()
}

/// The day that is asked about: by its date, or by the name it has here.
fn day_in(said: &Utterance, branch: &Branch, setting: &Setting<'_>) -> Option<Date> {
    let today = wall(setting.now, branch.time_zone.zone()).date();
    let line = fold(&said.text);
    let is_named = |name: &str| line.contains(&fold(name));
    let mut special: Vec<Date> = branch
        .hours
        .special
        .iter()
        .filter(|day| day.date >= today && day.name.all().any(is_named))
        .map(|day| day.date)
        .collect();
    special.sort_unstable();
    let by_date = || {
        let when = understand(setting, &said.text, branch).ok()?;
        (when.has_day() && when.first == when.last).then_some(when.first)
    };
    special.first().copied().or_else(by_date)
}

fn on_day(day: Date, branch: &Branch, setting: &Setting<'_>) -> String {
    let language = setting.language;
    let date = short_day(day, setting);
    let name =
        branch.hours.special(day).map(|day| format!(" ({})", day.name.to(language))).unwrap_or_default();
    let hours = branch.hours.on(day);
    match (language, hours.is_empty()) {
        (Es, true) => format!("El {date}{name} está cerrado."),
        (Es, false) => format!("El {date}{name} abrimos {}.", stretches(hours, setting)),
        (En, true) => format!("We are closed on {date}{name}."),
        (En, false) => format!("On {date}{name} we are open {}.", stretches(hours, setting)),
    }
}

/// `de 09:00 a 14:00 y de 16:00 a 20:00`.
fn stretches(hours: &[Interval], setting: &Setting<'_>) -> String {
    let one = |stretch: &Interval| {
        let (opens, closes) = (clock_text(stretch.opens()), clock_text(stretch.closes() % 1440));
        match setting.language {
            Es => format!("de {opens} a {closes}"),
            En => format!("from {opens} to {closes}"),
        }
    };
    listed(&hours.iter().map(one).collect::<Vec<_>>(), setting.language)
}

/// Every day of the week, the special days of the next weeks, and whether it is open now.
fn week(branch: &Branch, setting: &Setting<'_>) -> Vec<String> {
    const SOON: i32 = 30;
    let language = setting.language;
    let zone = branch.time_zone.zone();
    let (today, _) = bookable(setting.business, branch, setting.now);
    let soon = today.checked_add(jiff::ToSpan::days(SOON)).unwrap_or(today);
    let mut lines: Vec<String> =
        week_text(branch, language).lines().map(|line| format!("- {line}")).collect();
    let mut special: Vec<Date> =
        branch.hours.special.iter().map(|day| day.date).filter(|day| (today..=soon).contains(day)).collect();
    special.sort_unstable();
    lines.extend(special.into_iter().map(|day| on_day(day, branch, setting)));
    lines.push(if branch.hours.is_open(zone, wall(setting.now, zone)) {
        say(language, "Ahora está abierto.", "It is open now.").to_owned()
    } else {
        say(language, "Ahora está cerrado.", "It is closed now.").to_owned()
    });
    lines
}
