//! What a message asks that is no task: a price, an address, hours, the menu, a person.

use conserje_desk::model::PolicyKind;

use super::utterance::Utterance;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Greeting,
    Thanks,
    Goodbye,
    /// What we can do.
    Offer,
    Price,
    /// What one service is like: how long it takes, what to bring.
    Visit,
    Services,
    Location,
    Hours,
    Menu,
    Policy,
    /// What the business itself answers: insurers, parking, pets.
    Fact,
    Staff,
    Balance,
    Appointments,
    Urgent,
    Human {
        is_complaint: bool,
    },
    /// Anything else, which documents may know.
    Question,
}

impl Topic {
    pub(crate) fn of(intent: &str) -> Option<Self> {
        Some(match intent {
            "greeting" => Self::Greeting,
            "thanks" => Self::Thanks,
            "goodbye" => Self::Goodbye,
            "price" => Self::Price,
            "list_services" => Self::Services,
            "location" => Self::Location,
            "hours" => Self::Hours,
            "menu" => Self::Menu,
            "policy" => Self::Policy,
            "staff" => Self::Staff,
            "loyalty_balance" => Self::Balance,
            "my_appointments" => Self::Appointments,
            "urgent" => Self::Urgent,
            "human" => Self::Human { is_complaint: false },
            "complaint" => Self::Human { is_complaint: true },
            _ => return None,
        })
    }

    /// Manners: nothing is asked.
    pub(crate) fn is_manners(self) -> bool {
        matches!(self, Self::Greeting | Self::Thanks | Self::Goodbye | Self::Offer)
    }
}

pub(crate) fn policy_in(said: &Utterance) -> Option<PolicyKind> {
    let kinds: [(&[&str], PolicyKind); 5] = [
        (&["devol", "devuelv", "reembols", "reintegr", "refund", "money"], PolicyKind::Refunds),
        (&["garant", "warrant", "guarant"], PolicyKind::Warranty),
        (&["cancel", "anula"], PolicyKind::Cancellation),
        (
            &["cambi", "mover", "reprogram", "reagend", "reschedul", "change", "chang", "moving"],
            PolicyKind::Rescheduling,
        ),
        (
            &[
                "pag",
                "tarjet",
                "efectiv",
                "transfer",
                "mensualidad",
                "meses",
                "pay",
                "cash",
                "seguro",
                "insur",
            ],
            PolicyKind::Payment,
        ),
    ];
    let by_stem = kinds.into_iter().find(|(stems, _)| said.begins(stems)).map(|(_, kind)| kind);
    // A whole word: a cardiologist is no card.
    by_stem.or_else(|| said.has(&["card", "cards"]).then_some(PolicyKind::Payment))
}
