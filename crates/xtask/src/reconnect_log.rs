//! The log that a client puts together, whatever comes between.

use crate::chat_api::EventReply;

/// What a client has put together.
pub(crate) struct Log {
    pub(crate) session: String,
    pub(crate) events: Vec<EventReply>,
    /// What came out of turn; stays empty.
    pub(crate) flaws: Vec<String>,
}

impl Log {
    pub(crate) fn last(&self) -> i64 {
        i64::try_from(self.events.len()).unwrap_or(i64::MAX)
    }

    /// Takes an event as it comes; those that are not kept have no number.
    pub(crate) fn take(&mut self, event: EventReply) {
        if event.sequence_number == 0 {
            return;
        }
        let expected = self.last() + 1;
        if event.sequence_number == expected {
            self.events.push(event);
        } else {
            self.flaws.push(format!("{} came instead of {expected}", event.sequence_number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_that_comes_twice_or_too_early_is_a_flaw() {
        let mut log = Log { session: "s".to_owned(), events: Vec::new(), flaws: Vec::new() };
        for sequence_number in [1, 0, 2, 2, 4, 3] {
            log.take(EventReply { sequence_number, ..EventReply::default() });
        }
        assert_eq!(log.last(), 3);
        assert_eq!(log.flaws, ["2 came instead of 3", "4 came instead of 3"]);
    }
}
