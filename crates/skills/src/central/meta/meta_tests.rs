use conserje_kernel::{Language, Scope, SessionId, SystemJob, TenantId, TurnId};
use conserje_tools::retrieval::number_sources;
use conserje_tools::{IdempotencyKey, Registry, Risk, Status, parse_sources};

use super::*;

/// The one that comes with the ERP pack.
pub(crate) fn shipped() -> Catalogue {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/erp/catalog");
    Catalogue::read(std::path::Path::new(folder)).unwrap()
}

pub(crate) fn call(args: Value, language: Language) -> Call {
    let (tenant, session, turn) = (TenantId::generate(), SessionId::generate(), TurnId::generate());
    Call {
        key: IdempotencyKey::derive(tenant, session, turn, 1, &args),
        scope: scope(tenant),
        session,
        turn,
        tool_use_id: "tool_1".to_owned(),
        args,
        language,
        question: "¿?".into(),
        is_repeated: false,
        weights: std::sync::Arc::default(),
    }
}

#[expect(clippy::disallowed_methods, reason = "a test says who acts")]
fn scope(tenant: TenantId) -> Scope {
    Scope::system(tenant, SystemJob::JobRunner)
}

fn answer(name: &str, args: Value, language: Language) -> Outcome {
    let tools = meta_tools(&Arc::new(shipped()));
    let tool = tools.into_iter().find(|tool| tool.info().name == name).unwrap();
    tool.run(call(args, language)).now_or_never().unwrap()
}

/// The text, and the result without its longest parts.
fn shown(name: &str, args: &Value) -> String {
    let (es, en) = (answer(name, args.clone(), Language::Es), answer(name, args.clone(), Language::En));
    let result = serde_json::to_string_pretty(&es.result).unwrap();
    format!("{}\n---\n{}\n---\n{result}", es.text, en.text)
}

#[test]
fn the_seven_are_read_only_fit_the_registry_and_take_few_tokens() {
    let tools = meta_tools(&Arc::new(shipped()));
    let names: Vec<String> = tools.iter().map(|tool| tool.info().name.clone()).collect();
    assert_eq!(names, META_NAMES);
    assert!(tools.iter().all(|tool| tool.info().risk == Risk::Read && !tool.info().is_from_outside));
    let tokens: u64 = tools
        .iter()
        .map(|tool| {
            let info = tool.info();
            let spec =
                json!({"name": info.name, "description": info.description, "parameters": info.parameters});
            conserje_llm::count("gpt-4o", &spec.to_string())
        })
        .sum();
    insta::assert_snapshot!(tokens, @"359");
    assert!(tokens <= 500);
    Registry::new(tools).unwrap();
}

#[test]
fn every_answer_carries_sources_that_can_be_cited_and_numbered() {
    let steps = json!([{"entity": "customer", "operation": "GET"}, {"entity": "item", "operation": "GET"}]);
    for (name, args) in [
        ("list_all_entities", json!({})),
        ("search_entity_operations", json!({"query": "crear factura"})),
        ("get_entity_details", json!({"entity": "clientes"})),
        ("get_entity_relationships", json!({"entity": "customer", "to": "currency"})),
        ("validate_workflow_structure", json!({"steps": steps})),
        ("build_knowledge_base_workflow", json!({"title": "X", "steps": steps})),
        ("get_endpoint_documentation", json!({"entity": "vendor"})),
    ] {
        for language in [Language::Es, Language::En] {
            let mut outcome = answer(name, args.clone(), language);
            let sources = parse_sources(&outcome.result);
            assert!(!sources.is_empty(), "{name}");
            for source in &sources {
                assert!(source.file_name.starts_with("Business Central API v2.0"), "{name}");
                let quote = source.quote.as_deref().unwrap();
                assert!(outcome.text.contains(quote), "{name}: the model has not read `{quote}`");
            }
            let count = number_sources(&mut outcome, 7);
            assert_eq!(count as usize, sources.len());
            assert!(outcome.text.contains(": [7]") && !outcome.text.contains(": [1]"), "{name}");
        }
    }
}

#[test]
fn what_there_is_not_is_said_with_what_may_have_been_meant() {
    let outcome = answer("get_entity_details", json!({"entity": "custmer"}), Language::Es);
    assert_eq!(outcome.status, Status::Failed);
    insta::assert_snapshot!(outcome.text, @"No existe la entidad `custmer`. ¿Quería decir `customer`, `customerSale`, `customerFinancialDetail`?");
    let outcome = answer(
        "get_endpoint_documentation",
        json!({"entity": "account", "operation": "DELETE"}),
        Language::En,
    );
    insta::assert_snapshot!(outcome.text, @"`account` has no operation `DELETE`; it has: GET.");
}

#[test]
fn list_all_entities() {
    insta::assert_snapshot!(shown("list_all_entities", &json!({"area": "documents"})));
    let all = answer("list_all_entities", json!({"area": "nowhere"}), Language::En);
    assert_eq!(all.result["total"], 87);
}

#[test]
fn search_entity_operations() {
    insta::assert_snapshot!(shown(
        "search_entity_operations",
        &json!({"query": "contabilizar factura de venta", "limit": 3})
    ));
}

#[test]
fn get_entity_details() {
    insta::assert_snapshot!(shown("get_entity_details", &json!({"entity": "Almacén"})));
}

#[test]
fn get_entity_relationships() {
    insta::assert_snapshot!(shown(
        "get_entity_relationships",
        &json!({"entity": "dimensión", "to": "employee"})
    ));
}

#[test]
fn validate_workflow_structure() {
    let steps = json!([
        {"entity": "cliente", "operation": "crear", "fields": {"displaName": "Ana"}},
        {"entity": "salesInvoice", "operation": "POST", "fields": {"customerId": "{{steps.1.id}}"}},
        {"entity": "salesInvoiceLine", "operation": "POST", "fields": {"documentId": "{{steps.4.id}}"}},
        {"entity": "salesInvoice", "action": "pst", "key": "{{steps.2.id}}"},
    ]);
    insta::assert_snapshot!(shown("validate_workflow_structure", &json!({"steps": steps})));
}

#[test]
fn build_knowledge_base_workflow() {
    insta::assert_snapshot!(shown(
        "build_knowledge_base_workflow",
        &json!({"title": "Facturar a un cliente", "entity": "factura de venta"})
    ));
}

#[test]
fn get_endpoint_documentation() {
    insta::assert_snapshot!(shown(
        "get_endpoint_documentation",
        &json!({"entity": "journal", "operation": "post"})
    ));
}
