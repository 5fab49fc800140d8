//! What a client can ask for, event by event.

use conserje_accounts::AccessError;
use conserje_conversation::{ConversationError, Incoming, Resolved, Response, SendError};
use conserje_kernel::{ApprovalId, Language, Permission, SessionId, TurnId};
use conserje_operate::StoreError;
use conserje_operate::grounding::{Wanted, ground};
use conserje_protocol::{
    ApprovalRespond, CancelReply, ChatCancel, ChatMessage, Decision, DecisionReply, ErrorCode, JoinReply,
    LeaveReply, SessionJoin, SessionLeave,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::connection::{Connection, Done};
use super::follow::Following;
use super::request::shown;
use crate::wire::{Failure, render_taken, trace};

/// How many sessions one connection follows; each costs a task.
const JOINED_AT_ONCE: usize = 64;

impl Connection {
    pub(super) async fn perform(&self, event: &str, payload: Value) -> Result<Done, Failure> {
        match event {
            "chat:message" => self.send(parse(payload)?).await,
            "chat:cancel" => self.cancel(parse(payload)?).await,
            "session:join" => self.join(parse(payload)?).await,
            "session:leave" => self.part(parse(payload)?).await,
            "approval:respond" => self.respond(parse(payload)?).await,
            other => {
                let problem = format!(
                    "there is no event `{}`; the events are chat:message, chat:cancel, session:join, session:leave and approval:respond",
                    shown(other)
                );
                Err(Failure::new(ErrorCode::InvalidRequest, problem))
            }
        }
    }

    fn needs(&self, permission: Permission) -> Result<(), Failure> {
        if self.scope.may(permission) {
            return Ok(());
        }
        Err(AccessError::Forbidden { permission: permission.name() }.into())
    }

    async fn send(&self, sent: ChatMessage) -> Result<Done, Failure> {
        self.needs(Permission::WriteSessions)?;
        let user = self.scope.user().map(|user| user.to_string());
        if sent.user_id.is_some() && sent.user_id != user {
            let problem = "User mismatch: `userId` is not the signed-in user; leave it out";
            return Err(Failure::new(ErrorCode::UserMismatch, problem));
        }
        let session = session_id(&sent.session_id)?;
        let turn = match &sent.turn_id {
            Some(id) => id.parse().map_err(|error| invalid(&error))?,
            None => TurnId::generate(),
        };
        let options = sent.options.unwrap_or_default();
        let language = match &options.language {
            Some(tag) => Some(Language::preferred(tag).ok_or_else(|| {
                invalid(&format!("`language` is `{}`; use es or en, or leave it out", shown(tag)))
            })?),
            None => None,
        };
        let wanted = Wanted {
            question: &sent.message,
            agent: options.agent.as_deref(),
            attachments: &sent.attachments.unwrap_or_default(),
            is_searched: options.enable_auto_semantic_search,
        };
        let grounds = ground(&self.app, &self.scope, wanted).await?;
        let incoming = Incoming {
            language,
            reads: self.language,
            grounds,
            agent: options.agent,
            assistant: options.assistant,
            ..Incoming::new(turn, trace::current(), sent.message)
        };
        // Listening begins before the message is taken, so that nothing of its turn is missed.
        let following = if self.is_joined(session) { None } else { Some(self.follow(session, None).await?) };
        let accepted = self.app.conversations().receive(&self.scope, session, incoming).await;
        let accepted = accepted.map_err(|error| {
            if matches!(error, SendError::Other(ConversationError::Store(StoreError::Duplicate))) {
                let problem = "`turnId` was used in another session; make a new one for each message";
                return Failure::new(ErrorCode::IdempotencyKeyReused, problem);
            }
            error.into()
        })?;
        done(&render_taken(accepted), following.map(|(following, _)| following))
    }

    async fn cancel(&self, sent: ChatCancel) -> Result<Done, Failure> {
        self.needs(Permission::WriteSessions)?;
        let turn = self.app.conversations().cancel(&self.scope, session_id(&sent.session_id)?).await?;
        done(&CancelReply { turn_id: turn.map(|turn| turn.to_string()) }, None)
    }

    async fn join(&self, sent: SessionJoin) -> Result<Done, Failure> {
        self.needs(Permission::ReadSessions)?;
        let session = session_id(&sent.session_id)?;
        if sent.after_sequence.is_none() && self.is_joined(session) {
            // Its events go on coming, each once.
            let last = self.app.conversations().session(&self.scope, session).await?.session.last_sequence;
            return done(&joined(session, last, last), None);
        }
        let (following, reply) = self.follow(session, sent.after_sequence).await?;
        done(&reply, Some(following))
    }

    async fn part(&self, sent: SessionLeave) -> Result<Done, Failure> {
        let session = session_id(&sent.session_id)?;
        let was_joined = self.leave(session).await;
        done(&LeaveReply { session_id: session.to_string(), was_joined }, None)
    }

    async fn respond(&self, sent: ApprovalRespond) -> Result<Done, Failure> {
        self.needs(Permission::WriteSessions)?;
        let id: ApprovalId = sent.approval_id.parse().map_err(|_| Failure::not_found("approval"))?;
        let response = Response {
            approves: sent.decision == Decision::Approve,
            edited_args: sent.edited_args,
            reason: sent.reason,
        };
        let resolved = self.app.conversations().respond(&self.scope, id, response).await?;
        let status = sent.decision.into();
        done(&DecisionReply { status, was_decided_before: resolved == Resolved::Before }, None)
    }

    /// Joins a session, in place of an earlier time if there was one. Nothing is sent yet.
    async fn follow(
        &self,
        session: SessionId,
        after: Option<i64>,
    ) -> Result<(Following, JoinReply), Failure> {
        let last = self.app.conversations().session(&self.scope, session).await?.session.last_sequence;
        let after = after.unwrap_or(last);
        if !(0..=last).contains(&after) {
            return Err(invalid(&format!(
                "`afterSequence` is {after}; the session has the events 1 to {last}"
            )));
        }
        self.leave(session).await;
        if self.sessions().len() >= JOINED_AT_ONCE {
            return Err(invalid(&format!("{JOINED_AT_ONCE} sessions are joined already; leave one first")));
        }
        let mut follower = self.app.conversations().follow(&self.scope, session, after).await?;
        if after == last {
            follower.catch_up().await.map_err(ConversationError::from)?;
        }
        let (following, place) = Following::new(self.out.clone(), session, follower, after);
        self.remember(&following, place);
        Ok((following, joined(session, last, after)))
    }
}

fn joined(session: SessionId, last_sequence: i64, after_sequence: i64) -> JoinReply {
    JoinReply { session_id: session.to_string(), last_sequence, after_sequence }
}

fn done<T: Serialize>(reply: &T, then: Option<Following>) -> Result<Done, Failure> {
    let reply = serde_json::to_value(reply).map_err(|error| Failure::internal(&error))?;
    Ok(Done { reply, then })
}

/// A text that is no id names nothing, like one that does not exist.
fn session_id(text: &str) -> Result<SessionId, Failure> {
    text.parse().map_err(|_| Failure::not_found("session"))
}

fn invalid(problem: &dyn ToString) -> Failure {
    Failure::new(ErrorCode::InvalidValue, problem.to_string())
}

/// serde would also take an array, field by field, for an object.
fn parse<T: DeserializeOwned>(payload: Value) -> Result<T, Failure> {
    if !payload.is_object() {
        return Err(Failure::new(ErrorCode::InvalidJson, "send an object as the event's first argument"));
    }
    // serde's own words name the field.
    serde_json::from_value(payload).map_err(|error| Failure::new(ErrorCode::InvalidJson, error.to_string()))
}
