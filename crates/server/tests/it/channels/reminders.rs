//! Customers are reminded of their appointments where they write, once, and say there whether they come.

use std::time::Duration;

use conserje_kernel::{Clock, Timestamp};
use conserje_testkit::{Home, ProviderServer, TestServer, TestServerOptions, on_both_homes, until};
use serde_json::{Value, json};

use super::{Line, Street};

/// Monday 8 June 2026, 10:30 in Mexico City.
const NOW: i64 = 1_780_936_200;
const CUSTOMER: &str = "5215512345678";
const HOUR: Duration = Duration::from_secs(3600);

/// The dental clinic of the demo, whose assistants go by rules, on a clock of ours.
async fn clinic(home: Home) -> (Street, Clock) {
    let (provider, clock) =
        (ProviderServer::start().await, Clock::stopped_at(Timestamp::from_micros(NOW * 1_000_000)));
    let config = format!(
        "[testing]\nscripted = false\nworker_program = {:?}\n[packs]\nincluded = [\"frontdesk\"]\n[channels]\nprivate = [\"{}\"]\n",
        env!("CARGO_BIN_EXE_conserje"),
        provider.address()
    );
    let server = TestServer::start_with(home, TestServerOptions::config(config).at(clock.clone())).await;
    (Street { server, provider }, clock)
}

impl Street {
    /// What was said, in a message or in a template.
    fn said(&self) -> Vec<String> {
        let in_template = |body: &Value| {
            body.pointer("/template/components/0/parameters/0/text")
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let asked = self.provider.asked();
        asked
            .iter()
            .filter_map(|sent| sent.text().map(str::to_owned).or_else(|| in_template(&sent.body)))
            .collect()
    }

    /// The last of so many things that were said.
    async fn last_of(&self, count: usize) -> String {
        let said = until(&format!("{count} things are said"), || async {
            let said = self.said();
            (said.len() >= count).then_some(said)
        })
        .await;
        assert_eq!(said.len(), count, "{said:#?}");
        said.last().unwrap().clone()
    }

    async fn remind(&self) {
        self.server.app().operate().remind_customers().await.unwrap();
    }

    async fn appointment(&self, day: &str) -> Value {
        let path = format!("/api/desk/appointments?from={day}");
        let found = self.server.owner().get(&path).await.expect(200);
        assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
        found["items"][0].clone()
    }
}

/// A cleaning on Tuesday 23 June at 12:00, booked by a customer who writes.
async fn booked(street: &Street, settings: Value) -> Line {
    let line = street.channel_of(street.server.owner(), "whatsapp", settings).await;
    line.write("1", CUSTOMER, "Quiero una limpieza dental en el centro el martes 23 de junio a las 12").await;
    let asked = street.last_of(1).await;
    assert!(asked.ends_with("¿Confirmo la reserva?"), "{asked}");
    line.write("2", CUSTOMER, "sí").await;
    let booked = street.last_of(2).await;
    assert!(booked.contains("Queda confirmado"), "{booked}");
    line
}

on_both_homes! {
    async fn who_booked_is_reminded_once_confirms_and_moves_it(home: Home) {
        let (mut street, clock) = clinic(home).await;
        let mut line = booked(&street, json!({"noticeTemplateName": "aviso"})).await;
        street.remind().await;
        // A day before to the hour: long after the customer's last word, so it goes out in the template.
        clock.advance(HOUR * (14 * 24) + Duration::from_secs(89 * 60));
        street.remind().await;
        assert_eq!(line.deliveries().await.len(), 2, "it is not time yet");
        clock.advance(Duration::from_secs(60));
        let operate = street.server.app().operate();
        let (one, other) = tokio::join!(operate.remind_customers(), operate.remind_customers());
        assert_eq!(one.unwrap() + other.unwrap(), 1, "of two who look at once one says it");
        let first = street.last_of(3).await;
        let begins = "Le recordamos su cita de «Limpieza dental»: martes 23 de junio de 2026 a las 12:00, Centro (Avenida de los \
             Laureles 128, piso 2, Puerto Jacaranda), con ";
        let ends = ". Para confirmarla responda «C»; para moverla, «cambiar».";
        assert!(first.starts_with(begins) && first.ends_with(ends), "{first}");
        street.server = street.server.restart().await;
        line = Line { client: street.server.stranger(), owner: street.server.owner().clone(), ..line };
        street.remind().await;
        assert_eq!(line.deliveries().await.len(), 3, "not again after a restart");

        line.write("3", CUSTOMER, "C").await;
        assert_eq!(street.last_of(4).await, "¡Gracias por confirmar! Le esperamos el martes 23 de junio a las 12:00.");
        let confirmed = street.appointment("2026-06-23").await;
        assert!(confirmed["confirmedAt"].is_string(), "{confirmed}");
        assert_eq!((&confirmed["reminders"][0]["minutes"], &confirmed["reminders"][0]["outcome"]), (&json!(1440), &json!("told")));

        clock.advance(HOUR * 22);
        street.remind().await;
        let second = street.last_of(5).await;
        assert!(second.ends_with("Para moverla responda «cambiar».") && !second.contains("«C»"), "{second}");
        line.write("4", CUSTOMER, "cambiar").await;
        let asked = street.last_of(6).await;
        assert!(asked.ends_with("¿Para qué día y a qué hora la cambiamos?") && asked.contains("martes 23"), "{asked}");
        line.write("5", CUSTOMER, "el miércoles 24 a las 12").await;
        assert!(street.last_of(7).await.ends_with("¿Hago el cambio?"));
        line.write("6", CUSTOMER, "sí").await;
        street.last_of(8).await;
        let moved = street.appointment("2026-06-24").await;
        assert_eq!((&moved["confirmedAt"], &moved["reminders"]), (&Value::Null, &json!([])), "of the new hour nothing was said yet");
        clock.advance(HOUR * 2);
        street.remind().await;
        let third = street.last_of(9).await;
        assert!(third.contains("miércoles 24 de junio") && third.contains("«C»"), "{third}");
        street.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_whatsapp_does_not_take_any_more_is_said_in_the_delivery() {
    let (street, clock) = clinic(Home::Sqlite).await;
    let line = booked(&street, json!({})).await;
    clock.advance(HOUR * (14 * 24 + 2));
    street.remind().await;
    let failed = line.latest("failed").await;
    assert!(failed["error"].as_str().unwrap().contains("set a template"), "{failed}");
    assert_eq!(street.said().len(), 2);
    street.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_reminded_of_what_was_cancelled_or_came_too_late() {
    let (street, clock) = clinic(Home::Sqlite).await;
    let line = booked(&street, json!({"noticeTemplateName": "aviso"})).await;
    // The server was down until the evening before: less than half of the day is left.
    clock.advance(HOUR * (15 * 24 - 2));
    street.remind().await;
    let late = street.appointment("2026-06-23").await;
    assert_eq!(
        (&late["reminders"][0]["outcome"], late["reminders"].as_array().unwrap().len()),
        (&json!("too_late"), 1),
        "{late}"
    );
    let id = late["id"].as_str().unwrap();
    street.server.owner().post(&format!("/api/desk/appointments/{id}/cancel"), json!({})).await.expect(200);
    street.last_of(3).await;
    clock.advance(HOUR * 2);
    street.remind().await;
    assert_eq!(line.deliveries().await.len(), 3, "only that it was cancelled");
    street.server.stop().await;
}
