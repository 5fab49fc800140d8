//! Organisations.

use conserje_kernel::{Language, TenantId, Timestamp};

use crate::sql::{Row, values};
use crate::{DeploymentTx, StoreError, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    pub id: TenantId,
    pub slug: String,
    pub name: String,
    pub language: Language,
    pub created_at: Timestamp,
}

fn read(row: &Row<'_>) -> Result<Tenant, StoreError> {
    Ok(Tenant {
        id: row.get(0)?,
        slug: row.get(1)?,
        name: row.get(2)?,
        language: row.get(3)?,
        created_at: row.get(4)?,
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
    };
    tx.conn.execute(
        "INSERT INTO tenants (id, slug, name, language, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        values![tenant.id, &tenant.slug, &tenant.name, tenant.language, tenant.created_at],
    )?;
    Ok(tenant)
}

pub fn all(tx: &mut DeploymentTx<'_>) -> Result<Vec<Tenant>, StoreError> {
    tx.conn.query(
        "SELECT id, slug, name, language, created_at FROM tenants ORDER BY created_at, id",
        &[],
        read,
    )
}

pub fn by_slug(tx: &mut DeploymentTx<'_>, slug: &str) -> Result<Option<Tenant>, StoreError> {
    tx.conn.query_one(
        "SELECT id, slug, name, language, created_at FROM tenants WHERE slug = ?1",
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
        "SELECT id, slug, name, language, created_at FROM tenants WHERE id = ?1",
        values![tenant],
        read,
    )
}
