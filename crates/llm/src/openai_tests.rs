use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::decode::Decoder;

/// What comes of these bytes, and the words that were seen on the way.
fn heard<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> (Result<Reply, Failure>, String) {
    let (mut decoder, mut assembler) = (Decoder::default(), Assembler::new("test/model"));
    let (mut pieces, mut seen) = (VecDeque::new(), String::new());
    for chunk in chunks {
        if let Err(failure) = decoder.push(chunk) {
            return (Err(failure), seen);
        }
        while let Some(event) = decoder.next() {
            if let Err(failure) = assembler.hear(&event, &mut pieces) {
                return (Err(failure), seen);
            }
            for piece in pieces.drain(..) {
                match piece {
                    Piece::Text(text) | Piece::Thinking(text) => seen.push_str(&text),
                    Piece::Done(reply) => return (Ok(*reply), seen),
                }
            }
        }
    }
    (assembler.end(), seen)
}

fn events(chunks: &[Value]) -> String {
    let events: Vec<_> = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    events.concat()
}

/// A stream of these deltas that ends for this reason.
fn replied(deltas: &[Value], reason: &str) -> Result<Reply, Failure> {
    let mut chunks: Vec<_> =
        deltas.iter().map(|delta| json!({"id": "c1", "choices": [{"index": 0, "delta": delta}]})).collect();
    chunks.push(json!({"id": "c1", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}));
    heard([(events(&chunks) + "data: [DONE]\n\n").as_bytes()]).0
}

fn calls(reply: &Reply) -> Vec<(&str, &str, Value)> {
    let calls = reply.tool_uses().map(|call| match &call.args {
        Args::Json(args) => (call.id.as_str(), call.name.as_str(), args.clone()),
        Args::Malformed(text) => (call.id.as_str(), call.name.as_str(), json!({"malformed": text})),
    });
    calls.collect()
}

#[test]
fn arguments_in_pieces_are_put_together_by_their_index() {
    let deltas = [
        json!({"role": "assistant", "content": null}),
        json!({"tool_calls": [{"index": 0, "id": "a", "type": "function", "function": {"name": "clock", "arguments": ""}}]}),
        json!({"tool_calls": [{"index": 0, "function": {"arguments": "{\"zo"}}]}),
        json!({"tool_calls": [{"index": 1, "id": "b", "type": "function", "function": {"name": "mail", "arguments": "{\"to\""}}]}),
        json!({"tool_calls": [{"index": 0, "function": {"arguments": "ne\":1}"}}, {"index": 1, "function": {"arguments": ":2}"}}]}),
    ];
    let reply = replied(&deltas, "tool_calls").unwrap();
    assert_eq!(calls(&reply), [("a", "clock", json!({"zone": 1})), ("b", "mail", json!({"to": 2}))]);
    assert_eq!(reply.stop_reason, StopReason::ToolUse);
}

#[test]
fn calls_of_servers_that_bend_the_rules_are_told_apart() {
    let call =
        |id: &str, name: &str, args: Value| json!({"id": id, "function": {"name": name, "arguments": args}});
    let expected = [("a", "x", json!({"n": 1})), ("b", "y", json!({"n": 2}))];
    // No index; all at once.
    let at_once =
        json!({"tool_calls": [call("a", "x", json!("{\"n\":1}")), call("b", "y", json!("{\"n\":2}"))]});
    // The same index for all; each whole.
    let mut same_index = at_once.clone();
    for at in 0..2 {
        same_index["tool_calls"][at]["index"] = json!(0);
    }
    // Arguments that are no text, and ones that are a text within a text.
    let unquoted =
        json!({"tool_calls": [call("a", "x", json!({"n": 1})), call("b", "y", json!("\"{\\\"n\\\":2}\""))]});
    for delta in [at_once, same_index, unquoted] {
        // They also say `stop`.
        let reply = replied(std::slice::from_ref(&delta), "stop").unwrap();
        assert_eq!(calls(&reply), expected, "{delta}");
        assert_eq!(reply.stop_reason, StopReason::ToolUse);
    }
    // No index, and the id only once or in every part.
    for id in [Value::Null, json!("a")] {
        let deltas = [
            json!({"tool_calls": [call("a", "x", json!("{\"n\""))]}),
            json!({"tool_calls": [{"id": id, "function": {"arguments": ":1}"}}]}),
            json!({"tool_calls": [call("b", "y", json!("{\"n\":2}"))]}),
        ];
        assert_eq!(calls(&replied(&deltas, "tool_calls").unwrap()), expected, "{id}");
    }
}

#[test]
fn the_old_way_to_call_a_function_is_read_too() {
    let deltas = [
        json!({"function_call": {"name": "clock", "arguments": "{"}}),
        json!({"function_call": {"arguments": "}"}}),
    ];
    let reply = replied(&deltas, "function_call").unwrap();
    let calls = calls(&reply);
    let [(id, "clock", args)] = calls.as_slice() else { panic!("{reply:?}") };
    assert!(id.starts_with("call_"), "made up: {id}");
    assert_eq!((args, reply.stop_reason), (&json!({}), StopReason::ToolUse));
}

#[test]
fn arguments_that_are_no_json_are_kept_as_they_are() {
    let delta =
        json!({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "x", "arguments": "{\"n\":"}}]});
    let reply = replied(&[delta], "length").unwrap();
    assert_eq!(calls(&reply), [("a", "x", json!({"malformed": "{\"n\":"}))]);
    assert_eq!(reply.stop_reason, StopReason::MaxTokens);
}

#[test]
fn thoughts_come_under_two_names() {
    for name in ["reasoning_content", "reasoning"] {
        let reply =
            replied(&[json!({name: "hm"}), json!({name: "m"}), json!({"content": "yes"})], "stop").unwrap();
        let thought = Block::Thinking { text: "hmm".to_owned(), seal: None };
        assert_eq!(reply.blocks, [thought, Block::Text { text: "yes".to_owned() }]);
    }
}

#[test]
fn every_reason_to_stop_has_a_meaning() {
    for (reason, meaning) in [
        ("stop", StopReason::EndTurn),
        ("length", StopReason::MaxTokens),
        ("tool_calls", StopReason::EndTurn),
        ("eos", StopReason::EndTurn),
    ] {
        assert_eq!(replied(&[json!({"content": "a"})], reason).unwrap().stop_reason, meaning, "{reason}");
    }
    let failure = replied(&[json!({"content": "a"})], "content_filter").unwrap_err();
    assert_eq!(failure.trouble, Trouble::Filtered);
    let stopped =
        json!({"choices": [{"delta": {"content": "a"}, "finish_reason": "stop", "stop_reason": "END"}]});
    let (reply, _) = heard([events(&[stopped]).as_bytes()]);
    assert_eq!(reply.unwrap().stop_reason, StopReason::StopSequence);
}

#[test]
fn a_stream_needs_an_end_of_either_kind() {
    let chunk = json!({"choices": [{"delta": {"content": "half"}}]});
    let (cut, seen) = heard([events(std::slice::from_ref(&chunk)).as_bytes()]);
    assert_eq!((cut.unwrap_err().trouble, seen.as_str()), (Trouble::CutShort, "half"));
    let (done, _) = heard([(events(&[chunk]) + "data: [DONE]\n\n").as_bytes()]);
    let done = done.unwrap();
    assert_eq!((done.text(), done.stop_reason), ("half".to_owned(), StopReason::EndTurn));
    assert!(done.id.starts_with("msg_"), "made up: {}", done.id);
    assert_eq!(heard([b"data: [DONE]\n\n".as_slice()]).0.unwrap_err().trouble, Trouble::Malformed);
    assert_eq!(heard([b"".as_slice()]).0.unwrap_err().trouble, Trouble::CutShort);
}

#[test]
fn an_error_inside_a_stream_is_told_by_its_kind() {
    for (error, trouble) in [
        (json!({"message": "no", "type": "server_error"}), Trouble::Down),
        (json!({"message": "no", "code": 429}), Trouble::Busy),
        (json!({"message": "no", "code": "429"}), Trouble::Busy),
        (json!({"message": "no", "type": "rate_limit_exceeded"}), Trouble::Busy),
        (json!({"message": "no", "code": "invalid_api_key"}), Trouble::Unauthorised),
        (json!({"message": "no", "code": "context_length_exceeded"}), Trouble::TooLong),
        (json!({"message": "no", "code": "content_filter"}), Trouble::Filtered),
        (json!({"message": "no", "type": "invalid_request_error"}), Trouble::Refused),
        (json!("no"), Trouble::Down),
    ] {
        let (outcome, _) = heard([events(&[json!({"error": error})]).as_bytes()]);
        let failure = outcome.unwrap_err();
        assert_eq!((failure.trouble, failure.problem.as_str()), (trouble, "no"), "{error}");
    }
}

#[test]
fn a_refusal_and_content_in_parts_are_words_too() {
    let reply =
        replied(&[json!({"content": [{"type": "text", "text": "a"}]}), json!({"refusal": "b"})], "stop");
    assert_eq!(reply.unwrap().text(), "ab");
}

const STREAM: &str = concat!(
    ": keep-alive\n\n",
    "data: {\"id\":\"c1\",\"choices\":[],\"prompt_filter_results\":[]}\n\n",
    "data: {\"id\":\"c1\",\"choices\":[{\"delta\":{\"reasoning_content\":\"¿qué?\"}}]}\r\n\r\n",
    "data: {\"id\":\"c1\",\"choices\":[{\"delta\":{\"content\":\"año 語 \"}}]}\n\n",
    "data: {\"id\":\"c1\",\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"t\",\"function\":{\"name\":\"x\",\"arguments\":\"{\\\"ñ\\\"\"}}]}}]}\n\n",
    "data: {\"id\":\"c1\",\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\":1}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n",
    "data: {\"id\":\"c1\",\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5,\"prompt_tokens_details\":{\"cached_tokens\":4},\"completion_tokens_details\":{\"reasoning_tokens\":2}}}\n\n",
    "data: [DONE]\n\n",
);

#[test]
fn where_the_bytes_are_split_makes_no_difference() {
    let whole = heard([STREAM.as_bytes()]);
    let reply = whole.0.clone().unwrap();
    assert_eq!((reply.usage.cached, reply.usage.thinking, reply.blocks.len()), (4, 2, 3));
    for at in 0..STREAM.len() {
        let (head, tail) = STREAM.as_bytes().split_at(at);
        assert_eq!(heard([head, tail]), whole, "split at {at}");
    }
    assert_eq!(heard(STREAM.as_bytes().chunks(1)), whole);
}

#[test]
fn wherever_it_breaks_off_it_is_a_whole_reply_or_an_error() {
    let whole = heard([STREAM.as_bytes()]).0.unwrap();
    for at in 0..STREAM.len() {
        match heard([&STREAM.as_bytes()[..at]]).0 {
            Ok(reply) => assert_eq!(reply.blocks, whole.blocks, "cut at {at}"),
            Err(failure) => assert_eq!(failure.trouble, Trouble::CutShort, "cut at {at}"),
        }
    }
}

/// JSON with the names that matter, in places where they may not belong.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z{}\"]{0,6}".prop_map(Value::from),
    ];
    let names = prop::sample::select(vec![
        "choices",
        "delta",
        "message",
        "content",
        "tool_calls",
        "function",
        "arguments",
        "name",
        "index",
        "id",
        "usage",
        "error",
        "code",
        "finish_reason",
        "reasoning",
        "function_call",
        "text",
        "prompt_tokens",
    ]);
    leaf.prop_recursive(6, 60, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(names.clone(), inner, 0..4).prop_map(|fields| fields
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect()),
        ]
    })
}

proptest! {
    #[test]
    fn no_data_makes_it_panic(chunks in prop::collection::vec(any_json(), 0..6), deltas in prop::collection::vec(any_json(), 0..4)) {
        let deltas = deltas.iter().map(|delta| json!({"choices": [{"delta": delta, "finish_reason": "stop"}]}));
        let chunks: Vec<_> = deltas.chain(chunks).collect();
        let _ = heard([(events(&chunks) + "data: [DONE]\n\n").as_bytes()]);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>) {
        let _ = heard([[b"data: ".as_slice(), &bytes, b"\n\n"].concat().as_slice()]);
    }
}
