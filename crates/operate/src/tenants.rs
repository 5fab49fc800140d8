//! Tenants, and the first accounts of a new server.

use conserje_accounts::{AccessError, NewAccount};
use conserje_kernel::{Address, Language, Role, Scope, UserId};
use conserje_store::accounts::User;
use conserje_store::tenants::{self, Tenant};
use conserje_store::{DeploymentTx, StoreError, Tx};

use super::{Operate, OperateError, operator};

/// The tenant and owner that a new server starts with.
pub const FIRST_TENANT: &str = "main";
const FIRST_OWNER: &str = "owner@localhost";

/// What a tenant says of itself.
pub struct Settings {
    pub name: String,
    pub language: Language,
    /// How everybody is addressed; if it does not say, members are otherwise than guests.
    pub address: Option<Address>,
}

/// What is not said stays.
pub struct SettingsChange {
    pub name: Option<String>,
    pub language: Option<Language>,
    pub address: AddressChange,
}

pub enum AddressChange {
    Stays,
    Becomes(Option<Address>),
}

impl From<Tenant> for Settings {
    fn from(tenant: Tenant) -> Self {
        Self { name: tenant.name, language: tenant.language, address: tenant.address }
    }
}

fn checked_name(name: &str) -> Result<String, OperateError> {
    if name.trim().is_empty() || name.chars().count() > 200 || name.chars().any(char::is_control) {
        let problem = "a tenant's name is 1 to 200 characters long, without control characters";
        return Err(OperateError::Invalid { problem: problem.to_owned() });
    }
    Ok(name.trim().to_owned())
}

impl Operate {
    pub async fn settings(&self, scope: &Scope) -> Result<Settings, OperateError> {
        let tenant = self.0.store.read(scope, tenants::own).await?;
        Ok(tenant.ok_or(OperateError::NotFound { what: "tenant" })?.into())
    }

    pub async fn change_settings(
        &self,
        scope: &Scope,
        change: SettingsChange,
    ) -> Result<Settings, OperateError> {
        let name = change.name.as_deref().map(checked_name).transpose()?;
        let write = move |tx: &mut Tx<'_>| {
            // Of two who change different things at once, neither takes back what the other did.
            tenants::lock(tx)?;
            let known = tenants::own(tx)?.ok_or(OperateError::NotFound { what: "tenant" })?;
            let changed = Tenant {
                name: name.unwrap_or(known.name),
                language: change.language.unwrap_or(known.language),
                address: match change.address {
                    AddressChange::Stays => known.address,
                    AddressChange::Becomes(address) => address,
                },
                ..known
            };
            tenants::set(tx, &changed.name, changed.language, changed.address)?;
            Ok::<_, OperateError>(changed)
        };
        let changed = self.0.store.write(scope, write).await?;
        self.0.conversations.forget_assistants(scope);
        Ok(changed.into())
    }

    pub async fn tenants(&self) -> Result<Vec<Tenant>, OperateError> {
        Ok(self.0.store.read_all(operator(), tenants::all).await?)
    }

    /// The operator's scope inside a tenant.
    pub async fn inside(&self, slug: &str) -> Result<Scope, OperateError> {
        let slug = slug.to_owned();
        let find = move |tx: &mut DeploymentTx<'_>| tenants::by_slug(tx, &slug);
        let tenant = self.0.store.read_all(operator(), find).await?;
        Ok(operator().within(tenant.ok_or(OperateError::NotFound { what: "tenant" })?.id))
    }

    pub async fn create_tenant(
        &self,
        slug: &str,
        name: &str,
        language: Language,
    ) -> Result<Tenant, OperateError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=63).contains(&slug.len()) || !slug.bytes().all(plain) || slug.starts_with('-') {
            let problem = "a tenant's slug is 1 to 63 lower-case letters, digits and hyphens, and starts with no hyphen";
            return Err(OperateError::Invalid { problem: problem.to_owned() });
        }
        let (slug, name) = (slug.to_owned(), checked_name(name)?);
        let create = move |tx: &mut DeploymentTx<'_>| {
            tenants::create(tx, &slug, &name, language).map_err(|error| {
                if matches!(error, StoreError::Duplicate) {
                    AccessError::AlreadyExists { what: "tenant", name: slug }.into()
                } else {
                    OperateError::Store(error)
                }
            })
        };
        self.0.store.write_all(operator(), create).await
    }

    /// The tenant's owner, both made if they are not there yet.
    pub async fn tenant_with_owner(
        &self,
        slug: &str,
        name: &str,
        email: &str,
    ) -> Result<(Scope, User), OperateError> {
        let scope = match self.inside(slug).await {
            Err(OperateError::NotFound { .. }) => {
                let made = self.create_tenant(slug, name, Language::default()).await?;
                operator().within(made.id)
            }
            found => found?,
        };
        let owner = match self.0.access.user_by_email(&scope, email).await {
            Err(AccessError::NotFound { .. }) => {
                let account = NewAccount {
                    id: UserId::generate(),
                    email: email.to_owned(),
                    name: "Owner".to_owned(),
                    role: Role::Owner,
                    password: None,
                };
                self.0.access.create_user(&scope, account).await?
            }
            found => found?,
        };
        Ok((scope, owner))
    }

    /// On a server that nobody can sign in to yet: a token with which its owner chooses a password.
    pub async fn first_owner_token(&self) -> Result<Option<String>, OperateError> {
        self.owner_token(FIRST_TENANT, "Main", FIRST_OWNER).await
    }

    /// The same for any tenant, which is made if need be.
    pub async fn owner_token(
        &self,
        slug: &str,
        name: &str,
        email: &str,
    ) -> Result<Option<String>, OperateError> {
        let (scope, owner) = self.tenant_with_owner(slug, name, email).await?;
        if owner.password_hash.is_some() {
            return Ok(None);
        }
        Ok(Some(self.0.access.one_time_link(&scope, owner.id).await?.expose().to_owned()))
    }
}
