//! Whether an order is picked up or brought, as people say it.

use crate::desk::dialogue::hearing::Utterance;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrderKind {
    Pickup,
    Delivery,
}

const PICKUP: [&str; 35] = [
    "recoger",
    "recojo",
    "recogerlo",
    "lo recojo",
    "para llevar",
    "paso por",
    "paso yo",
    "voy por",
    "yo voy",
    "pickup",
    "pick up",
    "pick it up",
    "pick them up",
    "picking up",
    "collect",
    "takeaway",
    "take away",
    "to go",
    "buscar",
    "buscarlo",
    "buscarla",
    "lo busco",
    "retirar",
    "retirarlo",
    "lo retiro",
    "yo retiro",
    "yo paso",
    "lo paso",
    "los paso",
    "paso a",
    "come and get",
    "get them myself",
    "get it myself",
    "come get it",
    "collecting",
];
const DELIVERY: [&str; 26] = [
    "domicilio",
    "a casa",
    "a mi casa",
    "envio",
    "enviar",
    "envien",
    "entrega",
    "traigan",
    "traen",
    "delivery",
    "deliver",
    "delivered",
    "lleven",
    "mandame",
    "mandamelo",
    "mandenme",
    "mandenmelo",
    "me lo mandan",
    "me lo traen",
    "me lo llevan",
    "a la casa",
    "bring it",
    "bring it over",
    "bring them over",
    "send it",
    "send it over",
];

impl OrderKind {
    /// The way that is named, if one is.
    pub(super) fn said_in(said: &Utterance) -> Option<Self> {
        if said.has(&PICKUP) { Some(Self::Pickup) } else { said.has(&DELIVERY).then_some(Self::Delivery) }
    }
}
