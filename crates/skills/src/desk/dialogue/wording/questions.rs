//! Questions in words, and known again by them.

use conserje_kernel::Address;
use conserje_kernel::Language::{self, En, Es};
use conserje_kernel::say;

use crate::desk::dialogue::hearing::Ask;

impl Ask {
    pub(crate) fn text(self, language: Language, address: Address) -> &'static str {
        let to = |tu, usted| address.choose(tu, usted);
        let (es, en) = match self {
            Self::Service => (
                to("¿Qué servicio te interesa?", "¿Qué servicio le interesa?"),
                "Which service would you like?",
            ),
            Self::WhichService => (to("¿Cuál prefieres?", "¿Cuál prefiere?"), "Which one would you like?"),
            Self::Party => ("¿Para cuántas personas?", "For how many people?"),
            Self::Branch => ("¿En qué sucursal?", "At which branch?"),
            Self::Day => (to("¿Qué día te queda bien?", "¿Qué día le queda bien?"), "Which day suits you?"),
            Self::NewDay => {
                ("¿Para qué día y a qué hora la cambiamos?", "What day and time should I move it to?")
            }
            Self::WhichDay => ("¿Cuál de esos días?", "Which of those days?"),
            Self::WhichHour => ("¿Cuál de esas horas?", "Which of those times?"),
            Self::Time => {
                (to("¿A qué hora te queda bien?", "¿A qué hora le queda bien?"), "What time suits you?")
            }
            Self::Name => ("¿A nombre de quién?", "What name should I put it under?"),
            Self::Phone => (
                to("¿Me das un teléfono de contacto?", "¿Me da un teléfono de contacto?"),
                "May I have a phone number to reach you?",
            ),
            Self::ConfirmBooking => ("¿Confirmo la reserva?", "Shall I book it?"),
            Self::ConfirmMove => ("¿Hago el cambio?", "Shall I move it?"),
            Self::ConfirmCancel => (
                to("¿Confirmas que la cancele?", "¿Confirma que la cancele?"),
                "Shall I go ahead and cancel it?",
            ),
            Self::ConfirmOrder => ("¿Confirmo el pedido?", "Shall I place the order?"),
            Self::ConfirmReward => ("¿Lo canjeo?", "Shall I redeem it?"),
            Self::WhichAppointment => ("¿De cuál se trata?", "Which one do you mean?"),
            Self::Dishes => {
                (to("¿Qué te gustaría pedir?", "¿Qué le gustaría pedir?"), "What would you like to order?")
            }
            Self::WhichDish => {
                (to("¿Cuál de estos te pongo?", "¿Cuál de estos le pongo?"), "Which of these would you like?")
            }
            Self::Kind => (
                to(
                    "¿Lo recoges tú o te lo llevamos a domicilio?",
                    "¿Lo recoge usted o se lo llevamos a domicilio?",
                ),
                "Is it for pickup or delivery?",
            ),
            Self::Address => (
                to("¿A qué dirección te lo llevamos?", "¿A qué dirección se lo llevamos?"),
                "What address should we deliver to?",
            ),
            Self::OrderTime => (
                to("¿Para qué día y hora lo quieres?", "¿Para qué día y hora lo quiere?"),
                "What day and time would you like it for?",
            ),
            Self::Reward => (
                to("¿Qué premio quieres canjear?", "¿Qué premio quiere canjear?"),
                "Which reward would you like?",
            ),
            Self::Policy => (
                to("¿Sobre cuál quieres saber?", "¿Sobre cuál quiere saber?"),
                "Which one would you like to know about?",
            ),
            Self::Person => (
                to("¿Quieres que te atienda una persona?", "¿Quiere que le atienda una persona?"),
                "Would you like a person to help you?",
            ),
            Self::More => (
                to("¿Te ayudo con algo más?", "¿Le ayudo con algo más?"),
                "Can I help you with anything else?",
            ),
        };
        say(language, es, en)
    }

    /// The question that an answer ends with, however people were addressed in it.
    pub(crate) fn of(answer: &str) -> Option<Self> {
        let answer = answer.trim_end();
        let is_asked = |ask: &Self| {
            let ways = [(Es, Address::Usted), (Es, Address::Tu), (En, Address::Usted)];
            ways.iter().any(|(language, address)| answer.ends_with(ask.text(*language, *address)))
        };
        Self::ALL.into_iter().find(is_asked)
    }
}
