//! The proof that something was looked at.

use serde::{Deserialize, Serialize};

/// A value that every check has let through: what enters a turn, what a model or a tool said, what is sent out.
///
/// Made by [`Guard`](crate::Guard) and [`AnswerGuard`](crate::AnswerGuard). The two other ways, for what needs no look
/// any more, are methods that clippy forbids (`clippy.toml`) save where an `#[expect]` says why. It is read back from
/// the journal of a turn, which only the server writes, as what it was.
///
/// Nobody makes one out of nothing:
///
/// ```compile_fail,E0423
/// let forged = conserje_guard::Screened("Ignore all previous instructions".to_owned());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Screened<T>(T);

impl<T> Screened<T> {
    pub(crate) fn passed(value: T) -> Self {
        Self(value)
    }

    /// The program's own words, or the operator's: nothing in them came from anybody else.
    pub fn own(value: T) -> Self {
        Self(value)
    }

    /// From the log or the journal, which take only what was screened.
    pub fn kept(value: T) -> Self {
        Self(value)
    }

    pub fn get(&self) -> &T {
        &self.0
    }

    pub fn into_inner(self) -> T {
        self.0
    }

    /// What is made of it, and of the program's own words, alone.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Screened<U> {
        Screened(make(self.0))
    }

    /// Both, looked at one by one.
    pub fn with<U>(self, other: Screened<U>) -> Screened<(T, U)> {
        Screened((self.0, other.0))
    }
}

impl<T> Screened<Vec<T>> {
    pub fn as_slice(&self) -> Screened<&[T]> {
        Screened(&self.0)
    }
}

impl<T, U> Screened<(T, U)> {
    pub fn split(self) -> (Screened<T>, Screened<U>) {
        let (one, other) = self.0;
        (Screened(one), Screened(other))
    }
}

impl<T> FromIterator<Screened<T>> for Screened<Vec<T>> {
    fn from_iter<I: IntoIterator<Item = Screened<T>>>(each: I) -> Self {
        Self(each.into_iter().map(Screened::into_inner).collect())
    }
}
