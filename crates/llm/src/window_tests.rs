use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::message::{Args, Block, ToolResult, ToolUse};

/// Counted as four characters to a token.
const MODEL: &str = "llama";

fn parts() -> Parts {
    Parts {
        rules: "be kind".to_owned(),
        knowledge: "we open at nine ".repeat(40),
        tool_docs: "clock tells the time ".repeat(40),
        context: "a page says this ".repeat(40),
        history: (0..6).flat_map(|n| exchange(&format!("{n} question {}", "x".repeat(200)))).collect(),
        turn: vec![Message::user("and now?")],
    }
}

/// With a tool used in the middle.
fn exchange(said: &str) -> Vec<Message> {
    let call =
        ToolUse { id: "c1".into(), name: "clock".into(), args: Args::Json(json!({"a": 1})), seal: None };
    let result = ToolResult { id: "c1".into(), name: "clock".into(), text: "nine".into(), is_error: false };
    vec![
        Message::user(said),
        Message::Assistant { blocks: vec![Block::ToolUse(call)] },
        Message::Tools { results: vec![result] },
        Message::assistant("it is nine"),
    ]
}

fn cut_parts(fitted: &Fitted) -> Vec<Cuttable> {
    fitted.cuts.iter().map(|cut| cut.part).collect()
}

#[test]
fn what_fits_is_not_touched() {
    let fitted = fit(MODEL, parts(), 100_000);
    assert!(fitted.fits && fitted.cuts.is_empty());
    assert_eq!(fitted.messages.len(), 25);
    assert!(fitted.system.starts_with("be kind\n\nwe open"));
}

#[test]
fn each_part_is_cut_only_when_the_one_before_it_was_not_enough() {
    use Cuttable::{Context, History, Knowledge, ToolDocs};
    let whole = fit(MODEL, parts(), u64::MAX).tokens;
    for (less, expected) in [
        (0, vec![]),
        (50, vec![Context]),
        (170, vec![Context, ToolDocs]),
        (400, vec![Context, ToolDocs, Knowledge]),
        (700, vec![Context, ToolDocs, Knowledge, History]),
    ] {
        let fitted = fit(MODEL, parts(), whole - less);
        assert_eq!(cut_parts(&fitted), expected, "{less}");
        assert!(fitted.fits && fitted.tokens <= whole - less);
    }
}

#[test]
fn a_cut_says_so_to_the_model_and_in_numbers() {
    let whole = fit(MODEL, parts(), u64::MAX).tokens;
    let fitted = fit(MODEL, parts(), whole - 50);
    assert!(
        fitted.system.ends_with("\n[What was found is cut here: there was no room for more.]"),
        "{}",
        fitted.system
    );
    let [cut] = fitted.cuts.as_slice() else { panic!("{:?}", fitted.cuts) };
    let less = cut.tokens_before - cut.tokens_after;
    assert!((50..65).contains(&less), "no more than needed: {less}");
    assert_eq!(whole - fitted.tokens, cut.tokens_before - cut.tokens_after);
}

#[test]
fn forgotten_messages_leave_a_summary_in_the_place_of_the_user() {
    let parts = Parts { history: parts().history, turn: parts().turn, ..Parts::default() };
    let whole = fit(MODEL, parts.clone(), u64::MAX).tokens;
    let fitted = fit(MODEL, parts, whole - 100);
    let Some(Message::User { parts }) = fitted.messages.first() else { panic!("{:?}", fitted.messages) };
    let [Part::Text { text }] = parts.as_slice() else { panic!("{parts:?}") };
    assert!(text.contains("Earlier in this conversation: «0 question xxx"), "{text}");
    assert!(text.contains("…»"), "{text}");
    assert_eq!(fitted.messages.last(), Some(&Message::user("and now?")));
    assert!(!fitted.system.contains("question"), "what a person said is never a rule");
}

#[test]
fn a_summary_stays_short_however_much_it_stands_for() {
    let history = (0..500).flat_map(|n| exchange(&format!("{n} {}", "y".repeat(500)))).collect();
    let fitted = fit(MODEL, Parts { history, turn: parts().turn, ..Parts::default() }, 1000);
    let summary = count_message(MODEL, fitted.messages.first().expect("a summary"));
    assert!(fitted.fits && summary < 350, "{summary}");
}

#[test]
fn rules_and_message_stay_even_if_they_are_too_much() {
    let fitted = fit(MODEL, parts(), 1);
    assert!(!fitted.fits);
    assert_eq!((fitted.system.as_str(), fitted.messages), ("be kind", vec![Message::user("and now?")]));
    assert!(fitted.cuts.iter().all(|cut| cut.tokens_after == 0));
}

#[test]
fn a_model_with_a_tokenizer_is_cut_by_it() {
    let whole = fit("gpt-4o", parts(), u64::MAX).tokens;
    let fitted = fit("gpt-4o", parts(), whole - 100);
    assert!(fitted.fits && fitted.tokens > whole / 2);
}

fn calls(message: &Message) -> bool {
    match message {
        Message::Assistant { blocks } => blocks.iter().any(|block| matches!(block, Block::ToolUse(_))),
        Message::User { .. } | Message::Tools { .. } => false,
    }
}

#[test]
fn a_text_without_spaces_is_cut_too() {
    let parts = Parts { context: "語".repeat(4000), ..Parts::default() };
    let fitted = fit(MODEL, parts, 500);
    assert!(fitted.fits && fitted.tokens > 450, "{}", fitted.tokens);
}

fn any_parts() -> impl Strategy<Value = Parts> {
    let text = || "[a-zñ \n]{0,300}";
    let history = prop::collection::vec("[a-z ]{0,200}", 0..8);
    (text(), text(), text(), "[a-z ]{0,60}", history, "[a-z ]{0,60}").prop_map(
        |(knowledge, tool_docs, context, rules, history, message)| Parts {
            rules,
            knowledge,
            tool_docs,
            context,
            history: history.iter().flat_map(|said| exchange(said)).collect(),
            turn: exchange(&message),
        },
    )
}

proptest! {
    #[test]
    fn it_fits_or_only_what_is_never_cut_is_left(parts in any_parts(), limit in 0..600_u64) {
        let (rules, turn) = (parts.rules.clone(), parts.turn.clone());
        let fitted = fit(MODEL, parts, limit);
        prop_assert!(fitted.system.starts_with(&rules));
        prop_assert!(fitted.messages.ends_with(&turn));
        prop_assert_eq!(fitted.fits, fitted.tokens <= limit);
        if !fitted.fits {
            prop_assert_eq!(&fitted.system, &rules);
            prop_assert_eq!(&fitted.messages, &turn);
        }
        // Counted again, from what came out.
        let messages: u64 = fitted.messages.iter().map(|message| count_message(MODEL, message)).sum();
        let again = count(MODEL, &fitted.system) + messages;
        prop_assert!(again <= fitted.tokens, "{} > {}", again, fitted.tokens);
        prop_assert!(fitted.cuts.iter().all(|cut| cut.tokens_after < cut.tokens_before));
    }

    #[test]
    fn no_result_is_parted_from_its_call(parts in any_parts(), limit in 0..600_u64) {
        let fitted = fit(MODEL, parts, limit);
        for pair in fitted.messages.windows(2) {
            let is_result = matches!(pair[1], Message::Tools { .. });
            let is_call = calls(&pair[0]);
            prop_assert_eq!(is_result, is_call);
        }
        let begins_with_result = matches!(fitted.messages.first(), Some(Message::Tools { .. }));
        prop_assert!(!begins_with_result);
    }
}
