//! Organisations.

use std::collections::BTreeSet;

use conserje_kernel::{Address, Digest, Feature, Language, TenantId, Timestamp, Zone};

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
    /// Where its days begin and end, if it says so.
    pub zone: Option<Zone>,
    /// An ISO 4217 code, if it says so.
    pub currency: Option<String>,
    /// `#0f766e`, if it has a colour of its own.
    pub color: Option<String>,
    /// What it does without.
    pub switched_off: BTreeSet<Feature>,
}

/// A picture that stands for a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logo {
    pub media_type: String,
    pub content: Vec<u8>,
    pub digest: Digest,
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

/// The columns that `read` reads, said once.
macro_rules! select_tenant {
    ($rest:literal) => {
        concat!(
            "SELECT id, slug, name, language, created_at, address, time_zone, currency, color, switched_off FROM tenants ",
            $rest
        )
    };
}

fn read(row: &Row<'_>) -> Result<Tenant, StoreError> {
    let (address, zone, off): (Option<String>, Option<String>, Option<String>) =
        (row.get(5)?, row.get(6)?, row.get(9)?);
    // What another version wrote is as good as nothing.
    let off = off.unwrap_or_default();
    let switched_off = off.split(',').filter_map(|word| word.parse().ok()).collect();
    Ok(Tenant {
        id: row.get(0)?,
        slug: row.get(1)?,
        name: row.get(2)?,
        language: row.get(3)?,
        created_at: row.get(4)?,
        address: address.as_deref().and_then(address_of),
        zone: zone.as_deref().and_then(|name| name.parse().ok()),
        currency: row.get(7)?,
        color: row.get(8)?,
        switched_off,
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
        zone: None,
        currency: None,
        color: None,
        switched_off: BTreeSet::new(),
    };
    tx.conn.execute(
        "INSERT INTO tenants (id, slug, name, language, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        values![tenant.id, &tenant.slug, &tenant.name, tenant.language, tenant.created_at],
    )?;
    Ok(tenant)
}

pub fn all(tx: &mut DeploymentTx<'_>) -> Result<Vec<Tenant>, StoreError> {
    tx.conn.query(select_tenant!("ORDER BY created_at, id"), &[], read)
}

pub fn by_slug(tx: &mut DeploymentTx<'_>, slug: &str) -> Result<Option<Tenant>, StoreError> {
    tx.conn.query_one(select_tenant!("WHERE slug = ?1"), values![slug], read)
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
    tx.conn.query_one(select_tenant!("WHERE id = ?1"), values![tenant], read)
}

/// Keeps what the tenant says of itself: all but its id, its slug and since when it is there.
pub fn set(tx: &mut Tx<'_>, says: &Tenant) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    let zone = says.zone.as_ref().map(ToString::to_string);
    let off: Vec<_> = says.switched_off.iter().map(|feature| feature.name()).collect();
    tx.conn.execute(
        "UPDATE tenants SET name = ?2, language = ?3, address = ?4, time_zone = ?5, currency = ?6, color = ?7,
             switched_off = ?8 WHERE id = ?1",
        values![
            tenant,
            &says.name,
            says.language,
            says.address.map(address_name),
            zone,
            says.currency.as_deref(),
            says.color.as_deref(),
            (!off.is_empty()).then(|| off.join(","))
        ],
    )?;
    Ok(())
}

pub fn logo(tx: &mut Tx<'_>) -> Result<Option<Logo>, StoreError> {
    let tenant = tx.tenant();
    tx.conn.query_one(
        "SELECT media_type, content, digest FROM tenant_logos WHERE tenant_id = ?1",
        values![tenant],
        |row| Ok(Logo { media_type: row.get(0)?, content: row.get(1)?, digest: row.get(2)? }),
    )
}

/// The digest of the tenant's picture alone.
pub fn logo_digest(tx: &mut Tx<'_>) -> Result<Option<Digest>, StoreError> {
    let tenant = tx.tenant();
    tx.conn
        .query_one("SELECT digest FROM tenant_logos WHERE tenant_id = ?1", values![tenant], |row| row.get(0))
}

pub fn put_logo(tx: &mut Tx<'_>, logo: &Logo) -> Result<(), StoreError> {
    let (tenant, now) = (tx.tenant(), tx.now());
    tx.conn.execute(
        "INSERT INTO tenant_logos (tenant_id, media_type, content, digest, made_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (tenant_id) DO UPDATE SET media_type = excluded.media_type, content = excluded.content,
             digest = excluded.digest, made_at = excluded.made_at",
        values![tenant, &logo.media_type, logo.content.clone(), logo.digest, now],
    )?;
    Ok(())
}

/// Whether there was one.
pub fn remove_logo(tx: &mut Tx<'_>) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    Ok(tx.conn.execute("DELETE FROM tenant_logos WHERE tenant_id = ?1", values![tenant])? > 0)
}
