//! Free times, a line for each day and branch.

use conserje_desk::hours::{clock, clock_text};
use conserje_kernel::say;
use jiff::civil::{Date, DateTime};
use serde_json::Value;

use super::dates::{moment, short_day};
use crate::desk::dialogue::hearing::Setting;

/// A free time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) date: Date,
    /// Minutes of the day.
    pub(crate) time: u16,
    pub(crate) branch: String,
    pub(crate) staff: Option<String>,
}

impl Offer {
    pub(crate) fn read(row: &Value) -> Option<Self> {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        Some(Self {
            date: text("date")?.parse().ok()?,
            time: clock(text("time")?)?,
            branch: text("branch_id")?.to_owned(),
            staff: text("staff_id").map(ToOwned::to_owned),
        })
    }

    pub(crate) fn at(&self) -> DateTime {
        moment(self.date, self.time)
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
