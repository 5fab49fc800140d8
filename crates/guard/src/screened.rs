//! The proof that something was looked at.

/// A value that every check has let through. Only this crate makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screened<T>(T);

impl<T> Screened<T> {
    pub(crate) fn passed(value: T) -> Self {
        Self(value)
    }

    pub fn get(&self) -> &T {
        &self.0
    }

    pub fn into_inner(self) -> T {
        self.0
    }
}
