//! What the people of a business do at their counter by hand. The same rows, rules and promises as for assistants: a time
//! is free by the same search and taken by the same constraint.
//!
//! - [`appointments`], [`orders`], [`customers`]: look, and act under a key, by somebody.
//! - [`editing`]: what the business says of itself, a piece at a time, unless somebody was first.
//! - [`walk_in`], [`arrivals`], [`ordering`], [`blocks`], [`waiting`]: what is done when somebody calls or stands at the counter.
//! - [`hours`]: when branches are open and people work, as a calendar shows it.
//! - [`samples`]: a calendar to try things with.
//! - [`news`]: what has just happened. [`notices`]: what a customer is told of it.
//! - [`reminders`]: what a customer is told before they come.
pub mod appointments;
pub mod arrivals;
pub mod blocks;
pub mod customers;
pub mod editing;
pub mod hours;
pub mod news;
pub mod notices;
pub mod ordering;
pub mod orders;
pub mod reminders;
pub mod samples;
pub mod waiting;
pub mod walk_in;

use conserje_kernel::{DeskChangeKind, Language};
use conserje_store::Tx;
use conserje_store::desk::Trace;
use conserje_store::desk::changes::{self, Change};
use conserje_store::desk::customers::Customer;
use serde_json::Value;

use super::front_desk::DeskError;
use super::import::ImportError;
use super::slots::Slot;

const LONGEST_NOTE: usize = 500;

/// Something that is done by hand: under which key, so that done again it is the same, and by whom.
#[derive(Clone, Debug)]
pub struct Act {
    pub key: String,
    pub trace: Trace,
    /// What reasons are told in.
    pub language: Language,
}

impl Act {
    /// `false` if it was recorded before.
    pub(crate) fn record(
        &self,
        tx: &mut Tx<'_>,
        kind: DeskChangeKind,
        subject: String,
        was: Option<&Value>,
    ) -> Result<bool, DeskError> {
        let change = Change {
            key: self.key.clone(),
            kind,
            subject,
            was: was.map(ToString::to_string),
            undone_at: None,
        };
        Ok(changes::record(tx, &change, &self.trace)?)
    }
}

/// A time that is free, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeTime {
    pub branch: String,
    pub slot: Slot,
}

#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error("{problem}")]
    Invalid { problem: String },
    /// It is over, or not there yet.
    #[error("{problem}")]
    NotNow { problem: String },
    #[error("{why}")]
    NotFree { why: String, nearest: Vec<FreeTime> },
    #[error("somebody with this telephone is a customer already: {}", customer.name.as_deref().unwrap_or("unnamed"))]
    Known { customer: Box<Customer> },
    #[error("something is booked in that time; move or cancel it first")]
    Booked { entries: Vec<appointments::Entry> },
    #[error("somebody changed `{id}` meanwhile; look at it as it is now and change that")]
    ChangedMeanwhile { id: String },
    #[error("there is a `{id}` already; choose another id")]
    AlreadyThere { id: String },
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Desk(#[from] DeskError),
}

impl From<conserje_store::StoreError> for WorkError {
    fn from(error: conserje_store::StoreError) -> Self {
        Self::Desk(error.into())
    }
}

/// A thing by its id, or what is said where there is none.
fn known<'a, T>(found: Option<&'a T>, what: &str, id: &str) -> Result<&'a T, WorkError> {
    found.ok_or_else(|| WorkError::Invalid {
        problem: format!("there is no {what} `{}` in this business", id.chars().take(60).collect::<String>()),
    })
}

/// A note that can be kept: what is empty is nothing.
pub fn note(text: Option<String>) -> Result<Option<String>, WorkError> {
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    if text.as_ref().is_some_and(|text| text.chars().count() > LONGEST_NOTE) {
        let problem = format!("a note or reason has at most {LONGEST_NOTE} characters");
        return Err(WorkError::Invalid { problem });
    }
    Ok(text)
}
