//! Organisations.

use conserje_kernel::{Address, Language, TenantId, Timestamp};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    pub id: TenantId,
    pub slug: String,
    pub name: String,
    pub language: Language,
    pub created_at: Timestamp,
    /// How people are addressed in Spanish, if the tenant says so.
    pub address: Option<Address>,
}

impl Tenant {
    /// Members are addressed with *tú* and guests with *usted*, unless the tenant says how all are.
    pub fn address_for(&self, is_guest: bool) -> Address {
        self.address.unwrap_or(if is_guest { Address::Usted } else { Address::Tu })
    }
}

fn address_name(address: Address) -> &'static str {
    address.choose("tu", "usted")
}

/// What another version wrote is as good as nothing.
fn address_of(name: &str) -> Option<Address> {
    [Address::Tu, Address::Usted].into_iter().find(|address| address_name(*address) == name)
}

fn read(row: &Row<'_>) -> Result<Tenant, StoreError> {
    Ok(Tenant {
        id: row.get(0)?,
        slug: row.get(1)?,
        name: row.get(2)?,
        language: row.get(3)?,
        created_at: row.get(4)?,
        address: row.get::<Option<String>>(5)?.as_deref().and_then(address_of),
    })
}

/// [`StoreError::Duplicate`] when the slug is taken.
pub fn create(
    tx: &mut DeploymentTx<'_>,
    slug: &str,
    name: &str,
    language: Language,
) -> Result<Tenant, StoreError> {
    let tenant = Tenant {
        id: TenantId::generate(),
        slug: slug.to_owned(),
        name: name.to_owned(),
        language,
        created_at: tx.now(),
        address: None,
    };
    tx.conn.execute(
        "INSERT INTO tenants (id, slug, name, language, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        values![tenant.id, &tenant.slug, &tenant.name, tenant.language, tenant.created_at],
    )?;
    Ok(tenant)
}

pub fn all(tx: &mut DeploymentTx<'_>) -> Result<Vec<Tenant>, StoreError> {
    tx.conn.query(
        "SELECT id, slug, name, language, created_at, address FROM tenants ORDER BY created_at, id",
        &[],
        read,
    )
}

pub fn by_slug(tx: &mut DeploymentTx<'_>, slug: &str) -> Result<Option<Tenant>, StoreError> {
    tx.conn.query_one(
        "SELECT id, slug, name, language, created_at, address FROM tenants WHERE slug = ?1",
        values![slug],
        read,
    )
}

/// Nobody else who calls this changes the tenant until this transaction ends.
pub fn lock(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute("UPDATE tenants SET slug = slug WHERE id = ?1", values![tenant])?;
    Ok(())
}

/// The tenant that the transaction is in.
pub fn own(tx: &mut Tx<'_>) -> Result<Option<Tenant>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT id, slug, name, language, created_at, address FROM tenants WHERE id = ?1",
        values![tenant],
        read,
    )
}

/// Keeps what the tenant says of itself.
pub fn set(
    tx: &mut Tx<'_>,
    name: &str,
    language: Language,
    address: Option<Address>,
) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.conn.execute(
        "UPDATE tenants SET name = ?2, language = ?3, address = ?4 WHERE id = ?1",
        values![tenant, name, language, address.map(address_name)],
    )?;
    Ok(())
}
