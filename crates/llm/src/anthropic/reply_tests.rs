use proptest::prelude::*;

use super::*;

fn hear_all<'a>(data: impl IntoIterator<Item = &'a str>) -> Result<VecDeque<Piece>, Failure> {
    let (mut assembler, mut pieces) = (Assembler::new("a/b"), VecDeque::new());
    for data in data {
        assembler.hear(&Event { name: String::new(), data: data.to_owned() }, &mut pieces)?;
    }
    Ok(pieces)
}

#[test]
fn a_missing_id_is_made_up() {
    let pieces =
        hear_all([r#"{"type":"message_start","message":{}}"#, r#"{"type":"message_stop"}"#]).unwrap();
    let Some(Piece::Done(reply)) = pieces.back() else { panic!("{pieces:?}") };
    assert!(reply.id.starts_with("msg_"), "{}", reply.id);
}

#[test]
fn deltas_that_belong_nowhere_are_malformed() {
    let start = r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#;
    let stray = r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"x"}}"#;
    let other =
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"x"}}"#;
    let new = r#"{"type":"content_block_delta","index":0,"delta":{"type":"later_delta"}}"#;
    assert_eq!(hear_all([start, stray]).unwrap_err().trouble, Trouble::Malformed);
    assert_eq!(hear_all([start, other]).unwrap_err().trouble, Trouble::Malformed);
    assert!(hear_all([start, new, r#"{"type":"later"}"#]).is_ok());
}

proptest! {
    #[test]
    fn no_event_makes_it_panic(texts in proptest::collection::vec(any::<String>(), 0..4)) {
        drop(hear_all(texts.iter().map(String::as_str)));
    }

    /// Well-formed events in any order, with anything in them.
    #[test]
    fn no_order_of_events_makes_it_panic(order in proptest::collection::vec((0..12usize, 0..3u64, any::<String>()), 0..20)) {
        let events = order.iter().map(|(kind, index, text)| match kind {
            0 => json!({"type": "message_start", "message": {"id": text, "usage": {"input_tokens": u64::MAX}}}),
            1 => json!({"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": text}}),
            2 => json!({"type": "content_block_start", "index": index, "content_block": {"type": "thinking"}}),
            3 => json!({"type": "content_block_start", "index": index, "content_block": {"type": "tool_use", "name": text}}),
            4 => json!({"type": "content_block_start", "index": index, "content_block": {"type": text}}),
            5 => json!({"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": text}}),
            6 => json!({"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": text}}),
            7 => json!({"type": "content_block_delta", "index": index, "delta": {"type": "signature_delta", "signature": text}}),
            8 => json!({"type": "message_delta", "delta": {"stop_reason": text}, "usage": {"cache_read_input_tokens": u64::MAX}}),
            9 => json!({"type": "error", "error": {"type": text, "message": text}}),
            10 => json!({"type": "message_stop"}),
            _ => json!({"type": text}),
        });
        let events: Vec<_> = events.map(|event| event.to_string()).collect();
        drop(hear_all(events.iter().map(String::as_str)));
    }
}
