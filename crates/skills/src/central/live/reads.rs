//! Looking up records.

use conserje_central::catalogue::{Entity, Operation};
use conserje_central::client::{Condition, Query, record_source};
use conserje_kernel::say;
use conserje_tools::{Call, Outcome, Source, Status};
use serde_json::{Map, Value, json};

use super::args::{text, told};
use super::{Answer, Desk};

/// Records that are asked for unless said otherwise.
const TOP: usize = 20;

pub(super) async fn query(desk: &Desk, call: &Call) -> Answer {
    let entity = desk.entity(call, Some(Operation::Get))?;
    let parent = desk.parent(call)?;
    let given = call.args.get("where").cloned().unwrap_or_else(|| json!([]));
    let conditions: Vec<Condition> = serde_json::from_value(given).map_err(|_| {
        told(call, "`where` no se entiende; revíselo.", "`where` is not understood; look at it again.")
    })?;
    let select = call.args.get("select").and_then(Value::as_array).into_iter().flatten();
    let select: Vec<String> = select.filter_map(Value::as_str).map(str::to_owned).collect();
    let mut words = text(call, "orderby").split_whitespace();
    let order = words
        .next()
        .map(|name| (name.to_owned(), words.next().is_some_and(|word| word.eq_ignore_ascii_case("desc"))));
    let top = call
        .args
        .get("top")
        .and_then(Value::as_u64)
        .map_or(TOP, |top| usize::try_from(top).unwrap_or(usize::MAX));
    let query = Query { conditions, select, order, top: Some(top) };
    let found = desk.client.list(entity, parent, &query).await?;
    Ok(records(call, entity, &found.rows, found.more))
}

pub(super) async fn get(desk: &Desk, call: &Call) -> Answer {
    let entity = desk.entity(call, Some(Operation::Get))?;
    let record = desk.client.get(entity, desk.parent(call)?, text(call, "id")).await?;
    Ok(records(call, entity, &[record], false))
}

/// Each record with how to cite it.
pub(super) fn records(call: &Call, entity: &Entity, rows: &[Map<String, Value>], more: bool) -> Outcome {
    let language = call.language;
    let count = rows.len();
    let mut out =
        format!("[BUSINESS CENTRAL · {}]\n{}: {count}\n", entity.set, say(language, "Registros", "Records"));
    if more {
        let line = say(
            language,
            "Hay más; añada condiciones o pida más con `top`.",
            "There are more; add conditions or ask for more with `top`.",
        );
        out.push_str(&format!("{line}\n"));
    }
    let sources: Vec<Source> = rows.iter().map(|row| record_source(entity, row)).collect();
    for (place, row) in rows.iter().enumerate() {
        let shown: Map<String, Value> = row
            .iter()
            .filter(|(name, value)| {
                (!name.starts_with('@') || *name == "@odata.etag") && value.as_str() != Some("")
            })
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        out.push_str(&format!(
            "\n{}\n{}: [{}]\n",
            Value::Object(shown),
            say(language, "Cita", "Cite as"),
            place + 1
        ));
    }
    let result =
        json!({"entity": entity.name, "total": count, "more": more, "records": rows, "sources": sources});
    Outcome { status: Status::Succeeded, result, text: out }
}
