//! Domain to wire, a function per noun.

use conserje_accounts::User;
use conserje_conversation::events::{Attachment, Citation, GuardFinding, Operator, Routing, Usage};
use conserje_conversation::{
    Accepted, AcceptedState, Approval, CitationRow, Content, Event, Feedback, Message, RecordedEvent,
    Session, Share, Transient, TransientEvent,
};
use conserje_documents::{Collection, Document, Passage, Progress};
use conserje_kernel::SessionId;
use conserje_protocol::{
    ApprovalReply, ArticleReply, AttachmentWire, ChunkReply, CitationWire, CollectionReply, EventBody,
    EventWire, FeedbackReply, FileProgress, FileReply, GuardFindingWire, MessageReply, MessageStatus,
    OperatorWire, PersistenceState, RoutingWire, SendMessageReply, SessionReply, ShareReply, UsageWire,
    UserReply,
};

use super::extract::AcceptedLanguage;

pub(crate) fn session(session: Session) -> SessionReply {
    SessionReply {
        id: session.id.to_string(),
        title: session.title,
        last_sequence: session.last_sequence,
        created_at: session.created_at.to_string(),
        updated_at: session.updated_at.to_string(),
        pinned_at: session.pinned_at.map(|moment| moment.to_string()),
        assistant: session.assistant,
        turn: None,
    }
}

pub(crate) fn feedback(given: Feedback) -> FeedbackReply {
    FeedbackReply {
        rating: given.rating,
        reason: given.reason,
        comment: given.comment,
        created_at: given.created_at.to_string(),
    }
}

pub(crate) fn message(Message { message, citations, feedback: given }: Message) -> MessageReply {
    MessageReply {
        id: message.id.to_string(),
        sequence_number: message.sequence,
        role: message.role,
        content: message.content,
        agent: message.agent,
        model: message.model,
        stop_reason: message.stop_reason,
        operator: message.operator,
        about: message.about,
        created_at: message.created_at.to_string(),
        citations: citations.into_iter().map(stored_citation).collect(),
        feedback: given.map(feedback),
    }
}

/// How a page gets at a document of this kind.
fn fetch_strategy(source_type: &str) -> &'static str {
    match source_type {
        "blob_storage" => "internal_api",
        "sharepoint" | "onedrive" => "oauth_proxy",
        _ => "external",
    }
}

fn stored_citation(citation: CitationRow) -> CitationWire {
    CitationWire {
        file_name: citation.file_name,
        file_id: citation.document,
        fetch_strategy: fetch_strategy(&citation.source_type).to_owned(),
        source_type: citation.source_type,
        mime_type: citation.mime_type,
        relevance_score: citation.relevance,
        is_image: citation.is_image,
        page: citation.page,
        quote: citation.quote,
        section: citation.section,
        chunk_id: citation.chunk,
        text_hash: citation.text_hash,
        start: citation.start,
        end: citation.end,
        marker: citation.marker,
    }
}

pub(crate) fn citation(citation: Citation) -> CitationWire {
    CitationWire {
        file_name: citation.file_name,
        file_id: citation.document_id,
        fetch_strategy: fetch_strategy(&citation.source_type).to_owned(),
        source_type: citation.source_type,
        mime_type: citation.mime_type,
        relevance_score: citation.relevance,
        is_image: citation.is_image,
        page: citation.page.map(i64::from),
        quote: citation.quote,
        section: citation.section,
        chunk_id: citation.chunk_id,
        text_hash: citation.text_hash,
        start: citation.start.and_then(|offset| i64::try_from(offset).ok()),
        end: citation.end.and_then(|offset| i64::try_from(offset).ok()),
        marker: citation.marker.map(i64::from),
    }
}

pub(crate) fn share(share: &Share) -> ShareReply {
    ShareReply {
        id: share.id.to_string(),
        created_at: share.created_at.to_string(),
        expires_at: share.expires_at.to_string(),
    }
}

/// What became of a message that was sent.
pub(crate) fn taken(accepted: Accepted) -> SendMessageReply {
    let (status, sequence_number, held_by) = match accepted.state {
        AcceptedState::Running { sequence } => (MessageStatus::Running, Some(sequence), None),
        AcceptedState::Waiting => (MessageStatus::Waiting, None, None),
        AcceptedState::Held { sequence, by } => (MessageStatus::Held, Some(sequence), Some(operator(by))),
        AcceptedState::Finished { sequence } => (MessageStatus::Finished, Some(sequence), None),
    };
    SendMessageReply {
        id: accepted.message.to_string(),
        turn_id: accepted.turn.to_string(),
        trace_id: accepted.trace.to_string(),
        status,
        held_by,
        sequence_number,
        events: None,
    }
}

pub(crate) fn approval(approval: Approval) -> ApprovalReply {
    ApprovalReply {
        id: approval.id.to_string(),
        session_id: approval.session.to_string(),
        turn_id: approval.turn.to_string(),
        tool_name: approval.tool_name,
        risk: approval.risk,
        args: approval.args.and_then(|args| serde_json::from_str(&args).ok()),
        summary: approval.summary,
        status: approval.status,
        created_at: approval.created_at.to_string(),
        expires_at: approval.expires_at.to_string(),
    }
}

pub(crate) fn user(user: User) -> UserReply {
    UserReply {
        id: user.id.to_string(),
        email: user.email,
        name: user.name,
        role: user.role,
        created_at: user.created_at.to_string(),
        disabled_at: user.disabled_at.map(|moment| moment.to_string()),
    }
}

fn usage(usage: Usage) -> UsageWire {
    UsageWire {
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        thinking_tokens: usage.thinking_tokens,
        cached_tokens: usage.cached_tokens,
        latency_ms: milliseconds(usage.latency_micros),
    }
}

fn milliseconds(micros: u64) -> f64 {
    micros as f64 / 1000.0
}

/// An event of the log as clients see it.
pub(crate) fn wire_event(event: RecordedEvent) -> EventWire {
    EventWire {
        event_id: event.id.to_string(),
        session_id: event.session.to_string(),
        timestamp: event.timestamp.to_string(),
        event_index: event.index,
        persistence_state: PersistenceState::Persisted,
        sequence_number: Some(event.sequence),
        turn_id: event.turn.map(|turn| turn.to_string()),
        trace_id: event.trace.to_string(),
        body: match event.content {
            Content::Event(event) => body(event),
            Content::Erased { kind } => EventBody::Erased { was: kind },
        },
    }
}

/// Something that is not kept, as clients see it.
pub(crate) fn transient_event(session: SessionId, event: TransientEvent) -> EventWire {
    EventWire {
        event_id: event.id.to_string(),
        session_id: session.to_string(),
        timestamp: event.timestamp.to_string(),
        event_index: event.index,
        persistence_state: match event.what {
            Transient::Pending(_) => PersistenceState::Pending,
            Transient::SessionStart | Transient::Complete { .. } => PersistenceState::Transient,
        },
        sequence_number: None,
        turn_id: Some(event.turn.to_string()),
        trace_id: event.trace.to_string(),
        body: match event.what {
            Transient::SessionStart => EventBody::SessionStart {},
            Transient::Pending(event) => body(*event),
            Transient::Complete { message, stop_reason, usage: used, citations } => EventBody::Complete {
                message_id: message.map(|message| message.to_string()),
                stop_reason: stop_reason.name().to_owned(),
                usage: usage(used),
                citations: citations.into_iter().map(citation).collect(),
            },
        },
    }
}

fn attachment(file: Attachment) -> AttachmentWire {
    let Attachment { file_id, file_name, origin: source, strategy, is_cut } = file;
    AttachmentWire { file_id, file_name, source, strategy, is_cut }
}

fn routing(routing: Routing) -> RoutingWire {
    let Routing { agent, variant_of, intent, by, confidence, rules } = routing;
    RoutingWire { agent, variant_of, intent, by, confidence, rules }
}

fn guard(found: Vec<GuardFinding>) -> Vec<GuardFindingWire> {
    found.into_iter().map(|GuardFinding { rule, verdict }| GuardFindingWire { rule, verdict }).collect()
}

pub(crate) fn operator(Operator { id, name }: Operator) -> OperatorWire {
    OperatorWire { id: id.to_string(), name }
}

fn body(event: Event) -> EventBody {
    match event {
        Event::UserMessageSent(said) => EventBody::UserMessageConfirmed {
            message_id: said.message_id.to_string(),
            content: said.content,
            attachments: said.attachments.into_iter().map(attachment).collect(),
            replaces: said.replaces.map(|id| id.to_string()),
            routing: said.routing.map(|chosen| routing(*chosen)),
            guard: guard(said.guard),
            held_by: said.held_by.map(|by| operator(*by)),
        },
        Event::AgentMessageSent(said) => EventBody::Message {
            message_id: said.message_id.to_string(),
            content: said.content,
            agent: said.agent,
            model: said.model,
            stop_reason: said.stop_reason.name().to_owned(),
            usage: usage(said.usage),
            guard: guard(said.guard),
            cached: said.cached,
        },
        Event::AgentThinkingBlock(thought) => EventBody::ThinkingComplete { content: thought.content },
        Event::ToolUseRequested(call) => {
            EventBody::ToolUse { tool_use_id: call.tool_use_id, tool_name: call.tool_name, args: call.args }
        }
        Event::ToolUseCompleted(call) => EventBody::ToolResult {
            tool_use_id: call.tool_use_id,
            tool_name: call.tool_name,
            args: call.args,
            result: call.result,
            success: call.success,
            duration_ms: milliseconds(call.duration_micros),
            guard: guard(call.guard),
        },
        Event::CitationsCreated(created) => EventBody::CitationsCreated {
            message_id: created.message_id.to_string(),
            citations: created.citations.into_iter().map(citation).collect(),
        },
        Event::ApprovalRequested(asked) => EventBody::ApprovalRequested {
            approval_id: asked.approval_id,
            tool_name: asked.tool_name,
            args: asked.args,
            summary: asked.summary,
            expires_at: asked.expires_at.to_string(),
        },
        Event::ApprovalResolved(decided) => EventBody::ApprovalResolved {
            approval_id: decided.approval_id,
            decision: decided.decision,
            edited_args: decided.edited_args,
            reason: decided.reason,
        },
        Event::TurnPaused(paused) => EventBody::TurnPaused { reason: paused.reason },
        Event::TurnResumed(resumed) => EventBody::TurnResumed { reason: resumed.reason },
        Event::Handoff(handoff) => {
            EventBody::Handoff { from: handoff.from, to: handoff.to, reason: handoff.reason }
        }
        Event::ContentRefused(refused) => {
            EventBody::ContentRefused { reason: refused.reason, rules: refused.rules }
        }
        Event::MemoryWritten(memory) => {
            EventBody::MemoryWritten { memory_id: memory.memory_id, text: memory.text }
        }
        Event::ErrorOccurred(error) => EventBody::Error { code: error.code, message: error.message },
        Event::OperatorMessageSent(said) => EventBody::OperatorMessageSent {
            message_id: said.message_id.to_string(),
            text: said.text,
            operator: operator(said.operator),
        },
        Event::NoticeSent(said) => EventBody::NoticeSent {
            message_id: said.message_id.to_string(),
            text: said.text,
            about: said.about,
        },
        // The summary is for those who work the inbox.
        Event::EscalationOpened(opened) => EventBody::EscalationOpened {
            escalation_id: opened.escalation_id.to_string(),
            reason: opened.reason,
            urgency: opened.urgency,
        },
        Event::SessionTaken(taken) => EventBody::SessionTaken { operator: operator(taken.operator) },
        Event::SessionGivenBack(given) => EventBody::SessionGivenBack { operator: operator(given.operator) },
    }
}

/// Why it was not read is told as its reader speaks.
pub(crate) fn file(document: Document, reader: &AcceptedLanguage) -> FileReply {
    FileReply {
        id: document.id.to_string(),
        collection_id: document.collection.to_string(),
        parent_id: document.parent.map(|id| id.to_string()),
        file_name: document.file_name,
        mime_type: document.mime_type,
        size: document.size,
        processing_status: document.processing_status,
        embedding_status: document.embedding_status,
        progress: document.progress,
        error: document.error.map(|error| reader.told(&error)),
        // Written by us a moment ago; what cannot be read is left out.
        notices: serde_json::from_str(&document.notices).unwrap_or_default(),
        title: document.title,
        facts: serde_json::from_str(&document.facts).unwrap_or_default(),
        pages: document.pages,
        chunk_count: document.chunk_count,
        text_hash: document.text_hash.map(|hash| hash.to_string()),
        created_at: document.created_at.to_string(),
        updated_at: document.updated_at.to_string(),
    }
}

pub(crate) fn chunk(passage: Passage) -> ChunkReply {
    ChunkReply {
        id: passage.id,
        file_id: passage.document.to_string(),
        file_name: passage.file_name,
        collection_id: passage.collection.to_string(),
        index: passage.index,
        text: passage.text,
        tokens: passage.tokens,
        kind: passage.kind,
        section_title: passage.section_title,
        section_path: passage.section_path,
        page: passage.page,
        start: passage.start,
        end: passage.end,
        has_tables: passage.has_tables,
        has_images: passage.has_images,
        article: passage.article.map(|article| ArticleReply {
            law: article.law,
            title: article.title,
            chapter: article.chapter,
            section: article.section,
            number: article.number,
        }),
        keywords: passage.keywords,
        description: passage.description,
        refs: passage.refs,
    }
}

pub(crate) fn collection(collection: Collection) -> CollectionReply {
    CollectionReply {
        id: collection.id.to_string(),
        name: collection.name,
        weight: collection.weight,
        public: collection.is_public,
        file_count: collection.documents,
        chunk_count: collection.chunks,
        created_at: collection.created_at.to_string(),
    }
}

pub(crate) fn progress(progress: Progress, reader: &AcceptedLanguage) -> FileProgress {
    FileProgress {
        file_id: progress.document.to_string(),
        file_name: progress.file_name,
        status: progress.status,
        progress: progress.percent,
        chunk_count: progress.chunks.map(|count| count as u64),
        error: progress.error.map(|error| reader.told(&error)),
    }
}
