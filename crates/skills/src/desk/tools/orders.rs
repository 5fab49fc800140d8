//! The menu, and ordering from it. What it costs is the menu's to say, never the model's.

use conserje_desk::calendar;
use conserje_desk::front_desk::ordering::{self, Basket, NotThen, can_be_had};
pub(in crate::desk) use conserje_desk::front_desk::ordering::{DELIVERY_MINUTES, PICKUP_MINUTES};
use conserje_desk::front_desk::{DeskError, FrontDesk, Visit, seconds, timestamp};
use conserje_desk::hours::wall;
use conserje_desk::model::{Branch, Business, MenuItem};
use conserje_kernel::{Language, OrderKind};
use conserje_store::desk::customers;
use conserje_store::desk::orders::{self as rows, Line, NewOrder, Order, Placed};
use conserje_tools::{Call, Outcome};
use serde_json::{Value, json};

use super::branches::label as branch_label;
use super::page::{BRANCH, DISH, answered, given, one, refused, refused_with, say, text};
use super::services::{category, distinct};
use super::trace;
use super::when::exactly;

fn label(item: &MenuItem, business: &Business, language: Language) -> String {
    let price = business.currency.print(item.price, language);
    let state = if can_be_had(item) { "" } else { say(language, " (no disponible)", " (not available)") };
    format!("{}: {price}{state}", item.name.to(language))
}

pub(super) fn menu(business: &Business, _: i64, call: &Call) -> Outcome {
    let language = call.language;
    if business.menu.is_empty() {
        let (es, en) = ("Este negocio no tiene menú.", "This business has no menu.");
        return answered(json!([]), say(language, es, en));
    }
    let categories = distinct(business.menu.iter().map(|item| &item.category));
    let wanted = match category(text(call, "category"), &categories, language) {
        Ok(wanted) => wanted,
        Err(question) => return question,
    };
    let chosen: Vec<&MenuItem> =
        business.menu.iter().filter(|item| wanted.is_none_or(|only| item.category == *only)).collect();
    let mut lines = Vec::new();
    for category in categories {
        let of: Vec<String> = chosen
            .iter()
            .filter(|item| item.category == *category)
            .map(|item| {
                let allergens = if item.allergens.is_empty() {
                    String::new()
                } else {
                    format!(" [{}: {}]", say(language, "alérgenos", "allergens"), item.allergens.join(", "))
                };
                format!("- {}. {}{allergens}", label(item, business, language), item.description.to(language))
            })
            .collect();
        if !of.is_empty() {
            lines.push(format!("{}:\n{}", category.to(language), of.join("\n")));
        }
    }
    let rows: Vec<Value> = chosen
        .iter()
        .map(|item| {
            json!({
                "id": item.id,
                "name": item.name.to(language),
                "description": item.description.to(language),
                "price": business.currency.number(item.price),
                "category": item.category.to(language),
                "available": can_be_had(item),
                "allergens": item.allergens,
            })
        })
        .collect();
    answered(Value::Array(rows), lines.join("\n"))
}

/// An order, once everything in it was found on the menu.
#[derive(Clone)]
struct Plan {
    branch: Branch,
    kind: OrderKind,
    lines: Vec<Line>,
    /// Seconds since 1970 UTC.
    ready_at: i64,
}

pub(super) async fn create(front_desk: &FrontDesk, call: &Call) -> Result<Outcome, DeskError> {
    let language = call.language;
    let asked = call.clone();
    let planned = front_desk
        .look(&call.scope, move |visit| {
            if let Some(before) = rows::by_key(visit.tx, asked.key.as_str())? {
                return Ok(Err(placed(&before, &visit.business, language)));
            }
            Ok(plan(&visit.business, &asked, visit.now()))
        })
        .await?;
    let plan = match planned {
        Ok(plan) => plan,
        Err(outcome) => return Ok(outcome),
    };
    let (asked, currency) = (call.clone(), front_desk.business(&call.scope).await?.currency);
    let outcome = front_desk.act(&call.scope, move |tx| {
        let customer = customers::of_session_or_new(tx, asked.session, &trace(&asked))?;
        let new = NewOrder {
            customer: customer.id,
            branch: plan.branch.id.clone(),
            kind: plan.kind,
            lines: plan.lines.clone(),
            currency: currency.code().to_owned(),
            scheduled_at: Some(timestamp(plan.ready_at)),
            address: given(&asked, "delivery_address").map(ToOwned::to_owned),
            key: asked.key.as_str().to_owned(),
            trace: trace(&asked),
        };
        ordering::place(tx, &new)
    });
    let outcome = outcome.await?;
    let asked = call.clone();
    front_desk
        .look(&call.scope, move |visit| {
            Ok(match &outcome {
                Placed::Made(order) | Placed::Before(order) => placed(order, &visit.business, language),
                // Somebody else had the last one between the look and the order: it is said what is left.
                Placed::Refused => match plan_again(visit, &asked) {
                    Err(why) => why,
                    Ok(_) => refused(
                        language,
                        "El menú acaba de cambiar. Consulte get_menu y vuelva a intentarlo.",
                        "The menu has just changed. Look at get_menu and try again.",
                    ),
                },
            })
        })
        .await
}

fn plan_again(visit: &mut Visit<'_, '_>, call: &Call) -> Result<Plan, Outcome> {
    plan(&visit.business, call, visit.now())
}

fn plan(business: &Business, call: &Call, now: i64) -> Result<Plan, Outcome> {
    let language = call.language;
    let branch = branch_of(business, call)?;
    let kind = if text(call, "order_type") == "delivery" { OrderKind::Delivery } else { OrderKind::Pickup };
    if kind == OrderKind::Delivery && given(call, "delivery_address").is_none() {
        return Err(refused(
            language,
            "Falta la dirección de entrega. Pídala.",
            "The delivery address is missing. Ask for it.",
        ));
    }
    let lines = lines_of(business, call)?;
    let ready_at = ready((business, branch), call, now, kind)?;
    Ok(Plan { branch: branch.clone(), kind, lines, ready_at })
}

fn branch_of<'b>(business: &'b Business, call: &Call) -> Result<&'b Branch, Outcome> {
    let language = call.language;
    let label = |branch: &Branch| branch_label(branch, language);
    match (given(call, "branch_id"), business.branches.as_slice()) {
        (Some(said), all) => one(said, all, BRANCH, &label, language),
        (None, [only]) => Ok(only),
        (None, all) => {
            let names: Vec<String> = all.iter().map(label).collect();
            let (es, en) = (
                format!("Falta la sucursal. Pregunte cuál: {}.", names.join("; ")),
                format!("The branch is missing. Ask which: {}.", names.join("; ")),
            );
            Err(refused(language, &es, &en))
        }
    }
}

/// When it will be there: as soon as it can be, or at the hour that was said, if it is open then.
fn ready(
    (business, branch): (&Business, &Branch),
    call: &Call,
    now: i64,
    kind: OrderKind,
) -> Result<i64, Outcome> {
    let language = call.language;
    let at = given(call, "scheduled_time")
        .map(|said| exactly(&with_day(said, branch, now), (business, branch), now, language))
        .transpose()?;
    ordering::ready(branch, kind, at, now).map_err(|why| {
        let text = why.text(branch, language);
        match why {
            NotThen::TooSoon { .. } => refused(language, &text, &text),
            NotThen::Closed { .. } => {
                let (es, en) =
                    ("Proponga otra hora en `scheduled_time`.", "Propose another hour in `scheduled_time`.");
                let text = format!("{text} {}", say(language, es, en));
                refused(language, &text, &text)
            }
        }
    })
}

/// An hour alone is one of today, so that nothing is open about the day.
fn with_day(said: &str, branch: &Branch, now: i64) -> String {
    match conserje_desk::hours::clock(said) {
        Some(_) => format!("{} {said}", wall(now, branch.time_zone.zone()).date()),
        None => said.to_owned(),
    }
}

/// What was asked for as lines of the menu. Everything that is wrong is told at once.
fn lines_of(business: &Business, call: &Call) -> Result<Vec<Line>, Outcome> {
    let language = call.language;
    let (mut basket, mut problems, mut wrong) = (Basket::default(), Vec::new(), Vec::new());
    for wanted in call.args.get("items").and_then(Value::as_array).into_iter().flatten() {
        let said = wanted.get("name").and_then(Value::as_str).unwrap_or_default().trim();
        let quantity = wanted.get("quantity").and_then(Value::as_i64).unwrap_or_default();
        let notes = wanted.get("notes").and_then(Value::as_str).filter(|notes| !notes.trim().is_empty());
        let item = match one(said, &business.menu, DISH, &|item| label(item, business, language), language) {
            Ok(item) => item,
            Err(question) => {
                problems.push(question.text);
                wrong.push(said.to_owned());
                continue;
            }
        };
        if let Err(problem) = basket.add(item, quantity, notes, language) {
            problems.push(problem);
            wrong.push(item.id.clone());
        }
    }
    let lines = basket.lines();
    if problems.is_empty() && !lines.is_empty() {
        return Ok(lines);
    }
    let head = say(language, "No se ha pedido nada.", "Nothing was ordered.");
    let text = [head.to_owned()].into_iter().chain(problems).collect::<Vec<_>>().join("\n");
    Err(refused_with(&text, json!({"refused_items": wrong})))
}

fn placed(order: &Order, business: &Business, language: Language) -> Outcome {
    let branch = business.branch(&order.branch);
    let ready = branch.zip(order.scheduled_at).map(|(branch, at)| wall(seconds(at), branch.time_zone.zone()));
    let lines: Vec<String> = order
        .lines
        .iter()
        .map(|line| {
            let sum = business.currency.print(line.unit_price.saturating_mul(line.quantity), language);
            format!("- {} × {}: {sum}", line.quantity, line.name)
        })
        .collect();
    let total = business.currency.print(order.total, language);
    let kind = match order.kind {
        OrderKind::Pickup => say(language, "para recoger", "for pickup"),
        OrderKind::Delivery => say(language, "a domicilio", "for delivery"),
    };
    let when = ready.map(|ready| calendar::moment(ready, language)).unwrap_or_default();
    let (es, en) = (
        format!("Pedido {kind}, {when}.\n{}\nTotal: {total} ({})", lines.join("\n"), order.id),
        format!("Order {kind}, {when}.\n{}\nTotal: {total} ({})", lines.join("\n"), order.id),
    );
    let result = json!({
        "success": true,
        "order_id": order.id,
        "total": business.currency.number(order.total),
        "currency": business.currency.code(),
        "estimated_time": ready.map(calendar::clock),
        "status": order.status.name(),
        "items": order.lines.iter().map(|line| json!({
            "name": line.name,
            "quantity": line.quantity,
            "unit_price": business.currency.number(line.unit_price),
            "notes": line.notes,
        })).collect::<Vec<_>>(),
    });
    answered(result, say(language, &es, &en))
}
