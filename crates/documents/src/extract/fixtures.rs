//! Files for tests, made by hand: none of anybody else's is kept here.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A container of these entries.
pub(super) fn container(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A PDF of these objects, the first of which is the catalogue.
pub(super) fn pdf_of(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.extend(format!("{} 0 obj\n", at + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for offset in offsets {
        file.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    file.extend(
        format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF", objects.len() + 1).bytes(),
    );
    file
}

pub(super) fn stream(head: &str, content: &[u8]) -> Vec<u8> {
    let mut object = format!("<< {head} /Length {} >>\nstream\n", content.len()).into_bytes();
    object.extend(content);
    object.extend(b"\nendstream");
    object
}

/// Pages with these content streams, in Helvetica (`F1`) and its bold (`F2`).
pub(super) fn pdf_pages(pages: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|at| format!("{} 0 R", 5 + at * 2)).collect();
    let font = |name: &str| {
        format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>").into_bytes()
    };
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()).into_bytes(),
        font("Helvetica"),
        font("Helvetica-Bold"),
    ];
    for (at, page) in pages.iter().enumerate() {
        let fonts = "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>";
        let page_object = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {fonts} /Contents {} 0 R >>",
            6 + at * 2
        );
        objects.push(page_object.into_bytes());
        objects.push(stream("", &encoding_rs::WINDOWS_1252.encode(page).0));
    }
    pdf_of(&objects)
}

/// A line of text at a place, as PDF writes it.
pub(super) fn at(font: &str, size: u32, x: u32, y: u32, text: &str) -> String {
    format!("BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET\n")
}
