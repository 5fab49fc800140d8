use proptest::prelude::*;

use super::*;

fn read<'a>(data: impl IntoIterator<Item = &'a Value>) -> Result<(VecDeque<Piece>, Reply), Failure> {
    let (mut assembler, mut pieces) = (Assembler::new("g/m"), VecDeque::new());
    for data in data {
        assembler.hear(&Event { name: String::new(), data: data.to_string() }, &mut pieces)?;
    }
    Ok((pieces, assembler.end()?))
}

fn parts(parts: &Value) -> Value {
    json!({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]})
}

fn call(seal: Option<Seal>) -> Block {
    let args = Args::Json(json!({}));
    Block::ToolUse(ToolUse { id: "1".to_owned(), name: "t".to_owned(), args, seal })
}

#[test]
fn calls_of_other_models_are_marked_as_unsigned_where_signatures_are_demanded() {
    let foreign = Some(Seal { provider: "anthropic".to_owned(), data: json!({"thoughtSignature": "x"}) });
    let own = Some(Seal { provider: "gemini".to_owned(), data: json!({"thoughtSignature": "sig"}) });
    let signatures = |blocks: &[Block], must_sign| -> Vec<Value> {
        model_parts(blocks, must_sign).iter().map(|part| part["thoughtSignature"].clone()).collect()
    };
    assert_eq!(signatures(&[call(foreign), call(None)], true), [json!(UNSIGNED), Value::Null]);
    assert_eq!(signatures(&[call(None)], false), [Value::Null]);
    assert_eq!(signatures(&[call(own), call(None)], true), [json!("sig"), Value::Null]);
}

#[test]
fn a_signature_at_the_end_of_a_text_comes_back_in_its_place() {
    let event = parts(&json!([{"text": "ho"}, {"text": "la"}, {"text": "", "thoughtSignature": "end"}]));
    let (_, reply) = read([&event]).unwrap();
    assert_eq!(reply.text(), "hola");
    let sent = model_parts(&reply.blocks, true);
    assert_eq!(sent, [json!({"text": "hola"}), json!({"text": "", "thoughtSignature": "end"})]);
}

#[test]
fn reasons_to_finish_tell_answers_from_refusals() {
    let finish = |reason: &str| json!({"candidates": [{"finishReason": reason, "finishMessage": "why"}]});
    for (reason, trouble) in [
        ("SAFETY", Trouble::Filtered),
        ("PROHIBITED_CONTENT", Trouble::Filtered),
        ("MALFORMED_FUNCTION_CALL", Trouble::Malformed),
    ] {
        let failure = read([&finish(reason)]).unwrap_err();
        assert_eq!((failure.trouble, failure.problem), (trouble, format!("{reason} why")));
    }
    for (reason, stop) in [("MAX_TOKENS", StopReason::MaxTokens), ("LATER", StopReason::EndTurn)] {
        assert_eq!(read([&finish(reason)]).unwrap().1.stop_reason, stop, "{reason}");
    }
}

proptest! {
    #[test]
    fn no_event_makes_it_panic(texts in proptest::collection::vec(any::<String>(), 0..4)) {
        let (mut assembler, mut pieces) = (Assembler::new("g/m"), VecDeque::new());
        for data in texts {
            drop(assembler.hear(&Event { name: String::new(), data }, &mut pieces));
        }
        drop(assembler.end());
    }

    #[test]
    fn no_order_of_parts_makes_it_panic(order in proptest::collection::vec((0..6usize, any::<String>()), 0..20)) {
        let events: Vec<_> = order.iter().map(|(kind, text)| match kind {
            0 => parts(&json!([{"text": text, "thought": true}])),
            1 => parts(&json!([{"text": text, "thoughtSignature": text}])),
            2 => parts(&json!([{"functionCall": {"name": text}}, {"inlineData": {}}])),
            3 => json!({"candidates": [{"finishReason": text}], "usageMetadata": {"candidatesTokenCount": u64::MAX, "thoughtsTokenCount": 1}}),
            4 => json!({"promptFeedback": {}, "error": null}),
            _ => json!({text.as_str(): [text]}),
        }).collect();
        drop(read(events.iter()));
    }
}
