//! Hours: each person has one customer at a time, and whoever comes second is offered the nearest free ones.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::Result;
use jiff::{ToSpan as _, Zoned};
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};

use crate::chat_api::{Answer, ChatApi, Gone, answer};
use crate::desk_act::{Act, Said, items, key, read, text};
use crate::desk_check::Goods;
use crate::ledger::{Flaw, Kind};

/// Of one person, from eight in the morning.
const HOURS: usize = 10;
const FIRST_HOUR: usize = 8;

pub(crate) struct Bookings {
    staff: usize,
    day: String,
}

/// Somebody's hour.
pub(crate) struct Hour {
    staff: String,
    start: String,
}

impl Bookings {
    pub(crate) fn new(pieces: usize) -> Result<Self> {
        // Far enough from now to be free wherever the clock stands.
        let day = Zoned::now().date().checked_add(7.days())?.to_string();
        Ok(Self { staff: pieces / HOURS, day })
    }

    /// Those that are not cancelled.
    async fn appointments(&self, api: &ChatApi) -> Result<Vec<Value>> {
        let page = read(api, &format!("/api/desk/appointments?from={0}&to={0}", self.day)).await?;
        Ok(items(&page, "items").iter().filter(|item| text(item, "status") != "cancelled").cloned().collect())
    }
}

fn name(id: &str, staff: &str, start: &str) -> String {
    format!("{id}, {staff} at {start}")
}

impl Act for Bookings {
    const NAME: &'static str = "bookings";
    type Wish = Hour;

    fn business(&self) -> Value {
        let mut business = format!(
            "name = \"Hours\"\ncurrency = \"EUR\"\n[booking]\nstep_minutes = 60\nlead_minutes = 0\n\
             [[branch]]\nid = \"main\"\nname = \"Main\"\naddress = \"Here 1\"\ncity = \"Here\"\ntime_zone = \"UTC\"\nplaces = {}\nhours.mon-sun = [\"08:00-18:00\"]\n\
             [[service]]\nid = \"visit\"\nname = \"Visit\"\ncategory = \"Visits\"\nprice = 10\nminutes = 60\n",
            self.staff
        );
        for number in 0..self.staff {
            // Writing to a String cannot fail.
            let _ = write!(
                business,
                "[[staff]]\nid = \"s{number}\"\nname = \"Somebody {number}\"\nrole = \"clerk\"\nbranches = [\"main\"]\nschedules.\"*\".mon-sun = [\"08:00-18:00\"]\n"
            );
        }
        json!({ "business": business })
    }

    async fn prepare(&mut self, _: &ChatApi) -> Result<()> {
        Ok(())
    }

    fn wish(&self, random: &mut StdRng) -> Hour {
        let staff = format!("s{}", random.random_range(0..self.staff));
        let start = format!("{}T{:02}:00", self.day, FIRST_HOUR + random.random_range(0..HOURS));
        Hour { staff, start }
    }

    async fn attempt(&self, api: &ChatApi, number: usize, wish: &Hour) -> Result<Said, Gone> {
        let Hour { staff, start } = wish;
        let body = json!({
            "customer": {"name": format!("Customer {number}"), "phone": format!("+34600{number:06}")},
            "serviceId": "visit", "branchId": "main", "staffId": staff, "start": start,
        });
        let request = api.request(Method::POST, "/api/desk/appointments");
        Ok(match answer::<Value>(request.header("idempotency-key", key(number)).json(&body)).await? {
            Answer::Done(made) => {
                let made = made.get("appointment").unwrap_or(&Value::Null);
                Said::Yes(name(text(made, "id"), text(made, "staffId"), text(made, "localStart")))
            }
            Answer::Refused(refusal) if refusal.code == "slot_not_free" => {
                let problem: Value = serde_json::from_str(&refusal.body).unwrap_or_default();
                let offered = items(&problem, "nearest");
                // The person has other days, so that there is always something to offer.
                if offered.is_empty() || offered.iter().any(|slot| text(slot, "start") == start) {
                    Said::Wrong(format!("who came second was not offered other times: {}", refusal.body))
                } else {
                    Said::No
                }
            }
            Answer::Refused(refusal) => Said::otherwise(&refusal),
        })
    }

    async fn given(&self, api: &ChatApi) -> Result<Goods> {
        let all = self.appointments(api).await?;
        Ok(all
            .iter()
            .map(|item| name(text(item, "id"), text(item, "staffId"), text(item, "localStart")))
            .collect())
    }

    async fn audit(&self, api: &ChatApi) -> Result<Vec<Flaw>> {
        let all = self.appointments(api).await?;
        let mut hours = BTreeSet::new();
        let twice =
            all.iter().filter(|item| !hours.insert((text(item, "staffId"), text(item, "localStart"))));
        Ok(twice.map(|item| Flaw::new(Kind::Doubled, format!("an hour was sold twice: {item}"))).collect())
    }
}
