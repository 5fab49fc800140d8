//! What the server under test is told: its tools, and what its model does with them.

use std::net::SocketAddr;

/// Two effects, one after the other or both in one reply; then an answer.
pub(crate) const SCRIPT: &str = r#"{"replies": [
    {"when": "apart", "step": 0, "delayMs": 10, "acts": [{"use": {"name": "honours", "args": {"what": "{message} a"}}}]},
    {"when": "apart", "step": 1, "delayMs": 10, "acts": [{"use": {"name": "careless", "args": {"what": "{message} b"}}}]},
    {"when": "together", "step": 0, "delayMs": 10, "acts": [
        {"think": "First the list."},
        {"use": {"name": "todo", "args": {"items": [{"text": "both", "status": "pending"}]}}},
        {"use": {"name": "careless", "args": {"what": "{message} b"}}},
        {"use": {"name": "honours", "args": {"what": "{message} a"}}}
    ]},
    {"say": "Done.", "delayMs": 10}
]}"#;

pub(crate) fn pack(approvals: &str, receiver: SocketAddr) -> String {
    let tool = |name: &str, honours: bool| {
        format!(
            r#"
[[tools]]
name = "{name}"
description = "Does something, out there."
method = "POST"
url = "http://{receiver}/{name}"
body = "json"
risk = "write"
time_limit_seconds = 4
honours_idempotency_key = {honours}
parameters = {{ type = "object", required = ["what"], properties = {{ what = {{ type = "string" }} }} }}
"#
        )
    };
    format!(
        r#"
name = "effects"
[egress]
allow_private = ["{receiver}"]
[[agents]]
name = "doer"
prompt = "Do what you are told."
tools = ["todo", "honours", "careless"]
approvals = "{approvals}"
{}{}"#,
        tool("honours", true),
        tool("careless", false)
    )
}
