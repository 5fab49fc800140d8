//! Tokens of regular customers.

use conserje_desk::front_desk::{DeskError, FrontDesk, Visit};
use conserje_desk::model::{Loyalty, Reward};
use conserje_desk::names::{Fit, find};
use conserje_kernel::{DeskChangeKind, Language};
use conserje_store::desk::changes::{self, Change};
use conserje_store::desk::customers;
use conserje_store::desk::loyalty::{self as rows, NewEntry, Posted};
use conserje_tools::{Call, Outcome};
use serde_json::{Value, json};

use super::page::{answered, given, refused, refused_with, say, text};
use super::trace;

fn no_program(language: Language) -> Outcome {
    refused(language, "Este negocio no tiene programa de lealtad.", "This business has no loyalty program.")
}

fn rewards_text(loyalty: &Loyalty, language: Language) -> String {
    let line = |reward: &Reward| format!("{} ({})", reward.name.to(language), reward.tokens);
    loyalty.rewards.iter().map(line).collect::<Vec<_>>().join(", ")
}

pub(super) fn balance(visit: &mut Visit<'_, '_>, call: &Call) -> Result<Outcome, DeskError> {
    let language = call.language;
    let Some(loyalty) = &visit.business.loyalty else { return Ok(no_program(language)) };
    let customer = customers::of_session(visit.tx, call.session)?;
    let tokens = customer.map_or(0, |customer| customer.tokens);
    let rewards: Vec<Value> = loyalty
        .rewards
        .iter()
        .map(|reward| {
            let can_have = reward.tokens <= tokens;
            json!({"name": reward.name.to(language), "tokens": reward.tokens, "affordable": can_have})
        })
        .collect();
    let (name, list) = (loyalty.name.to(language), rewards_text(loyalty, language));
    let text = match language {
        Language::Es => format!("{name}: {tokens} puntos. Premios: {list}."),
        Language::En => format!("{name}: {tokens} tokens. Rewards: {list}."),
    };
    Ok(answered(json!({"program": name, "balance": tokens, "rewards": rewards}), text))
}

/// The program as it is now.
async fn program(front_desk: &FrontDesk, call: &Call) -> Result<Option<Loyalty>, DeskError> {
    front_desk.look(&call.scope, |visit| Ok(visit.business.loyalty.clone())).await
}

pub(super) async fn award(front_desk: &FrontDesk, call: &Call) -> Result<Outcome, DeskError> {
    let language = call.language;
    let Some(loyalty) = program(front_desk, call).await? else { return Ok(no_program(language)) };
    let tokens = call.args.get("tokens").and_then(Value::as_i64).unwrap_or_default();
    if !(1..=loyalty.most_per_award).contains(&tokens) {
        let most = loyalty.most_per_award;
        let (es, en) = (
            format!("De una vez se pueden dar de 1 a {most} puntos. Para más, pase con una persona."),
            format!("From 1 to {most} tokens can be given at once. For more, bring in a person."),
        );
        return Ok(refused(language, &es, &en));
    }
    let posted =
        post(front_desk, call, Move { kind: DeskChangeKind::Awarded, reason: rows::AWARD, tokens }).await?;
    Ok(told(posted, tokens, say(language, "Puntos otorgados", "Tokens given"), language))
}

pub(super) async fn redeem(front_desk: &FrontDesk, call: &Call) -> Result<Outcome, DeskError> {
    let language = call.language;
    let Some(loyalty) = program(front_desk, call).await? else { return Ok(no_program(language)) };
    let Some(reward) = wanted(&loyalty, call) else {
        let list = rewards_text(&loyalty, language);
        let (es, en) = (
            format!("No está claro qué premio es. Los que hay: {list}."),
            format!("It is not clear which reward. There are: {list}."),
        );
        return Ok(refused(language, &es, &en));
    };
    let tokens = reward.tokens;
    let posted = post(
        front_desk,
        call,
        Move { kind: DeskChangeKind::Redeemed, reason: rows::REDEMPTION, tokens: -tokens },
    )
    .await?;
    let message =
        format!("{} ({})", say(language, "Premio canjeado", "Reward redeemed"), reward.name.to(language));
    Ok(told(posted, tokens, &message, language))
}

/// By its name, or by exactly what it costs. What it costs is the program's to say.
fn wanted<'a>(loyalty: &'a Loyalty, call: &Call) -> Option<&'a Reward> {
    if let Some(said) = given(call, "reward") {
        let Fit::One(place) = find(said, loyalty.rewards.iter().map(|reward| reward.name.all())) else {
            return None;
        };
        return loyalty.rewards.get(place);
    }
    let tokens = call.args.get("tokens").and_then(Value::as_i64)?;
    let mut fitting = loyalty.rewards.iter().filter(|reward| reward.tokens == tokens);
    fitting.next().filter(|_| fitting.next().is_none())
}

#[derive(Clone, Copy)]
struct Move {
    kind: DeskChangeKind,
    reason: &'static str,
    tokens: i64,
}

/// What came of it, and the balance afterwards.
async fn post(front_desk: &FrontDesk, call: &Call, step: Move) -> Result<(Posted, i64), DeskError> {
    let asked = call.clone();
    front_desk
        .act(&call.scope, move |tx| {
            let customer = customers::of_session_or_new(tx, asked.session, &trace(&asked))?;
            let entry = NewEntry {
                customer: customer.id,
                reason: step.reason,
                reference: asked.key.as_str().to_owned(),
                tokens: step.tokens,
                note: Some(text(&asked, "reason").to_owned()).filter(|note| !note.is_empty()),
                trace: trace(&asked),
            };
            let posted = rows::post(tx, &entry)?;
            if posted == Posted::Made {
                let change = Change {
                    key: asked.key.as_str().to_owned(),
                    kind: step.kind,
                    subject: customer.id.to_string(),
                    was: Some(json!({"tokens": step.tokens}).to_string()),
                    undone_at: None,
                };
                changes::record(tx, &change, &trace(&asked))?;
            }
            let now = customers::find(tx, customer.id)?.map_or(0, |customer| customer.tokens);
            Ok((posted, now))
        })
        .await
}

fn told((posted, balance): (Posted, i64), tokens: i64, message: &str, language: Language) -> Outcome {
    match posted {
        Posted::Made | Posted::Before => {
            let text = match language {
                Language::Es => format!("{message}: {tokens}. Saldo: {balance} puntos."),
                Language::En => format!("{message}: {tokens}. Balance: {balance} tokens."),
            };
            answered(json!({"success": true, "tokens": tokens, "balance": balance}), text)
        }
        Posted::TooFew => {
            let (es, en) = (
                format!("No alcanza: hacen falta {tokens} puntos y hay {balance}."),
                format!("It is not enough: {tokens} tokens are needed and there are {balance}."),
            );
            refused_with(say(language, &es, &en), json!({"needed": tokens, "balance": balance}))
        }
    }
}
