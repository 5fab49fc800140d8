use conserje_llm::{
    Args, Block, Message, OutputSchema, Part, Request, Seal, StopReason, TokenUsage, ToolChoice, ToolUse,
};
use serde_json::json;

use crate::anthropic::{first_turn, result, second_turn, weather};
use crate::replay::{Chunks, Player};

fn seal(signature: &str) -> Seal {
    Seal { provider: "gemini".to_owned(), data: json!({"thoughtSignature": signature}) }
}

#[tokio::test]
async fn a_text_streams_and_every_knob_reaches_the_provider() {
    let player = Player::new("gemini/text.json").await;
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
    assert_eq!(reply.id, "resp-1");
    assert_eq!(reply.model, "gemini/gemini-2.5-flash");
    assert_eq!(reply.blocks, [Block::Text { text: "¡Hola! ¿Qué tal?".to_owned() }]);
    assert_eq!(reply.stop_reason, StopReason::EndTurn);
    assert_eq!(
        reply.usage,
        TokenUsage { input: 2100, output: 9, thinking: 0, cached: 2048, cache_written: 0 }
    );

    let reply = player.play(1, &request, Chunks::Whole).await.unwrap();
    assert!(reply.id.starts_with("msg_"), "{}", reply.id);
    assert_eq!(reply.stop_reason, StopReason::EndTurn, "a reason that nobody knows yet");
}

#[tokio::test]
async fn thoughts_and_calls_keep_their_order_and_go_back_with_their_signatures() {
    let player = Player::new("gemini/tools.json").await;
    let reply = player.play(0, &first_turn(), Chunks::Whole).await.unwrap();
    let [thinking, text, first, second] = reply.blocks.as_slice() else { panic!("{:?}", reply.blocks) };
    assert_eq!(thinking, &Block::Thinking { text: "The user asks about Málaga.".to_owned(), seal: None });
    assert_eq!(text, &Block::Text { text: "Lo miro.".to_owned() });
    let args = Args::Json(json!({"city": "Málaga"}));
    let expected =
        ToolUse { id: "call-a".to_owned(), name: "weather".to_owned(), args, seal: Some(seal("sigA==")) };
    assert_eq!(first, &Block::ToolUse(expected));
    let expected =
        ToolUse { id: "call-b".to_owned(), name: "time".to_owned(), args: Args::Json(json!({})), seal: None };
    assert_eq!(second, &Block::ToolUse(expected));
    assert_eq!(reply.stop_reason, StopReason::ToolUse);
    assert_eq!(reply.usage, TokenUsage { input: 80, output: 60, thinking: 40, cached: 0, cache_written: 0 });

    let results =
        vec![result("call-a", "weather", "22 °C", false), result("call-b", "time", "no clock", true)];
    let reply = player.play(1, &second_turn(&reply, results), Chunks::Whole).await.unwrap();
    assert_eq!(reply.text(), "22 °C.");
    let last = Block::Thinking { text: String::new(), seal: Some(seal("sigEnd==")) };
    assert_eq!(reply.blocks.last(), Some(&last));
}

#[tokio::test]
async fn a_call_without_an_id_gets_one() {
    let player = Player::new("gemini/no_id.json").await;
    let request = Request { messages: vec![Message::user("hola")], ..Request::default() };
    let reply = player.play(0, &request, Chunks::Whole).await.unwrap();
    let ids: Vec<_> = reply.tool_uses().map(|call| call.id.clone()).collect();
    assert_eq!(ids.len(), 2);
    assert!(ids[0].starts_with("call_") && ids[0] != ids[1], "{ids:?}");
}

#[tokio::test]
async fn a_schema_and_an_image_are_sent_and_the_answer_is_text() {
    let player = Player::new("gemini/structured.json").await;
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
