//! Who is asking, and how much they may: accounts, logins, API keys, one-time links and the scopes they open; limits.
//!
//! [`Access`] is the only place that builds a [`Scope`](conserje_kernel::Scope) for a person. [`limits`] counts what an
//! address, a key, a person, a tenant asks for.

mod accounts;
mod authenticate;
mod guests;
mod keys;
pub mod limits;
mod logins;
mod passwords;
mod remembered;
mod tokens;

use std::sync::Arc;

use conserje_kernel::{DeploymentScope, SystemJob};
use conserje_store::{Store, StoreError};

pub use accounts::{NewAccount, email_form};
pub use conserje_store::accounts::User;
pub use conserje_store::credentials::ApiKey;
pub use guests::Guest;
pub use keys::NewKey;
pub use logins::{SignedIn, login_cookie};
pub use tokens::Token;

use passwords::Passwords;
use remembered::Remembered;

/// Why access was refused, or an account could not be changed.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error("sign in, or send an API key as `Authorization: Bearer KEY`")]
    Unauthenticated,
    #[error("the address or the password is wrong")]
    WrongCredentials,
    #[error("the current password is wrong; type it again, or ask for a one-time link")]
    WrongPassword,
    #[error("this needs the permission `{permission}`, which the caller's role or key does not have")]
    Forbidden { permission: &'static str },
    #[error("repeat the `csrfToken` of the sign-in reply in the header `x-csrf-token`")]
    Csrf,
    #[error("a page of another site opened this connection; sign in with an API key instead")]
    ForeignPage,
    #[error("the link was used, has expired, or never was; ask for a new one")]
    LinkUsed,
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error("there is a {what} `{name}` already")]
    AlreadyExists { what: &'static str, name: String },
    #[error("this is the tenant's last owner; make somebody else owner first")]
    LastOwner,
    #[error("{problem}")]
    InvalidValue { problem: String },
    #[error("too many people are signing in at this moment; try again")]
    TooManyAttempts,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All of it. Cheap to clone.
#[derive(Clone)]
pub struct Access(Arc<Parts>);

struct Parts {
    store: Store,
    passwords: Passwords,
    remembered: Remembered,
    /// Cookies are sent over TLS only.
    secure_cookies: bool,
}

impl Access {
    pub fn new(store: Store, secure_cookies: bool) -> Self {
        let (passwords, remembered) = (Passwords::default(), Remembered::default());
        Self(Arc::new(Parts { store, passwords, remembered, secure_cookies }))
    }

    pub fn secure_cookies(&self) -> bool {
        self.0.secure_cookies
    }
}

#[expect(clippy::disallowed_methods, reason = "authentication works before there is a scope")]
fn authentication() -> DeploymentScope {
    DeploymentScope::system(SystemJob::Authentication)
}
