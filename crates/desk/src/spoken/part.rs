//! Parts of a day.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    EarlyHours,
    /// The first hours in which it is open.
    Early,
    Morning,
    Afternoon,
    AfterLunch,
    Evening,
}

impl Part {
    /// From which minute of the day to which.
    pub fn minutes(self) -> (u16, u16) {
        let (first, last) = match self {
            Self::EarlyHours => (0, 6),
            Self::Early => (6, 11),
            Self::Morning => (6, 13),
            Self::Afternoon => (12, 20),
            Self::AfterLunch => (15, 20),
            Self::Evening => (18, 24),
        };
        (first * 60, last * 60)
    }
}
