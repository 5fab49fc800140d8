//! People from outside: whoever writes through a channel or opens the widget. Each is a user without a password, known by
//! the door they came through and what that door calls them; they see their own conversations and nothing else.

use conserje_kernel::{Scope, TenantId};
use conserje_store::Tx;
use conserje_store::accounts::{self, User};

use super::tokens::{Token, digest};
use super::{Access, AccessError};

/// How a visitor's token begins.
pub(super) const VISITOR: &str = "cvt_";
/// A name as a stranger gives it is cut to this.
const LONGEST_NAME: usize = 200;

/// Somebody who writes from outside.
#[derive(Clone, Copy, Debug)]
pub struct Guest<'a> {
    /// The door: the id of a channel or a site.
    pub door: &'a str,
    /// What the door calls the person; kept as a digest.
    pub contact: &'a str,
    pub name: &'a str,
}

impl Access {
    /// In whose name a door passes on what a guest writes; made if they never wrote before. `scope` is of the door, or a
    /// job that acts for it. A guest who was locked out stays so.
    #[expect(clippy::disallowed_methods, reason = "the door has checked who sends")]
    pub async fn guest(&self, scope: &Scope, guest: Guest<'_>) -> Result<(User, Scope), AccessError> {
        let tenant: TenantId = scope.tenant();
        let address = format!("guest:{}:{}", guest.door, digest(guest.contact));
        let name: String = guest.name.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect();
        let find = move |tx: &mut Tx<'_>| match accounts::by_email(tx, &address)? {
            Some(known) => Ok(Some(known)),
            None => accounts::guest(tx, &address, &name),
        };
        let found = self.0.store.write(scope, find).await?;
        let user = found.filter(|user| user.disabled_at.is_none()).ok_or(AccessError::Unauthenticated)?;
        let scope = Scope::guest(tenant, user.id);
        Ok((user, scope))
    }

    /// A token that a new visitor of a page keeps, and is known by.
    pub async fn visitor(&self, scope: &Scope, site: &str) -> Result<Token, AccessError> {
        let token = Token::generate(VISITOR.trim_end_matches('_'));
        let guest = Guest { door: site, contact: token.expose(), name: "" };
        let (user, _) = self.guest(scope, guest).await?;
        self.keep_login(&user, &token).await?;
        Ok(token)
    }
}
