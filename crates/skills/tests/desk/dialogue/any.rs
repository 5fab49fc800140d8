use conserje_kernel::Language;

use super::player::{MOST_CALLS, Scene};

const SAID: [&str; 16] = [
    "quiero una limpieza dental en el centro",
    "mañana a las 5",
    "sí",
    "la segunda",
    "Ana López",
    "no, mejor el martes",
    "no",
    "¿y cuánto cuesta?",
    "dos tacos al pastor y un guacamole",
    "a domicilio en Calle Uno 12",
    "me duele una muela",
    "gracias",
    "a table for four on Friday at 9",
    "cancela mi cita",
    "quiero cambiar mi cita al jueves",
    "%$ ¿? 999999999999 :/",
];
const TAKEN_FOR: [(&str, &str); 12] = [
    ("booking", "book"),
    ("booking", "question"),
    ("general", "question"),
    ("booking", "move_appointment"),
    ("booking", "cancel_appointment"),
    ("ordering_restaurant", "order"),
    ("ordering_restaurant", "question"),
    ("pricing", "price"),
    ("urgent_care", "urgent"),
    ("greeting", "thanks"),
    ("loyalty", "loyalty_redeem"),
    ("escalation", "human"),
];

/// The same jumble every time, from a small generator of numbers.
#[tokio::test(flavor = "multi_thread")]
async fn a_jumble_of_messages_is_always_answered_in_a_few_calls() {
    let mut number = 7_u64;
    let mut below = |most: usize| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(number >> 33).unwrap() % most
    };
    for (demo, language) in [("dental", Language::Es), ("restaurant", Language::En)] {
        let mut scene = Scene::open(demo, language).await;
        for _ in 0..40 {
            let (agent, intent) = TAKEN_FOR[below(TAKEN_FOR.len())];
            let calls = scene.say(agent, intent, SAID[below(SAID.len())]).await;
            assert!(calls <= MOST_CALLS);
        }
    }
}
