//! What a route asks of its caller, in its type.
//!
//! A handler's first argument is `Allowed<SomePolicy>` or [`Open`]. The router takes no handler whose
//! first argument is neither ([`DeclaresAccess`]), and keeps what each declared in a table that a test
//! walks.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use conserje_accounts::AccessError;
use conserje_kernel::{Permission, Scope};
use http::request::Parts;

use super::Failure;
use crate::Doors;

/// What a route declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Open,
    Needs(Permission),
}

/// A permission as a type.
pub(crate) trait Policy: Send + Sync + 'static {
    const PERMISSION: Permission;
}

/// One type per permission, to be named in handlers' signatures.
pub(crate) mod policy {
    use conserje_kernel::Permission;

    macro_rules! policies {
        ($($name:ident),+ $(,)?) => {$(
            pub(crate) struct $name;
            impl super::Policy for $name {
                const PERMISSION: Permission = Permission::$name;
            }
        )+};
    }
    policies!(
        ReadOwnAccount,
        ManageOwnAccount,
        ReadSessions,
        WriteSessions,
        UseModels,
        ReadUsers,
        ManageUsers,
        ReadApiKeys,
        ManageApiKeys,
        ReadJobs,
        ManageJobs,
        ManageAssistants,
        ManageChannels,
        ReadKnowledge,
        WriteKnowledge,
        ReadAudit,
        ReadDesk,
        WorkDesk,
        WorkInbox,
    );
}

/// Proof that the caller is who they say and may do this.
pub(crate) struct Allowed<P> {
    pub(crate) scope: Scope,
    policy: PhantomData<P>,
}

impl<P: Policy> FromRequestParts<Doors> for Allowed<P> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, doors: &Doors) -> Result<Self, Failure> {
        let app = &doors.app;
        let scope = app.access().authenticate(&parts.method, &parts.headers).await?;
        let scope = scope.coming_from(super::follow::address_of(parts, app.limits()));
        if !scope.may(P::PERMISSION) {
            return Err(AccessError::Forbidden { permission: P::PERMISSION.name() }.into());
        }
        super::follow::note(parts, app.limits().admit(&scope)?);
        Ok(Self { scope, policy: PhantomData })
    }
}

/// For everybody. Which routes are is an allow-list in a test.
pub(crate) struct Open;

impl<S: Sync> FromRequestParts<S> for Open {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self)
    }
}

/// Implemented for the arguments of handlers that say who may call them.
#[diagnostic::on_unimplemented(
    message = "this handler does not say who may call it",
    label = "make its first argument `Allowed<policy::…>` or `Open`"
)]
pub(crate) trait DeclaresAccess {
    const ACCESS: Access;
}

macro_rules! declares_access {
    ($($argument:ident),*) => {
        impl<M, P: Policy, $($argument),*> DeclaresAccess for (M, Allowed<P>, $($argument),*) {
            const ACCESS: Access = Access::Needs(P::PERMISSION);
        }
        impl<M, $($argument),*> DeclaresAccess for (M, Open, $($argument),*) {
            const ACCESS: Access = Access::Open;
        }
    };
}
declares_access!();
declares_access!(A1);
declares_access!(A1, A2);
declares_access!(A1, A2, A3);
declares_access!(A1, A2, A3, A4);
declares_access!(A1, A2, A3, A4, A5);
declares_access!(A1, A2, A3, A4, A5, A6);
