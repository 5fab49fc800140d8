use proptest::prelude::*;

use super::super::kind::Kind;
use super::super::limits::Limits;
use super::*;
use crate::{BlockKind, Extracted};

fn texts(found: &Extracted) -> Vec<&str> {
    found.blocks.iter().map(|block| block.text.as_str()).collect()
}

#[test]
fn plain_text_has_paragraphs_lists_and_pages() {
    let found = plain("uno\r\ndos\r\n\r\n- a\r\n- b\u{c}tres", &Limits::default());
    assert_eq!(texts(&found), ["uno\ndos", "- a\n- b", "tres"]);
    assert_eq!(found.blocks[2].page, Some(2));
    assert_eq!(item("  12) doce"), Some((1, super::super::draft::Marker::Number(12), "doce")));
    assert_eq!(item("1984. fue"), None);
    assert_eq!(item("3.5 kg"), None);
}

#[test]
fn code_knows_its_language() {
    let found = code("main.rs", "fn main() {}\n", &Limits::default());
    assert_eq!(found.blocks[0].kind, BlockKind::Code { language: Some("rust".to_owned()) });
    assert_eq!(texts(&found), ["fn main() {}"]);
}

#[test]
fn delimiters_are_found() {
    for text in ["a;b\n\"1,5\";2", "a|b\n\"1,5\"|2", "a\tb\n1,5\t2", "a,b\n\"1,5\",2"] {
        let found = delimited(text, &Limits::default(), false).unwrap();
        assert_eq!(texts(&found), ["| a | b |\n| --- | --- |\n| 1,5 | 2 |"], "{text}");
    }
    let found = delimited("a,b\tc\n", &Limits::default(), true).unwrap();
    assert_eq!(texts(&found), ["| a,b | c |\n| --- | --- |"]);
}

#[test]
fn markdown_blocks_are_our_blocks() {
    let source = "---\ntitle: Guía\nauthor: 'Ana'\n---\n# Uno\n\ntexto **fuerte**\ny más\n\n1. a\n   - b\n2. c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```rust\nlet x;\n```\n";
    let found = markdown(source, &Limits::default());
    assert_eq!(found.title.as_deref(), Some("Guía"));
    assert_eq!(found.facts.get("author").map(String::as_str), Some("Ana"));
    assert_eq!(
        texts(&found),
        ["Uno", "texto fuerte\ny más", "1. a\n  - b\n2. c", "| x | y |\n| --- | --- |\n| 1 | 2 |", "let x;"]
    );
}

#[test]
fn records_that_are_alike_become_a_table() {
    let expected = ["| a | b |\n| --- | --- |\n| 1 | x |\n| 2 |  |"];
    let limits = Limits::default();
    assert_eq!(texts(&data(Kind::Json, "[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":null}]", &limits)), expected);
    assert_eq!(texts(&data(Kind::Json, "{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n", &limits)), expected);
    let nested = data(Kind::Json, "{\"a\":{\"b\":1}}", &limits);
    assert_eq!(nested.blocks[0].kind, BlockKind::Code { language: Some("json".to_owned()) });
    let broken = data(Kind::Json, "{\"a\":", &limits);
    assert_eq!((texts(&broken), broken.notices.len()), (vec!["{\"a\":"], 1));
}

#[test]
fn invoices_give_their_fields() {
    let invoice = r#"<?xml version="1.0"?><cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Serie="A" Folio="17" Fecha="2024-01-31T10:00:00" Moneda="MXN" SubTotal="100.00" Total="116.00" TipoDeComprobante="I" FormaPago="03" MetodoPago="PUE" LugarExpedicion="06000">
        <cfdi:Emisor Rfc="AAA010101AAA" Nombre="Papelería Núñez" RegimenFiscal="601"/>
        <cfdi:Receptor Rfc="BBB010101BBB" Nombre="Cliente" UsoCFDI="G03"/>
        <cfdi:Conceptos><cfdi:Concepto ClaveProdServ="44121600" Cantidad="2" Unidad="Pieza" Descripcion="Lápiz &amp; goma" ValorUnitario="50" Importe="100.00"/></cfdi:Conceptos>
        <cfdi:Impuestos TotalImpuestosTrasladados="16.00"><cfdi:Traslados><cfdi:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos>
        <cfdi:Complemento><tfd:TimbreFiscalDigital UUID="5a0e1c3e-0000-4000-8000-000000000001" FechaTimbrado="2024-01-31T10:01:00"/></cfdi:Complemento></cfdi:Comprobante>"#;
    let found = cfdi(invoice, &Limits::default()).unwrap();
    let fact = |name: &str| found.facts.get(name).map(String::as_str).unwrap_or_default();
    assert_eq!(fact("cfdi.uuid"), "5a0e1c3e-0000-4000-8000-000000000001");
    assert_eq!(fact("cfdi.issuer.rfc"), "AAA010101AAA");
    assert_eq!(fact("cfdi.receiver.name"), "Cliente");
    assert_eq!(fact("cfdi.total"), "116.00");
    assert_eq!(fact("cfdi.taxes"), "16.00");
    assert_eq!(fact("cfdi.number"), "A17");
    let text = found.text();
    assert!(text.contains("Emisor: Papelería Núñez (RFC AAA010101AAA)"));
    assert!(text.contains("| 44121600 | 2 | Pieza | Lápiz & goma | 50 | 100.00 |"));
    assert!(text.contains("| IVA | Traslado | 0.160000 | 100.00 | 16.00 |"));
}

#[test]
fn rich_text_keeps_accents_headings_lists_and_tables() {
    let source = br"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\stylesheet{\s1 heading 1;}}{\info{\title T\'edtulo}{\author Ana}}
\pard\s1 Cap\'edtulo\par\pard Ma\'f1ana\~\u8364?\par {\*\generator no}
{\listtext\'b7\tab}\pard uno\par{\listtext 2.\tab}\pard dos\par
\trowd\pard\intbl a\cell b\cell\row\trowd\pard\intbl 1\cell 2\cell\row\pard fin \u-10179?\u-8704?\par}";
    let found = rtf(source, &Limits::default()).unwrap();
    assert_eq!(found.title.as_deref(), Some("Título"));
    assert_eq!(
        texts(&found),
        ["Capítulo", "Mañana\u{a0}€", "- uno\n2. dos", "| a | b |\n| --- | --- |\n| 1 | 2 |", "fin 😀"]
    );
    assert_eq!(found.blocks[0].kind, BlockKind::Heading { level: 1 });
}

#[test]
fn groups_of_rich_text_have_an_end() {
    let deep = format!("{{\\rtf1{}", "{".repeat(100_000));
    assert!(rtf(deep.as_bytes(), &Limits::default()).unwrap_err().to_string().contains("too large"));
}

#[test]
fn drawings_give_their_words() {
    let found = svg(
        "<svg width='10'><title>Plano</title><text>Sala <tspan>A</tspan></text></svg>",
        &Limits::default(),
    );
    assert_eq!(texts(&found.unwrap()), ["Plano\nSala A"]);
}

proptest! {
    #[test]
    fn nothing_panics(bytes in any::<Vec<u8>>(), text in "[a-z{}\\\\'0-9;,|\"\n<># *`-]{0,200}") {
        let limits = Limits::default();
        let _ = (rtf(&bytes, &limits), rtf(text.as_bytes(), &limits), delimited(&text, &limits, false));
        let _ = (markdown(&text, &limits), plain(&text, &limits), cfdi(&text, &limits), svg(&text, &limits));
        let _ = data(Kind::Json, &text, &limits);
    }
}
