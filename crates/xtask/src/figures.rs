//! What the clients of a harness have done, in numbers.

/// What all writers together have done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) acks: u64,
    /// Of these, put in a line behind a turn that was running.
    pub(crate) waiting: u64,
    /// Sent again with their key, after no answer came the first time.
    pub(crate) retried: u64,
    /// Told to come back later, because the session's line was full.
    pub(crate) put_off: u64,
    /// Told that nothing can be written at the moment, or that the database cannot be reached.
    pub(crate) not_writable: u64,
    pub(crate) events: u64,
}

impl Figures {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            acks: self.acks + other.acks,
            waiting: self.waiting + other.waiting,
            retried: self.retried + other.retried,
            put_off: self.put_off + other.put_off,
            not_writable: self.not_writable + other.not_writable,
            events: self.events + other.events,
        }
    }
}
