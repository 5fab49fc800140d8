//! Idempotency keys.

use std::time::Duration;

use conserje_kernel::{Digest, Scope, UserId};
use conserje_store::idempotency::{self, Claim, Request};
use conserje_store::{DeploymentTx, Tx};
use uuid::Uuid;

use super::{Operate, OperateError, job_runner};

/// A request that takes longer than this shares its claim with whoever asks next. That is safe, since both
/// work towards the same object; and a node that died keeps nobody waiting for long.
const LEASE: Duration = Duration::from_secs(15);
/// For how long a repeated request gets the first one's answer.
const REMEMBERED: Duration = Duration::from_secs(24 * 3600);

/// A key, where it was used, and what for.
#[derive(Clone)]
pub struct OnceKey {
    pub route: &'static str,
    pub key: String,
    pub body: Digest,
}

/// Whether to do the work.
pub enum Claimed {
    Yours { object: Uuid },
    InFlight,
    OtherBody,
    Answered { status: i64, response: String },
}

impl Operate {
    pub async fn claim(&self, scope: &Scope, key: &OnceKey) -> Result<Claimed, OperateError> {
        let claim = self.with_request(scope, key, idempotency::claim).await?;
        Ok(match claim {
            Claim::Yours { object } => {
                let bad = |_| OperateError::Invalid { problem: "the claim's id cannot be read".to_owned() };
                Claimed::Yours { object: object.parse().map_err(bad)? }
            }
            Claim::InFlight => Claimed::InFlight,
            Claim::OtherBody => Claimed::OtherBody,
            Claim::Answered { status, response } => Claimed::Answered { status, response },
        })
    }

    pub async fn answer(
        &self,
        scope: &Scope,
        key: &OnceKey,
        status: i64,
        text: String,
    ) -> Result<(), OperateError> {
        self.with_request(scope, key, move |tx, request| idempotency::answer(tx, request, status, &text))
            .await
    }

    pub async fn release(&self, scope: &Scope, key: &OnceKey) -> Result<(), OperateError> {
        self.with_request(scope, key, idempotency::release).await
    }

    /// After work that failed and may have changed something.
    pub async fn abandon(&self, scope: &Scope, key: &OnceKey) -> Result<(), OperateError> {
        self.with_request(scope, key, idempotency::abandon).await
    }

    async fn with_request<T: Send + 'static>(
        &self,
        scope: &Scope,
        key: &OnceKey,
        work: impl FnOnce(&mut Tx<'_>, &Request<'_>) -> Result<T, conserje_store::StoreError> + Send + 'static,
    ) -> Result<T, OperateError> {
        let user: UserId = scope.user().ok_or(OperateError::NotFound { what: "user" })?;
        let (key, keys, node) = (key.clone(), self.0.keys.clone(), self.0.node.clone());
        let run = move |tx: &mut Tx<'_>| {
            let request = Request {
                user,
                route: key.route,
                key: &key.key,
                body: key.body,
                owner: &node,
                lease_until: tx.now().plus(LEASE),
                object: Uuid::now_v7().to_string(),
                keys: &keys,
            };
            work(tx, &request)
        };
        Ok(self.0.store.write(scope, run).await?)
    }

    /// Forgets keys that nobody will repeat any more; how many.
    pub async fn forget_old_keys(&self) -> Result<u64, OperateError> {
        conserje_kernel::faults::pass("keys.forget");
        let forget = |tx: &mut DeploymentTx<'_>| idempotency::forget_before(tx, tx.now().minus(REMEMBERED));
        Ok(self.0.store.write_all(job_runner(), forget).await?)
    }
}
