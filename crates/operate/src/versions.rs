//! Versions of what people set up, for whoever looks at the record.

use conserje_kernel::{Timestamp, UserId};
use conserje_store::setups::Version;

#[derive(Clone, Debug)]
pub struct VersionShown {
    pub version: i64,
    pub note: String,
    pub by: Option<UserId>,
    pub made_at: Timestamp,
    pub is_live: bool,
}

impl VersionShown {
    /// `found`: the latest first, which is the one in force.
    pub(crate) fn all(found: Vec<Version>) -> Vec<Self> {
        let live = found.first().map(|version| version.version);
        let shown = |version: Version| Self {
            is_live: Some(version.version) == live,
            version: version.version,
            note: version.note,
            by: version.made_by,
            made_at: version.made_at,
        };
        found.into_iter().map(shown).collect()
    }
}
