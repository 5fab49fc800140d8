//! The front desk: what a business offers, when it has time, and how people ask for it.
//!
//! All here is pure: it is told what is in the rows and what the clock shows.
//!
//! - [`model`]: branches, staff, services, policies, menu and loyalty, as their owner says them.
//! - [`import`]: a business from a folder of files, with every fault.
//! - [`hours`] and [`slots`]: opening hours in a time zone, and which times are free.
//! - [`names`], [`spoken`], [`money`]: names as people write them, days and hours as they say them, prices as they read them.
pub mod hours;
pub mod import;
pub mod model;
pub mod money;
pub mod names;
pub mod slots;
pub mod spoken;
pub mod text;
