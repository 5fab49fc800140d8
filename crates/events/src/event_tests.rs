use super::*;

/// One stored event per kind and version that was ever released. Lines are added, never changed:
/// a database from that release must stay readable.
const RELEASED: &str = include_str!("../tests/released_events.jsonl");

#[test]
fn every_released_event_is_still_read_and_written_the_same() {
    let mut seen = Vec::new();
    for line in RELEASED.lines() {
        let stored: Value = serde_json::from_str(line).unwrap();
        let (kind, version) = (stored["type"].as_str().unwrap(), stored["version"].as_i64().unwrap());
        let event = Event::decode(kind, version, &stored["data"].to_string()).unwrap();
        let (kind_now, version_now, data_now) = event.encode().unwrap();
        assert_eq!(kind_now, kind);
        if version_now == version {
            let data_now: Value = serde_json::from_str(&data_now).unwrap();
            assert_eq!(data_now, stored["data"], "the shape of {kind} changed without a new version");
        }
        seen.push((kind.to_owned(), version));
    }
    for kind in Event::KINDS {
        assert!(seen.iter().any(|(name, _)| name == kind), "no released example of {kind}");
    }
}

#[test]
fn what_cannot_be_read_says_why() {
    let of = |kind, version, data| Event::decode(kind, version, data).unwrap_err().to_string();
    assert!(of("no_such_thing", 1, "{}").contains("does not know events of type `no_such_thing`"));
    assert!(of("handoff", 99, "{}").contains("version 99"));
    assert!(of("handoff", 1, "{}").contains("does not have the shape"));
    assert!(of("handoff", 1, "not json").contains("does not have the shape"));
}
