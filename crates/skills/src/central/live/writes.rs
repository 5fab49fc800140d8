//! Changing records. Who may is decided before this is called.

use conserje_central::catalogue::Operation;
use conserje_kernel::say;
use conserje_tools::{Call, Outcome, Status};
use serde_json::json;

use super::args::{fields, text, told};
use super::reads::records;
use super::{Answer, Desk};

pub(super) async fn create(desk: &Desk, call: &Call) -> Answer {
    let entity = desk.entity(call, Some(Operation::Post))?;
    let fields = fields(call, entity)?;
    desk.required(call, entity, &fields)?;
    let record = desk.client.create(entity, desk.parent(call)?, &fields).await?;
    Ok(records(call, entity, &[record], false))
}

pub(super) async fn update(desk: &Desk, call: &Call) -> Answer {
    let entity = desk.entity(call, Some(Operation::Patch))?;
    let fields = fields(call, entity)?;
    let record = desk.client.update(entity, text(call, "id"), Some(text(call, "etag")), &fields).await?;
    Ok(records(call, entity, &[record], false))
}

pub(super) async fn delete(desk: &Desk, call: &Call) -> Answer {
    let entity = desk.entity(call, Some(Operation::Delete))?;
    let id = text(call, "id");
    desk.client.delete(entity, id, Some(text(call, "etag"))).await?;
    let line = say(call.language, "Borrado", "Deleted");
    Ok(done(
        format!("{line}: {} {id}.", entity.name),
        json!({"entity": entity.name, "id": id, "deleted": true}),
    ))
}

pub(super) async fn action(desk: &Desk, call: &Call) -> Answer {
    let entity = desk.entity(call, None)?;
    let Some(action) = entity.action(text(call, "action")) else {
        let (name, actions) = (&entity.name, entity.actions.join(", "));
        let (es, en) = (
            format!("`{name}` no tiene esa acción; tiene: {actions}."),
            format!("`{name}` has no such action; it has: {actions}."),
        );
        return Err(told(call, &es, &en));
    };
    let id = text(call, "id");
    desk.client.act(entity, id, action).await?;
    let line = say(call.language, "Hecho", "Done");
    Ok(done(
        format!("{line}: {action}, {} {id}.", entity.name),
        json!({"entity": entity.name, "id": id, "action": action, "done": true}),
    ))
}

fn done(text: String, result: serde_json::Value) -> Outcome {
    Outcome { status: Status::Succeeded, result, text }
}
