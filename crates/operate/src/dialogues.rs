//! The dialogues that agents of packs may follow, by the names that packs call them by.

use std::sync::Arc;

use conserje_conversation::Dialogues;
use conserje_desk::front_desk::FrontDesk;
use conserje_skills::desk::dialogue::FrontDeskDialogue;

/// Every name there is.
pub const NAMES: &[&str] = &[FrontDeskDialogue::NAME];

pub(crate) fn dialogues(front_desk: FrontDesk) -> Dialogues {
    let mut dialogues = Dialogues::new();
    dialogues.insert(FrontDeskDialogue::NAME.to_owned(), Arc::new(FrontDeskDialogue::new(front_desk)));
    dialogues
}
