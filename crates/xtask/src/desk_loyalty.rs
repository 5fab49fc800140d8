//! Tokens: an order that many say is paid earns them once; customers spend them through their assistant while the staff
//! take them at the counter, from the same balance.

use anyhow::{Result, bail, ensure};
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};

use crate::chat_api::{Answer, Attempt, ChatApi, Gone, answer};
use crate::desk_act::{Act, Said, items, key, number, read, restaurant, text, tool_result};
use crate::desk_check::Goods;
use crate::ledger::{Flaw, Kind};

/// How many rewards one customer can have.
const REWARDS: usize = 10;
/// What a reward costs, and what the order that pays for them costs; a token is earned with each euro.
const REWARD: i64 = 5;
const FEAST: i64 = 50;

pub(crate) struct Loyalty {
    customers: usize,
    regulars: Vec<Regular>,
}

/// Somebody who comes often, and what they ordered.
#[derive(Clone)]
struct Regular {
    session: String,
    customer: String,
    order: String,
}

pub(crate) enum Wish {
    /// Somebody of the staff says that the order is paid, or handed over, which is the same to the ledger.
    Pay { who: usize, to: &'static str },
    /// Somebody of the staff takes the tokens for a reward.
    AtTheCounter { who: usize },
    /// The customer asks the assistant for one.
    FromTheAssistant { who: usize },
}

impl Loyalty {
    pub(crate) fn new(pieces: usize) -> Self {
        Self { customers: pieces / REWARDS, regulars: Vec::new() }
    }

    fn regular(&self, who: usize) -> Result<&Regular, Said> {
        self.regulars.get(who).ok_or_else(|| Said::Wrong(format!("there is no customer {who}")))
    }

    async fn new_regular(api: &ChatApi, who: usize) -> Result<Regular> {
        let session = match api.create_session().await {
            Ok(Answer::Done(session)) => session.id,
            other => bail!("making a session failed: {other:?}"),
        };
        let message = Attempt { text: format!("feast {who}"), key: None, waits: true };
        let events = match api.send(&session, &message).await {
            Ok(Answer::Done(reply)) => reply.events.unwrap_or_default(),
            other => bail!("ordering failed: {other:?}"),
        };
        let order = tool_result(&events).map(|(_, result)| text(result, "order_id")).unwrap_or_default();
        ensure!(!order.is_empty(), "nothing was ordered: {events:?}");
        let file = read(api, &format!("/api/desk/orders/{order}")).await?;
        let customer = file.get("order").map(|order| text(order, "customerId")).unwrap_or_default();
        Ok(Regular { session, customer: customer.to_owned(), order: order.to_owned() })
    }
}

async fn pay(api: &ChatApi, regular: &Regular, to: &str) -> Result<Said, Gone> {
    let path = format!("/api/desk/orders/{}/move", regular.order);
    Ok(match api.post(&path, json!({ "to": to })).await? {
        Answer::Done(_) => Said::Neither,
        // Somebody else was moving it.
        Answer::Refused(refusal) if refusal.code == "wrong_state" => Said::Neither,
        Answer::Refused(refusal) => Said::otherwise(&refusal),
    })
}

async fn take(api: &ChatApi, regular: &Regular, attempt: usize) -> Result<Said, Gone> {
    let path = format!("/api/desk/customers/{}/tokens", regular.customer);
    let reason = format!("reward {attempt}");
    let request = api.request(Method::POST, &path).header("idempotency-key", key(attempt));
    let body = json!({"tokens": -REWARD, "reason": reason});
    Ok(match answer::<Value>(request.json(&body)).await? {
        Answer::Done(done) => match done.get("customer").and_then(|customer| number(customer, "tokens")) {
            Some(0..) => Said::Yes(at_the_counter(&regular.customer, &reason)),
            _ => Said::Wrong(format!("more was taken than there is: {done}")),
        },
        Answer::Refused(refusal) if refusal.code == "wrong_state" && refusal.body.contains("tokens") => {
            Said::No
        }
        Answer::Refused(refusal) => Said::otherwise(&refusal),
    })
}

async fn redeem(api: &ChatApi, regular: &Regular, attempt: usize) -> Result<Said, Gone> {
    let message = Attempt { text: format!("reward {attempt}"), key: Some(key(attempt)), waits: true };
    let events = match api.send(&regular.session, &message).await? {
        Answer::Done(reply) => reply.events.unwrap_or_default(),
        Answer::Refused(refusal) => return Ok(Said::otherwise(&refusal)),
    };
    let Some((is_done, result)) = tool_result(&events) else {
        return Ok(Said::Wrong(format!("no tool answered: {events:?}")));
    };
    Ok(match (is_done, number(result, "balance")) {
        (true, Some(0..)) => Said::Yes(from_the_assistant(&regular.customer)),
        (false, Some(0..REWARD)) if number(result, "needed") == Some(REWARD) => Said::No,
        _ => Said::Wrong(format!("a reward was neither given nor refused: {result}")),
    })
}

fn at_the_counter(customer: &str, reason: &str) -> String {
    format!("{reason} of {customer}")
}

/// The ledger does not say which message it was, but how many.
fn from_the_assistant(customer: &str) -> String {
    format!("a redemption of {customer}")
}

impl Act for Loyalty {
    const NAME: &'static str = "loyalty";
    type Wish = Wish;

    fn business(&self) -> Value {
        let menu = format!("id,name,category,price\nfeast,Feast,Dishes,{FEAST}\n");
        let program = format!(
            "[loyalty]\nname = \"Points\"\nper_appointment = 1\nspent_per_token = 1\nmost_per_award = 50\n\
             [[loyalty.reward]]\nname = \"Dessert\"\ntokens = {REWARD}\n"
        );
        restaurant(&menu, &program)
    }

    async fn prepare(&mut self, api: &ChatApi) -> Result<()> {
        for who in 0..self.customers {
            self.regulars.push(Self::new_regular(api, who).await?);
        }
        Ok(())
    }

    fn wish(&self, random: &mut StdRng) -> Wish {
        let who = random.random_range(0..self.customers);
        match random.random_range(0..10) {
            0 => Wish::Pay { who, to: if random.random_bool(0.5) { "paid" } else { "completed" } },
            1..=3 => Wish::FromTheAssistant { who },
            _ => Wish::AtTheCounter { who },
        }
    }

    async fn attempt(&self, api: &ChatApi, number: usize, wish: &Wish) -> Result<Said, Gone> {
        let (Wish::Pay { who, .. } | Wish::AtTheCounter { who } | Wish::FromTheAssistant { who }) = wish;
        let regular = match self.regular(*who) {
            Ok(regular) => regular,
            Err(wrong) => return Ok(wrong),
        };
        match wish {
            Wish::Pay { to, .. } => pay(api, regular, to).await,
            Wish::AtTheCounter { .. } => take(api, regular, number).await,
            Wish::FromTheAssistant { .. } => redeem(api, regular, number).await,
        }
    }

    async fn given(&self, api: &ChatApi) -> Result<Goods> {
        let mut given = Goods::default();
        for Regular { customer, .. } in &self.regulars {
            let file = read(api, &format!("/api/desk/customers/{customer}")).await?;
            for entry in items(&file, "ledger") {
                match text(entry, "reason") {
                    "adjustment" => given.add(at_the_counter(customer, text(entry, "note"))),
                    "redemption" => given.add(from_the_assistant(customer)),
                    _ => {}
                }
            }
        }
        Ok(given)
    }

    async fn audit(&self, api: &ChatApi) -> Result<Vec<Flaw>> {
        let mut flaws = Vec::new();
        for Regular { customer, .. } in &self.regulars {
            let file = read(api, &format!("/api/desk/customers/{customer}")).await?;
            let ledger = items(&file, "ledger");
            let sum: i64 = ledger.iter().filter_map(|entry| number(entry, "tokens")).sum();
            let balance = file.get("customer").and_then(|customer| number(customer, "tokens"));
            if balance != Some(sum) || sum != 0 {
                let text = format!("{customer} has {balance:?} tokens, and the ledger {sum}; all were spent");
                flaws.push(Flaw::new(Kind::Unexpected, text));
            }
            let earned: Vec<Option<i64>> = ledger
                .iter()
                .filter(|entry| text(entry, "reason") == "order_paid")
                .map(|entry| number(entry, "tokens"))
                .collect();
            if earned != [Some(FEAST)] {
                let kind = if earned.len() > 1 { Kind::Doubled } else { Kind::Lost };
                flaws
                    .push(Flaw::new(kind, format!("one order of {customer} was paid and earned {earned:?}")));
            }
        }
        Ok(flaws)
    }
}
