//! A dish of which there are only so many, ordered from an assistant, each time by somebody else.

use anyhow::Result;
use rand::rngs::StdRng;
use serde_json::Value;

use crate::chat_api::{Answer, Attempt, ChatApi, Gone};
use crate::desk_act::{Act, Said, items, key, number, read, restaurant, text, tool_result};
use crate::desk_check::Goods;
use crate::ledger::{Flaw, Kind};

const DISH: &str = "last";

pub(crate) struct Stock {
    pieces: usize,
}

impl Stock {
    pub(crate) fn new(pieces: usize) -> Self {
        Self { pieces }
    }
}

impl Act for Stock {
    const NAME: &'static str = "stock";
    type Wish = ();

    fn business(&self) -> Value {
        let menu =
            format!("id,name,category,price,stock\n{DISH},Last of its kind,Dishes,10,{}\n", self.pieces);
        restaurant(&menu, "")
    }

    async fn prepare(&mut self, _: &ChatApi) -> Result<()> {
        Ok(())
    }

    fn wish(&self, _: &mut StdRng) {}

    async fn attempt(&self, api: &ChatApi, number: usize, (): &()) -> Result<Said, Gone> {
        let session = match api.create_session_once(&format!("customer-{number}")).await? {
            Answer::Done(session) => session.id,
            Answer::Refused(refusal) => return Ok(Said::otherwise(&refusal)),
        };
        let message = Attempt { text: format!("order {number}"), key: Some(key(number)), waits: true };
        let events = match api.send(&session, &message).await? {
            Answer::Done(reply) => reply.events.unwrap_or_default(),
            Answer::Refused(refusal) => return Ok(Said::otherwise(&refusal)),
        };
        Ok(match tool_result(&events) {
            Some((true, result)) if !text(result, "order_id").is_empty() => {
                Said::Yes(text(result, "order_id").to_owned())
            }
            Some((false, result)) if items(result, "refused_items").iter().any(|item| item == DISH) => {
                Said::No
            }
            _ => Said::Wrong(format!("an order was neither taken nor refused: {events:?}")),
        })
    }

    async fn given(&self, api: &ChatApi) -> Result<Goods> {
        let orders = read(api, "/api/desk/orders").await?;
        let taken = items(&orders, "items").iter().filter(|order| text(order, "status") != "void");
        Ok(taken.map(|order| text(order, "id").to_owned()).collect())
    }

    async fn audit(&self, api: &ChatApi) -> Result<Vec<Flaw>> {
        let catalogue = read(api, "/api/desk/catalogue").await?;
        let dish = items(&catalogue, "menu").iter().find(|dish| text(dish, "id") == DISH);
        let left = dish.and_then(|dish| number(dish, "left"));
        let flaw = || Flaw::new(Kind::Unexpected, format!("all were ordered, and {left:?} are left"));
        Ok((left != Some(0)).then(flaw).into_iter().collect())
    }
}
