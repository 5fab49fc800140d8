//! Vectors of texts that were embedded before, each tenant's own.

use std::time::Duration;

use conserje_kernel::{Digest, Timestamp};

use crate::sql::values;
use crate::{DeploymentTx, StoreError, Tx};

/// How long a vector is kept after it was made.
pub const KEPT: Duration = Duration::from_hours(7 * 24);

pub fn find(tx: &mut Tx<'_>, model: &str, text_hash: Digest) -> Result<Option<Vec<u8>>, StoreError> {
    let (tenant, oldest) = (tx.tenant(), before(tx.now()));
    tx.conn.query_one(
        "SELECT vector FROM embeddings WHERE tenant_id = ?1 AND model = ?2 AND text_hash = ?3 AND created_at > ?4",
        values![tenant, model, text_hash, oldest],
        |row| row.get(0),
    )
}

pub fn put(tx: &mut Tx<'_>, model: &str, text_hash: Digest, vector: Vec<u8>) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO embeddings (tenant_id, model, text_hash, vector, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (tenant_id, model, text_hash) DO UPDATE SET vector = excluded.vector,
             created_at = excluded.created_at",
        values![tenant, model, text_hash, vector, now],
    )?;
    Ok(())
}

/// Forgets what is too old; how many.
pub fn forget_old(tx: &mut DeploymentTx<'_>) -> Result<u64, StoreError> {
    let oldest = before(tx.now());
    tx.conn.execute("DELETE FROM embeddings WHERE created_at <= ?1", values![oldest])
}

fn before(now: Timestamp) -> Timestamp {
    let kept = i64::try_from(KEPT.as_micros()).unwrap_or(i64::MAX);
    Timestamp::from_micros(now.as_micros().saturating_sub(kept))
}
