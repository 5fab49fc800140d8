//! People: making them, listing them, changing what they may do.

use std::time::Duration;

use conserje_kernel::{Permission, Principal, Role, Scope, Secret, SetupAct, SetupPart, UserId};
use conserje_store::accounts::{self, NewUser, User};
use conserje_store::credentials;
use conserje_store::record::{self, By, NewEntry};
use conserje_store::tenants::{self, Tenant};
use conserje_store::{StoreError, Tx};

use super::tokens::Token;
use super::{Access, AccessError};

const LINK_LASTS: Duration = Duration::from_secs(72 * 3600);

/// Somebody to be let in.
pub struct NewAccount {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub role: Role,
    pub password: Option<Secret>,
}

/// An address as it is kept: trimmed, in lower case; `None` if it cannot be one.
pub fn email_form(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (local, domain) = email.rsplit_once('@')?;
    let plain =
        |part: &str| !part.is_empty() && !part.chars().any(|sign| sign.is_whitespace() || sign.is_control());
    let fine = plain(local) && plain(domain) && !local.contains('@') && email.len() <= 254;
    fine.then_some(email)
}

impl Access {
    pub async fn create_user(&self, scope: &Scope, new: NewAccount) -> Result<User, AccessError> {
        let invalid = |problem: &str| AccessError::InvalidValue { problem: problem.to_owned() };
        let email = email_form(&new.email)
            .ok_or_else(|| invalid("`email` is not an address; use name@example.com"))?;
        let name = new.name.trim().to_owned();
        if name.is_empty() || name.chars().count() > 200 || name.chars().any(char::is_control) {
            return Err(invalid("`name` is 1 to 200 characters long, without control characters"));
        }
        may_grant(scope, new.role)?;
        let password_hash = match new.password {
            Some(password) => Some(self.0.passwords.hash(password).await?),
            None => None,
        };
        let (id, role, by) = (new.id, new.role, By::from(scope));
        let create = move |tx: &mut Tx<'_>| {
            // A repeated request finds the account that the first one made.
            if let Some(made) = accounts::find(tx, id)? {
                return Ok(made);
            }
            let user = NewUser { email: email.clone(), name, role, password_hash };
            let made = accounts::create(tx, id, user).map_err(|error| {
                if matches!(error, StoreError::Duplicate) {
                    AccessError::AlreadyExists { what: "user", name: email }
                } else {
                    error.into()
                }
            })?;
            recorded(tx, by, &made, (SetupAct::Added, &[], role.name()))?;
            Ok::<_, AccessError>(made)
        };
        self.0.store.write(scope, create).await
    }

    pub async fn users(&self, scope: &Scope) -> Result<Vec<User>, AccessError> {
        Ok(self.0.store.read(scope, accounts::all).await?)
    }

    pub async fn user_by_email(&self, scope: &Scope, email: &str) -> Result<User, AccessError> {
        let email = email_form(email).unwrap_or_default();
        let find = move |tx: &mut Tx<'_>| accounts::by_email(tx, &email);
        self.0.store.read(scope, find).await?.ok_or(AccessError::NotFound { what: "user" })
    }

    /// The caller's own account and tenant.
    pub async fn own_account(&self, scope: &Scope) -> Result<(User, Tenant), AccessError> {
        let not_found = || AccessError::NotFound { what: "user" };
        let id = scope.user().ok_or_else(not_found)?;
        let read = move |tx: &mut Tx<'_>| {
            let user = accounts::find(tx, id)?.ok_or_else(not_found)?;
            let tenant = tenants::own(tx)?.ok_or_else(not_found)?;
            Ok((user, tenant))
        };
        self.0.store.read(scope, read).await
    }

    /// What a caller may do, with the credential in use.
    pub fn permissions(scope: &Scope) -> Vec<&'static str> {
        Permission::ALL
            .iter()
            .filter(|&&permission| scope.may(permission))
            .map(|permission| permission.name())
            .collect()
    }

    /// Changes a role, or lets somebody in or out. All that a disabled user holds stops working.
    pub async fn update_user(
        &self,
        scope: &Scope,
        id: UserId,
        role: Option<Role>,
        disabled: Option<bool>,
    ) -> Result<User, AccessError> {
        let caller = scope.clone();
        let update = move |tx: &mut Tx<'_>| {
            // Two owners who demote each other at once must not both succeed.
            tenants::lock(tx)?;
            let user = accounts::find(tx, id)?.ok_or(AccessError::NotFound { what: "user" })?;
            may_grant(&caller, user.role)?;
            let by = By::from(&caller);
            if let Some(role) = role {
                may_grant(&caller, role)?;
                accounts::set_role(tx, id, role)?;
                if role != user.role {
                    let note = format!("{} -> {role}", user.role);
                    recorded(tx, by, &user, (SetupAct::Changed, &["role"], &note))?;
                }
            }
            if let Some(disabled) = disabled {
                let moment = disabled.then(|| user.disabled_at.unwrap_or_else(|| tx.now()));
                accounts::set_disabled(tx, id, moment)?;
                if disabled != user.disabled_at.is_some() {
                    let note = if disabled { "locked out" } else { "let in again" };
                    recorded(tx, by, &user, (SetupAct::Changed, &["disabled"], note))?;
                }
            }
            if accounts::active_owners(tx)? == 0 {
                return Err(AccessError::LastOwner);
            }
            accounts::find(tx, id)?.ok_or(AccessError::NotFound { what: "user" })
        };
        let outcome = self.0.store.write(scope, update).await;
        self.0.remembered.forget_all();
        outcome
    }

    /// A link with which its user chooses a password, once.
    pub async fn one_time_link(&self, scope: &Scope, user: UserId) -> Result<Token, AccessError> {
        let token = Token::generate("link");
        let digest = token.digest();
        let caller = scope.clone();
        let create = move |tx: &mut Tx<'_>| {
            let user_now = accounts::find(tx, user)?.ok_or(AccessError::NotFound { what: "user" })?;
            may_grant(&caller, user_now.role)?;
            let expires_at = tx.now().plus(LINK_LASTS);
            credentials::create_link(tx, user, digest, expires_at)?;
            recorded(tx, By::from(&caller), &user_now, (SetupAct::Changed, &["oneTimeLink"], ""))?;
            Ok::<_, AccessError>(())
        };
        self.0.store.write(scope, create).await?;
        Ok(token)
    }
}

/// Puts on record what was done to somebody's account: the act, the fields, and a word for people.
pub(super) fn recorded(
    tx: &mut Tx<'_>,
    by: By,
    user: &User,
    (act, fields, note): (SetupAct, &[&str], &str),
) -> Result<(), StoreError> {
    let fields: Vec<String> = fields.iter().map(|&field| field.to_owned()).collect();
    let subject = user.id.to_string();
    let (part, name) = (SetupPart::User, user.name.as_str());
    record::add(tx, by, &NewEntry { part, act, subject: &subject, name, fields: &fields, note })
}

/// Only an owner makes or changes owners; the operator on the machine may do anything.
fn may_grant(scope: &Scope, role: Role) -> Result<(), AccessError> {
    let allowed = match scope.principal() {
        Principal::User { role: own, .. } => *own == Role::Owner || role != Role::Owner,
        Principal::System(_) => true,
        Principal::Share { .. } => false,
    };
    if role == Role::Guest {
        let problem = "nobody is made a guest: guests come by themselves, through a channel or a widget";
        return Err(AccessError::InvalidValue { problem: problem.to_owned() });
    }
    if allowed { Ok(()) } else { Err(AccessError::Forbidden { permission: "being an owner" }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_form() {
        assert_eq!(email_form("  Ana@Example.COM "), Some("ana@example.com".to_owned()));
        for not_one in ["", "ana", "@x", "ana@", "a b@x", "a@b@c", "a\0@x"] {
            assert_eq!(email_form(not_one), None, "{not_one:?}");
        }
    }
}
