//! The channel's description, made of the types that are sent.

use std::sync::LazyLock;

use conserje_protocol::{
    AgentError, ApprovalRespond, CancelReply, ChatCancel, ChatMessage, DecisionReply, EventWire,
    FileProgress, JoinReply, LeaveReply, SendMessageReply, ServerReconnect, SessionJoin, SessionLeave,
    SocketAuth, SocketFailed,
};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(components(schemas(
    AgentError,
    ApprovalRespond,
    CancelReply,
    ChatCancel,
    ChatMessage,
    DecisionReply,
    EventWire,
    FileProgress,
    JoinReply,
    LeaveReply,
    SendMessageReply,
    ServerReconnect,
    SessionJoin,
    SessionLeave,
    SocketAuth,
    SocketFailed
)))]
struct Schemas;

/// Event, what it carries, what it means, and the body of its acknowledgement beside `ok: true`.
const ASKED: &[(&str, &str, &str, &str)] = &[
    (
        "chat:message",
        "ChatMessage",
        "Sends a message; joins its session if it is not joined",
        "SendMessageReply",
    ),
    ("chat:cancel", "ChatCancel", "Stops the session's running turn", "CancelReply"),
    ("session:join", "SessionJoin", "Follows a session, from where the client says", "JoinReply"),
    ("session:leave", "SessionLeave", "Follows it no longer", "LeaveReply"),
    ("approval:respond", "ApprovalRespond", "Decides what an assistant may do, once", "DecisionReply"),
];

const TOLD: &[(&str, &str, &str)] = &[
    ("agent:event", "EventWire", "An event of a joined session, in order"),
    ("file:processing_progress", "FileProgress", "How far a file of the tenant is"),
    ("file:processing_completed", "FileProgress", "A file of the tenant can be searched"),
    ("file:processing_failed", "FileProgress", "A file of the tenant could not be read, and why"),
    ("agent:error", "AgentError", "Something was not done, or the connection ends"),
    ("server:reconnect", "ServerReconnect", "The server stops; connect again after a while"),
];

pub(crate) fn asyncapi_json() -> &'static str {
    static JSON: LazyLock<String> = LazyLock::new(|| format!("{:#}", asyncapi()));
    &JSON
}

fn reference(schema: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{schema}")})
}

/// An event's name as a key: they may hold no colon.
fn key(event: &str) -> String {
    event.replace(':', "_")
}

fn operation(event: &str, action: &str) -> Value {
    json!({
        "action": action,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": format!("#/channels/socket/messages/{}", key(event))}],
    })
}

fn asyncapi() -> Value {
    let mut messages = Map::new();
    let mut operations = Map::new();
    for (event, schema, about, reply) in ASKED {
        let ok = json!({"type": "object", "required": ["ok"], "properties": {"ok": {"const": true}}});
        let done = json!({"allOf": [ok, reference(reply)]});
        messages.insert(key(event), json!({
            "name": event, "summary": about, "contentType": "application/json", "payload": reference(schema),
            "x-ack": {"oneOf": [done, reference("SocketFailed")]},
        }));
        // From the server's point of view, as the standard has it.
        operations.insert(key(event), operation(event, "receive"));
    }
    for (event, schema, about) in TOLD {
        messages.insert(key(event), json!({
            "name": event, "summary": about, "contentType": "application/json", "payload": reference(schema),
        }));
        operations.insert(key(event), operation(event, "send"));
    }
    let schemas = Schemas::openapi().components.map(|components| components.schemas);
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Conserje over Socket.IO",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Protocol v5 (client v4), path `/socket.io/`, namespace `/`. Sign in with `auth: {token}`, \
                `auth: {apiKey}`, a header as for REST, or the login cookie from a page of the same origin. An event \
                with an acknowledgement callback is answered there (`x-ack`), else errors come as `agent:error`.",
        },
        "defaultContentType": "application/json",
        "channels": {"socket": {"address": "/socket.io/", "messages": messages}},
        "operations": operations,
        "components": {"schemas": schemas},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn every_reference_of_the_description_leads_somewhere() {
        let document = asyncapi();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 20);
        for place in found {
            let pointer = place.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{place} leads nowhere");
        }
    }

    #[test]
    fn the_description_names_every_event_and_no_other() {
        let document = asyncapi();
        let names: Vec<_> = document["channels"]["socket"]["messages"]
            .as_object()
            .unwrap()
            .values()
            .map(|message| message["name"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(names.len(), ASKED.len() + TOLD.len());
        let commands = include_str!("commands.rs");
        for (event, ..) in ASKED {
            assert!(commands.contains(&format!("\"{event}\" =>")), "{event} is described but not heard");
        }
    }
}
