//! The channels that people outside write from.
//!
//! A [`Provider`](provider::Provider) is what one kind of channel is: pure, a file each. A webhook takes what it delivers
//! and answers once that is durable; [`receive()`] makes messages of it, [`deliver()`] sends what goes out. Both work off lines
//! of rows: what was taken is answered, and what was answered is sent, whatever stops in between.
pub mod calls;
mod client;
mod deliver;
mod fetch;
mod format;
mod generic;
pub mod kinds;
pub mod lines;
mod messenger;
mod meta;
pub mod provider;
mod receive;
pub mod settings;
mod sign;
mod telegram;
mod tiktok;
mod vapi;
mod whatsapp;
pub mod words;

pub use client::ChannelClient;
pub use deliver::{run as deliver, test};
pub use receive::run as receive;
pub use settings::{Wanted, checked, opened};

use serde_json::Value;

/// Somewhere that somebody pointed to, in words.
fn place(name: &str, address: &str, (latitude, longitude): (Option<&Value>, Option<&Value>)) -> String {
    let numbers = latitude.and_then(Value::as_f64).zip(longitude.and_then(Value::as_f64));
    let at = numbers.map(|(latitude, longitude)| format!("({latitude}, {longitude})")).unwrap_or_default();
    let words: Vec<_> = [name, address, &at].into_iter().filter(|word| !word.is_empty()).collect();
    if words.is_empty() { String::new() } else { format!("📍 {}", words.join(", ")) }
}

#[cfg(test)]
#[path = "channels_tests.rs"]
mod tests;
