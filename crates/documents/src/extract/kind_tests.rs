use proptest::prelude::*;

use super::super::fixtures::{container, pdf_pages};
use super::*;

fn kind(name: &str, content: impl AsRef<[u8]>) -> Result<Kind, ExtractError> {
    detect(name, None, content.as_ref())
}

#[test]
fn there_are_29_types() {
    assert_eq!(ALL.len(), 29);
    for kind in ALL {
        assert_eq!(Kind::of_mime(kind.mime()).map(Kind::mime), Some(kind.mime()));
    }
}

#[test]
fn content_decides() {
    assert_eq!(kind("x", pdf_pages(&[""])), Ok(Kind::Pdf));
    assert_eq!(kind("a.bin", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Ok(Kind::Png));
    assert_eq!(kind("nota", b"{\\rtf1 hola}"), Ok(Kind::Rtf));
    assert_eq!(
        kind("a.docx", container(&[("[Content_Types].xml", ""), ("word/document.xml", "")])),
        Ok(Kind::Docx)
    );
    assert_eq!(kind("a", container(&[("xl/workbook.xml", "")])), Ok(Kind::Xlsx));
    assert_eq!(kind("a", container(&[("ppt/presentation.xml", "")])), Ok(Kind::Pptx));
    for (mime, expected) in [("text", Kind::Odt), ("spreadsheet", Kind::Ods), ("presentation", Kind::Odp)] {
        let mime = format!("application/vnd.oasis.opendocument.{mime}");
        assert_eq!(kind("a", container(&[("mimetype", &mime)])), Ok(expected));
    }
    assert_eq!(kind("a", container(&[("mimetype", "application/epub+zip")])), Ok(Kind::Epub));
}

#[test]
fn text_is_told_apart_by_its_start_and_its_name() {
    assert_eq!(kind("a.csv", "a,b\n1,2"), Ok(Kind::Csv));
    assert_eq!(kind("a.rs", "fn main() {}"), Ok(Kind::Code));
    assert_eq!(kind("a.md", "# Hola"), Ok(Kind::Markdown));
    assert_eq!(kind("a.yml", "a: 1"), Ok(Kind::Yaml));
    assert_eq!(kind("a", "{\"a\": [1, 2]}"), Ok(Kind::Json));
    assert_eq!(kind("a", "[not json"), Ok(Kind::Text));
    assert_eq!(kind("a.xml", "<?xml version='1.0'?><a/>"), Ok(Kind::Xml));
    assert_eq!(
        kind("a.xml", "<?xml version='1.0'?><!-- x --><svg xmlns='http://www.w3.org/2000/svg'/>"),
        Ok(Kind::Svg)
    );
    assert_eq!(
        kind("f.xml", "<cfdi:Comprobante xmlns:cfdi='http://www.sat.gob.mx/cfd/4' Version='4.0'/>"),
        Ok(Kind::Cfdi)
    );
    assert_eq!(kind("a", "<!DOCTYPE html><p>x"), Ok(Kind::Html));
    assert_eq!(kind("a.txt", "<html><body>"), Ok(Kind::Html));
    let message = "From: a@b.es\nTo: c@d.es\nSubject: Hola\nDate: Mon, 1 Jan 2024 00:00:00 +0000\n\nTexto";
    assert_eq!(kind("a", message), Ok(Kind::Eml));
    assert_eq!(kind("a.txt", "Nota: esto no es un mensaje\nTo: nadie"), Ok(Kind::Text));
}

#[test]
fn what_contradicts_itself_is_refused() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    let error = detect("factura.pdf", None, png).unwrap_err();
    assert_eq!(
        error.to_string(),
        "The file's name or upload says a PDF, but its content is a PNG picture; give it the right ending and upload it again"
    );
    assert!(matches!(detect("x", Some("application/pdf"), png), Err(ExtractError::Mismatch { .. })));
    assert!(matches!(detect("a.txt", None, png), Err(ExtractError::Mismatch { .. })));
    assert!(matches!(detect("a.png", None, b"plain text"), Err(ExtractError::Mismatch { .. })));
    assert_eq!(detect("x.png", Some("application/octet-stream"), png), Ok(Kind::Png));
    assert_eq!(detect("x.csv", Some("application/vnd.ms-excel"), b"a;b"), Ok(Kind::Csv));
}

#[test]
fn what_cannot_be_read_says_what_to_do() {
    assert_eq!(kind("a.pdf", b""), Err(ExtractError::Empty));
    let ole = |stream: &str| {
        let mut file = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
        file.extend(stream.encode_utf16().flat_map(u16::to_le_bytes));
        file
    };
    assert_eq!(kind("a.docx", ole("EncryptedPackage")), Err(ExtractError::Protected));
    assert!(kind("a.doc", ole("WordDocument")).unwrap_err().to_string().contains("save it as .docx"));
    assert_eq!(kind("a.xls", ole("Workbook")), Ok(Kind::Xls));
    assert!(kind("a.zip", container(&[("a.txt", "x")])).unwrap_err().to_string().contains("zip archive"));
    assert!(kind("a.pdf", b"\0\x01\x02 no pdf").unwrap_err().to_string().contains("damaged"));
    assert!(kind("a.mp3", b"ID3\x03\0\0\0\0\0\0\0\0\0\0\0").unwrap_err().to_string().contains("mp3"));
}

proptest! {
    #[test]
    fn any_bytes_get_an_answer(name in ".{0,12}", content in any::<Vec<u8>>(), at in 0..6_usize) {
        let starts: [&[u8]; 6] = [b"PK\x03\x04", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", b"%PDF-", b"<?xml", b"{", b""];
        let content = [starts[at], &content].concat();
        let _ = detect(&name, None, &content);
    }
}
