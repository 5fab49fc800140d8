//! What is noticed while a message is heard, and said before anything else. The words are in `wording`.

use jiff::civil::{Date, DateTime};

/// What is to be said before anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    Past,
    NoSuchDay,
    /// A time was spoken of, but no day.
    WhichDate,
    TooFar(Date),
    /// Nobody of the team is called so; they are.
    NoStaff {
        said: String,
        near: String,
    },
    /// Nothing of that name is offered.
    NoService(String),
    NotWithThem {
        staff: String,
        service: String,
    },
    NotOnMenu {
        said: String,
        near: Vec<String>,
    },
    Unavailable(String),
    FewLeft {
        item: String,
        left: i64,
    },
    Removed(String),
    /// No order can be ready then.
    KitchenClosed(DateTime),
    TooSoon(DateTime),
    BadPhone,
    /// As a tool put it.
    Reason(String),
    /// What was wished for besides is seen to afterwards.
    Later,
    NotUnderstood,
    Welcome,
    Hello,
}
