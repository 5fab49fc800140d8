//! The questions that may be open. Their words are in `wording`.

/// A question that is open until it is answered. It ends what is said, and is known by its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    Service,
    WhichService,
    Party,
    Branch,
    Day,
    NewDay,
    /// Which of two days is meant, or more.
    WhichDay,
    /// Which of two hours is meant.
    WhichHour,
    Time,
    Name,
    Phone,
    ConfirmBooking,
    ConfirmMove,
    ConfirmCancel,
    ConfirmOrder,
    ConfirmReward,
    WhichAppointment,
    Dishes,
    WhichDish,
    Kind,
    Address,
    OrderTime,
    Reward,
    Policy,
    /// Whether a person shall go on.
    Person,
    More,
}

impl Ask {
    pub(crate) const ALL: [Self; 26] = [
        Self::Service,
        Self::WhichService,
        Self::Party,
        Self::Branch,
        Self::Day,
        Self::NewDay,
        Self::WhichDay,
        Self::WhichHour,
        Self::Time,
        Self::Name,
        Self::Phone,
        Self::ConfirmBooking,
        Self::ConfirmMove,
        Self::ConfirmCancel,
        Self::ConfirmOrder,
        Self::ConfirmReward,
        Self::WhichAppointment,
        Self::Dishes,
        Self::WhichDish,
        Self::Kind,
        Self::Address,
        Self::OrderTime,
        Self::Reward,
        Self::Policy,
        Self::Person,
        Self::More,
    ];
}
