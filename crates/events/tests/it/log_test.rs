//! What the tests of the log share: a log with sessions in it.

use conserje_events::{
    AgentMessage, Citation, CitationsCreated, Event, EventLog, NewEvent, Notice, Operator, OperatorMessage,
    Projector, RecordedEvent, StopReason, Usage, UserMessage,
};
use conserje_kernel::{EventId, MessageId, SessionId, TraceId};
use conserje_store::sessions;
use conserje_testkit::{Home, TestStore};

pub(crate) struct LogTest {
    pub(crate) test: TestStore,
    pub(crate) log: EventLog,
    pub(crate) projector: Projector,
}

impl LogTest {
    pub(crate) async fn open(home: Home) -> Self {
        let test = TestStore::open(home).await;
        let (log, projector) = EventLog::new(test.store.clone());
        Self { test, log, projector }
    }

    pub(crate) async fn session(&self) -> SessionId {
        let (user, id) = (self.test.user, SessionId::generate());
        self.test.store.write(&self.test.scope(), move |tx| sessions::create(tx, id, user)).await.unwrap();
        id
    }

    pub(crate) async fn say(&self, session: SessionId, texts: &[&str]) -> Vec<RecordedEvent> {
        let events = texts.iter().map(|text| new(said(text))).collect();
        self.log.append(&self.test.scope(), session, events).await.unwrap()
    }

    /// What a person of the business and the business itself say, beside all turns.
    pub(crate) async fn without_turns(&self, session: SessionId) -> Vec<RecordedEvent> {
        let reply = OperatorMessage {
            message_id: MessageId::generate(),
            text: "Soy Ana.".to_owned(),
            operator: Operator { id: self.test.user, name: "Ana".to_owned() },
        };
        let notice = Notice {
            message_id: MessageId::generate(),
            text: "Su cita es el martes.".to_owned(),
            about: "appointment".to_owned(),
        };
        let events = vec![new(Event::OperatorMessageSent(reply)), new(Event::NoticeSent(notice))];
        self.log.append(&self.test.scope(), session, events).await.unwrap()
    }

    /// A question, a cited answer.
    pub(crate) async fn exchange(&self, session: SessionId) -> Vec<RecordedEvent> {
        let message_id = MessageId::generate();
        let answer = Event::AgentMessageSent(AgentMessage {
            message_id,
            content: "Cuarenta euros \0 [1]".to_owned(),
            agent: "pricing".to_owned(),
            model: "scripted".to_owned(),
            stop_reason: StopReason::EndTurn,
            usage: Usage { input_tokens: 10, output_tokens: 5, ..Usage::default() },
            guard: Vec::new(),
            cached: false,
        });
        let citation = |file_name: &str| Citation {
            document_id: Some("doc_1".to_owned()),
            file_name: file_name.to_owned(),
            source_type: "blob_storage".to_owned(),
            mime_type: "application/pdf".to_owned(),
            relevance: 0.5,
            is_image: false,
            page: Some(2),
            quote: Some("40 €".to_owned()),
            section: Some("Precios".to_owned()),
            chunk_id: Some("a_chunk_0001".to_owned()),
            text_hash: None,
            start: Some(3),
            end: Some(7),
            marker: None,
        };
        let citations = vec![citation("a.pdf"), citation("b.pdf")];
        let cited = Event::CitationsCreated(CitationsCreated { message_id, citations });
        let events = vec![new(said("¿Cuánto?")), new(answer), new(cited)];
        self.log.append(&self.test.scope(), session, events).await.unwrap()
    }

    pub(crate) async fn project_all(&self) {
        while self.projector.project_batch().await.unwrap() > 0 {}
    }
}

pub(crate) fn said(text: &str) -> Event {
    Event::UserMessageSent(UserMessage {
        message_id: MessageId::generate(),
        content: text.to_owned(),
        language: None,
        attachments: Vec::new(),
        replaces: None,
        routing: None,
        guard: Vec::new(),
        held_by: None,
    })
}

pub(crate) fn new(event: Event) -> NewEvent {
    NewEvent { id: EventId::generate(), event, index: 0, turn: None, trace: TraceId::generate() }
}
