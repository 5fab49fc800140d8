//! Notes in words.

use conserje_desk::calendar;
use conserje_kernel::Language::{self, En, Es};
use conserje_kernel::say;

use super::dates::short_moment;
use super::house::who_does;
use super::lines::{can_be_had, dish, listed};
use crate::desk::dialogue::hearing::{Note, Setting};

impl Note {
    pub(crate) fn text(&self, setting: &Setting<'_>) -> String {
        let language = setting.language;
        let to = |es: &str, en: &str| say(language, es, en).to_owned();
        match (self, language) {
            (Self::Past, _) => to("Eso ya pasó.", "That has already passed."),
            (Self::Later, _) => to(
                "Ahora mismo vemos lo otro. Primero esto:",
                "I will see to the other in a moment. First this:",
            ),
            (Self::NoSuchDay, _) => {
                to("Ese día no existe en el calendario.", "There is no such day in the calendar.")
            }
            (Self::WhichDate, _) => to(
                setting.address.choose("Dime la fecha, por favor.", "Dígame la fecha, por favor."),
                "I need a date, please.",
            ),
            (Self::NoStaff { said, near }, Es) => {
                format!("No encuentro a «{said}» en el equipo; está {near}.")
            }
            (Self::NoStaff { said, near }, En) => {
                format!("I cannot find “{said}” in the team; there is {near}.")
            }
            (Self::TooFar(last), Es) => {
                format!("Por ahora solo agendamos hasta el {}.", calendar::day(*last, Es))
            }
            (Self::TooFar(last), En) => {
                format!("For now we take bookings up to {}.", calendar::day(*last, En))
            }
            (Self::NoService(said), Es) => format!("No encuentro «{said}» entre nuestros servicios."),
            (Self::NoService(said), En) => format!("I cannot find “{said}” among our services."),
            (Self::NotWithThem { staff, service }, _) => {
                let who = setting.business.member(staff).map_or(staff.as_str(), |staff| &staff.name);
                let what = setting
                    .business
                    .service(service)
                    .map_or(service.as_str(), |service| service.name.to(language));
                format!("{} {}", does_not(who, what, language), who_does(service, setting))
            }
            (Self::NotOnMenu { said, near }, _) => not_on_menu(said, near, setting),
            (Self::Unavailable(item), _) => unavailable(item, setting),
            (Self::FewLeft { item, left }, Es) => {
                format!("De «{}» solo quedan {left}.", dish_name(item, setting))
            }
            (Self::FewLeft { item, left }, En) => {
                format!("There are only {left} left of “{}”.", dish_name(item, setting))
            }
            (Self::Removed(item), Es) => format!("Quité «{}».", dish_name(item, setting)),
            (Self::Removed(item), En) => format!("I took out “{}”.", dish_name(item, setting)),
            (Self::KitchenClosed(at), Es) => {
                format!("El {} la cocina está cerrada.", short_moment(*at, setting))
            }
            (Self::KitchenClosed(at), En) => {
                format!("The kitchen is closed on {}.", short_moment(*at, setting))
            }
            (Self::TooSoon(first), Es) => {
                format!("Lo más pronto que puede estar es a las {}.", calendar::clock(*first))
            }
            (Self::TooSoon(first), En) => {
                format!("The soonest it can be ready is {}.", calendar::clock(*first))
            }
            (Self::BadPhone, _) => {
                to("Ese número no parece un teléfono.", "That does not look like a phone number.")
            }
            (Self::Reason(text), _) => text.clone(),
            (Self::NotUnderstood, _) => to(
                setting.address.choose("Perdona, no te entendí.", "Perdone, no le entendí."),
                "Sorry, I did not get that.",
            ),
            (Self::Welcome, _) => to("¡Con gusto!", "You are welcome!"),
            (Self::Hello, _) => to("¡Hola de nuevo!", "Hello again!"),
        }
    }
}

fn does_not(who: &str, what: &str, language: Language) -> String {
    match language {
        Es => format!("{who} no realiza «{what}»."),
        En => format!("{who} does not do “{what}”."),
    }
}

fn dish_name<'a>(id: &'a str, setting: &Setting<'a>) -> &'a str {
    let found = setting.business.menu.iter().find(|item| item.id == id);
    found.map_or(id, |item| item.name.to(setting.language))
}

fn unavailable(id: &str, setting: &Setting<'_>) -> String {
    let language = setting.language;
    let Some(item) = setting.business.menu.iter().find(|item| item.id == id) else { return String::new() };
    let (name, category) = (item.name.to(language), item.category.to(language));
    let others: Vec<String> = setting
        .business
        .menu
        .iter()
        .filter(|other| other.category == item.category && can_be_had(other) && other.id != id)
        .map(|other| dish(other, setting))
        .collect();
    let head = match language {
        Es => format!("Hoy no tenemos {name}."),
        En => format!("We do not have {name} today."),
    };
    if others.is_empty() {
        return head;
    }
    match language {
        Es => format!("{head} En {category} sí hay: {}.", listed(&others, language)),
        En => format!("{head} Under {category} we have: {}.", listed(&others, language)),
    }
}

fn not_on_menu(said: &str, near: &[String], setting: &Setting<'_>) -> String {
    let language = setting.language;
    let head = match language {
        Es => format!("No tenemos «{said}» en el menú."),
        En => format!("“{said}” is not on our menu."),
    };
    let items: Vec<String> = near
        .iter()
        .filter_map(|id| setting.business.menu.iter().find(|item| item.id == *id))
        .map(|item| dish(item, setting))
        .collect();
    if items.is_empty() {
        let mut categories: Vec<&str> = Vec::new();
        for item in &setting.business.menu {
            let name = item.category.to(language);
            if !categories.contains(&name) {
                categories.push(name);
            }
        }
        let names: Vec<String> = categories.into_iter().map(str::to_lowercase).collect();
        return match language {
            Es => format!("{head} Tenemos {}.", listed(&names, language)),
            En => format!("{head} We have {}.", listed(&names, language)),
        };
    }
    match language {
        Es => format!("{head} Lo más parecido: {}.", listed(&items, language)),
        En => format!("{head} The nearest: {}.", listed(&items, language)),
    }
}
