//! Time as a value: code that needs the hour takes a [`Clock`].

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment in UTC, to the microsecond; written as RFC 3339.
///
/// Microseconds in 64 bits are what both databases keep, so a stored moment equals the one returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The last moment that can be written: the end of the year 9999, less the widest offset from UTC.
    const LAST: i64 = 253_402_207_199_999_999;

    /// Moments outside years 0001 to 9999 are brought to the nearest one inside.
    pub fn from_micros(micros: i64) -> Self {
        Self(micros.clamp(-62_135_596_800_000_000, Self::LAST))
    }

    pub fn as_micros(self) -> i64 {
        self.0
    }

    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self::from_micros(self.0.saturating_add(i64::try_from(span.as_micros()).unwrap_or(i64::MAX)))
    }

    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self::from_micros(self.0.saturating_sub(i64::try_from(span.as_micros()).unwrap_or(i64::MAX)))
    }

    /// When its day began, in UTC.
    #[must_use]
    pub fn day_start(self) -> Self {
        const DAY: i64 = 24 * 3600 * 1_000_000;
        Self::from_micros(self.0.div_euclid(DAY).saturating_mul(DAY))
    }

    /// When its month began, in UTC.
    #[must_use]
    pub fn month_start(self) -> Self {
        let day = self.day_start();
        let first = jiff::Timestamp::from_microsecond(day.0)
            .ok()
            .map(|moment| moment.to_zoned(jiff::tz::TimeZone::UTC))
            .and_then(|moment| moment.first_of_month().ok());
        first.map_or(day, |first| Self::from_micros(first.timestamp().as_microsecond()))
    }

    /// How long after `earlier` this is; zero if it is not after.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `from_micros` keeps the value inside what jiff can show.
        match jiff::Timestamp::from_microsecond(self.0) {
            Ok(moment) => write!(out, "{moment:.6}"),
            Err(_) => Err(fmt::Error),
        }
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl FromStr for Timestamp {
    type Err = jiff::Error;
    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        Ok(Self::from_micros(text.parse::<jiff::Timestamp>()?.as_microsecond()))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Where the time comes from: the machine, or a test that moves it by hand.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    pub fn system() -> Self {
        Self(None)
    }

    /// A clock that stands still until [`Clock::advance`] moves it.
    pub fn stopped_at(moment: Timestamp) -> Self {
        Self(Some(Arc::new(AtomicI64::new(moment.as_micros()))))
    }

    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Some(set) => Timestamp::from_micros(set.load(Ordering::SeqCst)),
            None => Timestamp::from_micros(jiff::Timestamp::now().as_microsecond()),
        }
    }

    /// Moves a stopped clock; the machine's clock is not ours to move.
    pub fn advance(&self, span: Duration) {
        if let Some(set) = &self.0 {
            let moved = Timestamp::from_micros(set.load(Ordering::SeqCst)).plus(span);
            set.store(moved.as_micros(), Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
#[path = "clock_tests.rs"]
mod tests;
