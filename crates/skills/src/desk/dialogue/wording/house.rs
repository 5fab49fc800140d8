//! The rules of the house in words: how many may come, when nobody can, what is paid beforehand, each with its reason.

use conserje_desk::calendar;
use conserje_desk::front_desk::times::Wish;
use conserje_desk::hours::{Hours, Interval, wall};
use conserje_desk::in_words::{hours_text, too_soon};
use conserje_desk::model::{Branch, PartySize, Service, Staff};
use conserje_kernel::Language::{En, Es};
use conserje_kernel::say;
use jiff::ToSpan;
use jiff::civil::{Date, DateTime};

use super::dates::short_day;
use super::lines::{listed, listed_or, numbered, service_line};
use super::step::{Step, say_and_ask};
use crate::desk::dialogue::hearing::{Ask, Setting};

/// What is being booked, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Booked<'a> {
    pub(crate) branch: Option<&'a Branch>,
    pub(crate) staff: Option<&'a Staff>,
    pub(crate) service: Option<&'a Service>,
}

/// More people than a service takes, or fewer.
#[derive(Clone, Debug)]
pub(crate) struct Misfit<'a> {
    pub(crate) service: &'a Service,
    pub(crate) people: PartySize,
    pub(crate) party: u32,
    /// What so many may book instead.
    pub(crate) others: Vec<&'a Service>,
    pub(crate) branches: Vec<&'a Branch>,
}

impl Misfit<'_> {
    /// Says so, and offers what is for so many; or whom to call.
    pub(crate) fn step(&self, setting: &Setting<'_>) -> Step {
        let (language, party) = (setting.language, self.party);
        if self.others.is_empty() {
            return say_and_ask([self.nothing_takes_them(setting)], Ask::Person);
        }
        let head = match language {
            Es => format!("{} Para {party} personas tenemos:", self.size(setting)),
            En => format!("{} For {party} people we have:", self.size(setting)),
        };
        let line = |service: &&Service| {
            let note = service.price_note.as_ref().map(|note| format!(". {}", note.to(language)));
            format!("{}{}", service_line(service, setting), note.unwrap_or_default())
        };
        let lines: Vec<String> = self.others.iter().map(line).collect();
        say_and_ask([head].into_iter().chain(numbered(&lines)), Ask::WhichService)
    }

    /// `«Mesa» es para hasta 6 personas.`
    fn size(&self, setting: &Setting<'_>) -> String {
        let name = self.service.name.to(setting.language);
        let (PartySize { from, to }, is_few) = (self.people, self.party < u32::from(self.people.from));
        match (setting.language, is_few) {
            (Es, true) => format!("«{name}» es a partir de {from} personas."),
            (Es, false) => format!("«{name}» es para hasta {to} personas."),
            (En, true) => format!("“{name}” is for {from} people or more."),
            (En, false) => format!("“{name}” is for up to {to} people."),
        }
    }

    fn nothing_takes_them(&self, setting: &Setting<'_>) -> String {
        let most =
            setting.business.services.iter().filter_map(|service| service.people).map(|size| size.to).max();
        let size = self.size(setting);
        let most = most.filter(|most| *most > self.people.to && u32::from(*most) < self.party);
        let more = match (setting.language, most) {
            (Es, Some(most)) => {
                format!(" Lo más grande que tenemos es para {most}; {} no caben.", self.party)
            }
            (En, Some(most)) => format!(" The largest we have is for {most}; {} do not fit.", self.party),
            (Es | En, None) => String::new(),
        };
        let phones: Vec<String> = self
            .branches
            .iter()
            .map(|branch| branch.phone.clone())
            .filter(|phone| !phone.is_empty())
            .collect();
        if phones.is_empty() {
            return format!("{size}{more}");
        }
        let please = setting.address.choose("puedes llamarnos al", "puede llamarnos al");
        match setting.language {
            Es => format!("{size}{more} Para verlo, {please} {}.", listed_or(&phones, Es)),
            En => format!("{size}{more} To arrange it, call us at {}.", listed_or(&phones, En)),
        }
    }
}

/// Who of the team does it, by name if they are few.
pub(super) fn who_does(service: &str, setting: &Setting<'_>) -> String {
    let does = |staff: &&Staff| staff.services.is_empty() || staff.services.iter().any(|id| id == service);
    let names: Vec<String> =
        setting.business.staff.iter().filter(does).map(|staff| staff.name.clone()).collect();
    match (setting.language, names.as_slice()) {
        (Es, [only]) => format!("Lo hace {only}."),
        (En, [only]) => format!("{only} does."),
        (Es, [_, _] | [_, _, _]) => format!("Lo hacen {}.", listed(&names, Es)),
        (En, [_, _] | [_, _, _]) => format!("{} do.", listed(&names, En)),
        (Es, _) => "Lo hace otra persona del equipo.".to_owned(),
        (En, _) => "Somebody else of the team does.".to_owned(),
    }
}

/// That it is not done at the branch that was named, or not by them, and where it is.
pub(crate) fn not_there(
    named: &Branch,
    there: &[&Branch],
    (service, staff): (Option<&Service>, Option<&Staff>),
    setting: &Setting<'_>,
) -> Option<String> {
    let language = setting.language;
    let at = named.name.to(language);
    let others: Vec<String> = there.iter().map(|branch| branch.name.to(language).to_owned()).collect();
    let others = listed_or(&others, language);
    Some(match (language, staff, service) {
        (Es, Some(staff), _) => format!("{} no atiende en {at}; atiende en {others}.", staff.name),
        (En, Some(staff), _) => format!("{} does not work at {at}, but at {others}.", staff.name),
        (Es, None, Some(service)) => format!("«{}» no se hace en {at}; sí en {others}.", service.name.to(Es)),
        (En, None, Some(service)) => {
            format!("“{}” is not done at {at}, but at {others}.", service.name.to(En))
        }
        (Es | En, None, None) => return None,
    })
}

/// What is to be paid beforehand.
pub(crate) fn deposit(service: &Service, setting: &Setting<'_>) -> Option<String> {
    let text = service.deposit.as_ref()?.to(setting.language);
    Some(format!("{}: {text}", say(setting.language, "Anticipo", "Deposit")))
}

/// Why there is nothing on a day, where it is known: it is closed, or who was asked for is away or does not work then.
pub(crate) fn why_not_that_day(day: Date, setting: &Setting<'_>, at: Booked<'_>) -> Option<String> {
    let (branch, language) = (at.branch?, setting.language);
    let date = short_day(day, setting);
    if branch.hours.on(day).is_empty() {
        let name =
            branch.hours.special(day).map(|day| format!(" ({})", day.name.to(language))).unwrap_or_default();
        return Some(match language {
            Es => format!("El {date}{name} está cerrado."),
            En => format!("We are closed on {date}{name}."),
        });
    }
    if let Some(reason) = is_too_late_for(day, setting, at) {
        return Some(reason);
    }
    let staff = at.staff?;
    if let Some(leave) = staff.leave.iter().find(|leave| (leave.first..=leave.last).contains(&day)) {
        let (first, last) = (short_day(leave.first, setting), short_day(leave.last, setting));
        return Some(match language {
            Es => format!("{} no atiende del {first} al {last}.", staff.name),
            En => format!("{} is away from {first} to {last}.", staff.name),
        });
    }
    let works = staff.schedules.get(&branch.id).or_else(|| staff.schedules.get("*"))?;
    if !works.on(day.weekday()).is_empty() || works.is_empty() {
        return None;
    }
    let weekday = calendar::weekday(day.weekday(), language);
    let others: Vec<String> = calendar::WEEK
        .into_iter()
        .filter(|day| !works.on(*day).is_empty())
        .map(|day| format!("{} {}", calendar::weekday(day, language), hours_text(works.on(day), language)))
        .collect();
    Some(match language {
        Es => format!("{} no atiende en {weekday}; atiende: {}.", staff.name, listed(&others, language)),
        En => format!("{} does not work on {weekday}, but on: {}.", staff.name, listed(&others, language)),
    })
}

/// The whole day is sooner than things are booked here.
fn is_too_late_for(day: Date, setting: &Setting<'_>, at: Booked<'_>) -> Option<String> {
    let branch = at.branch?;
    let zone = branch.time_zone.zone();
    let last = branch.hours.windows(zone, day, day).last()?.end;
    let wish = wish(at, branch, day);
    too_soon(setting.business, &wish, last - setting.now, setting.language)
}

fn wish<'a>(at: Booked<'a>, branch: &'a Branch, day: Date) -> Wish<'a> {
    Wish {
        branch,
        service: at.service,
        staff: at.staff,
        first: day,
        last: day,
        except: None,
        is_by_staff: false,
    }
}

/// Why it cannot be had at just that hour, where it is known.
pub(crate) fn why_not_then(then: DateTime, setting: &Setting<'_>, at: Booked<'_>) -> Option<String> {
    let (branch, language) = (at.branch?, setting.language);
    let zone = branch.time_zone.zone();
    let begins = zone.to_timestamp(then).ok()?.as_second();
    let day = short_day(then.date(), setting);
    if !branch.hours.is_open(zone, then) {
        let name = branch.hours.special(then.date()).map(|day| format!(" ({})", day.name.to(language)));
        let name = name.unwrap_or_default();
        let hours = hours_text(branch.hours.on(then.date()), language);
        return Some(match language {
            Es => format!("A las {} está cerrado; el {day}{name} abrimos {hours}.", calendar::clock(then)),
            En => format!("We are closed at {}; on {day}{name} we open {hours}.", calendar::clock(then)),
        });
    }
    if let Some(soon) =
        too_soon(setting.business, &wish(at, branch, then.date()), begins - setting.now, language)
    {
        return Some(soon);
    }
    let minutes = at.service.map_or(setting.business.booking.default_minutes, |service| service.minutes);
    let ends = begins + i64::from(minutes) * 60;
    let windows = branch.hours.windows(zone, then.date(), then.date());
    if let Some(window) = windows.iter().find(|window| (window.start..window.end).contains(&begins))
        && ends > window.end
    {
        let closes = calendar::clock(wall(window.end, zone));
        return Some(match language {
            Es => {
                format!("Dura {minutes} minutos y ese día cerramos a las {closes}; a esa hora ya no alcanza.")
            }
            En => format!("It takes {minutes} minutes and we close at {closes} that day; that is too late."),
        });
    }
    not_their_hours((then, minutes), setting, (branch, at.staff?))
}

/// Who was asked for does not work at that hour.
fn not_their_hours(
    (then, minutes): (DateTime, u16),
    setting: &Setting<'_>,
    (branch, staff): (&Branch, &Staff),
) -> Option<String> {
    let week = staff.schedules.get(&branch.id).or_else(|| staff.schedules.get("*"))?;
    let on_the_day: &[Interval] = week.on(then.date().weekday());
    let zone = branch.time_zone.zone();
    let hours = Hours { week: week.clone(), special: Vec::new() };
    let last = then.checked_add(i64::from(minutes).saturating_sub(1).minutes()).ok()?;
    if on_the_day.is_empty() || hours.is_open(zone, then) && hours.is_open(zone, last) {
        return None;
    }
    let (day, hours) = (short_day(then.date(), setting), hours_text(on_the_day, setting.language));
    Some(match setting.language {
        Es => format!("El {day} {} atiende {hours}.", staff.name),
        En => format!("On {day} {} works {hours}.", staff.name),
    })
}
