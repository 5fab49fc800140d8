//! What holds for every text.

use std::time::{Duration, Instant};

use conserje_llm::ToolSpec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn specs() -> Vec<ToolSpec> {
    let parameters = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "count": {"type": "integer"},
            "share": {"type": "number"},
            "sure": {"type": "boolean"},
            "names": {"type": "array", "items": {"type": "string"}},
            "data": {"type": "object"}
        },
        "required": ["text"]
    });
    let spec = |name: &str| ToolSpec {
        name: name.to_owned(),
        description: String::new(),
        parameters: parameters.clone(),
    };
    vec![spec("do"), spec("tool_find")]
}

/// Text in which tags, entities and CDATA are likely.
fn hostile() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        3 => prop::sample::select(vec![
            "<tool_", "<tool_do>", "</tool_do>", "<tool_find>", "</tool_find>", "<tool_do/>", "<tool_no>", "</", "<",
            ">", "/>", "&", "&lt;", "&#", ";", "]]>", "]]", "]", "<![CDATA[", "<text>", "</text>", "<count>",
            "</count>", "12", " ", "\n", "{\"text\":\"", "\"}", "ñ", "tool_do", "\u{85}", "=\"",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[a-zé<>&/ ]{0,12}",
    ];
    prop::collection::vec(token, 0..60).prop_map(|tokens| tokens.concat())
}

fn text_of(segments: &[Segment]) -> String {
    let texts = segments.iter().map(|segment| match segment {
        Segment::Text(text) => text.as_str(),
        Segment::Call { .. } | Segment::Broken { .. } => "",
    });
    texts.collect()
}

fn size_of(segment: &Segment) -> usize {
    match segment {
        Segment::Text(text) => text.len(),
        Segment::Call { name, args, notes } => {
            name.len() + args.to_string().len() + notes.iter().map(String::len).sum::<usize>()
        }
        Segment::Broken { name, problem } => name.len() + problem.len(),
    }
}

fn arguments() -> impl Strategy<Value = Value> {
    let text = prop_oneof![hostile(), any::<String>(), Just(String::new()), Just(" x ".to_owned())];
    let names = prop::collection::vec(hostile(), 0..4);
    (text, any::<i64>(), any::<f64>(), any::<bool>(), names, hostile()).prop_map(
        |(text, count, share, sure, names, inner)| {
            let share = if share.is_finite() { share } else { 0.5 };
            json!({"text": text, "count": count, "share": share, "sure": sure, "names": names, "data": {"inner": inner}})
        },
    )
}

proptest! {
    #[test]
    fn any_text_is_taken_apart_without_panic_and_without_growing(text in hostile()) {
        let segments = parse(&text, &specs());
        let size: usize = segments.iter().map(size_of).sum();
        prop_assert!(size <= 600 + 100 * text.len(), "{size} from {}", text.len());
    }

    #[test]
    fn a_rendered_call_is_read_back(args in arguments(), before in "[a-z ]{0,9}", tool in 0usize..2) {
        let name = &specs()[tool].name;
        let text = format!("{before}{}", render_call(name, &args));
        let segments = parse(&text, &specs());
        let Some(Segment::Call { name: found, args: read, notes }) = segments.last() else {
            panic!("no call: {segments:?}")
        };
        prop_assert_eq!(found, name);
        prop_assert!(notes.is_empty());
        prop_assert_eq!(read.to_string(), args.to_string());
    }

    #[test]
    fn what_is_visible_does_not_depend_on_the_pieces(text in hostile(), cuts in prop::collection::vec(1usize..9, 1..40)) {
        let expected = text_of(&parse(&text, &specs()));
        let signs: Vec<char> = text.chars().collect();
        let mut visible = Visible::default();
        let mut shown = String::new();
        let mut sizes = cuts.iter().cycle();
        let mut rest = signs.as_slice();
        while !rest.is_empty() {
            let size = (*sizes.next().unwrap()).min(rest.len());
            let piece: String = rest[..size].iter().collect();
            shown.push_str(&visible.push(&piece));
            rest = &rest[size..];
            // So far, all that is certain was shown, but for one tag at most.
            prop_assert!(expected.starts_with(&shown));
        }
        shown.push_str(&visible.finish());
        prop_assert_eq!(&shown, &expected);
    }

    #[test]
    fn no_more_than_one_tag_is_held_back(text in "[^<]{0,2000}") {
        let mut visible = Visible::default();
        prop_assert_eq!(visible.push(&text).len(), text.len());
        let mut visible = Visible::default();
        let given = format!("<tool_x {text}").replace('>', " ");
        let shown = visible.push(&given);
        prop_assert!(given.len() - shown.len() <= super::scan::LONGEST_TAG);
    }
}

#[test]
fn an_opening_is_never_shown_in_part() {
    let mut visible = Visible::default();
    let mut shown = Vec::new();
    for piece in ["Voy: <", "too", "l_do", "><te", "xt>x</text></tool", "_do> ya <to", "do"] {
        shown.push(visible.push(piece));
    }
    shown.push(visible.finish());
    assert_eq!(shown, ["Voy: ", "", "", "", "", " ya ", "<todo", ""]);
    let mut cut = Visible::default();
    assert_eq!(cut.push("x <tool_d"), "x ");
    assert_eq!(cut.finish(), "");
}

#[test]
fn a_megabyte_of_malice_takes_no_longer_than_a_megabyte() {
    let units = [
        "<tool_do>",
        "<tool_do><text>",
        "<tool_do",
        "<tool_",
        "<",
        "&",
        "&#x",
        "]]",
        "<tool_no/>",
        "<tool_do/>",
        "<tool_do><text><![CDATA[",
        "<tool_find><text>x</text></tool_do>",
        "<a>",
        "</tool_do>",
        "<tool_do a=",
    ];
    let mut texts: Vec<String> = units.iter().map(|unit| unit.repeat(1_000_000 / unit.len())).collect();
    texts.push(format!("<tool_do>{}</tool_do>", "<text>x</text>".repeat(70_000)));
    texts.push(format!("<tool_do>{}</tool_do>", "<names>x</names>".repeat(60_000)));
    texts.push(format!("<tool_do>{}</tool_do>", "<nope/>".repeat(140_000)));
    texts.push(format!("<tool_do><data>{}</data></tool_do>", "[".repeat(1_000_000)));
    texts.push(format!("<tool_do><text>{}</text></tool_do>", "<![CDATA[]]>".repeat(80_000)));
    for text in texts {
        let started = Instant::now();
        let segments = parse(&text, &specs());
        let mut visible = Visible::default();
        let shown = visible.push(&text) + &visible.finish();
        assert_eq!(shown, text_of(&segments));
        assert!(started.elapsed() < Duration::from_secs(20), "{}", text.chars().take(40).collect::<String>());
    }
}
