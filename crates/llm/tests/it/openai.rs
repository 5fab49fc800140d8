use std::collections::BTreeMap;
use std::time::Duration;

use conserje_llm::{
    Args, AttemptOutcome, Block, Choice, Message, Models, OutputSchema, Part, Piece, Reply, Request,
    StopReason, Tier, TokenUsage, ToolChoice, ToolUse, Trouble,
};
use futures::StreamExt;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::anthropic::{first_turn, result, second_turn, time, weather};
use crate::replay::{Chunks, Player};

fn hello() -> Request {
    Request { messages: vec![Message::user("hola")], ..Request::default() }
}

fn every_knob() -> Request {
    let more = [Message::user("saluda"), Message::user("por favor")];
    Request {
        system: "Be brief.".to_owned(),
        messages: [Message::user("hola"), Message::assistant("¿sí?")].into_iter().chain(more).collect(),
        temperature: Some(0.5),
        stop: vec!["FIN".to_owned()],
        max_output_tokens: Some(50),
        thinking_budget: Some(9000),
        tools: vec![weather()],
        tool_choice: ToolChoice::Named("weather".to_owned()),
        ..Request::default()
    }
}

fn tool_use(id: &str, name: &str, args: Args) -> Block {
    Block::ToolUse(ToolUse { id: id.to_owned(), name: name.to_owned(), args, seal: None })
}

#[tokio::test]
async fn a_text_streams_and_every_knob_reaches_the_provider() {
    let player = Player::new("openai/text.json").await;
    let reply = player.play(0, &every_knob(), Chunks::Whole).await.unwrap();
    let usage = TokenUsage { input: 2095, output: 15, thinking: 0, cached: 2051, cache_written: 0 };
    let expected = Reply {
        id: "chatcmpl-1".to_owned(),
        model: "openai/gpt-4o".to_owned(),
        blocks: vec![Block::Text { text: "¡Hola! ¿Qué tal?".to_owned() }],
        stop_reason: StopReason::EndTurn,
        usage,
    };
    assert_eq!(reply, expected);
}

#[tokio::test]
async fn a_server_like_it_gets_the_older_names_and_may_end_without_done() {
    let player = Player::new("openai/compatible.json").await;
    let reply = player.play(0, &every_knob(), Chunks::Whole).await.unwrap();
    assert_eq!(reply.text(), "¡Hola! ¿Qué tal?");
    assert_eq!(reply.usage.cached, 2051);
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_understood() {
    let player = Player::new("openai/compatible.json").await;
    let request = hello();
    let (pieces, ()) =
        tokio::join!(player.model.stream(&request).collect::<Vec<_>>(), player.answer(1, Chunks::Each(7)));
    let pieces: Vec<_> = pieces.into_iter().map(Result::unwrap).collect();
    let [Piece::Thinking(_), Piece::Text(_), Piece::Done(reply)] = pieces.as_slice() else {
        panic!("{pieces:?}")
    };
    let expected = [
        Block::Thinking { text: "Hm.".to_owned(), seal: None },
        Block::Text { text: "Lo miro.".to_owned() },
        tool_use("call_1", "weather", Args::Json(json!({"city": "Málaga"}))),
    ];
    assert_eq!((reply.blocks.as_slice(), reply.usage.input), (expected.as_slice(), 7));
    let error = player.play(2, &request, Chunks::Whole).await.unwrap_err();
    assert_eq!((error.trouble, error.problem.as_str()), (Trouble::Down, "model overloaded"));
}

#[tokio::test]
async fn calls_without_ids_get_some_and_broken_arguments_are_kept() {
    let player = Player::new("openai/compatible.json").await;
    let reply = player.play(3, &hello(), Chunks::Whole).await.unwrap();
    let calls: Vec<_> = reply.tool_uses().collect();
    assert!(calls[0].id.starts_with("call_") && calls[1].id.starts_with("call_"));
    assert_ne!(calls[0].id, calls[1].id);
    assert_eq!(calls[0].args, Args::Json(json!({})));
    assert_eq!(calls[1].args, Args::Malformed("{\"city\":".to_owned()));
    assert_eq!(reply.stop_reason, StopReason::ToolUse);
}

#[tokio::test]
async fn azure_has_its_own_path_and_header() {
    let player = Player::new("openai/azure.json").await;
    let reply = player.play(0, &hello(), Chunks::Whole).await.unwrap();
    assert_eq!(reply.text(), "¡Hola! ¿Qué tal?");
    let error = player.play(1, &hello(), Chunks::Whole).await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Filtered, "{error}");
}

#[tokio::test]
async fn two_calls_at_once_are_put_together_and_their_results_go_back() {
    let player = Player::new("openai/tools.json").await;
    let reply = player.play(0, &first_turn(), Chunks::Whole).await.unwrap();
    let expected = vec![
        Block::Thinking { text: "The user asks about Málaga.".to_owned(), seal: None },
        Block::Text { text: "Lo miro.".to_owned() },
        tool_use("call_1", "weather", Args::Json(json!({"city": "Málaga"}))),
        tool_use("call_2", "time", Args::Json(json!({}))),
    ];
    assert_eq!(reply.blocks, expected);
    assert_eq!(reply.stop_reason, StopReason::ToolUse);
    let usage = TokenUsage { input: 120, output: 48, thinking: 20, cached: 64, cache_written: 0 };
    assert_eq!(reply.usage, usage);

    let results =
        vec![result("call_1", "weather", "22 °C", false), result("call_2", "time", "no clock", true)];
    let reply = player.play(1, &second_turn(&reply, results), Chunks::Whole).await.unwrap();
    assert_eq!((reply.text().as_str(), reply.stop_reason), ("22 °C.", StopReason::EndTurn));
}

#[tokio::test]
async fn arguments_that_were_no_json_go_back_as_an_object() {
    let player = Player::new("openai/args_back.json").await;
    let blocks = vec![tool_use("a", "x", Args::Malformed("{oh".to_owned()))];
    let results = vec![result("a", "x", "no", true)];
    let messages = vec![Message::user("hola"), Message::Assistant { blocks }, Message::Tools { results }];
    let request =
        Request { messages, tools: vec![time()], tool_choice: ToolChoice::Required, ..Request::default() };
    player.play(0, &request, Chunks::Whole).await.unwrap();
}

#[tokio::test]
async fn a_schema_and_an_image_are_sent_and_the_answer_is_text() {
    let player = Player::new("openai/structured.json").await;
    let tag = json!({"type": "object", "properties": {"t": {"type": "string"}}, "required": ["t"]});
    let strict = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": tag}},
        "required": ["name", "tags"],
    });
    // With something optional in it, it cannot be strict.
    let lax = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    for (index, schema) in [strict, lax].into_iter().enumerate() {
        let image = Part::Image { media_type: "image/png".to_owned(), data: "iVBORw0KGgo=".to_owned() };
        let request = Request {
            messages: vec![Message::User {
                parts: vec![image, Part::Text { text: "¿Qué es?".to_owned() }]
            }],
            output_schema: Some(OutputSchema { name: "a thing".to_owned(), schema }),
            ..Request::default()
        };
        let reply = player.play(index, &request, Chunks::Whole).await.unwrap();
        let answer: Value = serde_json::from_str(&reply.text()).unwrap();
        assert_eq!(answer, json!({"name": "gato", "tags": []}));
    }
}

#[tokio::test]
async fn a_budget_to_think_becomes_an_effort_for_models_that_reason() {
    let player = Player::new("openai/effort.json").await;
    for (index, thinking_budget) in [None, Some(1024), Some(8000), Some(32_000)].into_iter().enumerate() {
        let request = Request {
            thinking_budget,
            max_output_tokens: Some(9000),
            temperature: Some(0.1),
            stop: vec!["FIN".to_owned()],
            ..hello()
        };
        player.play(index, &request, Chunks::Whole).await.unwrap();
    }
}

#[tokio::test]
async fn a_chain_waits_as_long_as_it_is_asked_to_and_then_goes_on() {
    let player = Player::new("openai/retry.json").await;
    let models = Models::new(BTreeMap::from([(Tier::Fast, vec![player.model.clone()])]));
    let (request, start) = (hello(), Instant::now());
    let mut seen = String::new();
    let mut on_piece = |piece: &Piece| {
        if let Piece::Text(text) = piece {
            seen.push_str(text);
        }
    };
    let answers = async {
        player.answer(0, Chunks::Whole).await;
        player.answer(1, Chunks::Whole).await;
    };
    let choice = Choice::Tier(Tier::Fast);
    #[expect(clippy::disallowed_methods, reason = "what a test makes up needs no guard")]
    let call = models.call(&choice, &request, start + Duration::from_secs(20), &mut on_piece);
    let (called, ()) = tokio::join!(call, answers);
    assert_eq!(called.outcome.unwrap().text(), "¡Hola!");
    assert_eq!(seen, "¡Hola!");
    let outcomes: Vec<_> = called.attempts.iter().map(|attempt| attempt.outcome).collect();
    assert_eq!(outcomes, [AttemptOutcome::Failed(Trouble::Busy), AttemptOutcome::Succeeded]);
    assert!(start.elapsed() >= Duration::from_millis(400), "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_server_without_a_key_gets_no_header_for_one() {
    let player = Player::new("openai/keyless.json").await;
    player.play(0, &hello(), Chunks::Whole).await.unwrap();
}
