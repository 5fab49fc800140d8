//! The record: feed, verifying, rebuilding, and sessions as an operator sees them.

use conserje_conversation::RecordedEvent;
use conserje_events::Report;
use conserje_kernel::{Page, PageRequest, Scope, SessionId};
use conserje_store::feed::{self, FeedEntry};
use conserje_store::sessions::{self, SessionRecord};
use conserje_store::{DeploymentTx, Tx, secrets};

use super::{Operate, OperateError, operator};

impl Operate {
    pub async fn feed(
        &self,
        scope: &Scope,
        after: i64,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, OperateError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        Ok(self.0.store.read(scope, move |tx: &mut Tx<'_>| feed::after(tx, after, limit)).await?)
    }

    pub async fn verify(&self, scope: &Scope) -> Result<Report, OperateError> {
        Ok(conserje_events::verify(&self.0.store, scope).await?)
    }

    pub async fn verify_session(&self, scope: &Scope, id: SessionId) -> Result<Report, OperateError> {
        self.session_record(scope, id).await?;
        Ok(conserje_events::verify_session(&self.0.store, scope, id).await?)
    }

    /// One page of events of any session of the tenant.
    pub async fn events_of(
        &self,
        scope: &Scope,
        id: SessionId,
        after: i64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, OperateError> {
        self.session_record(scope, id).await?;
        Ok(self.0.conversations.log().after(scope, id, after, limit).await?)
    }

    pub async fn rebuild(&self, scope: &Scope, session: SessionId) -> Result<usize, OperateError> {
        Ok(conserje_events::rebuild(&self.0.store, scope, session).await?)
    }

    pub async fn session_records(
        &self,
        scope: &Scope,
        page: PageRequest,
    ) -> Result<Page<SessionRecord>, OperateError> {
        Ok(self.0.store.read(scope, move |tx: &mut Tx<'_>| sessions::records(tx, &page)).await?)
    }

    pub async fn session_record(&self, scope: &Scope, id: SessionId) -> Result<SessionRecord, OperateError> {
        let found = self.0.store.read(scope, move |tx: &mut Tx<'_>| sessions::record(tx, id)).await?;
        found.ok_or(OperateError::NotFound { what: "session" })
    }

    pub async fn session_events(
        &self,
        scope: &Scope,
        id: SessionId,
    ) -> Result<Vec<RecordedEvent>, OperateError> {
        const MOST: usize = 100_000;
        Ok(self.0.conversations.log().after(scope, id, 0, MOST).await?)
    }

    /// Wraps every tenant's data key with the current master key.
    pub async fn rotate_master_key(&self) -> Result<u64, OperateError> {
        let keys = self.0.keys.clone();
        let rotate = move |tx: &mut DeploymentTx<'_>| secrets::rotate(tx, &keys);
        Ok(self.0.store.write_all(operator(), rotate).await?)
    }
}
