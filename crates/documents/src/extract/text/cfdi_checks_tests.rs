use proptest::prelude::*;

use super::{amount, checks, written};
use crate::extract::limits::Limits;
use crate::extract::xml;

const INVOICE: &str = r#"<cfdi:Comprobante SubTotal="100.00" Descuento="10" Total="104.40">
    <cfdi:Emisor Rfc="EKU9003173C9"/><cfdi:Receptor Rfc="XAXX010101000"/>
    <cfdi:Conceptos><cfdi:Concepto Importe="33.333333"/><cfdi:Concepto Importe="66.67"/></cfdi:Conceptos>
    <cfdi:Impuestos TotalImpuestosTrasladados="14.40"><cfdi:Traslados><cfdi:Traslado Importe="14.40"/></cfdi:Traslados></cfdi:Impuestos>
    <cfdi:Complemento><tfd:TimbreFiscalDigital UUID="5a0e1c3e-0000-4000-8000-000000000001"/></cfdi:Complemento></cfdi:Comprobante>"#;

fn faults(invoice: &str) -> Vec<String> {
    let root = xml::parse(invoice, &Limits::default()).unwrap();
    checks(&root).into_iter().filter_map(|check| check.fault).collect()
}

#[test]
fn an_invoice_that_agrees_with_itself_has_no_fault() {
    assert_eq!(faults(INVOICE), Vec::<String>::new());
}

#[test]
fn each_fault_is_named_with_its_figures() {
    let with = |from: &str, to: &str| faults(&INVOICE.replace(from, to));
    assert_eq!(
        with("104.40", "114.40"),
        ["Subtotal, discount and taxes come to 104.40, the total says 114.40"]
    );
    assert_eq!(with("66.67", "76.67"), ["The items come to 110.003333, the subtotal says 100.00"]);
    assert_eq!(
        with("Traslado Importe=\"14.40\"", "Traslado Importe=\"15\""),
        ["The transferred taxes come to 15.00, their total says 14.40"]
    );
    assert_eq!(
        with("5a0e1c3e", "5a0e1c3"),
        ["`5a0e1c3-0000-4000-8000-000000000001` is not a fiscal folio (UUID)"]
    );
    assert_eq!(with("UUID=", "Nothing="), ["This invoice is not stamped: it has no fiscal folio (UUID)"]);
    assert_eq!(
        with("EKU9003173C9", "EKU9003173C8"),
        ["The issuer's RFC `EKU9003173C8` does not hold: its check digit or date is wrong"]
    );
    assert_eq!(with("Rfc=\"XAXX010101000\"", ""), ["The receiver has no RFC"]);
    assert_eq!(with("\"104.40\"", "\"lots\""), ["`lots` is no amount"]);
}

proptest! {
    #[test]
    fn amounts_are_read_as_they_are_written(millionths in -1_000_000_000_000_i128..1_000_000_000_000) {
        prop_assert_eq!(amount(&written(millionths)), Ok(millionths));
    }

    #[test]
    fn whatever_stands_there_is_an_amount_or_a_fault(text in ".{0,40}") {
        let _ = amount(&text);
    }
}
