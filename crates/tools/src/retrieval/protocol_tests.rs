//! The tools as models without function calling use them.

use conserje_llm::ToolSpec;
use serde_json::{Value, json};

use super::*;
use crate::text_protocol::{Segment, parse};
use crate::tool::ToolInfo;

fn infos() -> Vec<ToolInfo> {
    vec![
        passages::lexical_info(),
        passages::semantic_info(),
        structure::info(),
        patterns::info(),
        files::section_info(),
        files::content_info(),
        listing::info(),
        knowledge::info(),
        legal::normativa_info(),
        legal::sentencias_info(),
        legal::criterios_info(),
        legal::article_info(),
        legal::related_info(),
    ]
}

fn specs() -> Vec<ToolSpec> {
    infos().iter().map(ToolInfo::spec).collect()
}

fn args(text: &str) -> (String, Value, Vec<String>) {
    let mut segments = parse(text, &specs());
    assert_eq!(segments.len(), 1, "{segments:?}");
    match segments.remove(0) {
        Segment::Call { name, args, notes } => (name, args, notes),
        other @ (Segment::Text(_) | Segment::Broken { .. }) => panic!("no call: {other:?}"),
    }
}

#[test]
fn names_are_those_of_the_tools() {
    let names: Vec<String> = infos().into_iter().map(|info| info.name).collect();
    assert_eq!(names, NAMES);
}

#[test]
fn texts_become_numbers_and_flags() {
    for (text, name, wanted) in [
        (
            "<tool_lexical_search>\n<query>MuleSoft APIKit</query>\n<top_k>7</top_k>\n</tool_lexical_search>",
            "tool_lexical_search",
            json!({"query": "MuleSoft APIKit", "top_k": 7}),
        ),
        (
            "<tool_semantic_search><query>¿cómo?</query><min_score>0.25</min_score></tool_semantic_search>",
            "tool_semantic_search",
            json!({"query": "¿cómo?", "min_score": 0.25}),
        ),
        (
            "<tool_structure_search><document_name>a.md</document_name><chunk_type>TABLE</chunk_type>\
             <keywords>uno, dos</keywords><position>first_5</position></tool_structure_search>",
            "tool_structure_search",
            json!({"document_name": "a.md", "chunk_type": "table", "keywords": "uno, dos", "position": "first_5"}),
        ),
        (
            r"<tool_regex_search><pattern>\bAPI[-_]?KEY\b</pattern><case_sensitive>true</case_sensitive><context_lines>1</context_lines></tool_regex_search>",
            "tool_regex_search",
            json!({"pattern": r"\bAPI[-_]?KEY\b", "case_sensitive": true, "context_lines": 1}),
        ),
        (
            "<tool_file_section><file_name>a</file_name><chunk_start>5</chunk_start><chunk_end>10</chunk_end>\
             <include_metadata>sí</include_metadata></tool_file_section>",
            "tool_file_section",
            json!({"file_name": "a", "chunk_start": 5, "chunk_end": 10, "include_metadata": true}),
        ),
        (
            "<tool_file_content><file_name>a.md</file_name><include_structure>false</include_structure></tool_file_content>",
            "tool_file_content",
            json!({"file_name": "a.md", "include_structure": false}),
        ),
        (
            "<tool_search_knowledge_base><query>plazo</query><limit>3</limit></tool_search_knowledge_base>",
            "search_knowledge_base",
            json!({"query": "plazo", "limit": 3}),
        ),
        (
            "<tool_get_article><article_number>48</article_number><law_name>ET</law_name></tool_get_article>",
            "get_article",
            json!({"article_number": "48", "law_name": "ET"}),
        ),
        (
            "<tool_get_related_chunks><chunk_id>1234</chunk_id></tool_get_related_chunks>",
            "get_related_chunks",
            json!({"chunk_id": 1234}),
        ),
    ] {
        let (called, given, notes) = args(text);
        assert_eq!((called.as_str(), &given), (name, &wanted));
        assert_eq!(notes, Vec::<String>::new());
        let info = infos().into_iter().find(|info| info.name == name).unwrap();
        let schema = jsonschema::validator_for(&info.parameters).unwrap();
        assert!(schema.is_valid(&given), "{name} {given}");
    }
}

#[test]
fn a_schema_lets_too_much_through_and_not_too_little() {
    let valid = |name: &str, given: Value| {
        let info = infos().into_iter().find(|info| info.name == name).unwrap();
        jsonschema::validator_for(&info.parameters).unwrap().is_valid(&given)
    };
    assert!(valid("tool_lexical_search", json!({"query": "a", "top_k": 5000})));
    assert!(valid("tool_semantic_search", json!({"query": "a", "min_score": 7})));
    assert!(valid("tool_regex_search", json!({"predefined": "email", "context_lines": 0})));
    assert!(!valid("tool_lexical_search", json!({"query": "a", "top_k": 0})));
    assert!(!valid("tool_lexical_search", json!({"top_k": 3})));
    assert!(!valid("tool_regex_search", json!({"predefined": "passport"})));
    assert!(!valid("tool_file_section", json!({"file_name": "a", "chunk_start": 0, "chunk_end": 2})));
    let under = "<tool_lexical_search><query>a</query><top_k>0</top_k></tool_lexical_search>";
    assert_eq!(args(under).1, json!({"query": "a", "top_k": 1}));
}

#[test]
fn every_tool_only_reads() {
    for info in infos() {
        assert!(!info.risk.has_effects(), "{}", info.name);
        assert!(!info.description.is_empty() && info.parameters["additionalProperties"] == json!(false));
    }
}
