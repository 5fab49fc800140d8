use serde_json::json;

use super::*;

fn specs() -> Vec<ToolSpec> {
    let search = json!({
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "top_k": {"type": "integer", "minimum": 1, "maximum": 10},
            "min_score": {"type": "number", "minimum": 0.0, "maximum": 1.0},
            "exact": {"type": "boolean"},
            "keywords": {"type": "array", "items": {"type": "string"}},
            "filter": {"$ref": "#/$defs/filter"},
            "kind": {"enum": ["table", "content"]},
            "year": {"type": ["integer", "null"]}
        },
        "required": ["query"],
        "$defs": {"filter": {"type": "object"}}
    });
    let spec =
        |name: &str, parameters| ToolSpec { name: name.to_owned(), description: String::new(), parameters };
    vec![
        spec("tool_search", search),
        spec(
            "todo",
            json!({"type": "object", "properties": {"items": {"type": "array", "items": {"type": "object"}}}}),
        ),
        spec("open", json!({"type": "object", "additionalProperties": true})),
    ]
}

fn one(text: &str) -> Segment {
    let mut segments = parse(text, &specs());
    assert_eq!(segments.len(), 1, "{segments:?}");
    segments.remove(0)
}

fn args(text: &str) -> Value {
    match one(text) {
        Segment::Call { args, .. } => args,
        other @ (Segment::Text(_) | Segment::Broken { .. }) => panic!("no call: {other:?}"),
    }
}

fn problem(text: &str) -> String {
    match one(text) {
        Segment::Broken { problem, .. } => problem,
        other @ (Segment::Text(_) | Segment::Call { .. }) => panic!("not broken: {other:?}"),
    }
}

#[test]
fn calls_are_found_anywhere_and_the_rest_is_text() {
    let text =
        "Busco.\n```xml\n<tool_search>\n  <query> a &amp; b </query>\n</tool_search>\n```\nY <tool_todo/>fin";
    let call = |name: &str, args| Segment::Call { name: name.to_owned(), args, notes: Vec::new() };
    assert_eq!(
        parse(text, &specs()),
        [
            Segment::Text("Busco.\n```xml\n".to_owned()),
            call("tool_search", json!({"query": "a & b"})),
            Segment::Text("\n```\nY ".to_owned()),
            call("todo", json!({})),
            Segment::Text("fin".to_owned()),
        ]
    );
}

#[test]
fn values_become_what_the_schema_asks_for() {
    let given = args(
        "<tool_search lang='es'><query id=\"1\">5</query><top_k> 7 </top_k><min_score>0.5</min_score>\
         <exact>Sí</exact><keywords>uno, dos,</keywords><filter>{\"a\": [1]}</filter><kind>TABLE</kind>\
         <year>null</year></tool_search >",
    );
    assert_eq!(
        given,
        json!({"query": "5", "top_k": 7, "min_score": 0.5, "exact": true, "keywords": ["uno", "dos"],
               "filter": {"a": [1]}, "kind": "table", "year": null})
    );
}

#[test]
fn entities_cdata_and_stray_signs_are_read_as_they_are_meant() {
    let query =
        |value: &str| args(&format!("<tool_search><query>{value}</query></tool_search>"))["query"].clone();
    assert_eq!(
        query("&lt;a&gt; &#241;&#xF1; &ntilde; &unknown; AT&T &#0; &;"),
        "<a> ññ ñ &unknown; AT&T &#0; &;"
    );
    assert_eq!(
        query("\n<![CDATA[ </query></tool_search> ]] &lt; ]]]>\n"),
        " </query></tool_search> ]] &lt; ]"
    );
    assert_eq!(query("a < b > c <i>d</i> <tool_todo> e"), "a < b > c <i>d</i> <tool_todo> e");
    assert_eq!(query("a<![CDATA[b]]>c"), "abc");
}

#[test]
fn json_between_the_tags_is_taken_as_the_arguments() {
    assert_eq!(
        args("<tool_search>{\"query\": \"x\", \"top_k\": \"3\", \"exact\": false}</tool_search>"),
        json!({"query": "x", "top_k": 3, "exact": false})
    );
    assert_eq!(args("<tool_open><any>1</any></tool_open>"), json!({"any": "1"}));
}

#[test]
fn lists_may_be_given_one_by_one_and_nothing_else_may() {
    let text = "<tool_search><query>x</query><keywords>a</keywords><keywords>b</keywords></tool_search>";
    assert_eq!(args(text)["keywords"], json!(["a", "b"]));
    let twice = problem("<tool_search><query>x</query><query>y</query></tool_search>");
    assert!(twice.contains("<query> is there more than once"), "{twice}");
}

#[test]
fn limits_are_clamped_and_the_clamp_is_said() {
    let Segment::Call { args, notes, .. } =
        one("<tool_search><query>x</query><top_k>99</top_k><min_score>-1</min_score></tool_search>")
    else {
        panic!("no call")
    };
    assert_eq!(args, json!({"query": "x", "top_k": 10, "min_score": 0}));
    assert_eq!(
        notes,
        [
            "`top_k`: 99 is over the maximum; 10 was used.",
            "`min_score`: -1 is under the minimum; 0 was used."
        ]
    );
    let huge = one("<tool_search><query>x</query><top_k>99999999999999999999999</top_k></tool_search>");
    assert!(matches!(huge, Segment::Call { args, .. } if args["top_k"] == 10));
}

#[test]
fn whatever_is_wrong_says_what_to_correct() {
    let cases = [
        ("<tool_search></tool_search>", "<query> is missing, and is required"),
        ("<tool_search><query> </query></tool_search>", "<query> is empty, and is required"),
        (
            "<tool_search><query>x</query><top_k>many</top_k></tool_search>",
            "`top_k` must be a whole number; `many` is not",
        ),
        ("<tool_search><query>x</query><top_k>1.5</top_k></tool_search>", "`top_k` must be a whole number"),
        ("<tool_search><query>x</query><min_score>NaN</min_score></tool_search>", "must be a number"),
        ("<tool_search><query>x</query><exact>maybe</exact></tool_search>", "`true` or `false`"),
        ("<tool_search><query>x</query><kind>other</kind></tool_search>", "one of `table`, `content`"),
        ("<tool_search><query>x</query><filter>[1]</filter></tool_search>", "an object, written as JSON"),
        ("<tool_todo><items>a, b</items></tool_todo>", "a list, written as JSON"),
        ("<tool_search><query>x</query><colour>1</colour></tool_search>", "there is no parameter <colour>"),
        ("<tool_search><query>x</tool_search>", "<query> was not closed"),
        ("<tool_search><query>x</query>", "not closed before the text ended"),
        ("<tool_search><query>x", "not closed before the text ended"),
        ("<tool_search><query><![CDATA[x</query></tool_search>", "not closed before the text ended"),
        ("<tool_search><query>x</query></tool_todo>", "was closed with </tool_todo>"),
        ("<tool_search", "ended within the tag <tool_search>"),
        (
            "<tool_unheard_of>x</tool_unheard_of>",
            "There is no tool <tool_unheard_of>. The tools are: <tool_open>",
        ),
    ];
    for (text, expected) in cases {
        let problem = problem(text);
        assert!(problem.contains(expected), "{text}: {problem}");
    }
}

#[test]
fn a_call_that_was_not_closed_does_not_swallow_the_next() {
    let found = parse("<tool_search><query>x</query><tool_todo></tool_todo> end", &specs());
    assert!(matches!(&found[0], Segment::Broken { name, .. } if name == "tool_search"));
    assert!(matches!(&found[1], Segment::Call { name, .. } if name == "todo"));
    assert_eq!(found[2], Segment::Text(" end".to_owned()));
}

#[test]
fn what_only_looks_like_a_tag_is_text() {
    let long = format!("<tool_x {}>", "a".repeat(600));
    for text in [
        "<tool_>",
        "<tool_ x>",
        "< tool_todo>",
        "<tool",
        "a <<b",
        "<tool_a*b>",
        "</tool_todo>",
        long.as_str(),
    ] {
        assert_eq!(parse(text, &specs()), [Segment::Text(text.to_owned())], "{text}");
    }
    let found = parse("<<tool_todo/>", &specs());
    assert!(matches!(&found[..], [Segment::Text(text), Segment::Call { .. }] if text == "<"));
}

#[test]
fn the_tag_belongs_to_the_tool_that_is_written_like_it() {
    let spec = |name: &str| ToolSpec {
        name: name.to_owned(),
        description: String::new(),
        parameters: json!({"type": "object"}),
    };
    for specs in [[spec("x"), spec("tool_x")], [spec("tool_x"), spec("x")]] {
        let found = parse("<tool_x/>", &specs);
        assert!(matches!(&found[..], [Segment::Call { name, .. }] if name == "tool_x"));
    }
}
