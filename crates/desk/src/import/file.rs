//! `business.toml` as it is written.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::text::Text;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BusinessFile {
    pub(super) name: Text,
    pub(super) vertical: Option<Spanned<String>>,
    pub(super) currency: Spanned<String>,
    pub(super) country: Option<Spanned<String>>,
    pub(super) emergency: Option<Spanned<EmergencyFile>>,
    #[serde(default)]
    pub(super) booking: BookingFile,
    pub(super) loyalty: Option<LoyaltyFile>,
    #[serde(default)]
    pub(super) branch: Vec<BranchFile>,
    #[serde(default)]
    pub(super) staff: Vec<StaffFile>,
    #[serde(default)]
    pub(super) service: Vec<ServiceFile>,
    #[serde(default)]
    pub(super) policy: Vec<PolicyFile>,
    #[serde(default)]
    pub(super) fact: Vec<FactFile>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a number as a text, or a list of { number = \"…\", label = \"…\" }")]
pub(super) enum EmergencyFile {
    One(String),
    Many(Vec<LineFile>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineFile {
    pub(super) number: String,
    pub(super) label: Option<Text>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BookingFile {
    pub(super) step_minutes: Option<Spanned<u16>>,
    pub(super) lead_minutes: Option<u32>,
    pub(super) horizon_days: Option<Spanned<u16>>,
    pub(super) default_minutes: Option<Spanned<u16>>,
    pub(super) buffer_minutes: Option<Spanned<u16>>,
    pub(super) requires_phone: Option<bool>,
    pub(super) reminders: Option<Spanned<Vec<Spanned<i64>>>>,
}

/// By day, `mon` to `sun`, or from one to another, `mon-fri`.
pub(super) type WeekFile = BTreeMap<Spanned<String>, Vec<Spanned<String>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BranchFile {
    pub(super) id: Spanned<String>,
    pub(super) name: Text,
    pub(super) address: String,
    pub(super) city: String,
    #[serde(default)]
    pub(super) phone: String,
    #[serde(default)]
    pub(super) whatsapp: String,
    pub(super) maps_url: Option<Spanned<String>>,
    pub(super) time_zone: Spanned<String>,
    pub(super) places: Option<Spanned<u16>>,
    pub(super) hours: WeekFile,
    #[serde(default)]
    pub(super) special: Vec<SpecialFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpecialFile {
    pub(super) date: Spanned<String>,
    pub(super) name: Text,
    #[serde(default)]
    pub(super) hours: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StaffFile {
    pub(super) id: Spanned<String>,
    pub(super) name: String,
    pub(super) role: Text,
    pub(super) specialty: Option<Text>,
    pub(super) branches: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) services: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) schedules: BTreeMap<Spanned<String>, WeekFile>,
    #[serde(default)]
    pub(super) leave: Vec<LeaveFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaveFile {
    pub(super) first: Spanned<String>,
    pub(super) last: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ServiceFile {
    pub(super) id: Spanned<String>,
    pub(super) name: Text,
    #[serde(default)]
    pub(super) description: Text,
    pub(super) category: Text,
    pub(super) price: Option<Spanned<Amount>>,
    pub(super) price_min: Option<Spanned<Amount>>,
    pub(super) price_max: Option<Spanned<Amount>>,
    pub(super) price_note: Option<Text>,
    pub(super) minutes: Spanned<u16>,
    #[serde(default)]
    pub(super) requires_consultation: bool,
    pub(super) promotion: Option<Text>,
    #[serde(default = "yes")]
    pub(super) takes_staff: bool,
    pub(super) people: Option<Spanned<PeopleFile>>,
    pub(super) lead_minutes: Option<u32>,
    pub(super) buffer_minutes: Option<Spanned<u16>>,
    pub(super) deposit: Option<Text>,
    #[serde(default)]
    pub(super) also: Vec<String>,
}

/// `{ from = 2, to = 6 }`; who leaves out `from` takes one person, too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PeopleFile {
    pub(super) from: Option<i64>,
    pub(super) to: Option<i64>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyFile {
    pub(super) kind: Spanned<String>,
    pub(super) title: Text,
    pub(super) full: Text,
    pub(super) short: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactFile {
    pub(super) id: Spanned<String>,
    pub(super) topic: Spanned<String>,
    pub(super) text: Spanned<Text>,
    #[serde(default)]
    pub(super) names: Vec<String>,
    #[serde(default)]
    pub(super) asked: Vec<String>,
    pub(super) branch: Option<Spanned<String>>,
    pub(super) first: Option<Spanned<String>>,
    pub(super) last: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoyaltyFile {
    pub(super) name: Text,
    pub(super) per_appointment: Option<Spanned<i64>>,
    pub(super) spent_per_token: Option<Spanned<Amount>>,
    pub(super) most_per_award: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) reward: Vec<RewardFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RewardFile {
    pub(super) name: Text,
    pub(super) tokens: Spanned<i64>,
}

/// `800` or `"800.50"`. A TOML number with a point is refused: it is not exact.
pub(super) struct Amount(pub(super) String);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AmountVisitor)
    }
}

struct AmountVisitor;

impl Visitor<'_> for AmountVisitor {
    type Value = Amount;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an amount such as 800 or \"800.50\"")
    }

    fn visit_i64<E>(self, amount: i64) -> Result<Amount, E> {
        Ok(Amount(amount.to_string()))
    }

    fn visit_str<E>(self, amount: &str) -> Result<Amount, E> {
        Ok(Amount(amount.to_owned()))
    }
}
