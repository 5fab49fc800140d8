use serde_json::json;

use super::*;
use crate::builtin::Todo;

fn registry() -> Registry {
    let todo: Arc<dyn Tool> = Arc::new(Todo::default());
    Registry::new([todo]).unwrap()
}

fn asked(name: &str, args: Args) -> ToolUse {
    ToolUse { id: "c1".to_owned(), name: name.to_owned(), args, seal: None }
}

#[test]
fn a_call_is_judged_by_what_was_offered_and_by_the_schema() {
    let toolbox = registry().toolbox(TenantId::generate(), &["todo".to_owned(), "unheard_of".to_owned()]);
    let problem = |call: ToolUse| match toolbox.judge(&call) {
        Judged::Refused { problem } => problem,
        Judged::Fits { .. } => panic!("not refused"),
    };
    assert_eq!(
        problem(asked("unheard_of", Args::Json(json!({})))),
        "There is no tool `unheard_of`. The tools are: todo."
    );
    assert_eq!(
        problem(asked("todo", Args::Malformed("{".to_owned()))),
        "The arguments are not JSON. Send them again as a JSON object."
    );
    let wrong = problem(asked("todo", Args::Json(json!({"items": [{"text": "x", "status": "later"}]}))));
    assert!(wrong.contains("at /items/0/status") && wrong.contains("later"), "{wrong}");
    let fits = toolbox.judge(&asked("todo", Args::Json(json!({"items": []}))));
    assert!(matches!(fits, Judged::Fits { .. }));
}

#[test]
fn a_tenant_sees_only_what_it_is_allowed() {
    let (narrow, other) = (TenantId::generate(), TenantId::generate());
    let registry = registry().allowing(BTreeMap::from([(narrow, Allowance::Only(BTreeSet::new()))]));
    let listed = ["todo".to_owned()];
    assert!(registry.toolbox(narrow, &listed).is_empty());
    assert!(!registry.toolbox(other, &listed).is_empty());
}

#[test]
fn nesting_that_could_not_be_read_back_is_refused_in_arguments_and_cut_in_results() {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let toolbox = registry().toolbox(TenantId::generate(), &["todo".to_owned()]);
    let judged = toolbox.judge(&asked("todo", Args::Json(json!({ "items": deep }))));
    assert!(matches!(judged, Judged::Refused { problem } if problem.contains("nested")));
    assert!(toolbox.check("todo", &json!({ "items": deep })).is_err());
    assert_eq!(capped(Outcome::succeeded(deep)).result["cut"], true);
}

#[test]
fn long_outputs_are_cut_and_say_so() {
    let outcome = capped(Outcome::succeeded(Value::from("x".repeat(MODEL_TEXT + 1))));
    assert!(outcome.text.ends_with("[cut: the first 32768 of 32769 characters]"));
    let huge = capped(Outcome::succeeded(Value::from("x".repeat(RECORDED_RESULT + 1))));
    assert_eq!(huge.result["cut"], true);
}
