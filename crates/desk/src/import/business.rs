//! From `business.toml` to what it says, with everything that is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use toml::Spanned;

use super::fact::read_fact;
use super::faults::Sheet;
use super::file::{
    Amount, BookingFile, BranchFile, BusinessFile, EmergencyFile, LoyaltyFile, PeopleFile, PolicyFile,
    ServiceFile, StaffFile, WeekFile,
};
use crate::emergency::{CountryCode, Line, is_number};
use crate::hours::{Hours, Interval, SpecialDay, Week};
use crate::model::{
    Booking, Branch, Business, Leave, Loyalty, MOST_BUFFER, PartySize, Policy, PolicyKind, Reward, Service,
    Staff,
};
use crate::money::Currency;
use crate::text::Zone;

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const GRID: u16 = 5;
/// More do not come with one booking.
const MOST_PEOPLE: i64 = 500;
/// More than so many reminders of one appointment nobody wants.
const MOST_REMINDERS: usize = 4;
/// How many minutes before an appointment its customer can be reminded of it: a week at most.
const REMINDED: RangeInclusive<u16> = 15..=10_080;
/// Of emergencies: nobody who needs one reads a longer list.
const MOST_NUMBERS: usize = 5;

pub(super) fn business(file: BusinessFile, sheet: &mut Sheet<'_>) -> Option<Business> {
    let currency = read::<Currency>(&file.currency, sheet);
    // Amounts cannot be read without it.
    let currency = currency?;
    unique(file.branch.iter().map(|branch| &branch.id), "branch", sheet);
    unique(file.staff.iter().map(|staff| &staff.id), "staff", sheet);
    unique(file.service.iter().map(|service| &service.id), "service", sheet);
    unique(file.fact.iter().map(|fact| &fact.id), "fact", sheet);
    let names = |ids: Vec<&Spanned<String>>| ids.into_iter().map(|id| id.get_ref().clone()).collect();
    let known = Known {
        branches: names(file.branch.iter().map(|branch| &branch.id).collect()),
        services: names(file.service.iter().map(|service| &service.id).collect()),
    };
    let booking = booking(&file.booking, sheet);
    let loyalty = file.loyalty.and_then(|loyalty| read_loyalty(loyalty, currency, sheet));
    let branches: Vec<_> = file.branch.into_iter().filter_map(|branch| read_branch(branch, sheet)).collect();
    let staff = file.staff.into_iter().map(|staff| read_staff(staff, &known, sheet)).collect();
    let services: Vec<_> =
        file.service.into_iter().filter_map(|service| read_service(service, currency, sheet)).collect();
    let policies = policies(file.policy, sheet);
    let facts = file.fact.into_iter().filter_map(|fact| read_fact(fact, &known.branches, sheet)).collect();
    if known.branches.is_empty() {
        sheet.whole("there is no [[branch]]; add the place where the business is");
    }
    let vertical = file.vertical.and_then(|vertical| read_vertical(&vertical, sheet));
    let country = file.country.and_then(|country| read::<CountryCode>(&country, sheet));
    let emergency = file.emergency.map(|lines| read_emergency(lines, sheet)).unwrap_or_default();
    Some(Business {
        name: file.name,
        vertical,
        country,
        emergency,
        currency,
        booking,
        loyalty,
        branches,
        staff,
        services,
        policies,
        facts,
        menu: Vec::new(),
    })
}

/// Whom to call, each a number that can be dialled.
fn read_emergency(written: Spanned<EmergencyFile>, sheet: &mut Sheet<'_>) -> Vec<Line> {
    let span = written.span();
    let lines: Vec<Line> = match written.into_inner() {
        EmergencyFile::One(number) => vec![Line { number, label: None }],
        EmergencyFile::Many(lines) => {
            lines.into_iter().map(|line| Line { number: line.number, label: line.label }).collect()
        }
    };
    for line in lines.iter().filter(|line| !is_number(&line.number)) {
        let shown: String = line.number.chars().take(60).collect();
        sheet.at(&span, format!("`{shown}` is not a number to call; write it as 911 or +52 55 5550 0100"));
    }
    if lines.len() > MOST_NUMBERS {
        sheet.at(&span, format!("`emergency` has {} numbers; name at most {MOST_NUMBERS}", lines.len()));
    }
    lines
}

/// The name of a trade, as packs write it.
fn read_vertical(written: &Spanned<String>, sheet: &mut Sheet<'_>) -> Option<String> {
    let name = written.get_ref();
    let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_';
    if (1..=64).contains(&name.len()) && name.chars().all(fits) {
        return Some(name.clone());
    }
    let problem = format!("`{name}` is not a trade; write it as dental, medical or restaurant");
    sheet.at(&written.span(), problem);
    None
}

struct Known {
    branches: BTreeSet<String>,
    services: BTreeSet<String>,
}

/// A text that is read as something else, or a fault where it stands.
fn read<T>(written: &Spanned<String>, sheet: &mut Sheet<'_>) -> Option<T>
where
    T: std::str::FromStr,
    T::Err: std::fmt::Display,
{
    written.get_ref().parse().map_err(|problem: T::Err| sheet.at(&written.span(), problem)).ok()
}

pub(super) fn is_id(id: &str) -> bool {
    let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    !id.is_empty() && id.len() <= 60 && id.chars().all(fits)
}

fn unique<'a>(ids: impl Iterator<Item = &'a Spanned<String>>, noun: &str, sheet: &mut Sheet<'_>) {
    let mut seen = BTreeSet::new();
    for id in ids {
        let text = id.get_ref();
        if !is_id(text) {
            let problem = format!("`{text}` is not an id; use small letters, digits and `-`");
            sheet.at(&id.span(), problem);
        }
        if !seen.insert(text) {
            sheet.at(&id.span(), format!("there are two with the id `{text}` under [[{noun}]]; rename one"));
        }
    }
}

fn booking(file: &BookingFile, sheet: &mut Sheet<'_>) -> Booking {
    let usual = Booking::default();
    let step = file.step_minutes.as_ref();
    if let Some(step) = step
        .filter(|step| !(*step.get_ref() >= GRID && step.get_ref() % GRID == 0 && 1440 % step.get_ref() == 0))
    {
        sheet.at(&step.span(), format!("`step_minutes` is {}; use 5, 10, 15, 20, 30 or 60", step.get_ref()));
    }
    if let Some(days) = file.horizon_days.as_ref().filter(|days| !(1..=366).contains(days.get_ref())) {
        sheet.at(&days.span(), format!("`horizon_days` is {}; use 1 to 366", days.get_ref()));
    }
    Booking {
        step_minutes: step.map_or(usual.step_minutes, |step| *step.get_ref()),
        lead_minutes: file.lead_minutes.unwrap_or(usual.lead_minutes),
        horizon_days: file.horizon_days.as_ref().map_or(usual.horizon_days, |days| *days.get_ref()),
        default_minutes: file
            .default_minutes
            .as_ref()
            .map_or(usual.default_minutes, |minutes| duration(minutes, sheet)),
        buffer_minutes: file
            .buffer_minutes
            .as_ref()
            .map_or(usual.buffer_minutes, |minutes| buffer(minutes, sheet)),
        requires_phone: file.requires_phone.unwrap_or(usual.requires_phone),
        reminders: file.reminders.as_ref().map_or(usual.reminders, |written| reminders(written, sheet)),
    }
}

/// How many minutes before, the first first.
fn reminders(written: &Spanned<Vec<Spanned<i64>>>, sheet: &mut Sheet<'_>) -> Vec<u16> {
    let all = written.get_ref();
    if all.len() > MOST_REMINDERS {
        sheet.at(&written.span(), format!("`reminders` has {}; name at most {MOST_REMINDERS}", all.len()));
    }
    let mut found = Vec::new();
    for one in all {
        let minutes = *one.get_ref();
        match u16::try_from(minutes).ok().filter(|minutes| REMINDED.contains(minutes)) {
            Some(minutes) if found.contains(&minutes) => {
                sheet.at(&one.span(), format!("`reminders` has {minutes} twice; name it once"));
            }
            Some(minutes) => found.push(minutes),
            None => sheet.at(
                &one.span(),
                format!(
                    "a reminder {minutes} minutes before cannot be kept; use {} to {}",
                    REMINDED.start(),
                    REMINDED.end()
                ),
            ),
        }
    }
    found.sort_unstable_by(|one, other| other.cmp(one));
    found
}

fn duration(minutes: &Spanned<u16>, sheet: &mut Sheet<'_>) -> u16 {
    let length = *minutes.get_ref();
    if !(GRID..=1440).contains(&length) || !length.is_multiple_of(GRID) {
        sheet.at(
            &minutes.span(),
            format!("a duration of {length} minutes cannot be kept; use 5, 10, 15 … 1440"),
        );
    }
    length
}

/// What stays free after an appointment.
fn buffer(minutes: &Spanned<u16>, sheet: &mut Sheet<'_>) -> u16 {
    let length = *minutes.get_ref();
    if length > MOST_BUFFER || !length.is_multiple_of(GRID) {
        sheet.at(&minutes.span(), format!("`buffer_minutes` is {length}; use 0, 5, 10 … {MOST_BUFFER}"));
    }
    length
}

/// How many people a service is for.
fn party(written: &Spanned<PeopleFile>, sheet: &mut Sheet<'_>) -> Option<PartySize> {
    let (from, to) = (written.get_ref().from.unwrap_or(1), written.get_ref().to);
    let Some(to) = to else {
        sheet.at(&written.span(), "`people` does not say how many at most; write { from = 1, to = 6 }");
        return None;
    };
    let range = 1..=MOST_PEOPLE;
    if !range.contains(&from) || !range.contains(&to) {
        sheet.at(
            &written.span(),
            format!("`people` is from {from} to {to}; use 1 to {MOST_PEOPLE}, or leave it out"),
        );
        return None;
    }
    if from > to {
        sheet.at(&written.span(), format!("`people` is from {from} to {to}; swap them"));
        return None;
    }
    Some(PartySize { from: u16::try_from(from).ok()?, to: u16::try_from(to).ok()? })
}

fn read_branch(file: BranchFile, sheet: &mut Sheet<'_>) -> Option<Branch> {
    let zone = read::<Zone>(&file.time_zone, sheet);
    let week = read_week(file.hours, sheet);
    let mut special: Vec<SpecialDay> = Vec::new();
    for day in file.special {
        let hours = intervals(&day.hours, sheet);
        let Some(date) = sheet.date(&day.date) else { continue };
        if special.iter().any(|other| other.date == date) {
            sheet.at(&day.date.span(), format!("{date} is there twice; keep one"));
        }
        special.push(SpecialDay { date, name: day.name, hours });
    }
    if let Some(places) = file.places.as_ref().filter(|places| !(1..=500).contains(places.get_ref())) {
        sheet.at(&places.span(), format!("`places` is {}; use 1 to 500, or leave it out", places.get_ref()));
    }
    if let Some(url) = file.maps_url.as_ref().filter(|url| !url.get_ref().starts_with("https://")) {
        sheet.at(&url.span(), "`maps_url` does not begin with `https://`; copy the whole link");
    }
    Some(Branch {
        id: file.id.into_inner(),
        name: file.name,
        address: file.address,
        city: file.city,
        phone: file.phone,
        whatsapp: file.whatsapp,
        maps_url: file.maps_url.map(Spanned::into_inner).unwrap_or_default(),
        time_zone: zone?,
        hours: Hours { week, special },
        places: file.places.map(Spanned::into_inner),
    })
}

fn read_week(file: WeekFile, sheet: &mut Sheet<'_>) -> Week {
    let mut week: [Vec<Interval>; 7] = Default::default();
    for (days, hours) in file {
        let hours = intervals(&hours, sheet);
        let Some(range) = day_range(days.get_ref()) else {
            let problem = format!("`{}` is no day; use mon, tue … sun, or mon-fri", days.get_ref());
            sheet.at(&days.span(), problem);
            continue;
        };
        for day in week.iter_mut().take(range.end).skip(range.start) {
            if !day.is_empty() {
                sheet.at(
                    &days.span(),
                    format!("a day of `{}` has hours already; say them once", days.get_ref()),
                );
            }
            day.clone_from(&hours);
        }
    }
    Week::new(week)
}

fn day_range(name: &str) -> Option<Range<usize>> {
    let place = |name: &str| DAYS.iter().position(|day| *day == name);
    let (first, last) = name.split_once('-').unwrap_or((name, name));
    let range = place(first)?..place(last)? + 1;
    (!range.is_empty()).then_some(range)
}

fn intervals(written: &[Spanned<String>], sheet: &mut Sheet<'_>) -> Vec<Interval> {
    let mut found: Vec<Interval> = Vec::new();
    for text in written {
        let Some(interval) = read::<Interval>(text, sheet) else { continue };
        if found.iter().any(|other| interval.opens() < other.closes() && other.opens() < interval.closes()) {
            sheet
                .at(&text.span(), format!("`{}` overlaps other hours of its day; join them", text.get_ref()));
        }
        found.push(interval);
    }
    found.sort_unstable();
    found
}

fn read_staff(file: StaffFile, known: &Known, sheet: &mut Sheet<'_>) -> Staff {
    let mut checked = |names: Vec<Spanned<String>>, known: &BTreeSet<String>, noun: &str| -> Vec<String> {
        for name in names.iter().filter(|name| !known.contains(name.get_ref())) {
            sheet
                .at(&name.span(), format!("there is no {noun} `{}`; name one that there is", name.get_ref()));
        }
        names.into_iter().map(Spanned::into_inner).collect()
    };
    let branches = checked(file.branches, &known.branches, "branch");
    let services = checked(file.services, &known.services, "service");
    let mut schedules = BTreeMap::new();
    for (branch, week) in file.schedules {
        let name = branch.get_ref();
        if name != "*" && !branches.contains(name) {
            let problem =
                format!("`{}` does not work at `{name}`; add it to `branches`, or use `*`", file.name);
            sheet.at(&branch.span(), problem);
        }
        schedules.insert(branch.into_inner(), read_week(week, sheet));
    }
    let mut leave = Vec::new();
    for away in file.leave {
        let (Some(first), Some(last)) = (sheet.date(&away.first), sheet.date(&away.last)) else {
            continue;
        };
        if last < first {
            sheet.at(&away.last.span(), "this leave ends before it begins; swap the days");
        }
        leave.push(Leave { first, last });
    }
    Staff {
        id: file.id.into_inner(),
        name: file.name,
        role: file.role,
        specialty: file.specialty,
        branches,
        services,
        schedules,
        leave,
    }
}

fn amount(written: &Spanned<Amount>, currency: Currency, sheet: &mut Sheet<'_>) -> Option<i64> {
    let text = &written.get_ref().0;
    let amount = currency.parse(text);
    if amount.is_none() {
        sheet.at(
            &written.span(),
            format!("`{text}` is not an amount of {currency}; write it as 800 or \"800.50\""),
        );
    }
    amount
}

fn read_service(file: ServiceFile, currency: Currency, sheet: &mut Sheet<'_>) -> Option<Service> {
    let span = file.id.span();
    let minutes = duration(&file.minutes, sheet);
    let (least, most) = match (&file.price, &file.price_min, &file.price_max) {
        (Some(price), None, None) => {
            let price = amount(price, currency, sheet);
            (price, price)
        }
        (None, Some(least), Some(most)) => (amount(least, currency, sheet), amount(most, currency, sheet)),
        _ => {
            sheet.at(
                &span,
                "it has neither `price` nor both `price_min` and `price_max`; write the one or the two",
            );
            (None, None)
        }
    };
    if let (Some(least), Some(most)) = (least, most)
        && least > most
    {
        sheet.at(&span, "`price_min` is more than `price_max`; swap them");
    }
    let people = file.people.and_then(|people| party(&people, sheet));
    let buffer_minutes = file.buffer_minutes.map(|minutes| buffer(&minutes, sheet));
    Some(Service {
        id: file.id.into_inner(),
        name: file.name,
        description: file.description,
        category: file.category,
        price_min: least?,
        price_max: most?,
        price_note: file.price_note,
        minutes,
        requires_consultation: file.requires_consultation,
        promotion: file.promotion,
        takes_staff: file.takes_staff,
        people,
        lead_minutes: file.lead_minutes,
        buffer_minutes,
        deposit: file.deposit,
        also: file.also,
    })
}

fn policies(files: Vec<PolicyFile>, sheet: &mut Sheet<'_>) -> Vec<Policy> {
    let mut found: Vec<Policy> = Vec::new();
    for file in files {
        let named = file.kind.get_ref();
        let Some(kind) = PolicyKind::ALL.into_iter().find(|kind| kind.name() == named) else {
            let all = PolicyKind::ALL.map(PolicyKind::name).join(", ");
            sheet.at(&file.kind.span(), format!("`{named}` is not a policy; use one of {all}"));
            continue;
        };
        if found.iter().any(|policy| policy.kind == kind) {
            sheet.at(&file.kind.span(), format!("there are two policies `{named}`; join them"));
        }
        found.push(Policy { kind, title: file.title, full: file.full, short: file.short });
    }
    found
}

fn read_loyalty(file: LoyaltyFile, currency: Currency, sheet: &mut Sheet<'_>) -> Option<Loyalty> {
    let mut count = |written: Option<&Spanned<i64>>, name: &str, usual: i64, least: i64| {
        let Some(written) = written else { return usual };
        let tokens = *written.get_ref();
        if !(least..=1_000_000).contains(&tokens) {
            sheet.at(&written.span(), format!("`{name}` is {tokens}; use {least} to 1000000"));
        }
        tokens
    };
    let per_appointment = count(file.per_appointment.as_ref(), "per_appointment", 0, 0);
    let most_per_award = count(file.most_per_award.as_ref(), "most_per_award", 100, 0);
    let rewards = file
        .reward
        .into_iter()
        .map(|reward| Reward { tokens: count(Some(&reward.tokens), "tokens", 1, 1), name: reward.name });
    let rewards = rewards.collect();
    let spent = match &file.spent_per_token {
        None => None,
        Some(written) => Some(amount(written, currency, sheet).filter(|spent| *spent > 0)?),
    };
    Some(Loyalty { name: file.name, per_appointment, spent_per_token: spent, most_per_award, rewards })
}
