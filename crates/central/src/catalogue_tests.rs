use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::names::key;
use super::*;

/// The one that comes with the ERP pack.
pub(crate) fn shipped() -> Catalogue {
    static READ: LazyLock<Catalogue> = LazyLock::new(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/erp/catalog");
        Catalogue::read(Path::new(folder)).unwrap()
    });
    READ.clone()
}

#[test]
fn an_entity_is_found_by_whatever_people_call_it() {
    let catalogue = shipped();
    let found = |asked: &str| catalogue.entity(asked).map(|entity| entity.name.clone());
    for (asked, name) in [
        ("customer", "customer"),
        ("CUSTOMERS", "customer"),
        ("Clientes", "customer"),
        ("el cliente", "customer"),
        ("factura de venta", "salesInvoice"),
        ("facturas de ventas", "salesInvoice"),
        ("sales_invoice_lines", "salesInvoiceLine"),
        ("LÍNEA DE FACTURA", "salesInvoiceLine"),
        ("linea de factura", "salesInvoiceLine"),
        ("proveedores", "vendor"),
        ("supplier", "vendor"),
        ("países", "countryRegion"),
        ("condiciones de pago", "paymentTerm"),
        ("asientos contables", "generalLedgerEntry"),
        ("  items ", "item"),
    ] {
        assert_eq!(found(asked), Ok(name.to_owned()), "{asked}");
    }
}

#[test]
fn what_there_is_not_comes_with_what_may_have_been_meant() {
    let catalogue = shipped();
    let nearest = |asked: &str| catalogue.entity(asked).unwrap_err().nearest;
    assert_eq!(nearest("custmer").first().map(String::as_str), Some("customer"));
    assert_eq!(nearest("faktura de venta").first().map(String::as_str), Some("salesInvoice"));
    assert!(nearest("sales document line").iter().any(|name| name.ends_with("Line")));
    assert!(nearest("xyzzy").is_empty());
    assert!(nearest("").is_empty());
}

#[test]
fn no_two_entities_share_a_name() {
    let catalogue = shipped();
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    for entity in catalogue.entities() {
        let names = [&entity.name, &entity.set].into_iter().chain(&entity.en).chain(&entity.es);
        for name in names {
            let owner = owners.entry(key(name)).or_insert(&entity.name);
            assert_eq!(*owner, entity.name, "both are called `{name}`");
        }
    }
}

#[test]
fn relations_and_ways_are_found() {
    let catalogue = shipped();
    let named = |name: &str| catalogue.named(name).unwrap();
    let way = catalogue.way(named("salesInvoiceLine"), named("paymentTerm")).unwrap();
    assert_eq!(way.first().unwrap().from, "salesInvoiceLine");
    assert_eq!(way.last().unwrap().to, "paymentTerm");
    assert!(way.len() <= 3, "{way:?}");
    let relations = catalogue.relations(named("customer"));
    assert!(
        relations.held_by.iter().any(|(entity, by)| entity.name == "salesOrder" && by.name == "customerId")
    );
    assert!(relations.reached_from.iter().any(|(entity, _)| entity.name == "salesInvoice"));
}

#[test]
fn an_operation_is_found_by_words() {
    let catalogue = shipped();
    let best = |query: &str| {
        let found = catalogue.operations(query, 1);
        found.first().map(|one| format!("{} {}", one.method(), one.path()))
    };
    let company = "companies({companyId})";
    assert_eq!(best("crear factura de venta"), Some(format!("POST {company}/salesInvoices")));
    assert_eq!(best("list customers"), Some(format!("GET {company}/customers")));
    assert_eq!(best("modificar un proveedor"), Some(format!("PATCH {company}/vendors({{id}})")));
    assert_eq!(
        best("eliminar línea de pedido de compra"),
        Some(format!("DELETE {company}/purchaseOrderLines({{id}})"))
    );
    assert_eq!(
        best("contabilizar factura de compra"),
        Some(format!("POST {company}/purchaseInvoices({{id}})/Microsoft.NAV.post"))
    );
    assert_eq!(best("qwerty"), None);
}

proptest! {
    // Unoptimised, a search takes a tenth of a second.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_lookup_answers(asked in any::<String>()) {
        let catalogue = shipped();
        let _ = catalogue.entity(&asked);
        let found = catalogue.operations(&asked, 10);
        prop_assert!(found.len() <= 10);
        prop_assert!(found.iter().all(|one| (0.0..=1.0).contains(&one.score)));
    }
}
