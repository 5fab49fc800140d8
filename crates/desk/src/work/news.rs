//! What has just happened at the counter. A signal says that rows changed; what did is read from them, so that nobody who
//! was slow misses anything, and what another process did is seen too.

use std::collections::BTreeSet;
use std::time::Duration;

use conserje_kernel::{Scope, Timestamp};
use conserje_store::StoreError;
use conserje_store::desk::changes::{self, Record};
use tokio::sync::broadcast::error::RecvError;

use crate::front_desk::FrontDesk;

/// Of two who write at once the one that began first may be done last: so far back it is looked again.
const OVERLAP: Duration = Duration::from_secs(15);
/// How often it is looked for what other processes did.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Somebody who looks on.
pub struct Watch {
    front_desk: FrontDesk,
    scope: Scope,
    heard: tokio::sync::broadcast::Receiver<conserje_kernel::TenantId>,
    /// What was told already: a change, or that it was taken back.
    told: BTreeSet<(String, bool)>,
}

impl FrontDesk {
    /// Looks on from now.
    pub async fn watch(&self, scope: &Scope) -> Result<Watch, StoreError> {
        let heard = self.listen();
        let mut watch =
            Watch { front_desk: self.clone(), scope: scope.clone(), heard, told: BTreeSet::new() };
        watch.look().await?;
        Ok(watch)
    }
}

impl Watch {
    /// What happened since the last time; waits until something has. May be dropped while it waits.
    pub async fn next(&mut self) -> Result<Vec<Record>, StoreError> {
        loop {
            let news = self.look().await?;
            if !news.is_empty() {
                return Ok(news);
            }
            self.wait().await;
        }
    }

    async fn wait(&mut self) {
        let shared = self.front_desk.is_shared();
        let look_again = async {
            if shared {
                tokio::time::sleep(LOOK_AGAIN).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        tokio::pin!(look_again);
        loop {
            tokio::select! {
                () = &mut look_again => return,
                heard = self.heard.recv() => match heard {
                    Ok(tenant) if tenant != self.scope.tenant() => {}
                    Ok(_) | Err(RecvError::Lagged(_) | RecvError::Closed) => return,
                },
            }
        }
    }

    async fn look(&mut self) -> Result<Vec<Record>, StoreError> {
        let read = |tx: &mut conserje_store::Tx<'_>| {
            let since = tx.now().minus(OVERLAP);
            Ok::<_, StoreError>((since, changes::since(tx, since)?))
        };
        let (since, found) = self.front_desk.store().read(&self.scope, read).await?;
        let key = |record: &Record| (record.change.key.clone(), record.change.undone_at.is_some());
        let known: BTreeSet<(String, bool)> = found.iter().map(key).collect();
        let news = found.into_iter().filter(|record| !self.told.contains(&key(record)));
        let news: Vec<Record> = news.filter(|record| happened(record) >= since).collect();
        // What is too old to be found again need not be remembered.
        self.told = known;
        Ok(news)
    }
}

fn happened(record: &Record) -> Timestamp {
    record.change.undone_at.unwrap_or(record.created_at)
}
