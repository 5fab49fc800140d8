//! Secrets at rest: each tenant has a data key, wrapped by a master key that is not in the database.
//!
//! Rotating the master key re-wraps the data keys and touches no secret. The tenant and the secret's
//! name are bound into each ciphertext, so that one cannot be moved to another place.

use std::fs;
use std::io;
use std::path::Path;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use conserje_kernel::{Digest, Secret, TenantId, Timestamp};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::folder::write_durably;
use crate::sql::values;
use crate::{DeploymentTx, StoreError, Tx};

pub use crate::error::SecretError;

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;

/// A key that wraps tenants' data keys. Its id is derived from it, so that the two cannot be mixed up.
#[derive(Clone)]
pub struct MasterKey {
    id: String,
    key: Zeroizing<[u8; KEY_BYTES]>,
}

impl MasterKey {
    pub fn parse(hex_digits: &Secret) -> Result<Self, SecretError> {
        let bytes =
            Zeroizing::new(hex::decode(hex_digits.expose().trim()).map_err(|_| SecretError::BadMasterKey)?);
        let key: [u8; KEY_BYTES] = bytes.as_slice().try_into().map_err(|_| SecretError::BadMasterKey)?;
        let digest = Digest::new(Sha256::digest(key).into());
        let id = digest.to_string().chars().take(16).collect();
        Ok(Self { id, key: Zeroizing::new(key) })
    }

    /// Reads the key in a file, or makes one there that only its owner can read.
    pub fn in_file(path: &Path) -> io::Result<Self> {
        let bad = |error: SecretError| io::Error::new(io::ErrorKind::InvalidData, error);
        match fs::read_to_string(path) {
            Ok(text) => return Self::parse(&Secret::new(text)).map_err(bad),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let text = Zeroizing::new(hex::encode(random::<KEY_BYTES>().map_err(bad)?));
        // Losing it loses all that it protects.
        write_durably(path, text.as_bytes())?;
        Self::parse(&Secret::new(text.as_str())).map_err(bad)
    }

    pub fn id(&self) -> &str {
        &self.id
    }
}

/// The master key in use, and those from before that may still wrap something.
#[derive(Clone)]
pub struct MasterKeys {
    pub current: MasterKey,
    pub older: Vec<MasterKey>,
}

impl MasterKeys {
    fn find(&self, id: &str) -> Result<&MasterKey, SecretError> {
        std::iter::once(&self.current)
            .chain(&self.older)
            .find(|key| key.id == id)
            .ok_or_else(|| SecretError::MasterKeyMissing { id: id.to_owned() })
    }
}

fn random<const N: usize>() -> Result<[u8; N], SecretError> {
    let mut bytes = [0; N];
    rand::TryRng::try_fill_bytes(&mut rand::rngs::SysRng, &mut bytes)
        .map_err(|_| SecretError::NoRandomness)?;
    Ok(bytes)
}

fn seal(key: &[u8; KEY_BYTES], text: &[u8], bound_to: &str) -> Result<Vec<u8>, SecretError> {
    let nonce: [u8; NONCE_BYTES] = random()?;
    let sealed = XChaCha20Poly1305::new(key.into())
        .encrypt(&XNonce::from(nonce), Payload { msg: text, aad: bound_to.as_bytes() })
        .map_err(|_| SecretError::DoesNotOpen)?;
    Ok([nonce.as_slice(), &sealed].concat())
}

fn unseal(key: &[u8; KEY_BYTES], sealed: &[u8], bound_to: &str) -> Result<Zeroizing<Vec<u8>>, SecretError> {
    let (nonce, body) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(SecretError::DoesNotOpen)?;
    XChaCha20Poly1305::new(key.into())
        .decrypt(&XNonce::from(*nonce), Payload { msg: body, aad: bound_to.as_bytes() })
        .map(Zeroizing::new)
        .map_err(|_| SecretError::DoesNotOpen)
}

type DataKey = Zeroizing<[u8; KEY_BYTES]>;

fn unwrap_data_key(
    keys: &MasterKeys,
    master: &str,
    wrapped: &[u8],
    tenant: TenantId,
) -> Result<DataKey, SecretError> {
    let opened = unseal(&keys.find(master)?.key, wrapped, &tenant.to_string())?;
    opened.as_slice().try_into().map(Zeroizing::new).map_err(|_| SecretError::DoesNotOpen)
}

fn data_key(tx: &mut Tx<'_>, keys: &MasterKeys) -> Result<Option<DataKey>, StoreError> {
    let tenant = tx.tenant();
    let found: Option<(String, Vec<u8>)> = tx.conn.query_one(
        "SELECT master_key_id, wrapped_key FROM data_keys WHERE tenant_id = ?1",
        values![tenant],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    found.map(|(master, wrapped)| Ok(unwrap_data_key(keys, &master, &wrapped, tenant)?)).transpose()
}

fn data_key_made_if_missing(tx: &mut Tx<'_>, keys: &MasterKeys) -> Result<DataKey, StoreError> {
    if let Some(key) = data_key(tx, keys)? {
        return Ok(key);
    }
    let (tenant, now) = (tx.tenant(), tx.now());
    let key: DataKey = Zeroizing::new(random()?);
    let wrapped = seal(&keys.current.key, key.as_slice(), &tenant.to_string())?;
    tx.conn.execute(
        "INSERT INTO data_keys (tenant_id, master_key_id, wrapped_key, rotated_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (tenant_id) DO NOTHING",
        values![tenant, keys.current.id(), wrapped, now],
    )?;
    // Another node may have been first: then its key is the one.
    Ok(data_key(tx, keys)?.ok_or(SecretError::DoesNotOpen)?)
}

fn place(tenant: TenantId, name: &str) -> String {
    format!("{tenant}/{name}")
}

/// Seals something for the tenant that is kept in another table; `what` is bound into it.
pub(crate) fn seal_for_tenant(
    tx: &mut Tx<'_>,
    keys: &MasterKeys,
    what: &str,
    secret: &Secret,
) -> Result<Vec<u8>, StoreError> {
    let key = data_key_made_if_missing(tx, keys)?;
    Ok(seal(&key, secret.expose().as_bytes(), &place(tx.tenant(), what))?)
}

/// Opens what [`seal_for_tenant`] sealed.
pub(crate) fn unseal_for_tenant(
    tx: &mut Tx<'_>,
    keys: &MasterKeys,
    what: &str,
    sealed: &[u8],
) -> Result<Secret, StoreError> {
    let key = data_key(tx, keys)?.ok_or(SecretError::DoesNotOpen)?;
    let opened = unseal(&key, sealed, &place(tx.tenant(), what))?;
    let text = String::from_utf8(opened.to_vec()).map_err(|_| SecretError::DoesNotOpen)?;
    Ok(Secret::new(text))
}

/// A digest that only whoever has the tenant's key can make, so that trying words until one fits is of no use to
/// a reader of the database; `what` is bound into it.
pub(crate) fn keyed_digest(
    tx: &mut Tx<'_>,
    keys: &MasterKeys,
    what: &str,
    digest: &Digest,
) -> Result<Digest, StoreError> {
    let key = data_key_made_if_missing(tx, keys)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_slice()).map_err(|_| SecretError::BadMasterKey)?;
    mac.update(place(tx.tenant(), what).as_bytes());
    mac.update(digest.as_bytes());
    Ok(Digest::new(mac.finalize().into_bytes().into()))
}

/// Keeps a secret under a name, in place of the one that was there.
pub fn put(tx: &mut Tx<'_>, keys: &MasterKeys, name: &str, secret: &Secret) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    let ciphertext = seal_for_tenant(tx, keys, name, secret)?;
    tx.conn.execute(
        "INSERT INTO secrets (tenant_id, name, ciphertext, updated_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (tenant_id, name) DO UPDATE SET ciphertext = excluded.ciphertext, updated_at = excluded.updated_at",
        values![tenant, name, ciphertext, now],
    )?;
    Ok(())
}

pub fn get(tx: &mut Tx<'_>, keys: &MasterKeys, name: &str) -> Result<Option<Secret>, StoreError> {
    let tenant = tx.tenant();
    let sealed: Option<Vec<u8>> = tx.conn.query_one(
        "SELECT ciphertext FROM secrets WHERE tenant_id = ?1 AND name = ?2",
        values![tenant, name],
        |row| row.get(0),
    )?;
    sealed.map(|sealed| unseal_for_tenant(tx, keys, name, &sealed)).transpose()
}

/// The names of a tenant's secrets and when each was last set; never the secrets.
pub fn names(tx: &mut Tx<'_>) -> Result<Vec<(String, Timestamp)>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query(
        "SELECT name, updated_at FROM secrets WHERE tenant_id = ?1 ORDER BY name",
        values![tenant],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

pub fn remove(tx: &mut Tx<'_>, name: &str) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    Ok(tx.conn.execute("DELETE FROM secrets WHERE tenant_id = ?1 AND name = ?2", values![tenant, name])? > 0)
}

/// Wraps every data key anew with the current master key; how many were under an older one.
pub fn rotate(tx: &mut DeploymentTx<'_>, keys: &MasterKeys) -> Result<u64, StoreError> {
    let now = tx.now();
    let outdated: Vec<(TenantId, String, Vec<u8>)> = tx.conn.query(
        "SELECT tenant_id, master_key_id, wrapped_key FROM data_keys WHERE master_key_id <> ?1",
        values![keys.current.id()],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    for (tenant, master, wrapped) in &outdated {
        let key = unwrap_data_key(keys, master, wrapped, *tenant)?;
        let rewrapped = seal(&keys.current.key, key.as_slice(), &tenant.to_string())?;
        tx.conn.execute(
            "UPDATE data_keys SET master_key_id = ?2, wrapped_key = ?3, rotated_at = ?4 WHERE tenant_id = ?1",
            values![*tenant, keys.current.id(), rewrapped, now],
        )?;
    }
    Ok(outdated.len() as u64)
}
