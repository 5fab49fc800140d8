//! Looking for what was appended and not signalled, once for everybody who follows something here.
//!
//! Nobody looks in vain: with rows that are ours alone every append is signalled, and only a write whose caller had gone
//! must be looked for. Rows that other nodes share are looked at once a tick, by one statement for all that is followed.

use std::time::Duration;

use conserje_store::{DeploymentTx, event_log};
use tokio_util::sync::CancellationToken;

use crate::log::EventError;
use crate::project::Projector;

/// How late what another node appended may be heard of.
const TICK: Duration = Duration::from_secs(1);

impl Projector {
    /// Looks until told to stop.
    pub async fn look(&self, stop: &CancellationToken) {
        let mut unheard = self.unheard();
        loop {
            let due = async {
                match &mut unheard {
                    None => tokio::time::sleep(TICK).await,
                    Some(unheard) => {
                        if unheard.changed().await.is_err() {
                            std::future::pending::<()>().await;
                        }
                    }
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = due => {}
            }
            if let Err(error) = self.look_once().await {
                tracing::warn!("Looking for what others appended failed and will be tried again: {error:?}");
            }
        }
    }

    /// Tells followers how far their logs reach; how many sessions are followed. Without any, nothing is asked.
    async fn look_once(&self) -> Result<usize, EventError> {
        let followed = self.hub().followed();
        let count = followed.len();
        if count > 0 {
            let heads = move |tx: &mut DeploymentTx<'_>| event_log::heads(tx, &followed);
            self.hub().tell_heads(self.store().read_all(self.scope(), heads).await?);
        }
        Ok(count)
    }
}
