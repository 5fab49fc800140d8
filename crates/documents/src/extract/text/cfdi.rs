//! CFDI 3.3 and 4.0, the invoices of the Mexican tax office: facts to filter by, and an invoice that reads as one.

use super::super::draft::Draft;
use super::super::error::ExtractError;
use super::super::limits::Limits;
use super::super::xml::{self, Element};
use super::cfdi_checks;
use crate::Extracted;

pub(crate) fn cfdi(text: &str, limits: &Limits) -> Result<Extracted, ExtractError> {
    let root = xml::parse(text, limits)?;
    let issuer = root.child("Emisor");
    let receiver = root.child("Receptor");
    let stamp = root.find("TimbreFiscalDigital");
    let taxes = root.child("Impuestos");
    let mut draft = Draft::new(limits);

    let number = [of(Some(&root), "Serie"), of(Some(&root), "Folio")].concat();
    let facts = [
        ("cfdi.uuid", of(stamp, "UUID")),
        ("cfdi.version", of(Some(&root), "Version")),
        ("cfdi.type", kind(of(Some(&root), "TipoDeComprobante"))),
        ("cfdi.number", &number),
        ("cfdi.date", of(Some(&root), "Fecha")),
        ("cfdi.stamped_at", of(stamp, "FechaTimbrado")),
        ("cfdi.issuer.rfc", of(issuer, "Rfc")),
        ("cfdi.issuer.name", of(issuer, "Nombre")),
        ("cfdi.issuer.regime", of(issuer, "RegimenFiscal")),
        ("cfdi.receiver.rfc", of(receiver, "Rfc")),
        ("cfdi.receiver.name", of(receiver, "Nombre")),
        ("cfdi.receiver.use", of(receiver, "UsoCFDI")),
        ("cfdi.currency", of(Some(&root), "Moneda")),
        ("cfdi.exchange_rate", of(Some(&root), "TipoCambio")),
        ("cfdi.payment_form", of(Some(&root), "FormaPago")),
        ("cfdi.payment_method", of(Some(&root), "MetodoPago")),
        ("cfdi.place", of(Some(&root), "LugarExpedicion")),
        ("cfdi.subtotal", of(Some(&root), "SubTotal")),
        ("cfdi.discount", of(Some(&root), "Descuento")),
        ("cfdi.taxes", of(taxes, "TotalImpuestosTrasladados")),
        ("cfdi.withheld", of(taxes, "TotalImpuestosRetenidos")),
        ("cfdi.total", of(Some(&root), "Total")),
    ];
    for (name, value) in facts {
        draft.fact(name, value);
    }
    for check in cfdi_checks::checks(&root) {
        draft.fact(check.name, check.fault.as_deref().unwrap_or("ok"));
        if let Some(fault) = check.fault {
            draft.notice(fault);
        }
    }

    let title = format!("Factura {number} {}", of(issuer, "Nombre"));
    draft.set_title(&title);
    draft.heading(1, &title);
    let currency = of(Some(&root), "Moneda");
    let lines = [
        ("Folio fiscal (UUID)", of(stamp, "UUID").to_owned()),
        ("Tipo", kind(of(Some(&root), "TipoDeComprobante")).to_owned()),
        ("Fecha", of(Some(&root), "Fecha").to_owned()),
        ("Emisor", party(issuer)),
        ("Receptor", party(receiver)),
        ("Uso del CFDI", of(receiver, "UsoCFDI").to_owned()),
        ("Forma de pago", of(Some(&root), "FormaPago").to_owned()),
        ("Método de pago", of(Some(&root), "MetodoPago").to_owned()),
        ("Subtotal", money(of(Some(&root), "SubTotal"), currency)),
        ("Descuento", money(of(Some(&root), "Descuento"), currency)),
        ("Impuestos trasladados", money(of(taxes, "TotalImpuestosTrasladados"), currency)),
        ("Impuestos retenidos", money(of(taxes, "TotalImpuestosRetenidos"), currency)),
        ("Total", money(of(Some(&root), "Total"), currency)),
    ];
    let lines =
        lines.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("{name}: {value}"));
    draft.paragraph(&lines.collect::<Vec<_>>().join("\n"));
    items(&root, &mut draft);
    if let Some(taxes) = taxes {
        tax_table(taxes, &mut draft);
    }
    Ok(draft.finish())
}

fn items(root: &Element, draft: &mut Draft) {
    const COLUMNS: [(&str, &str); 6] = [
        ("Clave", "ClaveProdServ"),
        ("Cantidad", "Cantidad"),
        ("Unidad", "Unidad"),
        ("Descripción", "Descripcion"),
        ("Valor unitario", "ValorUnitario"),
        ("Importe", "Importe"),
    ];
    let mut rows = vec![COLUMNS.iter().map(|(title, _)| (*title).to_owned()).collect::<Vec<_>>()];
    for item in root.child("Conceptos").into_iter().flat_map(|items| items.named("Concepto")) {
        rows.push(COLUMNS.iter().map(|(_, name)| of(Some(item), name).to_owned()).collect());
    }
    if rows.len() > 1 {
        draft.heading(2, "Conceptos");
        draft.table(&rows);
    }
}

fn tax_table(taxes: &Element, draft: &mut Draft) {
    let mut rows = vec![["Impuesto", "Tipo", "Tasa o cuota", "Base", "Importe"].map(str::to_owned).to_vec()];
    for (group, one, title) in
        [("Traslados", "Traslado", "Traslado"), ("Retenciones", "Retencion", "Retención")]
    {
        for tax in taxes.child(group).into_iter().flat_map(|group| group.named(one)) {
            let name = match of(Some(tax), "Impuesto") {
                "001" => "ISR",
                "002" => "IVA",
                "003" => "IEPS",
                other => other,
            };
            let values =
                [name, title, of(Some(tax), "TasaOCuota"), of(Some(tax), "Base"), of(Some(tax), "Importe")];
            rows.push(values.map(str::to_owned).to_vec());
        }
    }
    if rows.len() > 1 {
        draft.heading(2, "Impuestos");
        draft.table(&rows);
    }
}

/// Version 3.2 and older begin their attributes in lower case.
pub(super) fn of<'a>(element: Option<&'a Element>, name: &str) -> &'a str {
    let Some(element) = element else { return "" };
    let found = element.attribute(name).or_else(|| {
        element.attributes().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    });
    found.unwrap_or_default()
}

fn party(party: Option<&Element>) -> String {
    let (name, rfc) = (of(party, "Nombre"), of(party, "Rfc"));
    match (name, rfc) {
        ("", rfc) => rfc.to_owned(),
        (name, "") => name.to_owned(),
        (name, rfc) => format!("{name} (RFC {rfc})"),
    }
}

fn money(amount: &str, currency: &str) -> String {
    if amount.is_empty() { String::new() } else { format!("{amount} {currency}").trim().to_owned() }
}

fn kind(code: &str) -> &str {
    match code {
        "I" => "Ingreso",
        "E" => "Egreso",
        "T" => "Traslado",
        "N" => "Nómina",
        "P" => "Pago",
        other => other,
    }
}
