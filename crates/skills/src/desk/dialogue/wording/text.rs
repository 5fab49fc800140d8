//! Every sentence that is said, in Spanish and English. Short, and with the facts that rows have.

use conserje_desk::calendar;
use conserje_desk::hours::{clock_text, wall};
use conserje_desk::model::{Branch, MenuItem, Service};
use conserje_kernel::Address;
use conserje_kernel::Language::{self, En, Es};
use conserje_kernel::say;
use jiff::civil::{Date, DateTime};

use crate::desk::dialogue::Setting;
use crate::desk::dialogue::wording::times::Offer;

/// A question that is open until it is answered. It ends what is said, and is known by its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    Service,
    WhichService,
    Party,
    Branch,
    Day,
    NewDay,
    Time,
    Name,
    Phone,
    ConfirmBooking,
    ConfirmMove,
    ConfirmCancel,
    ConfirmOrder,
    ConfirmReward,
    WhichAppointment,
    Dishes,
    WhichDish,
    Kind,
    Address,
    OrderTime,
    Reward,
    Policy,
    /// Whether a person shall go on.
    Person,
    More,
}

impl Ask {
    pub(crate) const ALL: [Self; 24] = [
        Self::Service,
        Self::WhichService,
        Self::Party,
        Self::Branch,
        Self::Day,
        Self::NewDay,
        Self::Time,
        Self::Name,
        Self::Phone,
        Self::ConfirmBooking,
        Self::ConfirmMove,
        Self::ConfirmCancel,
        Self::ConfirmOrder,
        Self::ConfirmReward,
        Self::WhichAppointment,
        Self::Dishes,
        Self::WhichDish,
        Self::Kind,
        Self::Address,
        Self::OrderTime,
        Self::Reward,
        Self::Policy,
        Self::Person,
        Self::More,
    ];

    pub(crate) fn text(self, language: Language, address: Address) -> &'static str {
        let to = |tu, usted| address.choose(tu, usted);
        let (es, en) = match self {
            Self::Service => (
                to("¿Qué servicio te interesa?", "¿Qué servicio le interesa?"),
                "Which service would you like?",
            ),
            Self::WhichService => (to("¿Cuál prefieres?", "¿Cuál prefiere?"), "Which one would you like?"),
            Self::Party => ("¿Para cuántas personas?", "For how many people?"),
            Self::Branch => ("¿En qué sucursal?", "At which branch?"),
            Self::Day => (to("¿Qué día te queda bien?", "¿Qué día le queda bien?"), "Which day suits you?"),
            Self::NewDay => {
                ("¿Para qué día y a qué hora la cambiamos?", "What day and time should I move it to?")
            }
            Self::Time => {
                (to("¿A qué hora te queda bien?", "¿A qué hora le queda bien?"), "What time suits you?")
            }
            Self::Name => ("¿A nombre de quién?", "What name should I put it under?"),
            Self::Phone => (
                to("¿Me das un teléfono de contacto?", "¿Me da un teléfono de contacto?"),
                "May I have a phone number to reach you?",
            ),
            Self::ConfirmBooking => ("¿Confirmo la reserva?", "Shall I book it?"),
            Self::ConfirmMove => ("¿Hago el cambio?", "Shall I move it?"),
            Self::ConfirmCancel => (
                to("¿Confirmas que la cancele?", "¿Confirma que la cancele?"),
                "Shall I go ahead and cancel it?",
            ),
            Self::ConfirmOrder => ("¿Confirmo el pedido?", "Shall I place the order?"),
            Self::ConfirmReward => ("¿Lo canjeo?", "Shall I redeem it?"),
            Self::WhichAppointment => ("¿De cuál se trata?", "Which one do you mean?"),
            Self::Dishes => {
                (to("¿Qué te gustaría pedir?", "¿Qué le gustaría pedir?"), "What would you like to order?")
            }
            Self::WhichDish => {
                (to("¿Cuál de estos te pongo?", "¿Cuál de estos le pongo?"), "Which of these would you like?")
            }
            Self::Kind => (
                to(
                    "¿Lo recoges tú o te lo llevamos a domicilio?",
                    "¿Lo recoge usted o se lo llevamos a domicilio?",
                ),
                "Is it for pickup or delivery?",
            ),
            Self::Address => (
                to("¿A qué dirección te lo llevamos?", "¿A qué dirección se lo llevamos?"),
                "What address should we deliver to?",
            ),
            Self::OrderTime => (
                to("¿Para qué día y hora lo quieres?", "¿Para qué día y hora lo quiere?"),
                "What day and time would you like it for?",
            ),
            Self::Reward => (
                to("¿Qué premio quieres canjear?", "¿Qué premio quiere canjear?"),
                "Which reward would you like?",
            ),
            Self::Policy => (
                to("¿Sobre cuál quieres saber?", "¿Sobre cuál quiere saber?"),
                "Which one would you like to know about?",
            ),
            Self::Person => (
                to("¿Quieres que te atienda una persona?", "¿Quiere que le atienda una persona?"),
                "Would you like a person to help you?",
            ),
            Self::More => (
                to("¿Te ayudo con algo más?", "¿Le ayudo con algo más?"),
                "Can I help you with anything else?",
            ),
        };
        say(language, es, en)
    }

    /// The question that an answer ends with, however people were addressed in it.
    pub(crate) fn of(answer: &str) -> Option<Self> {
        let answer = answer.trim_end();
        let is_asked = |ask: &Self| {
            let ways = [(Es, Address::Usted), (Es, Address::Tu), (En, Address::Usted)];
            ways.iter().any(|(language, address)| answer.ends_with(ask.text(*language, *address)))
        };
        Self::ALL.into_iter().find(is_asked)
    }
}

/// What is to be said before anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    Past,
    NoSuchDay,
    TooFar(Date),
    /// Nothing of that name is offered.
    NoService(String),
    NotWithThem {
        staff: String,
        service: String,
    },
    NotOnMenu {
        said: String,
        near: Vec<String>,
    },
    Unavailable(String),
    FewLeft {
        item: String,
        left: i64,
    },
    Removed(String),
    /// No order can be ready then.
    KitchenClosed(DateTime),
    TooSoon(DateTime),
    BadPhone,
    /// As a tool put it.
    Reason(String),
    NotUnderstood,
    Welcome,
    Hello,
}

impl Note {
    pub(crate) fn text(&self, setting: &Setting<'_>) -> String {
        let language = setting.language;
        let to = |es: &str, en: &str| say(language, es, en).to_owned();
        match (self, language) {
            (Self::Past, _) => to("Eso ya pasó.", "That has already passed."),
            (Self::NoSuchDay, _) => {
                to("Ese día no existe en el calendario.", "There is no such day in the calendar.")
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
                match language {
                    Es => format!("{who} no realiza «{what}»; lo hace otra persona del equipo."),
                    En => format!("{who} does not do “{what}”; somebody else of the team does."),
                }
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

fn dish_name<'a>(id: &'a str, setting: &Setting<'a>) -> &'a str {
    let found = setting.business.menu.iter().find(|item| item.id == id);
    found.map_or(id, |item| item.name.to(setting.language))
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

/// A line for each, with its number.
pub(crate) fn numbered(all: &[String]) -> Vec<String> {
    all.iter().enumerate().map(|(place, line)| format!("{}. {line}", place + 1)).collect()
}

/// A day without the year that it is now.
pub(crate) fn short_day(date: Date, setting: &Setting<'_>) -> String {
    let full = calendar::day(date, setting.language);
    let zone = setting.business.branches.first().map(|branch| branch.time_zone.zone().clone());
    let this_year = zone.map(|zone| wall(setting.now, &zone).year());
    if this_year != Some(date.year()) {
        return full;
    }
    let year = match setting.language {
        Es => format!(" de {}", date.year()),
        En => format!(" {}", date.year()),
    };
    full.strip_suffix(&year).map_or_else(|| full.clone(), ToOwned::to_owned)
}

/// A day and an hour. What comes after midnight belongs to a night that began the day before.
pub(crate) fn short_moment(at: DateTime, setting: &Setting<'_>) -> String {
    let (day, clock) = (short_day(at.date(), setting), calendar::clock(at));
    let night = at.date().yesterday().ok().filter(|_| at.hour() < 5).map(|before| {
        let name = |date: Date| calendar::weekday(date.weekday(), setting.language);
        match setting.language {
            Es => format!(" (la noche del {} al {})", name(before), name(at.date())),
            En => format!(" (the night from {} to {})", name(before), name(at.date())),
        }
    });
    let night = night.unwrap_or_default();
    match setting.language {
        Es if at.hour() == 1 => format!("{day} a la {clock}{night}"),
        Es => format!("{day} a las {clock}{night}"),
        En => format!("{day} at {clock}{night}"),
    }
}

/// A line for each day and branch, with its hours.
pub(crate) fn offers(all: &[Offer], setting: &Setting<'_>) -> Vec<String> {
    let business = setting.business;
    let has_one_branch = business.branches.len() < 2;
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for offer in all {
        let mut head = short_day(offer.date, setting);
        if let Some(branch) = business.branch(&offer.branch).filter(|_| !has_one_branch) {
            head.push_str(&format!(", {}", branch.name.to(setting.language)));
        }
        if let Some(staff) = offer.staff.as_ref().and_then(|id| business.member(id)) {
            head.push_str(&format!(", {} {}", say(setting.language, "con", "with"), staff.name));
        }
        match lines.iter_mut().find(|(other, _)| *other == head) {
            Some((_, times)) => times.push(clock_text(offer.time)),
            None => lines.push((head, vec![clock_text(offer.time)])),
        }
    }
    lines.into_iter().map(|(head, times)| format!("- {head}: {}", times.join(", "))).collect()
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
