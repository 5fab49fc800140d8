//! `escalate_to_human`: an agent asks for a person, who finds the conversation in the inbox.

use conserje_events::{EscalationOpened, Event, EventLog, NewEvent};
use conserje_kernel::{Bilingual, DeskChangeKind, EventId, Language, TraceId, Urgency};
use conserje_store::desk::changes::{self, Change};
use conserje_store::desk::escalations::{self, Escalation, NewEscalation};
use conserje_store::desk::{Trace, customers};
use conserje_store::{Store, Tx};
use conserje_tools::{Call, Outcome, Risk, Tool, ToolInfo};
use futures::future::{BoxFuture, FutureExt};
use serde_json::{Value, json};

use crate::ConversationError;

/// Asks for a person: changes nothing but the inbox, and needs nobody's approval for it.
pub struct EscalateToHuman {
    info: ToolInfo,
    store: Store,
    log: EventLog,
}

impl EscalateToHuman {
    pub const NAME: &'static str = "escalate_to_human";

    pub fn new(store: Store, log: EventLog) -> Self {
        let parameters = json!({
            "type": "object",
            "properties": {
                "reason": {"type": "string", "minLength": 1, "maxLength": 500},
                "urgency": {"enum": Urgency::ALL},
                "summary": {"type": "string", "maxLength": 2000, "description": "What a colleague must know"},
            },
            "required": ["reason"], "additionalProperties": false,
        });
        let about = "Asks a person of the business to take over this conversation.";
        let info = ToolInfo {
            title: Some(Bilingual::new("avisar a una persona", "call in a person")),
            risk: Risk::Write,
            needs_no_approval: true,
            ..ToolInfo::read(Self::NAME, about, parameters)
        };
        Self { info, store, log }
    }

    async fn escalate(&self, call: Call) -> Result<(Escalation, bool), ConversationError> {
        let scope = call.scope.clone();
        let open = move |tx: &mut Tx<'_>| open(tx, &call);
        let (escalation, appended) = self.store.write(&scope, open).await?;
        let is_new = appended.is_some();
        if let Some(appended) = appended {
            self.log.announce(appended);
        }
        Ok((escalation, is_new))
    }
}

fn open(
    tx: &mut Tx<'_>,
    call: &Call,
) -> Result<(Escalation, Option<conserje_events::Appended>), ConversationError> {
    let text = |name: &str| {
        let given = call.args.get(name).and_then(Value::as_str).map(str::trim);
        // What not every database can keep.
        given.filter(|text| !text.is_empty()).map(|text| text.replace('\0', "\u{fffd}"))
    };
    let trace = Trace {
        session: Some(call.session),
        turn: Some(call.turn),
        tool_use_id: Some(call.tool_use_id.clone()),
        user: None,
    };
    let key = call.key.as_str().to_owned();
    let urgency = call.args.get("urgency").and_then(Value::as_str);
    let new = NewEscalation {
        session: call.session,
        customer: customers::of_session(tx, call.session)?.map(|customer| customer.id),
        reason: text("reason").unwrap_or_default(),
        urgency: urgency.and_then(|word| word.parse().ok()).unwrap_or(Urgency::Normal),
        summary: text("summary"),
        key: key.clone(),
        trace: trace.clone(),
    };
    let opened = escalations::open(tx, &new)?;
    let (escalation, is_new) = opened.ok_or(ConversationError::NotFound { what: "escalation" })?;
    if !is_new {
        return Ok((escalation, None));
    }
    let change = Change {
        key,
        kind: DeskChangeKind::Escalated,
        subject: escalation.id.to_string(),
        was: None,
        undone_at: None,
    };
    changes::record(tx, &change, &trace)?;
    let event = NewEvent {
        id: EventId::generate(),
        event: Event::EscalationOpened(EscalationOpened {
            escalation_id: escalation.id,
            reason: escalation.reason.clone(),
            urgency: escalation.urgency,
            summary: escalation.summary.clone(),
        }),
        index: 0,
        turn: None,
        trace: TraceId::generate(),
    };
    let appended = EventLog::append_in(tx, call.session, vec![event])?;
    Ok((escalation, Some(appended)))
}

impl Tool for EscalateToHuman {
    fn info(&self) -> &ToolInfo {
        &self.info
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        async move {
            let language = call.language;
            match self.escalate(call).await {
                Ok((escalation, is_new)) => answered(&escalation, is_new, language),
                Err(error) => {
                    tracing::error!("Asking for a person failed: {error:?}");
                    Outcome::unknown(match language {
                        Language::Es => {
                            "No se sabe si el aviso llegó. Dé el teléfono del negocio y ofrezca intentarlo de nuevo."
                        }
                        Language::En => {
                            "Whether anybody was told is not known. Give the business's phone and offer to try again."
                        }
                    })
                }
            }
        }
        .boxed()
    }
}

fn answered(escalation: &Escalation, is_new: bool, language: Language) -> Outcome {
    let message = match (language, is_new) {
        (Language::Es, true) => {
            "Se ha avisado a una persona del equipo, que responderá en esta conversación."
        }
        (Language::Es, false) => {
            "Una persona del equipo ya estaba avisada y responderá en esta conversación."
        }
        (Language::En, true) => "A person of the team was told and will answer in this conversation.",
        (Language::En, false) => {
            "A person of the team had been told already and will answer in this conversation."
        }
    };
    let result = json!({"success": true, "escalation_id": escalation.id, "message": message});
    Outcome { text: message.to_owned(), ..Outcome::succeeded(result) }
}
