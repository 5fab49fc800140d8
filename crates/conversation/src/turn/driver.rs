//! What a turn is driven with: the turn as it begins or as its journal left it, and what the driver holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use conserje_agents::machine::{Input as MachineInput, Machine};
use conserje_guard::Screened;
use conserje_kernel::Scope;
use conserje_llm::Message;
use conserje_store::turns::Turn;
use conserje_store::{Tx, event_log, journal, sessions as stored};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::answering::assistants::TenantAssistants;
use crate::turn::line::{Begun, Input, from_json};
use crate::turn::live::Live;
use crate::turn::record::TurnRecord;
use crate::turn::scribe::Place;
use crate::{ConversationError, Conversations};

/// The place of the agent's first event in a turn's order; the user's message comes before.
pub(crate) const FIRST_STEP: i64 = 2;

/// A turn that is to be driven, from its beginning or from where its journal ends.
pub(crate) struct Driven {
    pub(crate) turn: Turn,
    pub(crate) input: Input,
    pub(crate) machine: Machine,
    pub(crate) place: Place,
    /// The number of the event that the user's message is.
    pub(crate) began_at: i64,
    /// A process died or paused on it before.
    pub(crate) is_resumed: bool,
}

impl Driven {
    pub(crate) fn new(begun: Begun) -> Self {
        let machine = begun.input.begin();
        Self {
            turn: begun.turn,
            input: begun.input,
            machine,
            place: Place { ordinal: 0, next_index: FIRST_STEP, last_sequence: begun.sequence },
            began_at: begun.sequence,
            is_resumed: false,
        }
    }
}

/// What the driver holds while a turn runs.
pub(crate) struct Driver {
    pub(crate) conversations: Conversations,
    pub(crate) scope: Scope,
    pub(crate) turn: Turn,
    pub(crate) input: Input,
    pub(crate) machine: Machine,
    pub(crate) record: TurnRecord,
    pub(crate) live: Arc<Live>,
    pub(crate) assistants: Arc<TenantAssistants>,
    pub(crate) history: Screened<Vec<Message>>,
    pub(crate) cancel: CancellationToken,
    pub(crate) deadline: Instant,
    /// What to tell the model about calls it wrote in text.
    pub(crate) notes: BTreeMap<String, Vec<String>>,
    pub(crate) is_resumed: bool,
}

/// The turn as its journal left it.
pub(crate) fn folded(tx: &mut Tx<'_>, turn: Turn) -> Result<Driven, ConversationError> {
    let input: Input = from_json(turn.input.as_deref().unwrap_or_default())?;
    let entries = journal::of_turn(tx, turn.id)?;
    let ordinal = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    let entries = entries.iter().map(|entry| from_json(entry)).collect::<Result<Vec<MachineInput>, _>>()?;
    let machine = input.begin().after(entries);
    let began_at = event_log::of_turn(tx, turn.session, turn.id)?.unwrap_or(0);
    let last_sequence = stored::record(tx, turn.session)?.map_or(0, |record| record.session.last_sequence);
    let so_far = event_log::last_index_of_turn(tx, turn.session, turn.id)?;
    Ok(Driven {
        place: Place { ordinal, next_index: FIRST_STEP.max(so_far + 1), last_sequence },
        turn,
        input,
        machine,
        began_at,
        is_resumed: true,
    })
}

/// Who stopped a turn.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    Person,
    Server,
}
