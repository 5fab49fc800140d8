//! The setting of a conversation: the business, the time, who answers and how people are addressed.

use conserje_desk::model::Business;
use conserje_kernel::{Address, Language};

/// What everything is decided from, besides what was said.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) business: &'a Business,
    /// Seconds since 1970 UTC.
    pub(crate) now: i64,
    pub(crate) language: Language,
    pub(crate) address: Address,
    pub(crate) agent: &'a str,
    pub(crate) tools: &'a [String],
}

impl Setting<'_> {
    /// Whether who answers now has a tool.
    pub(crate) fn has(&self, tool: &str) -> bool {
        self.tools.iter().any(|name| name == tool)
    }
}
