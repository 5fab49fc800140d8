//! What the front desk has done by the way: customers are told and reminded, and past times forgotten.

use std::path::Path;
use std::time::Duration;

use conserje_accounts::AccessError;
use conserje_conversation::{ConversationError, InboxError};
use conserje_desk::front_desk::DeskError;
use conserje_desk::import::{Files, import};
use conserje_desk::model::Business;
use conserje_desk::work::notices::{Notice, language_of};
use conserje_desk::work::reminders::keep;
use conserje_kernel::Scope;
use conserje_store::desk::cells;
use conserje_store::desk::reminders::{self, Due};
use conserje_store::{DeploymentTx, Tx};

use super::{Operate, OperateError, job_runner};
use crate::packs::included;

/// So many appointments are looked at with one statement.
const REMINDED_AT_ONCE: usize = 500;
/// After something went wrong.
const REMIND_LATER: Duration = Duration::from_secs(600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// A business as its files say it; every fault is named with its line.
pub fn read_business(business: &str, menu: Option<&str>) -> Result<Business, OperateError> {
    let menu = menu.map(|text| (Path::new("menu.csv"), text));
    let files = Files { business: (Path::new("business.toml"), business), menu };
    import(files).map_err(|error| OperateError::Invalid { problem: error.to_string() })
}

impl Operate {
    /// Takes over one of the invented businesses that come with the program, where there is none yet.
    pub async fn try_demo_business(&self, scope: &Scope, name: &str) -> Result<Business, OperateError> {
        let Some((business, menu)) = included::demo(name) else {
            let known = included::demos().into_iter().collect::<Vec<_>>().join(", ");
            let name: String = name.chars().take(60).collect();
            let problem = format!("there is no demo business `{name}`; there are {known}");
            return Err(OperateError::Invalid { problem });
        };
        match self.0.front_desk.business(scope).await {
            Err(DeskError::NoBusiness) => {}
            Ok(there) => {
                return Err(AccessError::AlreadyExists { what: "business", name: there.name.es }.into());
            }
            Err(error) => return Err(error.into()),
        }
        let business = read_business(business, menu)?;
        self.0.front_desk.take_over(scope, &business).await?;
        // Which trade it is in says who answers.
        self.0.conversations.forget_assistants(scope);
        Ok(business)
    }

    /// Tells a customer what became of their appointment, in the language they write in.
    pub async fn tell_customer(&self, scope: &Scope, payload: &str) -> Result<(), OperateError> {
        let notice = Notice::read(payload).ok_or_else(|| OperateError::Invalid {
            problem: "what a customer is to be told cannot be read".to_owned(),
        })?;
        let session = notice.session;
        let language = self.0.store.read(scope, move |tx: &mut Tx<'_>| language_of(tx, session)).await?;
        let business = self.0.front_desk.business(scope).await?;
        let (text, about) = (notice.text(&business, language), notice.appointment.to_string());
        match self.0.conversations.notify(scope, session, text, about).await {
            // Whoever deleted the conversation does not want to hear of it.
            Ok(()) | Err(InboxError::Other(ConversationError::NotFound { .. })) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Tells every tenant's customers what they are to be reminded of now; how many it told.
    pub async fn remind_customers(&self) -> Result<usize, OperateError> {
        conserje_kernel::faults::pass("desk.reminders");
        let mut told = 0;
        loop {
            let look = move |tx: &mut DeploymentTx<'_>| reminders::due(tx, REMINDED_AT_ONCE);
            let due = self.0.store.read_all(job_runner(), look).await?;
            let is_all = due.len() < REMINDED_AT_ONCE;
            for due in due {
                match self.remind(due).await {
                    Ok(is_told) => told += usize::from(is_told),
                    Err(error) => self.remind_later(due, &error).await?,
                }
            }
            if is_all {
                return Ok(told);
            }
        }
    }

    /// Whether the customer was told something. What they are told, and that they were, is one transaction.
    async fn remind(&self, due: Due) -> Result<bool, OperateError> {
        let scope = job_runner().within(due.tenant);
        let planned = self.0.front_desk.outlook(&scope, due).await?;
        let Some(telling) = planned.telling.clone() else {
            self.0.front_desk.keep_outlook(&scope, planned).await?;
            return Ok(false);
        };
        let said = (telling.text, telling.about);
        let keep = move |tx: &mut Tx<'_>| keep(tx, &planned);
        Ok(self.0.conversations.notify_if(&scope, telling.session, said, keep).await?)
    }

    /// What went wrong must not keep the others waiting.
    async fn remind_later(&self, due: Due, error: &OperateError) -> Result<(), OperateError> {
        let id = due.appointment;
        tracing::error!(
            error = error as &dyn std::error::Error,
            appointment.id = %id,
            "The customer of appointment {id} is reminded later"
        );
        let scope = job_runner().within(due.tenant);
        let put_off = move |tx: &mut Tx<'_>| {
            let next = tx.now().plus(REMIND_LATER);
            reminders::take(tx, &due, Some(next)).map(drop)
        };
        Ok(self.0.store.write(&scope, put_off).await?)
    }

    /// Times of the front desk that are over, and that nobody can sell any more; how many pieces of them.
    pub async fn forget_past_times(&self) -> Result<u64, OperateError> {
        conserje_kernel::faults::pass("past_times.forget");
        let forget = |tx: &mut DeploymentTx<'_>| {
            let yesterday = tx.now().minus(DAY);
            cells::forget_before(tx, yesterday)
        };
        Ok(self.0.store.write_all(job_runner(), forget).await?)
    }
}
