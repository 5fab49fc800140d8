//! Days and hours as people read them, and as tools do.

use conserje_desk::calendar;
use conserje_desk::hours::{clock_text, wall};
use conserje_kernel::Language::{En, Es};
use jiff::civil::{Date, DateTime};

use crate::desk::dialogue::hearing::Setting;

/// A day without the year that it is now.
pub(crate) fn short_day(date: Date, setting: &Setting<'_>) -> String {
    let full = calendar::day(date, setting.language);
    let zone = setting.business.branches.first().map(|branch| branch.time_zone.zone().clone());
    let this_year = zone.map(|zone| wall(setting.now, &zone).year());
    if this_year != Some(date.year()) {
        return full;
    }
    let year = match setting.language {
        Es => format!(" de {}", date.year()),
        En => format!(" {}", date.year()),
    };
    full.strip_suffix(&year).map_or_else(|| full.clone(), ToOwned::to_owned)
}

/// A day and an hour. What comes after midnight belongs to a night that began the day before.
pub(crate) fn short_moment(at: DateTime, setting: &Setting<'_>) -> String {
    let (day, clock) = (short_day(at.date(), setting), calendar::clock(at));
    let night = at.date().yesterday().ok().filter(|_| at.hour() < 5).map(|before| {
        let name = |date: Date| calendar::weekday(date.weekday(), setting.language);
        match setting.language {
            Es => format!(" (la noche del {} al {})", name(before), name(at.date())),
            En => format!(" (the night from {} to {})", name(before), name(at.date())),
        }
    });
    let night = night.unwrap_or_default();
    match setting.language {
        Es if at.hour() == 1 => format!("{day} a la {clock}{night}"),
        Es => format!("{day} a las {clock}{night}"),
        En => format!("{day} at {clock}{night}"),
    }
}

pub(crate) fn moment(date: Date, minutes: u16) -> DateTime {
    let (hour, minute) = (i8::try_from(minutes / 60), i8::try_from(minutes % 60));
    date.at(hour.unwrap_or(0).min(23), minute.unwrap_or(0), 0, 0)
}

/// An hour that tools read in one way only: `10:30` may be one of the evening, `10:30 am` not.
pub(crate) fn exact(minutes: u16) -> String {
    let half = match minutes / 60 {
        10 | 11 => " am",
        12 => " pm",
        _ => "",
    };
    format!("{}{half}", clock_text(minutes))
}
