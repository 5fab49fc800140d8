//! Tenants, and the first accounts of a new server.

use conserje_accounts::{AccessError, NewAccount, Token, email_form};
use conserje_kernel::{Language, Principal, Role, Scope, SetupAct, SetupPart, UserId};
use conserje_store::accounts::User;
use conserje_store::record::{self, By, NewEntry};
use conserje_store::tenants::{self, Tenant};
use conserje_store::{DeploymentTx, StoreError, Tx};

use super::{Operate, OperateError, operator};

/// The tenant and owner that a new server starts with.
pub const FIRST_TENANT: &str = "main";
const FIRST_OWNER: &str = "owner@localhost";

pub(crate) fn checked_name(name: &str) -> Result<String, OperateError> {
    if name.trim().is_empty() || name.chars().count() > 200 || name.chars().any(char::is_control) {
        let problem = "a tenant's name is 1 to 200 characters long, without control characters";
        return Err(OperateError::Invalid { problem: problem.to_owned() });
    }
    Ok(name.trim().to_owned())
}

/// A tenant as an owner of the installation wants it.
#[derive(Clone, Debug)]
pub struct NewTenant {
    pub slug: String,
    pub name: String,
    pub language: Language,
    /// Of whoever is to own it.
    pub owner: String,
}

impl Operate {
    /// All of them, for the owners of the installation.
    pub async fn tenants_for(&self, scope: &Scope) -> Result<Vec<Tenant>, OperateError> {
        self.only_for_installation(scope).await?;
        self.tenants().await
    }

    /// Makes a tenant and its owner; the token is for the link with which they choose a password.
    pub async fn make_tenant(&self, scope: &Scope, new: NewTenant) -> Result<(Tenant, Token), OperateError> {
        self.only_for_installation(scope).await?;
        let owner = NewAccount {
            id: UserId::generate(),
            name: new.owner.clone(),
            email: new.owner,
            role: Role::Owner,
            password: None,
        };
        // Before anything is made: a tenant that nobody can sign in to is of no use.
        if email_form(&owner.email).is_none() {
            let problem = "`owner` is no address; write it as in name@example.com";
            return Err(OperateError::Invalid { problem: problem.to_owned() });
        }
        let made = self.put_tenant(Some(scope), &new.slug, (&new.name, new.language)).await?;
        let inside = operator().within(made.id);
        let owner = self.0.access.create_user(&inside, owner).await?;
        Ok((made, self.0.access.one_time_link(&inside, owner.id).await?))
    }

    async fn only_for_installation(&self, scope: &Scope) -> Result<(), OperateError> {
        let is_owner = matches!(scope.principal(), Principal::User { role: Role::Owner, .. });
        if is_owner && self.0.models.is_installation(scope).await? {
            return Ok(());
        }
        Err(OperateError::NotInstallation)
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
        self.put_tenant(None, slug, (name, language)).await
    }

    /// On record in the new tenant, and in that of whoever made it.
    async fn put_tenant(
        &self,
        maker: Option<&Scope>,
        slug: &str,
        (name, language): (&str, Language),
    ) -> Result<Tenant, OperateError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=63).contains(&slug.len()) || !slug.bytes().all(plain) || slug.starts_with('-') {
            let problem = "a tenant's slug is 1 to 63 lower-case letters, digits and hyphens, and starts with no hyphen";
            return Err(OperateError::Invalid { problem: problem.to_owned() });
        }
        let (slug, name) = (slug.to_owned(), checked_name(name)?);
        let maker = maker.map(|scope| (scope.tenant(), By::from(scope)));
        let create = move |tx: &mut DeploymentTx<'_>| {
            let made = tenants::create(tx, &slug, &name, language).map_err(|error| {
                if matches!(error, StoreError::Duplicate) {
                    AccessError::AlreadyExists { what: "tenant", name: slug }.into()
                } else {
                    OperateError::Store(error)
                }
            })?;
            // Who it was is for their own tenant to know.
            recorded(&mut tx.within(made.id), By::default(), &made)?;
            if let Some((tenant, by)) = maker {
                recorded(&mut tx.within(tenant), by, &made)?;
            }
            Ok(made)
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

fn recorded(tx: &mut Tx<'_>, by: By, made: &Tenant) -> Result<(), StoreError> {
    let (part, act, subject) = (SetupPart::Tenant, SetupAct::Added, made.id.to_string());
    record::add(
        tx,
        by,
        &NewEntry { part, act, subject: &subject, name: &made.name, fields: &[], note: &made.slug },
    )
}
