//! What the front desk has done by the way: customers are told, and past times forgotten.

use std::time::Duration;

use conserje_business::desk::work::notices::Notice;
use conserje_conversation::ConversationError;
use conserje_kernel::Scope;
use conserje_store::desk::cells;
use conserje_store::{DeploymentTx, StoreError, Tx, messages, tenants};

use super::{Operate, OperateError, job_runner};

const DAY: Duration = Duration::from_secs(24 * 3600);

impl Operate {
    /// Tells a customer what became of their appointment, in the language they write in.
    pub(crate) async fn tell_customer(&self, scope: &Scope, payload: &str) -> Result<(), OperateError> {
        let notice = Notice::read(payload).ok_or_else(|| OperateError::Invalid {
            problem: "what a customer is to be told cannot be read".to_owned(),
        })?;
        let session = notice.session;
        let read = move |tx: &mut Tx<'_>| {
            Ok::<_, StoreError>((messages::last_said(tx, session)?, tenants::own(tx)?))
        };
        let (said, tenant) = self.0.store.read(scope, read).await?;
        let spoken = said.iter().find_map(|text| conserje_search::language_of(text));
        let language = spoken.or_else(|| tenant.map(|tenant| tenant.language)).unwrap_or_default();
        let business = self.0.counter.business(scope).await?;
        let (text, about) = (notice.text(&business, language), notice.appointment.to_string());
        match self.0.conversations.notify(scope, session, text, about).await {
            // Whoever deleted the conversation does not want to hear of it.
            Ok(()) | Err(ConversationError::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Times of the front desk that are over, and that nobody can sell any more; how many pieces of them.
    pub(crate) async fn forget_past_times(&self) -> Result<u64, OperateError> {
        let forget = |tx: &mut DeploymentTx<'_>| {
            let yesterday = tx.now().minus(DAY);
            cells::forget_before(tx, yesterday)
        };
        Ok(self.0.store.write_all(job_runner(), forget).await?)
    }
}
