//! Where days begin and end.

use std::fmt;
use std::str::FromStr;

use jiff::tz::TimeZone;

use crate::Timestamp;

/// A time zone by its IANA name: `Europe/Madrid`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    name: String,
    zone: TimeZone,
}

/// A text that names no time zone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is no time zone; write its IANA name, such as `Europe/Madrid` or `America/Mexico_City`")]
pub struct UnknownZone {
    given: String,
}

impl Zone {
    /// The day of a moment there, as a model is told it: `Wednesday, 18 November 2026`.
    pub fn day_of(&self, moment: Timestamp) -> String {
        // `Timestamp` holds no moment that jiff cannot show.
        let moment = jiff::Timestamp::from_microsecond(moment.as_micros()).unwrap_or_default();
        moment.to_zoned(self.zone.clone()).strftime("%A, %-d %B %Y").to_string()
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self { name: "UTC".to_owned(), zone: TimeZone::UTC }
    }
}

impl FromStr for Zone {
    type Err = UnknownZone;

    fn from_str(text: &str) -> Result<Self, UnknownZone> {
        let unknown = || UnknownZone { given: text.chars().take(60).collect() };
        let zone = TimeZone::get(text).map_err(|_| unknown())?;
        // As it is written among the zones, not as it was typed.
        let name = zone.iana_name().ok_or_else(unknown)?.to_owned();
        Ok(Self { name, zone })
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_where_people_are() {
        let moment: Timestamp = "2026-11-18T23:30:00Z".parse().unwrap();
        let day = |name: &str| name.parse::<Zone>().unwrap().day_of(moment);
        assert_eq!(day("America/Mexico_City"), "Wednesday, 18 November 2026");
        assert_eq!(day("Europe/Madrid"), "Thursday, 19 November 2026");
        assert_eq!(Zone::default().day_of(moment), "Wednesday, 18 November 2026");
    }

    #[test]
    fn a_zone_is_called_as_it_is_written_among_the_zones() {
        assert_eq!("europe/madrid".parse::<Zone>().unwrap().to_string(), "Europe/Madrid");
        assert_eq!("UTC".parse::<Zone>().unwrap(), Zone::default());
        for unknown in ["", "Madrid", "../etc/passwd", "CET+1"] {
            assert!(unknown.parse::<Zone>().is_err(), "{unknown}");
        }
    }
}
