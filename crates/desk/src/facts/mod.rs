//! What a business answers to what people ask besides prices and hours: insurers, ways to pay, invoices, parking, pets.
//!
//! A fact is the business's own sentence, told as it stands. Where it lists names, the list is all there is: who asks for one
//! that is not on it is told so. What a question is about is read by [`asked()`]; what is said of it by [`Asked::lines`]. Both
//! are pure, and a model's tool and the dialogue without a model tell the same.

mod asked;
mod phrases;
mod topics;
mod words;

pub use self::asked::{Asked, Named, asked, of_topic};
pub use self::topics::FactTopic;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::text::Text;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    pub id: String,
    pub topic: FactTopic,
    pub text: Text,
    /// All that there is of it: the insurers, the ways to pay. What is not named here is not had.
    pub names: Vec<String>,
    /// Words by which people ask for it, besides those that its topic has.
    pub asked: Vec<String>,
    /// Where it holds; everywhere, if it does not say.
    pub branch: Option<String>,
    /// The first and the last day on which it holds.
    pub first: Option<Date>,
    pub last: Option<Date>,
}

impl Fact {
    pub fn holds_on(&self, day: Date) -> bool {
        self.first.is_none_or(|first| first <= day) && self.last.is_none_or(|last| day <= last)
    }
}

#[cfg(test)]
#[path = "facts_tests.rs"]
mod tests;
