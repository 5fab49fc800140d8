//! `Idempotency-Key`: the same request, sent again, is done once and answered the same.
//!
//! A claim is durable before the work and carries the id that the work will give to what it makes.
//! If the server dies in between, the retry takes the claim over, with that same id: making it a
//! second time finds it already made.

use conserje_kernel::{Digest, Secret, Timestamp, UserId};

use crate::secrets::{self, MasterKeys};
use crate::sql::values;
use crate::{StoreError, Tx};

pub struct Request<'a> {
    pub user: UserId,
    pub route: &'a str,
    pub key: &'a str,
    /// Of all that was asked, also of passwords in it: what is kept of it has a key ([`secrets::keyed_digest`]).
    pub body: Digest,
    /// The process that does the work, and how long it may take.
    pub owner: &'a str,
    pub lease_until: Timestamp,
    /// Proposed for what will be made; a claim taken over keeps the first proposal.
    pub object: String,
    /// What stored digests and answers are protected with.
    pub keys: &'a MasterKeys,
}

const PLACE: &str = "idempotent answer";
const BOUND_TO: &str = "idempotent request";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Do the work, with this id.
    Yours { object: String },
    /// Somebody is doing it.
    InFlight,
    /// The key was used for another request.
    OtherBody,
    /// It was done; this was the answer.
    Answered { status: i64, response: String },
}

pub fn claim(tx: &mut Tx<'_>, request: &Request<'_>) -> Result<Claim, StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let body = secrets::keyed_digest(tx, request.keys, BOUND_TO, &request.body)?;
    let inserted = tx.conn.execute(
        "INSERT INTO idempotency_keys (tenant_id, user_id, route, idempotency_key, body_digest, object_uuid, owner,
             lease_until, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
        values![
            tenant,
            request.user,
            request.route,
            request.key,
            body,
            &request.object,
            request.owner,
            request.lease_until,
            now
        ],
    )?;
    if inserted > 0 {
        return Ok(Claim::Yours { object: request.object.clone() });
    }
    let found = tx.conn.query_one(
        "SELECT body_digest, object_uuid, owner, lease_until, status, sealed_response FROM idempotency_keys
         WHERE tenant_id = ?1 AND user_id = ?2 AND route = ?3 AND idempotency_key = ?4",
        values![tenant, request.user, request.route, request.key],
        |row| {
            Ok(Found {
                body: row.get(0)?,
                object: row.get(1)?,
                owner: row.get(2)?,
                lease_until: row.get(3)?,
                status: row.get(4)?,
                response: row.get(5)?,
            })
        },
    )?;
    let Some(found) = found else { return Ok(Claim::InFlight) };
    if found.body != body {
        return Ok(Claim::OtherBody);
    }
    if let (Some(status), Some(sealed)) = (found.status, found.response) {
        let response = secrets::unseal_for_tenant(tx, request.keys, PLACE, &sealed)?;
        return Ok(Claim::Answered { status, response: response.expose().to_owned() });
    }
    let owner_is_gone = tx.conn.is_exclusive() && found.owner != request.owner;
    if found.lease_until > now && !owner_is_gone {
        return Ok(Claim::InFlight);
    }
    let taken = tx.conn.execute(
        "UPDATE idempotency_keys SET owner = ?5, lease_until = ?6
         WHERE tenant_id = ?1 AND user_id = ?2 AND route = ?3 AND idempotency_key = ?4
           AND status IS NULL AND owner = ?7 AND lease_until = ?8",
        values![
            tenant,
            request.user,
            request.route,
            request.key,
            request.owner,
            request.lease_until,
            &found.owner,
            found.lease_until
        ],
    )?;
    Ok(if taken > 0 { Claim::Yours { object: found.object } } else { Claim::InFlight })
}

struct Found {
    body: Digest,
    object: String,
    owner: String,
    lease_until: Timestamp,
    status: Option<i64>,
    response: Option<Vec<u8>>,
}

/// Keeps the answer for whoever asks again.
pub fn answer(tx: &mut Tx<'_>, request: &Request<'_>, status: i64, response: &str) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    let sealed = secrets::seal_for_tenant(tx, request.keys, PLACE, &Secret::new(response))?;
    tx.conn.execute(
        "UPDATE idempotency_keys SET status = ?5, sealed_response = ?6
         WHERE tenant_id = ?1 AND user_id = ?2 AND route = ?3 AND idempotency_key = ?4 AND owner = ?7",
        values![tenant, request.user, request.route, request.key, status, sealed, request.owner],
    )?;
    Ok(())
}

/// Gives a key back after work that failed and changed nothing, so that the client may try again.
pub fn release(tx: &mut Tx<'_>, request: &Request<'_>) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "DELETE FROM idempotency_keys
         WHERE tenant_id = ?1 AND user_id = ?2 AND route = ?3 AND idempotency_key = ?4 AND status IS NULL
           AND owner = ?5",
        values![tenant, request.user, request.route, request.key, request.owner],
    )?;
    Ok(())
}

/// Ends the lease of work that failed and may have changed something: whoever tries again gets the same id.
pub fn abandon(tx: &mut Tx<'_>, request: &Request<'_>) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE idempotency_keys SET lease_until = 0
         WHERE tenant_id = ?1 AND user_id = ?2 AND route = ?3 AND idempotency_key = ?4
           AND status IS NULL AND owner = ?5",
        values![tenant, request.user, request.route, request.key, request.owner],
    )?;
    Ok(())
}

/// Forgets keys older than a moment; how many.
pub fn forget_before(tx: &mut crate::DeploymentTx<'_>, moment: Timestamp) -> Result<u64, StoreError> {
    tx.conn.execute("DELETE FROM idempotency_keys WHERE created_at < ?1", values![moment])
}
