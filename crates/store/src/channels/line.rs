//! A line of messages per contact: which are due, whose turn it is, and who works on them.

/// Makes `any_due`, `heads` and `release_others` for a table whose rows wait as `queued` in the named column.
macro_rules! line {
    ($table:literal, $state:literal) => {
        /// Whether there may be something to claim: asked often, and cheap.
        pub fn any_due(tx: &mut DeploymentTx<'_>) -> Result<bool, StoreError> {
            let now = tx.now();
            let found: Option<i64> = tx.conn.query_one(
                concat!("SELECT 1 FROM ", $table, " WHERE ", $state, " = 'queued' AND next_attempt_at <= ?1 LIMIT 1"),
                values![now],
                |row| row.get(0),
            )?;
            Ok(found.is_some())
        }

        /// The first in each contact's line that are due, by position; of a channel that is switched off none are.
        fn heads(tx: &mut DeploymentTx<'_>, limit: i64) -> Result<Vec<i64>, StoreError> {
            /// One query; PostgreSQL also steps over what another node is claiming right now.
            macro_rules! heads {
                ($suffix:literal) => {
                    concat!(
                        "SELECT l.position FROM ", $table, " l
                         JOIN channels c ON c.tenant_id = l.tenant_id AND c.id = l.channel_id AND c.is_enabled = 1
                         WHERE l.", $state, " = 'queued' AND l.next_attempt_at <= ?1 AND NOT EXISTS (
                             SELECT 1 FROM ", $table, " e WHERE e.tenant_id = l.tenant_id
                               AND e.channel_id = l.channel_id AND e.contact = l.contact AND e.", $state, " = 'queued'
                               AND e.position < l.position)
                         ORDER BY l.position LIMIT ?2",
                        $suffix
                    )
                };
            }
            let now = tx.now();
            let sql = match tx.conn {
                Conn::Sqlite(_) => heads!(""),
                Conn::Postgres(_) => heads!(" FOR UPDATE OF l SKIP LOCKED"),
            };
            tx.conn.query(sql, values![now, limit], |row| row.get(0))
        }

        /// What a worker held that is gone comes due at once; `owner` is the only one that can be alive.
        pub fn release_others(tx: &mut DeploymentTx<'_>, owner: &str) -> Result<u64, StoreError> {
            let now = tx.now();
            tx.conn.execute(
                concat!(
                    "UPDATE ", $table, " SET next_attempt_at = ?2, lease_owner = NULL
                     WHERE ", $state, " = 'queued' AND lease_owner IS NOT NULL AND lease_owner <> ?1"
                ),
                values![owner, now],
            )
        }
    };
}
pub(super) use line;
