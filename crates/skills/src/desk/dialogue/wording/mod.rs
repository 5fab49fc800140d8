//! Wording, on top of hearing: questions and sentences in Spanish and English, the times that are offered, and the `Step`
//! that is taken next.
//!
//! Sentences are short, and have the facts that rows have.

mod appointment;
mod choices;
mod dates;
mod house;
mod lines;
mod notes;
mod offers;
mod questions;
mod step;
mod times;

pub(crate) use self::appointment::Appointment;
pub(crate) use self::choices::Choice;
pub(crate) use self::dates::{exact, moment, short_day, short_moment};
pub(crate) use self::house::{Booked, Misfit, deposit, not_there};
pub(crate) use self::lines::{
    branch_line, can_be_had, dish, listed, listed_or, numbered, people, price, reward_lines, service_line,
    trouble,
};
pub(crate) use self::offers::Offer;
pub(crate) use self::step::{Step, call, say_and_ask, say_only};
pub(crate) use self::times::Times;
