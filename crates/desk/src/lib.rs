//! The front desk: what a business offers, when it has time, and how people ask for it.
//!
//! All but [`front_desk`] and [`work`] is pure: it is told what is in the rows and what the clock shows.
//!
//! - [`model`]: branches, staff, services, policies, menu and loyalty, as their owner says them.
//! - [`import`]: a business from a folder of files, with every fault.
//! - [`hours`] and [`slots`]: opening hours in a time zone, and which times are free.
//! - [`names`], [`spoken`], [`money`]: names as people write them; days, hours, how many and who, as they say them; prices as they read them.
//! - [`front_desk`]: the use cases, over the rows of `conserje_store::desk`; [`work`]: what the people of the business do.
//! - [`contact`]: whether something can be an address or a number to reach somebody by.
//! - [`in_words`]: opening hours as they are told.
//! - [`emergency`]: whom to call, by what the business says and where it is.
//! - [`facts`]: what people ask besides, from insurers to parking, and the business's own answers.
//! - [`export`]: the files of a business as it is now.
pub mod calendar;
pub mod contact;
pub mod emergency;
pub mod export;
pub mod facts;
pub mod front_desk;
pub mod hours;
pub mod import;
pub mod in_words;
pub mod keep;
pub mod model;
pub mod money;
pub mod names;
pub mod reminders;
pub mod slots;
pub mod spoken;
pub mod text;
pub mod work;

/// What is kept of a front desk, as it is handed on.
pub mod rows {
    pub use conserje_store::desk::{Trace, blocks, changes, customers, loyalty, reminders};
}
