//! Read-only links to a session.

use std::time::Duration;

use conserje_kernel::{DeploymentScope, Digest, Feature, Scope, SessionId, ShareId, SystemJob};
use conserje_store::shares::{self, NewShare, Share};
use conserje_store::{DeploymentTx, Tx, sessions as stored, tenants};
use sha2::{Digest as _, Sha256};

use crate::sessions::keep::owner;
use crate::{ConversationError, Conversations};

/// A link just made; the token is shown this once.
#[derive(Clone, Debug)]
pub struct NewShareLink {
    pub share: Share,
    pub token: String,
}

fn digest(token: &str) -> Digest {
    Digest::new(Sha256::digest(token).into())
}

impl Conversations {
    pub async fn share_session(
        &self,
        scope: &Scope,
        session: SessionId,
        id: ShareId,
        lasts: Duration,
    ) -> Result<NewShareLink, ConversationError> {
        let user = owner(scope, session)?;
        let token = format!("share_{}", hex::encode(rand::random::<[u8; 24]>()));
        let token_digest = digest(&token);
        let create = move |tx: &mut Tx<'_>| {
            stored::find(tx, user, session)?.ok_or_else(ConversationError::no_session)?;
            links_are_on(tx)?;
            let expires_at = tx.now().plus(lasts);
            Ok::<_, ConversationError>(shares::create(
                tx,
                &NewShare { id, session, user, token_digest, expires_at },
            )?)
        };
        let share = self.0.store.write(scope, create).await?;
        Ok(NewShareLink { share, token })
    }

    /// The links of a session that still work.
    pub async fn list_shares(
        &self,
        scope: &Scope,
        session: SessionId,
    ) -> Result<Vec<Share>, ConversationError> {
        let user = owner(scope, session)?;
        let list = move |tx: &mut Tx<'_>| {
            stored::find(tx, user, session)?.ok_or_else(ConversationError::no_session)?;
            Ok(shares::of_session(tx, session)?)
        };
        self.0.store.read(scope, list).await
    }

    pub async fn revoke_share(
        &self,
        scope: &Scope,
        session: SessionId,
        id: ShareId,
    ) -> Result<(), ConversationError> {
        let user = owner(scope, session)?;
        let revoke = move |tx: &mut Tx<'_>| {
            stored::find(tx, user, session)?.ok_or_else(ConversationError::no_session)?;
            if shares::revoke(tx, session, id)? {
                Ok(())
            } else {
                Err(ConversationError::NotFound { what: "share link" })
            }
        };
        self.0.store.write(scope, revoke).await
    }

    /// What a share link opens, and the scope to read it with.
    #[expect(clippy::disallowed_methods, reason = "a valid share link is what this scope stands for")]
    pub async fn open_share(&self, token: &str) -> Result<(Share, Scope), ConversationError> {
        let token = digest(token);
        let find = move |tx: &mut DeploymentTx<'_>| shares::valid(tx, token);
        let share = self.0.store.read_all(DeploymentScope::system(SystemJob::ShareLink), find).await?;
        let share = share.ok_or(ConversationError::NotFound { what: "share link" })?;
        let scope = Scope::shared(share.tenant, share.id, share.session, share.user);
        self.0.store.read(&scope, links_are_on).await?;
        Ok((share, scope))
    }
}

/// A tenant that switched links off has none, old or new.
fn links_are_on(tx: &mut Tx<'_>) -> Result<(), ConversationError> {
    let tenant = tenants::own(tx)?;
    if tenant.is_some_and(|tenant| tenant.switched_off.contains(&Feature::ShareLinks)) {
        return Err(ConversationError::SwitchedOff { what: "links to conversations" });
    }
    Ok(())
}
