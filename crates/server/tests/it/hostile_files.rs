//! Files that are made to hurt, through the front door: each ends with a reason, and the server goes on.

use std::io::{Cursor, Write as _};

use conserje_testkit::{Client, Home, TestServer};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::knowledge::{options, ready, upload_as};

/// What became of a file that was taken, or why it was not.
async fn outcome(client: &Client, name: &str, content: &[u8]) -> String {
    let reply = upload_as(client, name, content).await;
    if reply.status != 202 {
        return reply.json()["detail"].as_str().unwrap().to_owned();
    }
    let file = ready(client, reply.json()["files"][0]["id"].as_str().unwrap()).await;
    match file["processingStatus"].as_str().unwrap() {
        "failed" => file["error"].as_str().unwrap().to_owned(),
        status => status.to_owned(),
    }
}

fn container(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Eighty megabytes of nothing in eighty kilobytes.
fn bomb() -> Vec<u8> {
    let types = br#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
    container(&[("[Content_Types].xml", types), ("word/document.xml", &vec![b' '; 80 << 20])])
}

fn entity_bomb() -> String {
    let mut text = String::from("<?xml version=\"1.0\"?>\n<!DOCTYPE a [\n<!ENTITY e0 \"risa\">\n");
    for level in 1..10 {
        let ten = format!("&e{};", level - 1).repeat(10);
        text.push_str(&format!("<!ENTITY e{level} \"{ten}\">\n"));
    }
    text.push_str("]>\n<a>&e9;</a>");
    text
}

fn nested_arrays() -> Vec<u8> {
    let deep = "[".repeat(200_000);
    format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages {deep} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF"
    )
    .into_bytes()
}

fn locked_pdf() -> Vec<u8> {
    let hash = "00".repeat(32);
    format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n\
         4 0 obj\n<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <{hash}> /U <{hash}> >>\nendobj\n\
         trailer\n<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<00> <00>] >>\n%%EOF"
    )
    .into_bytes()
}

fn locked_text() -> Vec<u8> {
    let manifest = br#"<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>"#;
    container(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("META-INF/manifest.xml", manifest),
        ("content.xml", b"\x8a\x01\x02"),
    ])
}

#[tokio::test]
async fn files_made_to_hurt_end_with_a_reason_and_the_server_goes_on() {
    let server = TestServer::start_with(Home::Sqlite, options()).await;
    let owner = server.owner();
    let said = |name, content: Vec<u8>| async move { outcome(owner, name, &content).await };
    let bombed = said("bomba.docx", bomb()).await;
    assert!(bombed.contains("too large inside"), "{bombed}");
    let laughed = said("risas.xml", entity_bomb().into_bytes()).await;
    assert!(laughed.contains("entities made of other entities"), "{laughed}");
    let nested = said("corchetes.pdf", nested_arrays()).await;
    assert!(nested.starts_with("The file could not be read"), "{nested}");
    for (name, content) in [("cerrado.pdf", locked_pdf()), ("cerrado.odt", locked_text())] {
        let locked = said(name, content).await;
        assert!(locked.contains("protected by a password"), "{name}: {locked}");
    }
    let text = said("después.txt", b"Todo sigue funcionando.".to_vec()).await;
    assert_eq!(text, "completed");
    server.stop().await;
}

#[tokio::test]
async fn a_byte_more_than_a_hundred_megabytes_is_refused() {
    let server = TestServer::start_with(Home::Sqlite, options()).await;
    let owner = server.owner();
    let large = vec![b'a'; (100 << 20) + 1];
    let part = Part::bytes(large).file_name("enorme.txt");
    let form = Form::new().part("files", part);
    let reply = Client::send(owner.request(Method::POST, "/api/files/upload").multipart(form)).await;
    assert_eq!(reply.code(), "body_too_large");
    assert!(reply.json()["detail"].as_str().unwrap().contains("100 MB"), "{}", reply.text);
    assert_eq!(
        owner.get("/api/files").await.expect(200)["items"],
        serde_json::json!([]),
        "nothing of it stays"
    );
    server.stop().await;
}
