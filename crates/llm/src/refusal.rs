//! Telling from a provider's answer what went wrong.

use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use crate::error::Trouble;

/// As much of a provider's words is kept.
const MAX_PROBLEM: usize = 500;

/// Why a reply failed, before it is known whose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) trouble: Trouble,
    pub(crate) problem: String,
    pub(crate) retry_after: Option<Duration>,
}

impl Failure {
    pub(crate) fn new(trouble: Trouble, problem: impl Into<String>) -> Self {
        Self { trouble, problem: problem.into(), retry_after: None }
    }

    pub(crate) fn malformed(problem: impl Into<String>) -> Self {
        Self::new(Trouble::Malformed, problem)
    }

    pub(crate) fn cut_short() -> Self {
        Self::new(Trouble::CutShort, "the reply ended before it was complete")
    }

    /// With the key taken out, in case a provider repeats it, and then cut to size.
    pub(crate) fn without(self, key: &str) -> Self {
        let problem = if key.is_empty() { self.problem } else { self.problem.replace(key, "[redacted]") };
        Self { problem: problem.chars().take(MAX_PROBLEM).collect(), ..self }
    }
}

/// What a response that is no stream means.
pub(crate) fn refusal(status: u16, headers: &HeaderMap, body: &str) -> Failure {
    let json: Option<Value> = serde_json::from_str(body).ok();
    let said = json.as_ref().and_then(message_of).unwrap_or_else(|| body.trim());
    let trouble = trouble_of(status, said);
    let retry_after = retry_after(headers).or_else(|| json.as_ref().and_then(retry_delay));
    Failure { trouble, problem: format!("HTTP {status}: {said}"), retry_after }
}

/// The kind of failure, from the status and what the provider said about it.
///
/// Also for errors inside a stream, with the status they would have had.
pub(crate) fn trouble_of(status: u16, said: &str) -> Trouble {
    match status {
        200..300 => Trouble::Malformed,
        401 | 403 => Trouble::Unauthorised,
        429 => Trouble::Busy,
        413 => Trouble::TooLong,
        // Local servers also answer 500 to what they cannot take.
        400.. if says_any(said, TOO_LONG) => Trouble::TooLong,
        400.. if says_any(said, NO_TOOLS) => Trouble::NoNativeTools,
        400 if says_any(said, FILTERED) => Trouble::Filtered,
        408 | 500.. => Trouble::Down,
        _ => Trouble::Refused,
    }
}

const TOO_LONG: &[&str] = &[
    "context length",
    "context_length",
    "context window",
    "context size",
    "context limit",
    "maximum context",
    "prompt is too long",
    "input is too long",
    "input token count",
    "too many tokens",
];

const NO_TOOLS: &[&str] = &[
    "does not support tool",
    "does not support function",
    "not support function calling",
    "tools are not supported",
    "tools is not supported",
    "tool use is not supported",
    "tool calling is not supported",
    "function calling is not enabled",
    "function calling is not supported",
    "support tool use",
    "tool choice requires --enable-auto-tool-choice",
    "tools param requires --jinja",
];

/// Azure refuses a prompt with this, before there is an answer to stop.
const FILTERED: &[&str] = &["content management policy"];

fn says_any(said: &str, phrases: &[&str]) -> bool {
    let said = said.to_lowercase();
    phrases.iter().any(|phrase| said.contains(phrase))
}

/// The readable part of an error document, in the shapes providers use.
fn message_of(body: &Value) -> Option<&str> {
    let body = body.get(0).unwrap_or(body);
    let places = ["/error/message", "/message", "/error", "/detail"];
    places.iter().find_map(|place| body.pointer(place)?.as_str()).filter(|said| !said.is_empty())
}

/// As seconds, milliseconds or a date. The date is held against the response's own, not against our clock.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(millis) = text("retry-after-ms").and_then(|millis| millis.parse().ok()) {
        return Some(Duration::from_millis(millis));
    }
    let after = text(RETRY_AFTER.as_str())?;
    let seconds = after.parse::<f64>().ok();
    if let Some(wait) = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        return Some(wait);
    }
    let date = |text: &str| jiff::fmt::rfc2822::parse(text).ok().map(|date| date.timestamp());
    let wait = date(after)?.duration_since(date(text(DATE.as_str())?)?);
    Some(Duration::try_from(wait).unwrap_or_default())
}

/// Google says in the body how long to wait: `"retryDelay": "34s"`.
fn retry_delay(body: &Value) -> Option<Duration> {
    let details = body.get(0).unwrap_or(body).pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    Duration::try_from_secs_f64(delay.strip_suffix('s')?.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn a_status_and_a_message_tell_the_trouble() {
        let cases = [
            (401, "invalid x-api-key", Trouble::Unauthorised),
            (403, "", Trouble::Unauthorised),
            (429, "slow down", Trouble::Busy),
            (500, "Internal error", Trouble::Down),
            (529, "Overloaded", Trouble::Down),
            (408, "", Trouble::Down),
            (413, "request_too_large", Trouble::TooLong),
            (400, "prompt is too long: 210000 tokens > 200000 maximum", Trouble::TooLong),
            (400, "This model's maximum context length is 8192 tokens.", Trouble::TooLong),
            (400, "The input token count (2000000) exceeds the maximum", Trouble::TooLong),
            (500, "the request exceeds the available context size", Trouble::TooLong),
            (400, "registry/gemma does not support tools", Trouble::NoNativeTools),
            (500, "tools param requires --jinja flag", Trouble::NoNativeTools),
            (400, "it triggered Azure OpenAI's content management policy", Trouble::Filtered),
            (404, "model: nope", Trouble::Refused),
            (400, "messages: at least one message is required", Trouble::Refused),
            (302, "", Trouble::Refused),
            (200, "<html>", Trouble::Malformed),
        ];
        for (status, said, trouble) in cases {
            assert_eq!(trouble_of(status, said), trouble, "{status} {said}");
        }
    }

    #[test]
    fn every_shape_of_error_document_is_read() {
        for body in [
            r#"{"type":"error","error":{"type":"x","message":"no"}}"#,
            r#"[{"error":{"code":400,"message":"no"}}]"#,
            r#"{"error":"no"}"#,
            r#"{"message":"no"}"#,
            r#"{"detail":"no"}"#,
            " no ",
        ] {
            assert_eq!(refusal(404, &HeaderMap::new(), body).problem, "HTTP 404: no", "{body}");
        }
    }

    #[test]
    fn how_long_to_wait_is_read_from_headers_or_the_body() {
        let date = ("date", "Wed, 21 Oct 2026 07:28:00 GMT");
        let cases = [
            (headers(&[("retry-after", "7")]), Some(7000)),
            (headers(&[("retry-after", "1.5")]), Some(1500)),
            (headers(&[("retry-after", "7"), ("retry-after-ms", "20")]), Some(20)),
            (headers(&[("retry-after", "Wed, 21 Oct 2026 07:28:30 GMT"), date]), Some(30_000)),
            (headers(&[("retry-after", "Wed, 21 Oct 2026 07:20:00 GMT"), date]), Some(0)),
            (headers(&[("retry-after", "Wed, 21 Oct 2026 07:28:30 GMT")]), None),
            (headers(&[("retry-after", "-3")]), None),
            (headers(&[("retry-after", "soon")]), None),
            (headers(&[]), None),
        ];
        for (headers, millis) in cases {
            let found = refusal(429, &headers, "").retry_after;
            assert_eq!(found, millis.map(Duration::from_millis), "{headers:?}");
        }
        let body = r#"{"error":{"details":[{"@type":"x"},{"retryDelay":"34.5s"}]}}"#;
        assert_eq!(refusal(429, &HeaderMap::new(), body).retry_after, Some(Duration::from_millis(34_500)));
    }

    #[test]
    fn a_key_that_is_repeated_is_taken_out_before_the_cut() {
        let said = format!("{}sk-secret", "x".repeat(495));
        let failure = Failure::malformed(said).without("sk-secret");
        assert!(failure.problem.ends_with("[reda"), "{}", failure.problem);
        assert_eq!(failure.problem.chars().count(), 500);
        assert_eq!(Failure::malformed("a").without("").problem, "a");
    }
}
