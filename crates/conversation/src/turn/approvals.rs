//! Approvals (C7): a turn that wants to act waits for a person.
//!
//! What is approved is a call with exactly these arguments: the row keeps their hash, and it is held
//! against the journal before anything runs. A row is decided once; whoever comes second changes nothing.

use conserje_agents::machine::{FailureKind, Input as MachineInput, PlannedCall, Step, Verdict};
use conserje_events::{ApprovalRequested, ApprovalResolved, Event, EventLog, TurnPaused, TurnResumed};
use conserje_kernel::{
    ApprovalId, ApprovalStatus, DeploymentScope, Digest, Language, Page, PageRequest, Permission, Scope,
    SessionId, SystemJob, Timestamp, TurnId, UserId,
};
use conserje_store::approvals::{self, Approval, Decided};
use conserje_store::turns::{self, Turn};
use conserje_store::{Tx, journal, sessions as stored};
use conserje_tools::args_hash;
use serde_json::Value;

use crate::turn::driver::Driven;
use crate::turn::driver::folded;
use crate::turn::scribe::{Place, Scribe};
use crate::{ConversationError, Conversations, DecideError};

/// The longest reason a person may give, in characters.
const REASON_LIMIT: usize = 1000;

/// A question to a person, not yet written.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) id: ApprovalId,
    call: PlannedCall,
    summary: String,
    expires_at: Timestamp,
}

impl Asked {
    pub(crate) fn new(call: PlannedCall, language: Language, expires_at: Timestamp) -> Self {
        Self { id: ApprovalId::generate(), summary: summary(&call, language), call, expires_at }
    }

    pub(crate) fn events(&self) -> [Event; 2] {
        [
            Event::ApprovalRequested(ApprovalRequested {
                approval_id: self.id.to_string(),
                tool_name: self.call.name.clone(),
                args: self.call.args.clone(),
                summary: self.summary.clone(),
                expires_at: self.expires_at,
            }),
            Event::TurnPaused(TurnPaused { reason: "approval".to_owned() }),
        ]
    }

    pub(crate) fn row(&self, tx: &Tx<'_>, session: SessionId, user: UserId, turn: TurnId) -> Approval {
        Approval {
            id: self.id,
            tenant: tx.tenant(),
            session,
            user,
            turn,
            tool_use_id: self.call.id.clone(),
            tool_name: self.call.name.clone(),
            risk: match self.call.risk {
                Some(conserje_tools::Risk::Dangerous) => "dangerous",
                Some(conserje_tools::Risk::Write) => "write",
                Some(conserje_tools::Risk::Read) | None => "read",
            }
            .to_owned(),
            args: Some(self.call.args.to_string()),
            args_hash: Digest::new(args_hash(&self.call.args)),
            summary: Some(self.summary.clone()),
            status: ApprovalStatus::Pending,
            created_at: tx.now(),
            expires_at: self.expires_at,
            decided_by: None,
        }
    }
}

/// One line that says what would happen; values are shortened, so that nobody has to read a novel to say no.
fn summary(call: &PlannedCall, language: Language) -> String {
    let shown = |value: &Value| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let text = text.replace(char::is_control, " ");
        let short: String = text.chars().take(80).collect();
        if short.len() < text.len() { format!("{short}…") } else { short }
    };
    let args: Vec<_> = call.args.as_object().into_iter().flatten().take(8).collect();
    let args: Vec<_> = args.into_iter().map(|(name, value)| format!("{name}: {}", shown(value))).collect();
    let who = match language {
        Language::Es => "El asistente quiere usar",
        Language::En => "The assistant wants to use",
    };
    format!("{who} {} ({})", call.name, args.join(", "))
}

/// What a person says about a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    pub approves: bool,
    pub edited_args: Option<Value>,
    pub reason: Option<String>,
}

/// What became of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    Now,
    /// The same decision again: a double click, or a replay.
    Before,
}

/// How an approval ends.
struct Resolution {
    status: ApprovalStatus,
    by: Option<UserId>,
    edited_args: Option<Value>,
    reason: Option<String>,
}

impl Conversations {
    /// What waits for a decision: everyone's for those who decide for others, else the caller's own.
    pub async fn approvals(
        &self,
        scope: &Scope,
        page: PageRequest,
    ) -> Result<Page<Approval>, ConversationError> {
        let user = match (scope.may(Permission::DecideApprovals), scope.user()) {
            (true, _) => None,
            (false, Some(user)) => Some(user),
            (false, None) => return Err(no_approval()),
        };
        Ok(self.0.store.read(scope, move |tx| approvals::pending(tx, user, &page)).await?)
    }

    /// One of them, decided or not.
    pub async fn approval(&self, scope: &Scope, id: ApprovalId) -> Result<Approval, ConversationError> {
        let user = scope.user().ok_or_else(no_approval)?;
        let found = self.0.store.read(scope, move |tx| approvals::find(tx, id)).await?;
        let may_see = |approval: &Approval| approval.user == user || scope.may(Permission::DecideApprovals);
        found.filter(may_see).ok_or_else(no_approval)
    }

    /// Decides, once. The turn goes on in the background.
    pub async fn respond(
        &self,
        scope: &Scope,
        id: ApprovalId,
        response: Response,
    ) -> Result<Resolved, DecideError> {
        let user = scope.user().ok_or_else(no_approval)?;
        if scope.is_guest() {
            return Err(DecideError::MayNotDecide);
        }
        let approval = self.approval(scope, id).await?;
        if response.reason.as_ref().is_some_and(|reason| reason.chars().count() > REASON_LIMIT) {
            return Err(DecideError::BadDecision {
                problem: format!("the reason is longer than {REASON_LIMIT} characters; shorten it"),
            });
        }
        if let Some(args) = &response.edited_args {
            self.check_edit(scope, &approval, args, response.approves).await?;
        }
        let status = if response.approves { ApprovalStatus::Approved } else { ApprovalStatus::Rejected };
        // What not every database can keep.
        let reason = response.reason.map(|reason| reason.replace('\0', "\u{fffd}"));
        let resolution = Resolution { status, by: Some(user), edited_args: response.edited_args, reason };
        self.resolve(scope, approval, resolution).await
    }

    async fn check_edit(
        &self,
        scope: &Scope,
        approval: &Approval,
        args: &Value,
        approves: bool,
    ) -> Result<(), DecideError> {
        if !approves {
            let problem = "arguments are edited only to approve; leave `editedArgs` out".to_owned();
            return Err(DecideError::BadDecision { problem });
        }
        if !scope.may(Permission::EditApprovals) {
            return Err(DecideError::MayNotEdit);
        }
        let assistants = self.assistants(scope).await?;
        assistants
            .every_tool()
            .check(&approval.tool_name, args)
            .map_err(|problem| DecideError::BadDecision { problem: problem.to_string() })
    }

    /// The decision, its events, and the turn taken up again: one transaction.
    async fn resolve(
        &self,
        scope: &Scope,
        approval: Approval,
        resolution: Resolution,
    ) -> Result<Resolved, DecideError> {
        if self.0.turns.is_closed() {
            // The call would be cut short at once, and then nobody could say whether it was made.
            return Err(ConversationError::Stopping.into());
        }
        let lease = self.lease();
        let (id, status) = (approval.id, resolution.status);
        let resolve = move |tx: &mut Tx<'_>| -> Result<Outcome, DecideError> {
            if stored::lock(tx, approval.user, approval.session)?.is_none() {
                return Err(no_approval().into());
            }
            tx.tick();
            let approval = approvals::find(tx, approval.id)?.ok_or_else(no_approval)?;
            if approval.status != ApprovalStatus::Pending {
                return Ok(Outcome::Before(Box::new(approval)));
            }
            let is_late = approval.expires_at <= tx.now();
            if is_late && matches!(resolution.status, ApprovalStatus::Approved | ApprovalStatus::Rejected) {
                return Err(DecideError::Expired);
            }
            let edited = resolution.edited_args.as_ref().map(Value::to_string);
            let decided = Decided {
                status: resolution.status,
                by: resolution.by,
                edited_args: edited.as_deref(),
                reason: resolution.reason.as_deref(),
            };
            approvals::decide(tx, approval.id, &decided)?;
            let Some(turn) = turns::resume(tx, approval.turn, &lease)? else {
                return Err(ConversationError::TurnLost.into());
            };
            resume_in(tx, &approval, turn, &resolution)
        };
        let outcome = self.0.store.write(scope, resolve).await;
        match outcome {
            Ok(Outcome::Before(before)) if before.status == status => Ok(Resolved::Before),
            Ok(Outcome::Before(before)) => Err(DecideError::AlreadyDecided { status: before.status }),
            Ok(Outcome::Now(driven, appended, as_whom)) => {
                self.0.log.announce(appended);
                tracing::info!(approval.id = %id, "Approval {id} was {status}");
                self.go_on(as_whom, *driven);
                Ok(Resolved::Now)
            }
            Err(error) => Err(error),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "letting approvals expire is a named system job")]
    fn expiry() -> DeploymentScope {
        DeploymentScope::system(SystemJob::Recovery)
    }

    /// Rejects what nobody decided in time; how many.
    pub async fn expire_approvals(&self) -> Result<usize, ConversationError> {
        let overdue = self.0.store.read_all(Self::expiry(), approvals::overdue).await?;
        let count = overdue.len();
        for approval in overdue {
            let scope = Self::recovery_scope(approval.tenant);
            let resolution =
                Resolution { status: ApprovalStatus::Expired, by: None, edited_args: None, reason: None };
            let id = approval.id;
            match self.resolve(&scope, approval, resolution).await {
                Ok(_)
                | Err(DecideError::AlreadyDecided { .. } | DecideError::Other(ConversationError::Stopping)) =>
                    {}
                // Its session is gone, or its turn: it must not be found again every time.
                Err(DecideError::Other(ConversationError::NotFound { .. } | ConversationError::TurnLost)) => {
                    let expired = Decided {
                        status: ApprovalStatus::Expired,
                        by: None,
                        edited_args: None,
                        reason: None,
                    };
                    self.0.store.write(&scope, move |tx| approvals::decide(tx, id, &expired)).await?;
                }
                Err(error) => {
                    tracing::error!(approval.id = %id, "Letting approval {id} expire failed: {error:?}");
                }
            }
        }
        Ok(count)
    }

    /// Ends a turn that waits for a decision, because its person stopped it; `false` if somebody decided
    /// meanwhile.
    pub(crate) async fn cancel_paused(&self, scope: &Scope, turn: TurnId) -> Result<bool, ConversationError> {
        let find = move |tx: &mut Tx<'_>| approvals::pending_of_turn(tx, turn);
        let Some(approval) = self.0.store.read(scope, find).await? else { return Ok(false) };
        let resolution = Resolution {
            status: ApprovalStatus::Cancelled,
            by: scope.user(),
            edited_args: None,
            reason: None,
        };
        match self.resolve(scope, approval, resolution).await {
            Ok(_) => Ok(true),
            Err(DecideError::Other(error)) => Err(error),
            Err(
                DecideError::AlreadyDecided { .. }
                | DecideError::BadDecision { .. }
                | DecideError::Expired
                | DecideError::MayNotEdit
                | DecideError::MayNotDecide,
            ) => Ok(false),
        }
    }
}

enum Outcome {
    /// In whose name it goes on.
    Now(Box<Driven>, conserje_events::Appended, Scope),
    Before(Box<Approval>),
}

/// Takes the decision into the journal and the log, and the turn up again.
fn resume_in(
    tx: &mut Tx<'_>,
    approval: &Approval,
    turn: Turn,
    resolution: &Resolution,
) -> Result<Outcome, DecideError> {
    let session = turn.session;
    let mut driven = folded(tx, turn)?;
    let verdict = match (resolution.status, driven.machine.step()) {
        // What runs is what was shown, or what the person made of it; nothing that slipped in between.
        (ApprovalStatus::Approved, Step::AskApproval(call)) => {
            if Digest::new(args_hash(&call.args)) != approval.args_hash || call.id != approval.tool_use_id {
                return Err(DecideError::BadDecision {
                    problem: "the call is not the one that was shown; reject it and ask again".to_owned(),
                });
            }
            Verdict::Approved { args: resolution.edited_args.clone().unwrap_or(call.args) }
        }
        (ApprovalStatus::Rejected, _) => Verdict::Rejected { reason: resolution.reason.clone() },
        _ => Verdict::Expired,
    };
    let input = if resolution.status == ApprovalStatus::Cancelled {
        MachineInput::Stopped { kind: FailureKind::Cancelled, partial: None }
    } else {
        MachineInput::Decided { tool_use_id: approval.tool_use_id.clone(), verdict }
    };
    let entry = serde_json::to_string(&input).map_err(|error| ConversationError::Events(error.into()))?;
    let advanced = driven
        .machine
        .advance(input)
        .map_err(|misstep| DecideError::BadDecision { problem: misstep.to_string() })?;
    let mut scribe =
        Scribe::new(driven.turn.id, driven.turn.trace, driven.machine.agent(), driven.place.next_index)
            .speaking(driven.input.language);
    let mut events = vec![
        scribe.number(Event::ApprovalResolved(ApprovalResolved {
            approval_id: approval.id.to_string(),
            decision: resolution.status.to_string(),
            edited_args: resolution.edited_args.clone(),
            reason: resolution.reason.clone(),
        })),
        scribe.number(Event::TurnResumed(TurnResumed { reason: format!("approval {}", resolution.status) })),
    ];
    events.extend(scribe.events_of(advanced.emissions));
    journal::append(tx, session, driven.turn.id, driven.place.ordinal, &entry)?;
    let appended = EventLog::append_in(tx, session, events)?;
    driven.place = Place {
        ordinal: driven.place.ordinal + 1,
        next_index: scribe.next_index,
        last_sequence: appended.events.last().map_or(0, |event| event.sequence),
    };
    // The call has not been made yet: that is for the driver, and not for the second time.
    driven.is_resumed = false;
    let as_whom = Conversations::scope_of_turn(tx, driven.turn.user)?;
    Ok(Outcome::Now(Box::new(driven), appended, as_whom))
}

fn no_approval() -> ConversationError {
    ConversationError::NotFound { what: "approval" }
}
