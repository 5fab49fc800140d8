use serde_json::json;

use super::*;

fn request(id: &str, tool: &str, what: &str) -> Value {
    json!({"type": "tool_use", "toolUseId": id, "toolName": tool, "args": {"what": what}})
}

fn response(id: &str, tool: &str, what: &str, told: Told) -> Value {
    let result = if told == Told::Unknown { json!({"status": "unknown"}) } else { json!({}) };
    json!({
        "type": "tool_result", "toolUseId": id, "toolName": tool, "args": {"what": what},
        "success": told == Told::Done, "result": result,
    })
}

fn kinds(events: &[Value], tool: &str, effects: u32) -> Vec<Kind> {
    let (flaws, _) = check(events, &[(tool, "a".to_owned())], |_| effects);
    flaws.into_iter().map(|flaw| flaw.kind).collect()
}

fn log_of(tool: &str, told: Told) -> Vec<Value> {
    vec![request("1", tool, "a"), response("1", tool, "a", told)]
}

#[test]
fn what_is_done_once_and_said_so_is_fine() {
    assert_eq!(kinds(&log_of(HONOURS, Told::Done), HONOURS, 1), []);
    assert_eq!(kinds(&log_of(CARELESS, Told::Done), CARELESS, 1), []);
}

#[test]
fn not_knowing_is_fine_where_nobody_can_know() {
    assert_eq!(kinds(&log_of(CARELESS, Told::Unknown), CARELESS, 0), []);
    assert_eq!(kinds(&log_of(CARELESS, Told::Unknown), CARELESS, 1), []);
    assert_eq!(kinds(&log_of(HONOURS, Told::Unknown), HONOURS, 0), [Kind::Lost]);
}

#[test]
fn twice_is_found_and_so_is_a_lie() {
    assert_eq!(kinds(&log_of(CARELESS, Told::Unknown), CARELESS, 2), [Kind::Doubled]);
    assert_eq!(kinds(&log_of(CARELESS, Told::Failed), CARELESS, 1), [Kind::Unexpected]);
    assert_eq!(kinds(&log_of(HONOURS, Told::Done), HONOURS, 0), [Kind::Lost]);
    assert_eq!(kinds(&[], HONOURS, 0), [Kind::Lost]);
}

#[test]
fn a_request_and_its_response_stand_side_by_side() {
    let between = json!({"type": "message"});
    let [first, second] = [request("1", HONOURS, "a"), response("1", HONOURS, "a", Told::Done)];
    let parted = [first.clone(), between, second.clone()];
    assert_eq!(kinds(&parted, HONOURS, 1), [Kind::Ending, Kind::Doubled]);
    assert_eq!(kinds(&[first, second.clone(), second], HONOURS, 1).len(), 2);
}
