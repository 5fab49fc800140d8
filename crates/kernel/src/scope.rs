//! Who asks. Nothing is read or written without one of these.

use std::fmt;
use std::net::IpAddr;

use crate::{ApiKeyId, KeyScopes, LoginId, Permission, Role, SessionId, ShareId, TenantId, UserId, allows};

/// How the caller proved who they are; a live stream asks again whether it still holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    Login(LoginId),
    ApiKey {
        id: ApiKeyId,
        scopes: KeyScopes,
    },
    /// A door that knows its senders by their provider's signature vouches for them.
    Door,
}

/// A piece of the server that acts on its own. The list is closed: a new one is a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemJob {
    /// Finds the account behind a credential, before there is a scope.
    Authentication,
    /// Turns events into messages and citations.
    Projection,
    /// Claims and runs durable jobs.
    JobRunner,
    /// Picks up turns that a crash left behind.
    Recovery,
    /// Carries out an operator's command on the machine itself.
    Operator,
    /// Serves a share link, which stands for the session it names.
    ShareLink,
    /// Opens the widget of a site to whoever visits it.
    Widget,
    /// Takes in what providers of channels deliver, and sends what goes out through them.
    Channels,
}

impl fmt::Display for SystemJob {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Authentication => "authentication",
            Self::Projection => "projection",
            Self::JobRunner => "job-runner",
            Self::Recovery => "recovery",
            Self::Operator => "operator",
            Self::ShareLink => "share-link",
            Self::Widget => "widget",
            Self::Channels => "channels",
        })
    }
}

/// On whose behalf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Principal {
    User {
        id: UserId,
        role: Role,
        credential: Credential,
    },
    /// A reader who holds a share link: sees one session, as its owner shared it.
    Share {
        id: ShareId,
        session: SessionId,
        owner: UserId,
    },
    System(SystemJob),
}

/// One tenant, and who acts in it.
///
/// Built by authentication or by a named system job, and nowhere else: `clippy.toml` forbids the
/// constructors outside the few places that carry an `#[expect]` with their reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    tenant: TenantId,
    principal: Principal,
    address: Option<IpAddr>,
}

impl Scope {
    /// For authentication only.
    pub fn authenticated(tenant: TenantId, id: UserId, role: Role, credential: Credential) -> Self {
        Self::of(tenant, Principal::User { id, role, credential })
    }

    /// For a door that knows who writes from outside, and for going on with what such a person asked.
    pub fn guest(tenant: TenantId, id: UserId) -> Self {
        Self::of(tenant, Principal::User { id, role: Role::Guest, credential: Credential::Door })
    }

    /// For the share door only, once the link has been found valid.
    pub fn shared(tenant: TenantId, id: ShareId, session: SessionId, owner: UserId) -> Self {
        Self::of(tenant, Principal::Share { id, session, owner })
    }

    /// For a named system job that works inside one tenant.
    pub fn system(tenant: TenantId, job: SystemJob) -> Self {
        Self::of(tenant, Principal::System(job))
    }

    fn of(tenant: TenantId, principal: Principal) -> Self {
        Self { tenant, principal, address: None }
    }

    /// The same, asked for from a network address.
    #[must_use]
    pub fn coming_from(self, address: Option<IpAddr>) -> Self {
        Self { address, ..self }
    }

    /// Where the request came from, if it came over the network.
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// Who acts, if it is a person.
    pub fn user(&self) -> Option<UserId> {
        match &self.principal {
            Principal::User { id, .. } => Some(*id),
            Principal::Share { .. } | Principal::System(_) => None,
        }
    }

    /// The key that the caller proved it with, if it was one.
    pub fn api_key(&self) -> Option<ApiKeyId> {
        match &self.principal {
            Principal::User { credential: Credential::ApiKey { id, .. }, .. } => Some(*id),
            Principal::User { .. } | Principal::Share { .. } | Principal::System(_) => None,
        }
    }

    /// Whether somebody from outside acts, who sees nothing but what is for guests.
    pub fn is_guest(&self) -> bool {
        matches!(self.principal, Principal::User { role: Role::Guest, .. })
    }

    /// Whose a session is, if the caller may know it: a user's own, or the one that was shared.
    pub fn owner_of(&self, session: SessionId) -> Option<UserId> {
        match &self.principal {
            Principal::User { id, .. } => Some(*id),
            Principal::Share { session: shared, owner, .. } => (*shared == session).then_some(*owner),
            Principal::System(_) => None,
        }
    }

    /// The access policy, applied: role first, then what the key was made for.
    pub fn may(&self, permission: Permission) -> bool {
        match &self.principal {
            Principal::User { role, credential, .. } => {
                allows(*role, permission)
                    && match credential {
                        Credential::Login(_) | Credential::Door => true,
                        Credential::ApiKey { scopes, .. } => scopes.cover(permission),
                    }
            }
            Principal::Share { .. } => permission == Permission::ReadSessions,
            Principal::System(_) => true,
        }
    }
}

/// All tenants at once, for the few jobs that cannot know the tenant yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeploymentScope {
    job: SystemJob,
}

impl DeploymentScope {
    /// For a named system job only.
    pub fn system(job: SystemJob) -> Self {
        Self { job }
    }

    pub fn job(self) -> SystemJob {
        self.job
    }

    /// Narrows to one tenant, for the same job.
    pub fn within(self, tenant: TenantId) -> Scope {
        Scope::of(tenant, Principal::System(self.job))
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests say who they are")]
mod tests {
    use super::*;
    use crate::KeyScope;

    #[test]
    fn a_key_narrows_what_its_user_may_do_and_never_widens_it() {
        let scope = |role, scopes: &[KeyScope]| {
            let credential =
                Credential::ApiKey { id: ApiKeyId::generate(), scopes: scopes.iter().copied().collect() };
            Scope::authenticated(TenantId::generate(), UserId::generate(), role, credential)
        };
        assert!(!scope(Role::Owner, &[KeyScope::Chat]).may(Permission::ManageUsers));
        assert!(scope(Role::Owner, &[KeyScope::Admin]).may(Permission::ManageUsers));
        assert!(!scope(Role::Member, &[KeyScope::Admin]).may(Permission::ManageUsers));
    }

    #[test]
    fn a_share_reads_its_session_and_does_nothing_else() {
        let (session, owner) = (SessionId::generate(), UserId::generate());
        let shared = Scope::shared(TenantId::generate(), ShareId::generate(), session, owner);
        assert_eq!(shared.owner_of(session), Some(owner));
        assert_eq!(shared.owner_of(SessionId::generate()), None);
        assert_eq!(shared.user(), None);
        let may: Vec<_> = Permission::ALL.iter().filter(|&&permission| shared.may(permission)).collect();
        assert_eq!(may, [&Permission::ReadSessions]);
    }
}
