use super::super::fixtures::{at, pdf_of, pdf_pages, stream};
use super::super::ocr::Ocr;
use super::*;
use crate::BlockKind;

fn read(file: Vec<u8>) -> Result<Extracted, ExtractError> {
    let limits = Limits::default();
    pdf(file, &limits, &mut Ocr::missing(&limits.ocr))
}

fn texts(found: &Extracted) -> Vec<&str> {
    found.blocks.iter().map(|block| block.text.as_str()).collect()
}

#[test]
fn headings_paragraphs_and_lists_are_told_apart() {
    let page = [
        at("F2", 18, 72, 780, "Informe anual"),
        at("F1", 11, 72, 740, "El ejercicio fue bueno para todas las uni-"),
        at("F1", 11, 72, 727, "dades de la empresa, con más ventas que nunca."),
        at("F2", 11, 72, 700, "Ventas"),
        at("F1", 11, 72, 680, "Crecieron un 12 % sobre el año anterior y siguen."),
        at("F1", 11, 72, 660, "\\225 Norte de España y las islas del este"),
        at("F1", 11, 72, 646, "\\225 Sur"),
    ]
    .concat();
    let second = at("F1", 11, 72, 780, "Segunda hoja del informe.");
    let found = read(pdf_pages(&[&page, &second])).unwrap();
    assert_eq!(
        texts(&found),
        [
            "Informe anual",
            "El ejercicio fue bueno para todas las unidades de la empresa, con más ventas que nunca.",
            "Ventas",
            "Crecieron un 12 % sobre el año anterior y siguen.",
            "- Norte de España y las islas del este\n- Sur",
            "Segunda hoja del informe.",
        ]
    );
    assert_eq!(found.blocks[0].kind, BlockKind::Heading { level: 1 });
    assert_eq!(found.blocks[2].kind, BlockKind::Heading { level: 2 });
    assert_eq!(found.blocks.last().unwrap().page, Some(2));
    assert_eq!(found.pages, Some(2));
}

#[test]
fn two_columns_are_read_one_after_the_other() {
    let mut page = String::new();
    for line in 0..12 {
        let y = 780 - line * 14;
        page += &at("F1", 10, 60, y, &format!("izquierda numero {line} de la columna"));
        page += &at("F1", 10, 320, y, &format!("derecha numero {line} de la columna"));
    }
    let text = read(pdf_pages(&[&page])).unwrap().text();
    assert!(text.find("izquierda numero 11").unwrap() < text.find("derecha numero 0").unwrap(), "{text}");
}

#[test]
fn ruled_tables_are_tables() {
    let mut page = String::new();
    for row in 0..4 {
        page += &format!("72 {} m 372 {} l S\n", 700 - row * 20, 700 - row * 20);
    }
    for column in 0..4 {
        page += &format!("{} 700 m {} 640 l S\n", 72 + column * 100, 72 + column * 100);
    }
    let cells = [["Plan", "Precio", "Moneda"], ["Basico", "10", "EUR"], ["Pro", "20", "USD"]];
    for (row, cells) in (0_u32..).zip(cells) {
        for (column, cell) in (0_u32..).zip(cells) {
            page += &at("F1", 10, 80 + column * 100, 686 - row * 20, cell);
        }
    }
    page = at("F1", 10, 72, 720, "Las tarifas son estas:") + &page + &at("F1", 10, 72, 600, "Sin impuestos.");
    let found = read(pdf_pages(&[&page])).unwrap();
    assert_eq!(
        texts(&found),
        [
            "Las tarifas son estas:",
            "| Plan | Precio | Moneda |\n| --- | --- | --- |\n| Basico | 10 | EUR |\n| Pro | 20 | USD |",
            "Sin impuestos.",
        ]
    );
}

#[test]
fn what_repeats_on_every_page_goes() {
    let words = ["uno", "dos", "tres", "cuatro"];
    let pages: Vec<String> = (1..=4)
        .map(|page| {
            [
                at("F1", 9, 72, 810, "Acme S.A. Confidencial"),
                at("F1", 11, 72, 700, &format!("El texto de la hoja {}.", words[page - 1])),
                at("F1", 9, 290, 30, &format!("Pagina {page} de 4")),
            ]
            .concat()
        })
        .collect();
    let found = read(pdf_pages(&pages.iter().map(String::as_str).collect::<Vec<_>>())).unwrap();
    assert_eq!(found.blocks.len(), 4, "{found:?}");
}

#[test]
fn a_page_that_is_a_picture_is_said_where_it_cannot_be_read() {
    let picture = stream(
        "/Type /XObject /Subtype /Image /Width 300 /Height 300 /ColorSpace /DeviceGray /BitsPerComponent 8",
        &vec![255; 90_000],
    );
    let file = pdf_of(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /XObject << /I 4 0 R >> >> /Contents 5 0 R >>"
            .to_vec(),
        picture,
        stream("", b"q 300 0 0 300 0 0 cm /I Do Q"),
    ]);
    let found = read(file).unwrap();
    assert!(found.blocks.is_empty());
    assert!(found.notices[0].contains("tesseract is not installed"), "{:?}", found.notices);
}

#[test]
fn damage_is_said() {
    assert!(matches!(read(b"%PDF-1.4\nnothing".to_vec()), Err(ExtractError::Damaged { .. })));
    let whole = pdf_pages(&[&at("F1", 11, 72, 700, "hola a todos")]);
    // Cut off, but the text is still there: either is fine, a crash is not.
    let _ = read(whole[..whole.len() - 60].to_vec());
}

#[test]
fn dates_are_rfc_3339() {
    assert_eq!(date("D:20240131120000+01'00'").as_deref(), Some("2024-01-31T12:00:00+01:00"));
    assert_eq!(date("D:2024").as_deref(), Some("2024-01-01T00:00:00Z"));
    assert_eq!(date("ayer"), None);
}

#[test]
fn pages_are_listed_in_ranges() {
    assert_eq!(listed(&[1, 2, 3, 5, 7, 8]), "1–3, 5, 7–8");
}
