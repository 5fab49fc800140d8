use std::collections::BTreeSet;

use conserje_kernel::Language;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::catalogue::tests::shipped;
use crate::catalogue::{Catalogue, Kind};
use crate::values::example;

const ID: &str = "5d115c9c-44e3-ea11-bb43-000d3a2feca1";

fn codes(steps: &Value) -> Vec<(Option<usize>, &'static str)> {
    let workflow = Workflow::read(&shipped(), steps);
    workflow.faults.iter().map(|fault| (fault.step, fault.trouble.code())).collect()
}

#[test]
fn a_sound_workflow_has_no_faults() {
    let steps = json!([
        {"entity": "customer", "operation": "GET", "filter": "number eq '10000'"},
        {"entity": "item", "operation": "GET", "id": "product"},
        {"entity": "factura de venta", "operation": "crear", "id": "invoice", "fields": {
            "customerId": "{{steps.1.id}}", "invoiceDate": "2026-03-01",
            "salesInvoiceLines": [{"itemId": "{{ steps.product.id }}", "quantity": 2}]}},
        {"entity": "salesInvoiceLine", "operation": "POST", "fields": {
            "documentId": "{{steps.invoice.id}}", "itemId": "{{steps.2.id}}", "quantity": 1.5}},
        {"entity": "salesInvoice", "action": "Microsoft.NAV.post", "key": "{{steps.invoice.id}}"},
        {"entity": "customer", "operation": "PATCH", "key": "{{steps.3.customerId}}", "fields": {"email": "a@b.example"}},
    ]);
    assert_eq!(codes(&steps), []);
}

#[test]
fn each_fault_names_its_step() {
    for (steps, wanted) in [
        (json!([]), vec![(None, "no_steps")]),
        (json!("text"), vec![(None, "no_steps")]),
        (json!([1]), vec![(Some(1), "not_a_step")]),
        (json!([{}]), vec![(Some(1), "entity_missing")]),
        (json!([{"entity": "custmer", "operation": "GET"}]), vec![(Some(1), "entity_unknown")]),
        (json!([{"entity": "customer"}]), vec![(Some(1), "operation_missing")]),
        (json!([{"entity": "customer", "operation": "fly"}]), vec![(Some(1), "operation_unknown")]),
        (json!([{"entity": "customer", "action": "post", "key": ID}]), vec![(Some(1), "action_unknown")]),
        (json!([{"entity": "account", "operation": "POST"}]), vec![(Some(1), "operation_not_allowed")]),
        (json!([{"entity": "customer", "operation": "DELETE"}]), vec![(Some(1), "key_missing")]),
        (json!([{"entity": "customer", "operation": "DELETE", "key": "7"}]), vec![(Some(1), "type_wrong")]),
        (json!([{"entity": "customer", "operation": "POST"}]), vec![(Some(1), "required_missing")]),
        (json!([{"entity": "customer", "operation": "PATCH", "key": ID}]), vec![(Some(1), "fields_missing")]),
        (
            json!([{"entity": "customer", "operation": "POST", "fields": {"displayName": "A", "colour": 1, "id": ID, "taxLiable": "yes"}}]),
            vec![(Some(1), "property_unknown"), (Some(1), "property_read_only"), (Some(1), "type_wrong")],
        ),
        (
            json!([{"entity": "customer", "operation": "GET", "key": "{{steps.9.id}}"}]),
            vec![(Some(1), "step_unknown")],
        ),
        (
            json!([{"entity": "customer", "operation": "GET", "key": "{{step one}}"}]),
            vec![(Some(1), "reference_malformed")],
        ),
        (
            json!([{"entity": "customer", "operation": "GET", "key": "{{steps.2.id}}"}, {"entity": "customer", "operation": "GET"}]),
            vec![(Some(1), "step_not_yet_done")],
        ),
        (
            json!([
                {"entity": "customer", "operation": "DELETE", "key": ID},
                {"entity": "salesOrder", "operation": "POST", "fields": {"customerId": "{{steps.1.id}}"}},
                {"entity": "customer", "operation": "PATCH", "key": ID, "fields": {"city": "Vigo"}},
            ]),
            vec![(Some(2), "step_returns_nothing"), (Some(3), "already_deleted")],
        ),
        (
            json!([
                {"entity": "vendor", "operation": "GET"},
                {"entity": "salesOrder", "operation": "POST", "fields": {"customerId": "{{steps.1.id}}", "email": "{{steps.1.mail}}"}},
            ]),
            vec![(Some(2), "entity_wrong"), (Some(2), "field_not_returned")],
        ),
        (
            json!([
                {"entity": "salesInvoiceLine", "operation": "POST", "fields": {"documentId": "{{steps.2.id}}"}},
                {"entity": "salesInvoice", "operation": "POST", "fields": {"customerNumber": "10000"}},
            ]),
            vec![(Some(1), "step_not_yet_done"), (Some(1), "order_wrong")],
        ),
        (
            json!([{"entity": "item", "operation": "GET", "id": "a"}, {"entity": "item", "operation": "GET", "id": "a"}]),
            vec![(Some(2), "id_twice")],
        ),
        (
            json!([{"entity": "nothing", "operation": "GET"}, {"entity": "item", "operation": "GET", "key": "{{steps.1.id}}"}]),
            vec![(Some(1), "entity_unknown")],
        ),
    ] {
        assert_eq!(codes(&steps), wanted, "{steps}");
    }
}

#[test]
fn the_usual_way_to_make_any_entity_has_no_faults() {
    let catalogue = shipped();
    for entity in catalogue.entities() {
        let steps = Value::from(catalogue.usual_steps(entity));
        let workflow = Workflow::read(&catalogue, &steps);
        assert_eq!(workflow.faults, [], "{}: {steps}", entity.name);
    }
}

#[test]
fn a_faulty_workflow_is_written_down_with_its_faults() {
    let catalogue = shipped();
    let steps = json!([{"entity": "customer", "operation": "POST", "title": "a | b\nc", "fields": {"displayName": "x"}},
        {"entity": "customer", "operation": "DELETE"}]);
    let workflow = Workflow::read(&catalogue, &steps);
    insta::assert_snapshot!(document(&catalogue, "Alta\n# y baja", &workflow, Language::Es));
}

/// A sound workflow: the usual way to make something, with more properties, and later steps that change and use it.
fn sound(catalogue: &Catalogue, pick: usize, extras: &BTreeSet<usize>, ends: &str) -> Value {
    let entity = &catalogue.entities()[pick % catalogue.entities().len()];
    let mut steps = catalogue.usual_steps(entity);
    let Some(made) =
        steps.iter().position(|step| step["entity"] == entity.name.as_str() && step["operation"] == "POST")
    else {
        return Value::from(steps);
    };
    for place in extras {
        let property = &entity.properties[place % entity.properties.len()];
        let is_free = !property.read_only && property.kind != Kind::Stream;
        if is_free && steps[made]["fields"].get(&property.name).is_none() {
            let value = example(property.kind, catalogue.values(&property.type_name));
            steps[made]["fields"][&property.name] = value;
        }
    }
    let key = format!("{{{{steps.{}.{}}}}}", made + 1, entity.key);
    let writable = entity.properties.iter().find(|one| !one.read_only && one.kind == Kind::Text);
    if let (true, Some(property)) = (entity.allows(crate::Operation::Patch), writable) {
        steps.push(
            json!({"entity": entity.set, "operation": "patch", "key": key, "fields": {&property.name: "x"}}),
        );
    }
    if ends == "DELETE" && entity.allows(crate::Operation::Delete) {
        steps.push(json!({"entity": entity.name, "operation": "DELETE", "key": key}));
    }
    Value::from(steps)
}

/// Values such as a model may write, with names that mean something now and then.
fn any_value() -> impl Strategy<Value = Value> {
    let words = [
        "customer",
        "salesInvoice",
        "GET",
        "POST",
        "entity",
        "operation",
        "fields",
        "{{steps.1.id}}",
        "{{",
        "}}",
        "{{steps..}}",
        "{{steps.99999999999999999999.id}}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop::sample::select(words.to_vec()).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let names = ["entity", "operation", "action", "key", "filter", "id", "fields", "documentId", "customerId", "salesInvoiceLines"];
        let name = prop_oneof![3 => prop::sample::select(names.to_vec()).prop_map(str::to_owned), 1 => any::<String>()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..6).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn whatever_is_given_is_judged_and_written_down(steps in any_value(), title in any::<String>()) {
        let catalogue = shipped();
        let workflow = Workflow::read(&catalogue, &steps);
        let _ = document(&catalogue, &title, &workflow, Language::En);
        for fault in &workflow.faults {
            prop_assert!(!fault.line(Language::Es).is_empty());
        }
    }

    #[test]
    fn a_sound_workflow_is_found_sound(
        pick in any::<usize>(),
        extras in prop::collection::btree_set(0usize..60, 0..6),
        ends in prop::sample::select(vec!["", "DELETE"]),
    ) {
        let catalogue = shipped();
        let steps = sound(&catalogue, pick, &extras, ends);
        let workflow = Workflow::read(&catalogue, &steps);
        prop_assert_eq!(workflow.faults, vec![], "{}", steps);
    }
}
