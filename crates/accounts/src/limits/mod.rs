//! How much a caller may ask for: an address, a key, a user, a tenant.
//!
//! Counted in memory, by this process: with several nodes behind a balancer each lets through its share. What a tenant may
//! spend on models is in `conversation::money::budget`, how many turns run at once in `conversation::turn::gate`.

mod address;
mod meter;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use conserje_kernel::{ApiKeyId, Principal, Scope, TenantId, UserId};
use http::HeaderMap;
use tokio_util::sync::CancellationToken;

use self::meter::Meter;

pub use address::TrustedProxies;
pub use meter::{Rate, Refusal, Standing};

/// How often those who are quiet are forgotten.
const TIDY: Duration = Duration::from_secs(60);

/// More than is let through; says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{detail}")]
pub struct Exceeded {
    /// How the caller stands, if waiting helps.
    pub standing: Option<Standing>,
    detail: String,
}

/// What is let through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitsConfig {
    pub address_requests: Rate,
    pub key_requests: Rate,
    pub user_requests: Rate,
    pub tenant_requests: Rate,
    /// Attempts to prove who one is.
    pub address_sign_ins: Rate,
    /// In kilobytes, as the next.
    pub user_uploads: Rate,
    pub tenant_uploads: Rate,
    pub trusted_proxies: TrustedProxies,
}

#[derive(Clone)]
pub struct Limits(Arc<Meters>);

struct Meters {
    address_requests: Meter<IpAddr>,
    address_sign_ins: Meter<IpAddr>,
    key_requests: Meter<ApiKeyId>,
    user_requests: Meter<UserId>,
    tenant_requests: Meter<TenantId>,
    user_uploads: Meter<UserId>,
    tenant_uploads: Meter<TenantId>,
    trusted_proxies: TrustedProxies,
}

impl Limits {
    pub fn new(config: LimitsConfig) -> Self {
        Self(Arc::new(Meters {
            address_requests: Meter::new(config.address_requests),
            address_sign_ins: Meter::new(config.address_sign_ins),
            key_requests: Meter::new(config.key_requests),
            user_requests: Meter::new(config.user_requests),
            tenant_requests: Meter::new(config.tenant_requests),
            user_uploads: Meter::new(config.user_uploads),
            tenant_uploads: Meter::new(config.tenant_uploads),
            trusted_proxies: config.trusted_proxies,
        }))
    }

    /// Whose address counts for a request from this one.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        address::counted(self.0.trusted_proxies.client(peer, headers))
    }

    /// A request from this address, before it is known whose it is.
    pub fn admit_address(
        &self,
        peer: IpAddr,
        headers: &HeaderMap,
        signs_in: bool,
    ) -> Result<Option<Standing>, Exceeded> {
        let address = self.client(peer, headers);
        if signs_in {
            let refused = |refusal| refused("attempts to sign in from your address", refusal);
            self.0.address_sign_ins.charge(&address, 1).map_err(refused)?;
        }
        self.0
            .address_requests
            .charge(&address, 1)
            .map_err(|refusal| refused("requests from your address", refusal))
    }

    /// A request of somebody who has proved who they are. The narrowest count first: what it refuses is not counted
    /// for those who share the wider one.
    pub fn admit(&self, scope: &Scope) -> Result<Option<Standing>, Exceeded> {
        let mut tightest = None;
        if let Some(key) = scope.api_key() {
            let standing = self.0.key_requests.charge(&key, 1);
            tightest =
                tighter(tightest, standing.map_err(|refusal| refused("requests with this key", refusal))?);
        }
        if let Some(id) = scope.user() {
            let standing = self.0.user_requests.charge(&id, 1);
            tightest = tighter(tightest, standing.map_err(|refusal| refused("requests of yours", refusal))?);
        }
        if let Principal::User { .. } | Principal::Share { .. } = scope.principal() {
            let standing = self.0.tenant_requests.charge(&scope.tenant(), 1);
            let standing = standing.map_err(|refusal| refused("requests of your organisation", refusal))?;
            tightest = tighter(tightest, standing);
        }
        Ok(tightest)
    }

    /// So many bytes of files. What is begun of a kilobyte counts as one.
    pub fn admit_upload(&self, scope: &Scope, bytes: u64) -> Result<(), Exceeded> {
        let kilobytes = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        if let Some(user) = scope.user() {
            let refused = |refusal| refused("kilobytes of files of yours", refusal);
            self.0.user_uploads.charge(&user, kilobytes).map_err(refused)?;
        }
        let refused = |refusal| refused("kilobytes of files of your organisation", refusal);
        self.0.tenant_uploads.charge(&scope.tenant(), kilobytes).map_err(refused)?;
        Ok(())
    }

    /// Keeps no more than it needs.
    pub async fn tidy(self, stop: CancellationToken) {
        while tokio::time::timeout(TIDY, stop.cancelled()).await.is_err() {
            let meters = &self.0;
            meters.address_requests.tidy();
            meters.address_sign_ins.tidy();
            meters.key_requests.tidy();
            meters.user_requests.tidy();
            meters.tenant_requests.tidy();
            meters.user_uploads.tidy();
            meters.tenant_uploads.tidy();
        }
    }
}

/// The one of which less is left.
pub fn tighter(one: Option<Standing>, other: Option<Standing>) -> Option<Standing> {
    [one, other].into_iter().flatten().min_by_key(|standing| standing.remaining)
}

fn refused(what: &str, refusal: Refusal) -> Exceeded {
    let (standing, detail) = match refusal {
        Refusal::Wait(standing) => {
            let seconds = standing.retry_after().unwrap_or(1);
            (Some(standing), format!("too many {what} in a short time; try again in {seconds} s"))
        }
        Refusal::TooMuch { limit } => {
            (None, format!("too many {what} at once; at most {limit} are taken together"))
        }
    };
    metrics::counter!("conserje_rate_limited_total").increment(1);
    Exceeded { standing, detail }
}
