use conserje_llm::{
    Args, Block, Message, OutputSchema, Part, Piece, Reply, Request, Seal, StopReason, TokenUsage,
    ToolChoice, ToolResult, ToolSpec, ToolUse,
};
use futures::StreamExt;
use serde_json::{Value, json};

use crate::replay::{Chunks, Player};

pub(crate) fn weather() -> ToolSpec {
    ToolSpec {
        name: "weather".to_owned(),
        description: "The weather in a city.".to_owned(),
        parameters: json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}),
    }
}

pub(crate) fn time() -> ToolSpec {
    ToolSpec {
        name: "time".to_owned(),
        description: "The time.".to_owned(),
        parameters: json!({"type": "object"}),
    }
}

pub(crate) fn first_turn() -> Request {
    Request {
        system: "You are a caretaker.".to_owned(),
        messages: vec![Message::user("¿Qué tiempo hace en Málaga?")],
        tools: vec![time(), weather()],
        max_output_tokens: Some(4000),
        thinking_budget: Some(2048),
        temperature: Some(0.2),
        ..Request::default()
    }
}

pub(crate) fn result(id: &str, name: &str, text: &str, is_error: bool) -> ToolResult {
    ToolResult { id: id.to_owned(), name: name.to_owned(), text: text.to_owned(), is_error }
}

/// The request that goes on after the reply, with the tools' answers.
pub(crate) fn second_turn(reply: &Reply, results: Vec<ToolResult>) -> Request {
    let mut request = first_turn();
    request.messages.push(Message::Assistant { blocks: reply.blocks.clone() });
    request.messages.push(Message::Tools { results });
    request
}

fn sealed(text: &str, data: Value) -> Block {
    Block::Thinking { text: text.to_owned(), seal: Some(Seal { provider: "anthropic".to_owned(), data }) }
}

fn tool_use(id: &str, name: &str, args: Args) -> Block {
    Block::ToolUse(ToolUse { id: id.to_owned(), name: name.to_owned(), args, seal: None })
}

#[tokio::test]
async fn a_text_streams_and_every_knob_reaches_the_provider() {
    let player = Player::new("anthropic/text.json").await;
    let request = Request {
        messages: vec![Message::user("hola"), Message::assistant("¿sí?"), Message::user("saluda")],
        temperature: Some(0.5),
        stop: vec!["FIN".to_owned()],
        max_output_tokens: Some(50),
        tools: vec![weather()],
        tool_choice: ToolChoice::Named("weather".to_owned()),
        ..Request::default()
    };
    let reply = player.play(0, &request, Chunks::Whole).await.unwrap();
    let usage = TokenUsage { input: 2095, output: 15, thinking: 0, cached: 2051, cache_written: 35 };
    let expected = Reply {
        id: "msg_1".to_owned(),
        model: "anthropic/claude-sonnet-4-5".to_owned(),
        blocks: vec![Block::Text { text: "¡Hola! ¿Qué tal?".to_owned() }],
        stop_reason: StopReason::StopSequence,
        usage,
    };
    assert_eq!(reply, expected);
}

#[tokio::test]
async fn pieces_arrive_before_the_whole_reply() {
    let player = Player::new("anthropic/text.json").await;
    let request = Request { messages: vec![Message::user("hola")], ..Request::default() };
    let (pieces, ()) =
        tokio::join!(player.model.stream(&request).collect::<Vec<_>>(), player.answer(1, Chunks::Each(40)));
    let pieces: Vec<_> = pieces.into_iter().map(Result::unwrap).collect();
    let [Piece::Text(first), Piece::Text(second), Piece::Done(reply)] = pieces.as_slice() else {
        panic!("{pieces:?}")
    };
    assert_eq!(format!("{first}{second}"), reply.text());
    assert_eq!(reply.stop_reason, StopReason::EndTurn, "a reason that nobody knows yet");
}

#[tokio::test]
async fn thoughts_and_tool_uses_keep_their_order_and_go_back_with_their_signatures() {
    let player = Player::new("anthropic/tools.json").await;
    let reply = player.play(0, &first_turn(), Chunks::Whole).await.unwrap();
    let expected = vec![
        sealed("The user asks about Málaga.", json!({"signature": "EqoBsig=="})),
        sealed("", json!({"redacted": "EmwKred=="})),
        Block::Text { text: "Lo miro.".to_owned() },
        tool_use("toolu_1", "weather", Args::Json(json!({"city": "Málaga"}))),
        tool_use("toolu_2", "time", Args::Json(json!({}))),
    ];
    assert_eq!(reply.blocks, expected);
    assert_eq!(reply.stop_reason, StopReason::ToolUse);

    let results =
        vec![result("toolu_1", "weather", "22 °C", false), result("toolu_2", "time", "no clock", true)];
    let reply = player.play(1, &second_turn(&reply, results), Chunks::Whole).await.unwrap();
    assert_eq!(reply.text(), "22 °C.");
    assert_eq!(reply.stop_reason, StopReason::EndTurn);
}

#[tokio::test]
async fn arguments_that_are_not_json_are_kept_as_they_are() {
    let player = Player::new("anthropic/malformed_args.json").await;
    let request = Request { messages: vec![Message::user("hola")], ..Request::default() };
    let reply = player.play(0, &request, Chunks::Whole).await.unwrap();
    assert_eq!(
        reply.blocks,
        [tool_use("toolu_1", "weather", Args::Malformed(r#"{"city": "Mál"#.to_owned()))]
    );
    assert_eq!(reply.stop_reason, StopReason::MaxTokens);
}

#[tokio::test]
async fn a_schema_and_an_image_are_sent_and_the_answer_is_text() {
    let player = Player::new("anthropic/structured.json").await;
    let image = Part::Image { media_type: "image/png".to_owned(), data: "iVBORw0KGgo=".to_owned() };
    let request = Request {
        messages: vec![Message::User { parts: vec![image, Part::Text { text: "¿Qué es?".to_owned() }] }],
        output_schema: Some(OutputSchema {
            name: "thing".to_owned(),
            schema: json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 20}}}),
        }),
        ..Request::default()
    };
    let reply = player.play(0, &request, Chunks::Whole).await.unwrap();
    assert_eq!(reply.text(), r#"{"name":"gato"}"#);
}
