//! Lines that several answers share: lists, dishes, services, branches, rewards.

use conserje_desk::model::{Branch, Loyalty, MenuItem, Reward, Service};
use conserje_kernel::Language::{self, En, Es};
use conserje_kernel::say;

use crate::desk::dialogue::hearing::Setting;

/// `a, b y c`.
pub(crate) fn listed(all: &[String], language: Language) -> String {
    match all {
        [] => String::new(),
        [only] => only.clone(),
        [start @ .., last] => {
            let and = match language {
                // "e" before the sound of an i.
                Es if last.to_lowercase().starts_with(['i', 'í']) => "e",
                Es => "y",
                En => "and",
            };
            format!("{} {and} {last}", start.join(", "))
        }
    }
}

/// `a, b o c`.
pub(crate) fn listed_or(all: &[String], language: Language) -> String {
    match all {
        [] => String::new(),
        [only] => only.clone(),
        [start @ .., last] => {
            let or = match language {
                // "u" before the sound of an o.
                Es if last.to_lowercase().starts_with(['o', 'ó', '8']) || last.starts_with("11") => "u",
                Es => "o",
                En => "or",
            };
            format!("{} {or} {last}", start.join(", "))
        }
    }
}

/// A line for each, with its number.
pub(crate) fn numbered(all: &[String]) -> Vec<String> {
    all.iter().enumerate().map(|(place, line)| format!("{}. {line}", place + 1)).collect()
}

/// Whether it can be had now.
pub(crate) fn can_be_had(item: &MenuItem) -> bool {
    item.available && item.stock != Some(0)
}

pub(crate) fn dish(item: &MenuItem, setting: &Setting<'_>) -> String {
    format!(
        "{} ({})",
        item.name.to(setting.language),
        setting.business.currency.print(item.price, setting.language)
    )
}

pub(crate) fn price(service: &Service, setting: &Setting<'_>) -> String {
    if service.price_max == 0 {
        return say(setting.language, "sin costo", "free of charge").to_owned();
    }
    setting.business.currency.range(service.price_min, service.price_max, setting.language)
}

/// A service with what it costs and how long it takes.
pub(crate) fn service_line(service: &Service, setting: &Setting<'_>) -> String {
    format!("{}: {}, {} min", service.name.to(setting.language), price(service, setting), service.minutes)
}

pub(crate) fn branch_line(branch: &Branch, language: Language) -> String {
    format!("{}: {}, {}", branch.name.to(language), branch.address, branch.city)
}

pub(crate) fn people(count: u32, setting: &Setting<'_>) -> String {
    match (setting.language, count) {
        (Es, 1) => "1 persona".to_owned(),
        (Es, _) => format!("{count} personas"),
        (En, 1) => "1 person".to_owned(),
        (En, _) => format!("{count} people"),
    }
}

/// The rewards as people read them.
pub(crate) fn reward_lines(loyalty: &Loyalty, setting: &Setting<'_>) -> Vec<String> {
    let line = |reward: &Reward| match setting.language {
        Es => format!("{}: {} puntos", reward.name.to(Es), reward.tokens),
        En => format!("{}: {} tokens", reward.name.to(En), reward.tokens),
    };
    loyalty.rewards.iter().map(line).collect()
}

/// What is said when something that should work does not.
pub(crate) fn trouble(setting: &Setting<'_>) -> String {
    say(
        setting.language,
        setting.address.choose(
            "Perdona, algo no salió bien de nuestro lado.",
            "Perdone, algo no salió bien de nuestro lado.",
        ),
        "I am sorry, something went wrong on our side.",
    )
    .to_owned()
}
