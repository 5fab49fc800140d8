//! Versions of what people set up, and the record of all that they changed, for whoever looks at it.

use conserje_kernel::{Page, PageRequest, Scope, SetupPart, Timestamp, UserId};
use conserje_store::Tx;
use conserje_store::record::{self, Entry};
use conserje_store::setups::Version;

use super::{Operate, OperateError};

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

impl Operate {
    /// What was changed of the tenant's set-up, or of one part of it, the latest first.
    pub async fn setup_record(
        &self,
        scope: &Scope,
        part: Option<SetupPart>,
        page: PageRequest,
    ) -> Result<Page<Entry>, OperateError> {
        Ok(self.0.store.read(scope, move |tx: &mut Tx<'_>| record::list(tx, part, &page)).await?)
    }
}
