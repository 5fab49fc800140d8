#![expect(clippy::disallowed_methods, reason = "tests say who they are")]

use conserje_kernel::SystemJob;
use conserje_llm::{Args, Block, StopReason, TokenUsage, ToolResult, ToolUse};

use super::*;

/// Two numbers a question, as the test says.
struct Told(&'static [(&'static str, [f32; 2])]);

impl Meaning for Told {
    fn of<'a>(&'a self, _: &'a Scope, text: &'a str) -> BoxFuture<'a, Option<Vec<f32>>> {
        let known = self.0.iter().find(|(question, _)| *question == text);
        Box::pin(std::future::ready(known.map(|(_, meaning)| meaning.to_vec())))
    }
}

fn reply(text: &str) -> Reply {
    Reply {
        id: "msg_1".to_owned(),
        model: "m".to_owned(),
        blocks: vec![Block::Text { text: text.to_owned() }],
        stop_reason: StopReason::EndTurn,
        usage: TokenUsage::default(),
    }
}

fn asking(message: &str) -> Request {
    Request { system: "Eres Clara.".to_owned(), messages: vec![Message::user(message)], ..Request::default() }
}

struct Stage {
    given: AnswerCache,
    scope: Scope,
}

impl Stage {
    fn new(remembering: Remembering) -> Self {
        let scope = Scope::system(TenantId::generate(), SystemJob::Projection);
        Self { given: AnswerCache::new(remembering, Duration::from_secs(60)), scope }
    }

    async fn question(&self, request: &Request, message: &str) -> Question {
        self.given.question(&self.scope, "m", request, message).await.unwrap()
    }

    async fn keep(&self, message: &str, answer: &str) {
        self.given.keep(self.question(&asking(message), message).await, reply(answer));
    }

    async fn found(&self, message: &str) -> Option<String> {
        self.found_for(&asking(message), message).await
    }

    async fn found_for(&self, request: &Request, message: &str) -> Option<String> {
        self.given.find(&self.question(request, message).await).map(|reply| reply.text())
    }
}

#[tokio::test]
async fn the_same_message_has_the_same_answer_whatever_its_dress() {
    let stage = Stage::new(Remembering::Same);
    stage.keep("¿Cuántos días de vacaciones tengo?", "Treinta.").await;
    for same in ["¿Cuántos días de vacaciones tengo?", "cuántos días  de vacaciones tengo", "CUÁNTOS"] {
        let expected = (same != "CUÁNTOS").then(|| "Treinta.".to_owned());
        assert_eq!(stage.found(same).await, expected, "{same}");
    }
    stage.keep("¿Cuántos días de vacaciones tengo?", "Treinta y uno.").await;
    assert_eq!(stage.found("¿Cuántos días de vacaciones tengo?").await.as_deref(), Some("Treinta y uno."));
}

#[tokio::test]
async fn whatever_a_model_is_told_makes_another_question() {
    let stage = Stage::new(Remembering::Same);
    let message = "¿Cuántos días?";
    stage.keep(message, "Treinta.").await;
    let other_agent = Request { system: "Eres Pablo.".to_owned(), ..asking(message) };
    let mut later = asking(message);
    later.messages.insert(0, Message::assistant("Hablábamos de permisos."));
    let mut told_more = asking(message);
    told_more.messages.push(Message::assistant("Busco."));
    for other in [other_agent, later, told_more] {
        assert_eq!(stage.found_for(&other, message).await, None, "{other:?}");
    }
    let rival =
        Stage { scope: Scope::system(TenantId::generate(), SystemJob::Projection), given: stage.given };
    assert_eq!(rival.found(message).await, None, "another tenant has answers of its own");
    assert!(rival.given.question(&rival.scope, "m", &asking("otra"), message).await.is_none(), "it was cut");
}

#[tokio::test]
async fn ids_of_calls_make_no_difference_and_what_they_found_does() {
    let stage = Stage::new(Remembering::Same);
    let message = "¿Cuántos días?";
    let after = |id: &str, found: &str| {
        let mut request = asking(message);
        let call = ToolUse {
            id: id.to_owned(),
            name: "buscar".to_owned(),
            args: Args::Json(serde_json::json!({"q": "días"})),
            seal: None,
        };
        let result = ToolResult {
            id: id.to_owned(),
            name: "buscar".to_owned(),
            text: found.to_owned(),
            is_error: false,
        };
        request.messages.push(Message::Assistant { blocks: vec![Block::ToolUse(call)] });
        request.messages.push(Message::Tools { results: vec![result] });
        request
    };
    let question = stage.question(&after("a", "30 días"), message).await;
    stage.given.keep(question, reply("Treinta."));
    assert!(stage.found_for(&after("b", "30 días"), message).await.is_some());
    assert!(stage.found_for(&after("b", "31 días"), message).await.is_none());
}

#[tokio::test]
async fn a_message_that_means_the_same_has_the_same_answer_unless_a_telling_word_differs() {
    const MEANINGS: &[(&str, [f32; 2])] = &[
        ("¿Qué dice el artículo 48 sobre vacaciones?", [1.0, 0.0]),
        ("¿Qué pone sobre vacaciones en el artículo 48?", [1.0, 0.4]),
        ("¿Qué dice el artículo 49 sobre vacaciones?", [1.0, 0.0]),
        ("¿Qué no dice el artículo 48 sobre vacaciones?", [1.0, 0.0]),
        ("¿Qué dice el artículo 48 sobre Ana?", [1.0, 0.0]),
        ("What does article 48 say about holidays?", [1.0, 0.0]),
        ("¿Qué dice el artículo 48 sobre permisos?", [1.0, 0.5]),
    ];
    let stage = Stage::new(Remembering::Alike);
    stage.given.compare_by(Arc::new(Told(MEANINGS)));
    stage.keep(MEANINGS[0].0, "Treinta.").await;
    let mut found = Vec::new();
    for (message, _) in MEANINGS {
        found.push(stage.found(message).await.is_some());
    }
    assert_eq!(found, [true, true, false, false, false, false, false]);
    let exact_only = Stage::new(Remembering::Same);
    exact_only.given.compare_by(Arc::new(Told(MEANINGS)));
    exact_only.keep(MEANINGS[0].0, "Treinta.").await;
    assert_eq!(exact_only.found(MEANINGS[1].0).await, None);
}

#[tokio::test]
async fn of_one_context_the_latest_are_kept() {
    let stage = Stage::new(Remembering::Same);
    let message = |number: usize| "pregunta ".to_owned() + &"x".repeat(number + 1);
    for number in 0..=OF_ONE_CONTEXT {
        stage.keep(&message(number), "sí").await;
    }
    assert_eq!(stage.found(&message(0)).await, None);
    assert!(stage.found(&message(1)).await.is_some());
}
