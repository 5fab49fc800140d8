use conserje_kernel::Language::Es;
use serde_json::json;

use super::player::Scene;

const DENTAL: &str = "booking_dental";
const TABLE: &str = "booking_restaurant";
const ORDER: &str = "ordering_restaurant";

/// A moment, by the clock of a place.
pub(crate) fn at(text: &str, zone: &str) -> i64 {
    let shown: jiff::civil::DateTime = text.parse().unwrap();
    shown.in_tz(zone).unwrap().timestamp().as_second()
}

/// Each test is a conversation.
macro_rules! scenes {
    ($($test:ident: $demo:literal, [$($line:tt),* $(,)?];)+) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            let shown = Scene::open($demo, Es).await.play(&[$($line),*]).await;
            insta::assert_snapshot!(shown);
        }
    )+};
}

scenes! {
    a_cleaning_is_booked_moved_and_cancelled: "dental", [
        ("greeting", "greeting", "Hola, buenos días"),
        (DENTAL, "book", "Quiero una cita para limpieza dental"),
        (DENTAL, "location", "en el centro"),
        (DENTAL, "question", "mañana"),
        (DENTAL, "question", "a las cinco y media"),
        ("general", "question", "Ana López"),
        (DENTAL, "thanks", "sí, por favor"),
        (DENTAL, "my_appointments", "¿qué citas tengo?"),
        (DENTAL, "move_appointment", "quiero cambiar mi cita"),
        (DENTAL, "question", "mejor el miércoles a las 12"),
        (DENTAL, "question", "sí"),
        (DENTAL, "cancel_appointment", "al final necesito cancelar mi cita"),
        (DENTAL, "question", "sí, cancélala"),
        ("greeting", "thanks", "muchas gracias"),
        ("greeting", "goodbye", "no, es todo"),
    ];
    all_is_said_at_once: "dental", [
        (DENTAL, "book", "Hola, soy Ana López, quiero una limpieza dental en Plaza Norte el próximo martes a las 11 con Mariana Luna"),
        (DENTAL, "question", "ok"),
    ];
    only_a_day_is_said: "dental", [
        (DENTAL, "book", "quiero una valoración en el centro el jueves por la tarde"),
        (DENTAL, "question", "la segunda"),
        (DENTAL, "question", "me llamo Luis Pérez"),
        (DENTAL, "question", "no, mejor el viernes"),
        (DENTAL, "question", "a las 10"),
        (DENTAL, "question", "perfecto"),
    ];
    what_is_not_offered_is_not_made_up: "dental", [
        (DENTAL, "book", "quiero una cita para implantes"),
        (DENTAL, "question", "un masaje"),
        (DENTAL, "question", "blanqueamiento"),
        (DENTAL, "question", "déjalo"),
        ("pricing", "price", "¿Cuánto cuesta un implante?"),
        ("pricing", "price", "¿y la endodoncia?"),
        ("pricing", "price", "¿Cuánto vale la limpieza?"),
        ("pricing", "price", "precio de la limpieza dental"),
        (DENTAL, "book", "agéndame esa"),
        (DENTAL, "question", "no"),
        ("pricing", "list_services", "¿Qué servicios tienen?"),
    ];
    a_question_in_the_middle_is_answered_and_the_open_one_asked_again: "dental", [
        (DENTAL, "book", "quiero una limpieza profunda en Plaza Norte"),
        ("pricing", "price", "¿y cuánto cuesta?"),
        ("hours", "hours", "¿a qué hora cierran el sábado?"),
        ("faq", "faq", "¿tienen estacionamiento?"),
        ("faq", "policy", "¿puedo pagar con tarjeta?"),
        (DENTAL, "book", "el viernes a las 4"),
        (DENTAL, "question", "a nombre de Rosa Díaz"),
        (DENTAL, "question", "sí"),
    ];
    what_goes_on_from_a_question_about_the_price_is_about_the_price_or_the_day: "dental", [
        ("pricing", "price", "¿Cuánto cuesta la limpieza dental?"),
        ("pricing", "price", "¿y el blanqueamiento?"),
        ("hours", "hours", "¿abren el sábado?"),
        ("hours", "hours", "¿y el 24?"),
        (DENTAL, "book", "quiero una limpieza profunda en Plaza Norte"),
        ("pricing", "price", "¿y cuánto cuesta?"),
        ("pricing", "price", "¿y el viernes?"),
    ];
    who_is_not_understood_twice_is_offered_a_person: "dental", [
        (DENTAL, "book", "quiero una limpieza dental en el centro"),
        (DENTAL, "question", "xyzzy"),
        (DENTAL, "question", "plugh"),
        ("general", "question", "sí"),
        (DENTAL, "book", "quiero una limpieza dental en el centro"),
        (DENTAL, "question", "xyzzy"),
        (DENTAL, "question", "plugh"),
        ("general", "question", "no"),
    ];
    an_angry_customer_gets_a_person_and_comes_back: "dental", [
        (DENTAL, "book", "quiero una limpieza dental"),
        ("escalation", "complaint", "¡Esto es un desastre, llevo una hora esperando!"),
        ("escalation", "human", "quiero hablar con una persona"),
        (DENTAL, "book", "Gracias, ya me atendieron. Ahora quiero una extracción en el centro mañana a las 10"),
        (DENTAL, "question", "Pedro Gil"),
        (DENTAL, "question", "sí"),
    ];
    a_toothache_is_urgent: "dental", [
        ("urgent_care", "urgent", "Me duele muchísimo una muela, no aguanto y no pude dormir"),
        ("urgent_care", "question", "la primera"),
        ("urgent_care", "question", "Julia Rey"),
        ("urgent_care", "question", "sí"),
        ("urgent_care", "urgent", "No puedo respirar bien y tengo la cara muy hinchada"),
    ];
    hours_on_a_holiday: "dental", [
        ("hours", "hours", "¿Qué horario tienen?"),
        ("hours", "hours", "¿Abren los domingos?"),
        ("hours", "hours", "¿A qué hora abren mañana en Plaza Norte?"),
        ("location", "location", "¿Dónde están?"),
        ("faq", "policy", "¿Cuáles son sus políticas?"),
        ("faq", "question", "la de cancelación"),
        ("faq", "staff", "¿Quién hace ortodoncia?"),
        ("loyalty", "loyalty_balance", "¿Cuántos puntos tengo?"),
        ("loyalty", "loyalty_redeem", "quiero canjear el cepillo"),
        ("loyalty", "loyalty_redeem", "quiero canjear mis puntos"),
        ("loyalty", "question", "la limpieza"),
    ];
    a_party_that_no_table_takes_is_told_when_it_is_heard: "restaurant", [
        (TABLE, "book", "mesa para 15 el sábado a las 8 de la noche"),
        (TABLE, "question", "sí"),
        (TABLE, "question", "Fabiola Ríos"),
        (TABLE, "question", "sí"),
    ];
    forty_are_told_whom_to_call_and_six_may_still_come: "restaurant", [
        (TABLE, "book", "quiero reservar una mesa para el viernes a las 8 de la noche"),
        (TABLE, "question", "somos 40"),
        (TABLE, "question", "ah, pues entonces mesa para 6"),
        (TABLE, "question", "Rocío Mar"),
        (TABLE, "question", "espera, al final seremos 9 personas"),
        (TABLE, "question", "no, gracias"),
    ];
    why_nobody_can_come_then_is_told: "restaurant", [
        (TABLE, "book", "mesa para 4 el viernes a las 6 de la tarde"),
        (TABLE, "question", "el miércoles a las 10 de la noche"),
        (TABLE, "question", "el lunes a las 8 de la noche"),
        (TABLE, "question", "déjalo"),
        (TABLE, "book", "la cata con el chef el viernes a las 8 de la noche"),
        (TABLE, "question", "el miércoles a las 2 de la tarde"),
    ];
    where_and_by_whom_it_is_not_done_is_told: "dental", [
        (DENTAL, "book", "quiero una endodoncia en Plaza Norte"),
        (DENTAL, "question", "déjalo"),
        (DENTAL, "book", "una limpieza dental con el doctor Campos"),
        (DENTAL, "question", "entonces con Mariana Luna en el Centro, el jueves a las 11"),
    ];
    for_how_many_a_cake_is_says_nothing_of_how_many_cakes: "restaurant", [
        (ORDER, "order", "un pastel de tres leches para 12 para recoger mañana a las 3 de la tarde"),
        (ORDER, "question", "Ofelia Cano"),
        (ORDER, "question", "sí"),
    ];
    what_can_be_two_days_is_asked_once: "dental", [
        (DENTAL, "book", "quiero una limpieza dental en el centro el lunes a las 5"),
        (DENTAL, "question", "el de la próxima semana"),
        (DENTAL, "question", "Lic. Robles"),
        (DENTAL, "question", "el martes no puedo"),
        (DENTAL, "question", "no, mejor el jueves a las 4, digo a las 5"),
        (DENTAL, "question", "sí"),
    ];
    a_day_that_is_refused_is_not_booked: "dental", [
        (DENTAL, "book", "quiero una limpieza dental en el centro, el martes no puedo"),
        (DENTAL, "question", "cuando caiga la quincena"),
        (DENTAL, "question", "la primera"),
        (DENTAL, "question", "después de las 5"),
    ];
    the_first_that_there_is: "dental", [
        (DENTAL, "book", "quiero una limpieza dental en el centro, a la primera que tengas"),
        (DENTAL, "question", "la primera"),
        (DENTAL, "question", "Entonces a las 5"),
        (DENTAL, "question", "pues Gabriela, con a"),
    ];
    a_name_is_no_branch_and_no_colleague: "dental", [
        (DENTAL, "book", "Hola, soy Nora, quiero una limpieza dental con Mariano mañana"),
    ];
    how_many_come_is_asked_where_it_can_be_two_numbers: "restaurant", [
        (TABLE, "book", "una mesa el viernes a las 9 de la noche"),
        (TABLE, "question", "seis u ocho"),
        (TABLE, "question", "4 adultos y 2 niños"),
    ];
    three_milks_are_no_number: "restaurant", [
        (ORDER, "order", "quiero un pastel de tres leches para 12 y dos tacos al pastor, digo tres"),
    ];
    a_table_for_four: "restaurant", [
        (TABLE, "book", "Quiero reservar una mesa para cuatro el viernes a las 9 de la noche"),
        (TABLE, "question", "Marta Solís"),
        (TABLE, "question", "sí, confirmo"),
        (TABLE, "book", "quiero reservar para el lunes"),
        (TABLE, "question", "6"),
        (TABLE, "question", "el martes a las 8"),
        (TABLE, "question", "ya no, gracias"),
    ];
    a_night_that_goes_past_midnight: "restaurant", [
        (TABLE, "book", "una mesa para 2 el sábado a las 12 de la noche"),
        (TABLE, "question", "Iván Mora"),
        (TABLE, "question", "sí"),
        ("hours", "hours", "¿hasta qué hora abren el viernes?"),
    ];
    an_order_is_picked_up: "restaurant", [
        (ORDER, "menu", "¿Qué tienen de postre?"),
        (ORDER, "menu", "¿Qué platillos llevan gluten?"),
        (ORDER, "menu", "¿el mole tiene cacahuate?"),
        (ORDER, "order", "Quiero dos paellas, una sopa de tortilla y tacos"),
        (ORDER, "question", "al pastor"),
        (ORDER, "question", "paso a recoger"),
        (ORDER, "question", "mañana a las 3"),
        (ORDER, "question", "Nora Vega"),
        (ORDER, "question", "y también dos aguas de jamaica"),
        (ORDER, "price", "¿cuánto cuesta el flan?"),
        (ORDER, "question", "sí"),
    ];
    an_order_is_delivered: "restaurant", [
        (ORDER, "order", "Quiero pedir a domicilio un chile en nogada y tres guacamoles sin cebolla"),
        (ORDER, "question", "entonces un mole poblano"),
        (ORDER, "question", "Calle 5 de Mayo 12, interior 3"),
        (ORDER, "hours", "mañana a las 3 de la tarde"),
        (ORDER, "question", "Omar Ruiz"),
        (ORDER, "question", "quita el guacamole"),
        (ORDER, "question", "confirmo"),
    ];
}

#[tokio::test(flavor = "multi_thread")]
async fn of_three_cleanings_one_is_chosen() {
    let third = |business: &mut conserje_desk::model::Business| {
        let mut third = business.services[1].clone();
        third.id = "limpieza-infantil".into();
        third.name = conserje_desk::text::Text::new("Limpieza infantil", Some("Children's cleaning"));
        for staff in &mut business.staff {
            if staff.services.contains(&business.services[1].id) {
                staff.services.push(third.id.clone());
            }
        }
        business.services.push(third);
    };
    let mut shown = String::new();
    for answer in ["la 2", "la infantil", "limpieza profunda por favor"] {
        let scene = Scene::open_at("dental", Es, crate::NOW, third).await;
        let lines = [
            (DENTAL, "book", "quiero una limpieza en el centro"),
            (DENTAL, "price", answer),
            (DENTAL, "question", "mañana"),
        ];
        shown.push_str(&scene.play(&lines).await);
    }
    insta::assert_snapshot!(shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_hour_that_somebody_else_takes_meanwhile() {
    let mut scene = Scene::open("dental", Es).await;
    scene.say(DENTAL, "book", "limpieza dental en el centro mañana a las 10").await;
    scene.say(DENTAL, "question", "Ana López").await;
    let args = json!({"date": "2026-06-09", "time": "10:00", "service_id": "limpieza-dental", "branch_id": "centro"});
    scene.somebody_else("create_appointment", args).await;
    scene.say(DENTAL, "question", "sí").await;
    scene.say(DENTAL, "question", "a las 11").await;
    scene.say(DENTAL, "question", "sí").await;
    insta::assert_snapshot!(crate::without_ids(&scene.shown));
}

#[tokio::test(flavor = "multi_thread")]
async fn tomorrow_stays_the_day_that_it_was_when_it_was_said() {
    let mut scene = Scene::open("dental", Es).await;
    scene.say(DENTAL, "book", "limpieza dental en el centro pasado mañana a las 10").await;
    scene.desk.test.clock.advance(std::time::Duration::from_secs(20 * 3600));
    scene.shown.push_str("\n(the next morning)\n");
    scene.say(DENTAL, "question", "Ana López").await;
    scene.say(DENTAL, "question", "sí").await;
    insta::assert_snapshot!(crate::without_ids(&scene.shown));
}

#[tokio::test(flavor = "multi_thread")]
async fn which_of_two_appointments_is_asked() {
    let scene = Scene::open("dental", Es).await;
    let shown = scene
        .play(&[
            (DENTAL, "book", "limpieza dental en el centro mañana a las 10, soy Ana López"),
            (DENTAL, "question", "sí"),
            (DENTAL, "book", "y una valoración en el centro el jueves a las 9"),
            (DENTAL, "question", "sí"),
            (DENTAL, "cancel_appointment", "quiero cancelar mi cita"),
            (DENTAL, "question", "la valoración"),
            (DENTAL, "question", "no"),
            (DENTAL, "move_appointment", "cambiar la cita de mañana para el miércoles a las 11"),
            (DENTAL, "question", "sí"),
            (DENTAL, "cancel_appointment", "cancela la del jueves"),
            (DENTAL, "question", "sí"),
        ])
        .await;
    insta::assert_snapshot!(shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_must_leave_a_number_is_asked_for_it() {
    let scene =
        Scene::open_at("dental", Es, crate::NOW, |business| business.booking.requires_phone = true).await;
    let shown = scene
        .play(&[
            (DENTAL, "book", "limpieza dental en el centro mañana a las 10"),
            (DENTAL, "question", "Ana López"),
            (DENTAL, "question", "luego se lo doy"),
            (DENTAL, "question", "55 1234 5678"),
            (DENTAL, "question", "sí"),
        ])
        .await;
    insta::assert_snapshot!(shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn holidays_and_leave_in_december() {
    let now = at("2026-12-14T10:30", "America/Mexico_City");
    let scene = Scene::open_at("dental", Es, now, |_| {}).await;
    let shown = scene
        .play(&[
            ("hours", "hours", "¿Abren en Navidad?"),
            ("hours", "hours", "¿Y en Nochebuena en el centro?"),
            (DENTAL, "book", "quiero una endodoncia el 22 de diciembre a las 10"),
            (DENTAL, "question", "la última"),
            (DENTAL, "question", "Ana López"),
            (DENTAL, "question", "sí"),
            (DENTAL, "book", "una limpieza dental en el centro el 25 de diciembre"),
            (DENTAL, "question", "el 24 a las 9"),
            (DENTAL, "question", "sí"),
        ])
        .await;
    insta::assert_snapshot!(shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_twenty_ninth_of_february() {
    let now = at("2028-02-14T10:30", "America/Mexico_City");
    let leap = Scene::open_at("dental", Es, now, |_| {}).await;
    let mut shown = leap
        .play(&[
            (DENTAL, "book", "limpieza dental en el centro el 29 de febrero a las 10"),
            (DENTAL, "question", "Ana López"),
            (DENTAL, "question", "sí"),
            (DENTAL, "book", "otra limpieza dental en el centro el 30 de febrero"),
        ])
        .await;
    shown.push_str("\n(two years before)\n");
    let scene = Scene::open("dental", Es).await;
    shown.push_str(&scene.play(&[(DENTAL, "book", "limpieza dental en el centro el 29 de febrero")]).await);
    insta::assert_snapshot!(shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_night_in_which_the_clock_is_put_forward() {
    let now = at("2027-03-26T12:00", "Europe/Madrid");
    let scene = Scene::open_at("medical", Es, now, |_| {}).await;
    let shown = scene
        .play(&[
            ("booking_medical", "book", "una consulta nocturna el 28 de marzo a las 2:30 de la madrugada"),
            ("booking_medical", "question", "a las 3"),
            ("booking_medical", "question", "Ana López"),
            ("booking_medical", "question", "sí"),
        ])
        .await;
    insta::assert_snapshot!(shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_is_answered_of_that_very_appointment() {
    let mut scene = Scene::open("dental", Es).await;
    for (intent, text) in [
        ("book", "Soy Ana López, quiero una limpieza dental en el centro mañana a las 12"),
        ("question", "sí"),
        ("book", "y una valoración en el centro el jueves a las 10"),
        ("question", "sí"),
    ] {
        scene.say(DENTAL, intent, text).await;
    }
    scene.remind().await;
    scene.say("reminders", "question", "C").await;
    scene.remind().await;
    // Whoever had the conversation hands it over.
    scene.say("greeting", "question", "👍").await;
    scene.remind().await;
    scene.say(DENTAL, "question", "cambiar").await;
    scene.say(DENTAL, "question", "el viernes a las 11").await;
    scene.remind().await;
    // What was in hand is not lost.
    scene.say("reminders", "question", "sí, ahí estaré").await;
    scene.say(DENTAL, "question", "sí").await;
    scene.remind().await;
    scene.say(DENTAL, "question", "no puedo ir").await;
    scene.say(DENTAL, "question", "sí").await;
    scene.say(DENTAL, "question", "C").await;
    insta::assert_snapshot!(crate::without_ids(&scene.shown));
}
