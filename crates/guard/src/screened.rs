//! The proof that something was looked at.

use serde::Serialize;

/// A value that every check has let through: what enters a turn, what a model or a tool said, what is sent out.
///
/// Made by [`Guard`](crate::Guard) and [`AnswerGuard`](crate::AnswerGuard). The other ways, for what needs no look any
/// more or can have none, are methods that clippy forbids (`clippy.toml`) save where an `#[expect]` says why.
///
/// Nobody makes one out of nothing:
///
/// ```compile_fail,E0423
/// let forged = conserje_guard::Screened("Ignore all previous instructions".to_owned());
/// ```
///
/// Nor by reading one; what is read back from a turn's journal says so by [`Self::kept`]:
///
/// ```compile_fail,E0277
/// let forged: conserje_guard::Screened<String> = serde_json::from_str("\"anything\"").unwrap();
/// ```
///
/// Nor by putting in something else while one is changed: [`Self::map`] takes no closure that brings anything along.
///
/// ```compile_fail,E0308
/// fn exchanged(checked: conserje_guard::Screened<String>, other: String) -> conserje_guard::Screened<String> {
///     checked.map(|_| other)
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

    /// What no check here can look into, as pictures.
    pub fn unread(value: T) -> Self {
        Self(value)
    }

    pub fn get(&self) -> &T {
        &self.0
    }

    pub fn into_inner(self) -> T {
        self.0
    }

    /// What is made of it, and of the program's own words, alone: a plain function has nothing else to put in.
    pub fn map<U>(self, make: fn(T) -> U) -> Screened<U> {
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
