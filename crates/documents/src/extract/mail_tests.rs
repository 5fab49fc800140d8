use super::*;

const MESSAGE: &str = "From: =?utf-8?Q?Ana_Mu=C3=B1oz?= <ana@example.es>\r\nTo: bo@example.es\r\nCc: c@example.es\r\n\
Subject: =?utf-8?B?RmFjdHVyYSBkZSBlbmVybyDigJMgYcOxbw==?=\r\nDate: Wed, 31 Jan 2024 10:00:00 +0100\r\n\
Message-ID: <1@example.es>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n\
--x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Adjunto la <b>factura</b>.</p><ul><li>una</li><li>dos</li></ul>\r\n\
--x\r\nContent-Type: text/csv; name=datos.csv\r\nContent-Disposition: attachment; filename=\"informaciÃ³n.csv\"\r\n\
Content-Transfer-Encoding: base64\r\n\r\nYSxiCjEsMg==\r\n--x--\r\n";

#[test]
fn headers_body_and_attachments() {
    let found = mail(MESSAGE.as_bytes(), &Limits::default()).unwrap();
    let fact = |name: &str| found.facts.get(name).map(String::as_str);
    assert_eq!(found.title.as_deref(), Some("Factura de enero – año"));
    assert_eq!(fact("from"), Some("Ana Muñoz <ana@example.es>"));
    assert_eq!(fact("date"), Some("2024-01-31T10:00:00+01:00"));
    assert!(found.text().contains("Adjunto la factura."));
    assert!(found.text().contains("- una\n- dos"));
    assert_eq!(found.children.len(), 1);
    assert_eq!(found.children[0].name, "información.csv");
    assert_eq!(found.children[0].content, b"a,b\n1,2");
}

#[test]
fn a_plain_message_reads_as_it_is() {
    let found = mail(b"From: a@b.c\nSubject: x\n\nuno\ndos\n\ntres", &Limits::default()).unwrap();
    assert!(found.text().ends_with("uno\ndos\n\ntres"));
}
