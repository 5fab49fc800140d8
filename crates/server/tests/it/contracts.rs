//! What clients rely on, frozen. A changed snapshot is a changed contract: see CHANGELOG.md.

use conserje_doors::http::{openapi, route_table};
use conserje_kernel::{RoutedBy, Urgency};
use conserje_protocol::{
    AttachmentWire, CitationWire, ErrorCode, EventBody, EventWire, GuardFindingWire, OperatorWire,
    PersistenceState, RoutingWire, UsageWire,
};
use serde_json::{Value, json};

#[test]
fn openapi_document() {
    insta::assert_snapshot!("openapi", openapi().to_pretty_json().unwrap());
}

#[test]
fn route_policies() {
    let lines: Vec<_> = route_table()
        .into_iter()
        .map(|route| format!("{:<6} {:<46} {}", route.method, route.path, route.needs.unwrap_or("open")))
        .collect();
    insta::assert_snapshot!("routes", lines.join("\n"));
}

#[test]
fn every_route_is_in_the_document_and_the_other_way_round() {
    let document = serde_json::to_value(openapi()).unwrap();
    let mut documented: Vec<String> = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        documented.extend(
            item.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())),
        );
    }
    let mut routed: Vec<String> =
        route_table().into_iter().map(|route| format!("{} {}", route.method, route.path)).collect();
    documented.sort();
    routed.sort();
    assert_eq!(documented, routed);
}

#[test]
fn event_contract() {
    let usage = UsageWire {
        input_tokens: 12,
        output_tokens: 3,
        thinking_tokens: 0,
        cached_tokens: 0,
        latency_ms: 1.5,
    };
    let citation = CitationWire {
        file_name: "precios.pdf".into(),
        file_id: Some("doc_1".into()),
        source_type: "blob_storage".into(),
        mime_type: "application/pdf".into(),
        relevance_score: 0.9,
        is_image: false,
        page: Some(2),
        quote: Some("40 €".into()),
        fetch_strategy: "internal_api".into(),
        section: Some("Precios".into()),
        chunk_id: Some("precios_chunk_0001".into()),
        text_hash: Some("9f86d081884c7d65".into()),
        start: Some(120),
        end: Some(124),
        marker: Some(1),
    };
    let text = |text: &str| text.to_owned();
    let bodies = [
        EventBody::SessionStart {},
        EventBody::UserMessageConfirmed {
            message_id: text("msg_1"),
            content: text("¿Precio?"),
            attachments: vec![AttachmentWire {
                file_id: text("doc_1"),
                file_name: text("tarifas.pdf"),
                source: text("attachment"),
                strategy: text("EXTRACTED_TEXT"),
                is_cut: false,
            }],
            replaces: None,
            routing: Some(RoutingWire {
                variant_of: Some("booking".to_owned()),
                agent: text("pricing"),
                intent: text("price"),
                by: RoutedBy::Rule,
                confidence: 0.75,
                rules: vec![text("prices")],
            }),
            guard: vec![GuardFindingWire { rule: text("dni"), verdict: text("modify") }],
            held_by: Some(OperatorWire { id: text("usr_1"), name: text("Ana") }),
        },
        EventBody::ThinkingComplete { content: text("…") },
        EventBody::ToolUse {
            tool_use_id: text("call_1"),
            tool_name: text("search"),
            args: json!({"q": "precio"}),
        },
        EventBody::ToolResult {
            tool_use_id: text("call_1"),
            tool_name: text("search"),
            args: json!({"q": "precio"}),
            result: json!({"hits": 1}),
            success: true,
            duration_ms: 0.9,
            guard: Vec::new(),
        },
        EventBody::Message {
            message_id: text("msg_2"),
            content: text("40 €"),
            agent: text("pricing"),
            model: text("scripted"),
            stop_reason: text("end_turn"),
            usage,
            guard: Vec::new(),
            cached: false,
        },
        EventBody::CitationsCreated { message_id: text("msg_2"), citations: vec![citation.clone()] },
        EventBody::ApprovalRequested {
            approval_id: text("apr_1"),
            tool_name: text("send_email"),
            args: json!({}),
            summary: text("Send it"),
            expires_at: text("2026-11-15T12:00:00.000000Z"),
        },
        EventBody::ApprovalResolved {
            approval_id: text("apr_1"),
            decision: text("approve"),
            edited_args: None,
            reason: None,
        },
        EventBody::TurnPaused { reason: text("approval") },
        EventBody::TurnResumed { reason: text("approval") },
        EventBody::Handoff { from: text("a"), to: text("b"), reason: None },
        EventBody::ContentRefused { reason: text("injection"), rules: vec![text("r1")] },
        EventBody::MemoryWritten { memory_id: text("mem_1"), text: text("likes mornings") },
        EventBody::Error {
            code: text("model_failed"),
            message: text("The model did not answer. Try again."),
        },
        EventBody::OperatorMessageSent {
            message_id: text("msg_3"),
            text: text("Soy Ana, le ayudo yo."),
            operator: OperatorWire { id: text("usr_1"), name: text("Ana") },
        },
        EventBody::NoticeSent {
            message_id: text("msg_4"),
            text: text("Su cita pasa al martes a las 10:00."),
            about: text("appointment"),
        },
        EventBody::EscalationOpened {
            escalation_id: text("esc_1"),
            reason: text("asks for a person"),
            urgency: Urgency::High,
        },
        EventBody::SessionTaken { operator: OperatorWire { id: text("usr_1"), name: text("Ana") } },
        EventBody::SessionGivenBack { operator: OperatorWire { id: text("usr_1"), name: text("Ana") } },
        EventBody::Complete {
            message_id: Some(text("msg_2")),
            stop_reason: text("end_turn"),
            usage,
            citations: vec![citation],
        },
        EventBody::Erased { was: text("user_message_sent") },
    ];
    let events: Vec<Value> = bodies
        .into_iter()
        .map(|body| {
            let transient = matches!(body, EventBody::SessionStart {} | EventBody::Complete { .. });
            serde_json::to_value(EventWire {
                event_id: text("evt_1"),
                session_id: text("ses_1"),
                timestamp: text("2026-11-15T10:00:00.000000Z"),
                event_index: 0,
                persistence_state: if transient {
                    PersistenceState::Transient
                } else {
                    PersistenceState::Persisted
                },
                sequence_number: (!transient).then_some(1),
                turn_id: Some(text("trn_1")),
                trace_id: text("trc_1"),
                body,
            })
            .unwrap()
        })
        .collect();
    insta::assert_json_snapshot!("events", events);
}

/// One page per public error code, and an index that says what the table says.
#[test]
fn every_error_code_has_its_page_and_the_index_is_the_table() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    let mut index = "# Errors\n\nEvery error is an RFC 9457 body with a code. This index is generated from the table in crates/protocol/src/error.rs.\n\n| code | status | title |\n| --- | --- | --- |\n".to_owned();
    for code in ErrorCode::ALL {
        let (name, status, title) = (code.name(), code.status(), code.title());
        index += &format!("| [{name}]({name}.md) | {status} | {title} |\n");
        let page = std::fs::read_to_string(folder.join(format!("{name}.md")))
            .unwrap_or_else(|_| panic!("no page for {name}"));
        assert!(page.starts_with(&format!("# {name}\n")), "{name}: the heading");
        assert!(page.contains(&format!("Status: {status} · {title}")), "{name}: the status line");
        assert!(page.contains("## What to do"), "{name}: what to do");
    }
    let pages = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(pages, ErrorCode::ALL.len() + 1, "a page of no code, or a code of no page");
    let path = folder.join("README.md");
    if std::fs::read_to_string(&path).unwrap_or_default() != index {
        std::fs::write(&path, index).unwrap();
        panic!("docs/errors/README.md was not the table; it has been written anew, commit it");
    }
}
