//! Named places where the program can be made to fail, to see that a fault stays small.
//!
//! A fault is not shown to stay small by reading the code. `xtask faults` starts the real server with `testing.fault_at`
//! set to one place after the other, and looks whether everything goes on. Without the setting a place costs one load.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Every place: turns, jobs and other background tasks, documents, events, channels, doors.
pub const POINTS: [&str; 41] = [
    "turn.accept",
    "turn.begin",
    "turn.prepare",
    "turn.model",
    "turn.reply",
    "turn.record",
    "turn.recorded",
    "turn.end",
    "turn.next",
    "turn.complete",
    "jobs.reap",
    "jobs.claim",
    "jobs.run",
    "jobs.settle",
    "approvals.expire",
    "embedders.plan",
    "packs.watch",
    "keys.forget",
    "past_times.forget",
    "desk.reminders",
    "document.accept",
    "document.extract",
    "document.index",
    "projector.batch",
    "projector.event",
    "follower.read",
    "log.announce",
    "channel_in.claim",
    "channel_in.take",
    "channel_in.settle",
    "channel_out.claim",
    "channel_out.send",
    "channel_out.settle",
    "door.session",
    "door.message",
    "door.stream",
    "door.upload",
    "door.webhook",
    "door.openai",
    "door.mcp",
    "door.admin",
];

struct Armed {
    point: &'static str,
    is_passed: AtomicBool,
}

static ARMED: OnceLock<Armed> = OnceLock::new();

/// There is no place of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a place to fail at")]
pub struct NoSuchPoint;

/// The place of this name.
pub fn named(point: &str) -> Result<&'static str, NoSuchPoint> {
    POINTS.into_iter().find(|known| *known == point).ok_or(NoSuchPoint)
}

/// From now on the program fails when it passes this place for the first time. For the whole process, and once.
pub fn arm(point: &'static str) {
    ARMED.get_or_init(|| Armed { point, is_passed: AtomicBool::new(false) });
}

/// Goes on; or fails, if that is what was asked for here.
#[expect(clippy::panic, reason = "a test asked for it")]
pub fn pass(point: &'static str) {
    if let Some(armed) = ARMED.get()
        && armed.point == point
        && !armed.is_passed.swap(true, Ordering::SeqCst)
    {
        panic!("a fault that a test asked for at {point}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_fails_once_and_no_other_does() {
        assert_eq!(named("nowhere"), Err(NoSuchPoint));
        pass("turn.begin");
        arm(named("turn.begin").unwrap());
        arm("turn.end");
        pass("turn.end");
        assert!(std::panic::catch_unwind(|| pass("turn.begin")).is_err());
        pass("turn.begin");
    }
}
