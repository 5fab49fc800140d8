//! What a business is and has, as its owner says it. What happens to it (appointments, orders, tokens) is in rows.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::emergency::{self, CountryCode};
use super::facts::Fact;
use super::hours::{Hours, Span, Week, joined, wall, without};
use super::money::Currency;
use super::names::{self, Fit};
use super::slots::Calendar;
use super::text::{Text, Zone};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Business {
    pub name: Text,
    /// The trade it is in: `dental`, `medical`, `restaurant`, …
    #[serde(default)]
    pub vertical: Option<String>,
    /// Where it is; if it does not say so, what else it says tells.
    #[serde(default)]
    pub country: Option<CountryCode>,
    /// Whom people are told to call, if not the number of its country. The first is for everything.
    #[serde(default)]
    pub emergency: Vec<emergency::Line>,
    pub currency: Currency,
    pub booking: Booking,
    pub loyalty: Option<Loyalty>,
    #[serde(skip)]
    pub branches: Vec<Branch>,
    #[serde(skip)]
    pub staff: Vec<Staff>,
    #[serde(skip)]
    pub services: Vec<Service>,
    #[serde(skip)]
    pub policies: Vec<Policy>,
    #[serde(skip)]
    pub facts: Vec<Fact>,
    #[serde(skip)]
    pub menu: Vec<MenuItem>,
}

/// In minutes: nobody keeps more than half a day free after an appointment.
pub const MOST_BUFFER: u16 = 720;

/// How times are sold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Booking {
    /// Appointments begin when the clock shows a multiple of this.
    pub step_minutes: u16,
    /// Nothing is sold that begins sooner.
    pub lead_minutes: u32,
    /// Nothing is sold that begins later.
    pub horizon_days: u16,
    /// Of what has no duration of its own.
    pub default_minutes: u16,
    /// What stays free after each appointment, of whoever and whatever it took.
    #[serde(default)]
    pub buffer_minutes: u16,
    /// Whether nobody books or orders without a telephone number.
    #[serde(default)]
    pub requires_phone: bool,
    /// How many minutes before an appointment its customer is reminded of it, the first first.
    #[serde(default = "usual_reminders")]
    pub reminders: Vec<u16>,
}

/// A day before, and two hours.
fn usual_reminders() -> Vec<u16> {
    vec![1440, 120]
}

impl Default for Booking {
    fn default() -> Self {
        Self {
            step_minutes: 30,
            lead_minutes: 60,
            horizon_days: 90,
            default_minutes: 30,
            buffer_minutes: 0,
            requires_phone: false,
            reminders: usual_reminders(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    pub id: String,
    pub name: Text,
    pub address: String,
    pub city: String,
    pub phone: String,
    pub whatsapp: String,
    pub maps_url: String,
    pub time_zone: Zone,
    pub hours: Hours,
    /// Chairs, rooms or tables: how many appointments there can be at once. None: as many as there are staff.
    pub places: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staff {
    pub id: String,
    pub name: String,
    pub role: Text,
    pub specialty: Option<Text>,
    pub branches: Vec<String>,
    /// What they do; everything if it is empty.
    pub services: Vec<String>,
    /// By branch, or `*` for all others. Who has none works whenever the branch is open.
    pub schedules: BTreeMap<String, Week>,
    pub leave: Vec<Leave>,
}

/// From one day to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leave {
    pub first: Date,
    pub last: Date,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    pub id: String,
    pub name: Text,
    pub description: Text,
    pub category: Text,
    /// In the smallest coin, as all amounts.
    pub price_min: i64,
    pub price_max: i64,
    pub price_note: Option<Text>,
    pub minutes: u16,
    pub requires_consultation: bool,
    pub promotion: Option<Text>,
    /// Whether somebody of the staff does it. A table is only kept.
    pub takes_staff: bool,
    /// How many one booking may be for; none if nobody counts them.
    pub people: Option<PartySize>,
    /// In place of what the business says for all.
    pub lead_minutes: Option<u32>,
    /// In place of what the business says for all.
    pub buffer_minutes: Option<u16>,
    /// What is to be paid beforehand, in words.
    pub deposit: Option<Text>,
    /// What people call it besides: `GP`, `médico de cabecera`.
    #[serde(default)]
    pub also: Vec<String>,
}

/// How many people one booking may be for, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartySize {
    pub from: u16,
    pub to: u16,
}

impl PartySize {
    pub fn takes(self, count: u32) -> bool {
        (u32::from(self.from)..=u32::from(self.to)).contains(&count)
    }
}

impl Service {
    /// Whether it matters how many come: they are counted, or it is a table.
    pub fn counts_people(&self) -> bool {
        self.people.is_some() || !self.takes_staff
    }

    /// Whether so many may come; where nobody counts them, any number may.
    pub fn takes(&self, count: u32) -> bool {
        self.people.is_none_or(|people| people.takes(count))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PolicyKind {
    Cancellation,
    Rescheduling,
    Payment,
    Warranty,
    Refunds,
}

impl PolicyKind {
    pub const ALL: [Self; 5] =
        [Self::Cancellation, Self::Rescheduling, Self::Payment, Self::Warranty, Self::Refunds];

    pub fn name(self) -> &'static str {
        match self {
            Self::Cancellation => "cancellation",
            Self::Rescheduling => "rescheduling",
            Self::Payment => "payment",
            Self::Warranty => "warranty",
            Self::Refunds => "refunds",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    pub kind: PolicyKind,
    pub title: Text,
    pub full: Text,
    pub short: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuItem {
    pub id: String,
    pub name: Text,
    pub description: Text,
    pub category: Text,
    pub price: i64,
    pub available: bool,
    /// How many are left; none if there is no such limit.
    pub stock: Option<i64>,
    pub allergens: Vec<String>,
}

/// What regular customers get.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loyalty {
    pub name: Text,
    /// Tokens for an appointment that took place.
    pub per_appointment: i64,
    /// How much of a paid order earns a token, in the smallest coin; none if orders earn nothing.
    pub spent_per_token: Option<i64>,
    /// The most that one call of an assistant may give away.
    pub most_per_award: i64,
    pub rewards: Vec<Reward>,
}

impl Loyalty {
    pub fn for_order(&self, total: i64) -> i64 {
        self.spent_per_token.filter(|spent| *spent > 0).map_or(0, |spent| total / spent)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reward {
    pub name: Text,
    pub tokens: i64,
}

/// Something with an id and names.
pub trait Named {
    fn names(&self) -> impl Iterator<Item = &str>;
    fn id(&self) -> &str;
}

macro_rules! named {
    ($($type:ty),*) => {$(
        impl Named for $type {
            fn names(&self) -> impl Iterator<Item = &str> {
                std::iter::once(self.id.as_str()).chain(self.name.all())
            }
            fn id(&self) -> &str {
                &self.id
            }
        }
    )*};
}
named!(Branch, MenuItem);

impl Named for Service {
    fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.id.as_str()).chain(self.name.all()).chain(self.also.iter().map(String::as_str))
    }
    fn id(&self) -> &str {
        &self.id
    }
}

impl Named for Staff {
    fn names(&self) -> impl Iterator<Item = &str> {
        [self.id.as_str(), self.name.as_str()].into_iter()
    }
    fn id(&self) -> &str {
        &self.id
    }
}

/// What was found by a name.
pub enum Meant<'a, T> {
    One(&'a T),
    Several(Vec<&'a T>),
    Near(Vec<&'a T>),
    Nothing,
}

/// Which of them is meant by an id or a name.
pub fn meant<'a, T: Named>(said: &str, all: &'a [T]) -> Meant<'a, T> {
    if let Some(same) = all.iter().find(|thing| thing.id() == said.trim()) {
        return Meant::One(same);
    }
    let at = |places: Vec<usize>| places.into_iter().filter_map(|place| all.get(place)).collect();
    match names::find(said, all.iter().map(Named::names)) {
        Fit::One(place) => all.get(place).map_or(Meant::Nothing, Meant::One),
        Fit::Several(places) => Meant::Several(at(places)),
        Fit::Near(places) => Meant::Near(at(places)),
        Fit::Nothing => Meant::Nothing,
    }
}

impl Business {
    /// The day by the clock of its first branch. `now` is in seconds since 1970 UTC.
    pub fn today(&self, now: i64) -> Date {
        let zone = self.branches.first().map(|branch| branch.time_zone.zone());
        wall(now, zone.unwrap_or(&TimeZone::UTC)).date()
    }

    pub fn branch(&self, id: &str) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.id == id)
    }

    pub fn service(&self, id: &str) -> Option<&Service> {
        self.services.iter().find(|service| service.id == id)
    }

    /// How long before it begins something must be booked, in minutes.
    pub fn lead_of(&self, service: Option<&Service>) -> u32 {
        service.and_then(|service| service.lead_minutes).unwrap_or(self.booking.lead_minutes)
    }

    /// What stays free after it, in minutes.
    pub fn buffer_of(&self, service: Option<&Service>) -> u16 {
        service.and_then(|service| service.buffer_minutes).unwrap_or(self.booking.buffer_minutes)
    }

    /// The services that say that so many may come.
    pub fn for_people(&self, count: u32) -> impl Iterator<Item = &Service> {
        let says_so = move |service: &&Service| service.people.is_some_and(|people| people.takes(count));
        self.services.iter().filter(says_so)
    }

    pub fn member(&self, id: &str) -> Option<&Staff> {
        self.staff.iter().find(|staff| staff.id == id)
    }

    /// Who does this at that branch.
    pub fn able(&self, service: Option<&Service>, branch: &Branch) -> impl Iterator<Item = &Staff> {
        let wanted = service.map(|service| service.id.clone());
        self.staff.iter().filter(move |staff| {
            let does = |id: &String| staff.services.is_empty() || staff.services.contains(id);
            staff.branches.contains(&branch.id) && wanted.as_ref().is_none_or(does)
        })
    }
}

impl Staff {
    /// When they work at a branch between two days; `busy` is what they are booked for already.
    pub fn calendar(&self, branch: &Branch, first: Date, last: Date, busy: Vec<Span>) -> Calendar {
        let zone = branch.time_zone.zone();
        let week = self.schedules.get(&branch.id).or_else(|| self.schedules.get("*"));
        let works = match week {
            Some(week) => Hours { week: week.clone(), special: Vec::new() }.windows(zone, first, last),
            None => branch.hours.windows(zone, first, last),
        };
        let away: Vec<Span> = self.leave.iter().filter_map(|leave| leave.span(branch)).collect();
        Calendar { id: self.id.clone(), open: without(&works, &joined(away)), busy }
    }
}

impl Leave {
    /// From the first midnight to the last, by the branch's clock.
    fn span(self, branch: &Branch) -> Option<Span> {
        let zone = branch.time_zone.zone();
        let start = self.first.to_zoned(zone.clone()).ok()?;
        let end = self.last.tomorrow().ok()?.to_zoned(zone.clone()).ok()?;
        Some(Span { start: start.timestamp().as_second(), end: end.timestamp().as_second() })
    }
}
