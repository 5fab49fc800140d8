//! Places where a test can make the process die, between a model's decision and the record of what came of it.
//!
//! Crash safety is not shown by reading the code. `xtask effects` starts the real server with
//! `testing.crash_at` set, and looks at what an effect's receiver saw.

use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CrashPoint {
    BeforeModel,
    AfterModel,
    BeforeRecord,
    AfterRecord,
    BeforeTool,
    AfterTool,
}

impl CrashPoint {
    const ALL: [(&'static str, Self); 6] = [
        ("before_model", Self::BeforeModel),
        ("after_model", Self::AfterModel),
        ("before_record", Self::BeforeRecord),
        ("after_record", Self::AfterRecord),
        ("before_tool", Self::BeforeTool),
        ("after_tool", Self::AfterTool),
    ];

    /// The place to fail at that is the same.
    pub(crate) fn as_fault(self) -> Option<&'static str> {
        match self {
            Self::BeforeModel => Some("turn.model"),
            Self::AfterModel => Some("turn.reply"),
            Self::BeforeRecord => Some("turn.record"),
            Self::AfterRecord | Self::BeforeTool | Self::AfterTool => None,
        }
    }
}

/// Die when this point is passed for the n-th time: `after_tool` or `after_record:2`. With `panic ` before it the program
/// fails there, as by a fault of its own, and lives.
#[derive(Debug)]
pub struct CrashAt {
    point: CrashPoint,
    is_panic: bool,
    passes_left: AtomicU32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a place to crash at")]
pub struct NoSuchPoint;

impl FromStr for CrashAt {
    type Err = NoSuchPoint;

    fn from_str(text: &str) -> Result<Self, NoSuchPoint> {
        let (is_panic, text) = text.strip_prefix("panic ").map_or((false, text), |rest| (true, rest));
        let (name, pass) = text.split_once(':').unwrap_or((text, "1"));
        let (_, point) = CrashPoint::ALL.into_iter().find(|(known, _)| *known == name).ok_or(NoSuchPoint)?;
        let pass: u32 = pass.parse().map_err(|_| NoSuchPoint)?;
        Ok(Self { point, is_panic, passes_left: AtomicU32::new(pass) })
    }
}

impl CrashAt {
    /// Ends the process as `kill -9` would: nothing is flushed, nobody is told. Or fails, if it is to.
    pub(crate) fn pass(&self, point: CrashPoint) {
        if self.point == point && self.passes_left.fetch_sub(1, Ordering::SeqCst) == 1 {
            if self.is_panic {
                std::panic::resume_unwind(Box::new("a fault that a test asked for"));
            }
            std::process::abort();
        }
    }
}
