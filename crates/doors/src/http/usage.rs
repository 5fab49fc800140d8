//! What was used, how a turn went, and the sessions of everybody: for those who run a tenant.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use conserje_conversation::{Content, Event, RecordedEvent};
use conserje_kernel::{Permission, SessionId, Timestamp, TurnId, UsageBy};
use conserje_operate::{App, Course, ModelCall, Sum};
use conserje_protocol::{
    ErrorCode, EventsReply, Problem, SessionRecordReply, SessionRecordsReply, SpanKind, SpanReply,
    SpanStatus, TraceReply, UsageEntry, UsageReply, UsageSum,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;

use crate::wire::extract::{AfterQuery, PageQuery, PathId, PathIds, QueryOf};
use crate::wire::failure::Failure;
use crate::wire::{Allowed, policy, render};

const DAY: Duration = Duration::from_hours(24);
/// As far as a chart reaches.
const MOST_DAYS: i64 = 366;
const USUAL_DAYS: u32 = 30;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UsageQuery {
    /// The first day, `2026-11-01`; 30 days before the last unless told.
    #[param(example = "2026-11-01")]
    from: Option<String>,
    /// The last day; today unless told. Days are those of UTC.
    #[param(example = "2026-11-16")]
    to: Option<String>,
    /// `day` unless told.
    #[param(inline, example = "model")]
    by: Option<UsageBy>,
}

/// What the tenant used of models.
#[utoipa::path(get, path = "/api/usage", tag = "operate", params(UsageQuery),
    responses((status = 200, body = UsageReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn usage(
    allowed: Allowed<policy::ReadAudit>,
    State(app): State<App>,
    QueryOf(query): QueryOf<UsageQuery>,
) -> Result<Json<UsageReply>, Failure> {
    let invalid = |fix: String| Failure::new(ErrorCode::InvalidRequest, fix);
    let by = query.by.unwrap_or(UsageBy::Day);
    let last = match query.to.as_deref() {
        Some(text) => {
            day(text).ok_or_else(|| invalid("`to` is no day; write it as 2026-11-16".to_owned()))?
        }
        None => app.now().day_start(),
    };
    let first = match query.from.as_deref() {
        Some(text) => {
            day(text).ok_or_else(|| invalid("`from` is no day; write it as 2026-11-01".to_owned()))?
        }
        None => last.minus(DAY * (USUAL_DAYS - 1)),
    };
    let days = (last.as_micros() - first.as_micros()) / micros(DAY) + 1;
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(invalid(format!("from `from` to `to` are {days} days; use 1 to {MOST_DAYS}")));
    }
    let sums = app.operate().usage(&allowed.scope, by, (first, last.plus(DAY))).await?;
    let mut total = UsageSum::default();
    let mut items: Vec<UsageEntry> = Vec::new();
    for sum in sums {
        let entry = entry(sum, by);
        add(&mut total, &entry.sum);
        items.push(entry);
    }
    if by == UsageBy::Day {
        let mut by_day: BTreeMap<String, UsageEntry> =
            items.into_iter().map(|entry| (entry.key.clone(), entry)).collect();
        items = (0..days)
            .map(|number| {
                let key = written_day(Timestamp::from_micros(first.as_micros() + number * micros(DAY)));
                by_day.remove(&key).unwrap_or_else(|| UsageEntry { key, sum: UsageSum::default() })
            })
            .collect();
    }
    Ok(Json(UsageReply { by, items, total }))
}

fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}

fn day(text: &str) -> Option<Timestamp> {
    if text.len() != 10 {
        return None;
    }
    format!("{text}T00:00:00Z").parse().ok()
}

fn written_day(moment: Timestamp) -> String {
    moment.to_string().chars().take(10).collect()
}

fn entry(sum: Sum, by: UsageBy) -> UsageEntry {
    let key = match (by, sum.name.parse::<i64>()) {
        (UsageBy::Day, Ok(number)) => written_day(Timestamp::from_micros(number.saturating_mul(micros(DAY)))),
        (UsageBy::Day | UsageBy::Model | UsageBy::Agent | UsageBy::User, _) => sum.name,
    };
    let sum = UsageSum {
        turns: sum.turns,
        model_calls: sum.calls,
        input_tokens: sum.input_tokens,
        output_tokens: sum.output_tokens,
        cached_tokens: sum.cached_tokens,
        cost: sum.cost_micros as f64 / 1e6,
        errors: sum.failures,
    };
    UsageEntry { key, sum }
}

fn add(total: &mut UsageSum, sum: &UsageSum) {
    total.turns += sum.turns;
    total.model_calls += sum.model_calls;
    total.input_tokens += sum.input_tokens;
    total.output_tokens += sum.output_tokens;
    total.cached_tokens += sum.cached_tokens;
    total.cost += sum.cost;
    total.errors += sum.errors;
}

/// How a turn went: which models and tools it used when, and where a person was waited for.
#[utoipa::path(get, path = "/api/chat/sessions/{id}/turns/{turnId}/trace", tag = "operate",
    params(("id" = String, Path), ("turnId" = String, Path)),
    responses((status = 200, body = TraceReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn trace(
    allowed: Allowed<policy::ReadSessions>,
    State(app): State<App>,
    PathIds(session, turn): PathIds<SessionId, TurnId>,
) -> Result<Json<TraceReply>, Failure> {
    // One's own; an operator sees everybody's.
    if !allowed.scope.may(Permission::ReadAudit) {
        app.conversations().session(&allowed.scope, session).await?;
    }
    let course = app.operate().course(&allowed.scope, session, turn).await?;
    Ok(Json(render_course(&course)))
}

fn render_course(course: &Course) -> TraceReply {
    let started = course.turn.accepted_at;
    let since = |moment: Timestamp| moment.since(started).as_secs_f64() * 1000.0;
    let mut spans: Vec<SpanReply> =
        course.calls.iter().map(|(call, over)| model_span(call, since(*over))).collect();
    for event in &course.events {
        spans.extend(event_span(event, &course.events, &since));
        spans.extend(guard_span(event, &since));
    }
    spans.sort_by(|a, b| a.start_ms.total_cmp(&b.start_ms));
    TraceReply {
        turn_id: course.turn.id.to_string(),
        trace_id: course.turn.trace.to_string(),
        started_at: started.to_string(),
        ended_at: course.turn.finished_at.map(|moment| moment.to_string()),
        spans,
    }
}

fn model_span(call: &ModelCall, over_ms: f64) -> SpanReply {
    let duration = call.latency_micros as f64 / 1000.0;
    SpanReply {
        id: call.id.to_string(),
        kind: SpanKind::Model,
        name: call.model.clone(),
        start_ms: (over_ms - duration).max(0.0),
        duration_ms: Some(duration),
        status: if call.outcome == "succeeded" { SpanStatus::Ok } else { SpanStatus::Error },
        detail: json!({"agent": call.agent, "outcome": call.outcome, "inputTokens": call.input_tokens,
            "outputTokens": call.output_tokens, "thinkingTokens": call.thinking_tokens,
            "cachedTokens": call.cached_tokens, "cost": call.cost_micros as f64 / 1e6,
            "firstTokenMs": call.first_token_micros.map(|micros| micros as f64 / 1000.0)}),
    }
}

/// What the guard decided about a message, a result or an answer.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is not looked at by the guard")]
fn guard_span(event: &RecordedEvent, since: &dyn Fn(Timestamp) -> f64) -> Option<SpanReply> {
    let Content::Event(content) = &event.content else { return None };
    let (what, findings) = match content {
        Event::UserMessageSent(said) => ("message", &said.guard),
        Event::ToolUseCompleted(done) => ("result", &done.guard),
        Event::AgentMessageSent(said) => ("answer", &said.guard),
        _ => return None,
    };
    let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
    (!rules.is_empty()).then(|| SpanReply {
        id: format!("guard_{}", event.id),
        kind: SpanKind::Guard,
        name: rules.join(", "),
        start_ms: since(event.timestamp).max(0.0),
        duration_ms: Some(0.0),
        status: SpanStatus::Ok,
        detail: json!({"about": what, "findings": findings}),
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest takes no time of its own")]
fn event_span(
    event: &RecordedEvent,
    all: &[RecordedEvent],
    since: &dyn Fn(Timestamp) -> f64,
) -> Option<SpanReply> {
    let Content::Event(content) = &event.content else { return None };
    let at = since(event.timestamp);
    match content {
        Event::ToolUseCompleted(done) => {
            let duration = done.duration_micros as f64 / 1000.0;
            Some(SpanReply {
                id: done.tool_use_id.clone(),
                kind: SpanKind::Tool,
                name: done.tool_name.clone(),
                start_ms: (at - duration).max(0.0),
                duration_ms: Some(duration),
                status: if done.success { SpanStatus::Ok } else { SpanStatus::Error },
                detail: json!({"args": done.args}),
            })
        }
        Event::UserMessageSent(said) => said.routing.as_ref().map(|routing| SpanReply {
            id: said.message_id.to_string(),
            kind: SpanKind::Route,
            name: format!("{} · {}", routing.agent, routing.intent),
            start_ms: 0.0,
            // A few microseconds, before the turn began.
            duration_ms: Some(0.0),
            status: SpanStatus::Ok,
            detail: json!({"by": routing.by, "confidence": routing.confidence, "rules": routing.rules,
                "variantOf": routing.variant_of}),
        }),
        Event::ApprovalRequested(asked) => {
            let answered = all.iter().find(|other| {
                matches!(&other.content, Content::Event(Event::ApprovalResolved(one)) if one.approval_id == asked.approval_id)
            });
            Some(SpanReply {
                id: asked.approval_id.clone(),
                kind: SpanKind::Wait,
                name: asked.tool_name.clone(),
                start_ms: at,
                duration_ms: answered.map(|event| since(event.timestamp) - at),
                status: if answered.is_some() { SpanStatus::Ok } else { SpanStatus::Running },
                detail: json!({}),
            })
        }
        _ => None,
    }
}

/// The sessions of everybody in the tenant, the latest first, deleted ones too.
#[utoipa::path(get, path = "/api/operate/sessions", tag = "operate", params(PageQuery),
    responses((status = 200, body = SessionRecordsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn sessions(
    allowed: Allowed<policy::ReadAudit>,
    State(app): State<App>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<SessionRecordsReply>, Failure> {
    let found = app.operate().session_records(&allowed.scope, query.request()?).await?;
    let users = app.access().users(&allowed.scope).await?;
    let emails: BTreeMap<_, _> = users.into_iter().map(|user| (user.id, user.email)).collect();
    let next_cursor = found.next.as_ref().map(ToString::to_string);
    let items = found.items.into_iter().map(|record| SessionRecordReply {
        user_id: record.session.user.to_string(),
        user_email: emails.get(&record.session.user).cloned(),
        deleted_at: record.deleted_at.map(|moment| moment.to_string()),
        session: render::session(record.session),
    });
    Ok(Json(SessionRecordsReply { items: items.collect(), next_cursor }))
}

/// The events of anybody's session in the tenant.
#[utoipa::path(get, path = "/api/operate/sessions/{id}/events", tag = "operate",
    params(("id" = String, Path), AfterQuery),
    responses((status = 200, body = EventsReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn session_events(
    allowed: Allowed<policy::ReadAudit>,
    State(app): State<App>,
    PathId(id): PathId<SessionId>,
    QueryOf(query): QueryOf<AfterQuery>,
) -> Result<Json<EventsReply>, Failure> {
    let (after, limit) = query.read()?;
    let found = app.operate().events_of(&allowed.scope, id, after, limit).await?;
    let next_cursor =
        (found.len() == limit).then(|| found.last().map(|last| last.sequence.to_string())).flatten();
    Ok(Json(EventsReply { items: found.into_iter().map(render::wire_event).collect(), next_cursor }))
}
