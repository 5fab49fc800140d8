use super::super::fixtures::container;
use super::super::kind::Kind;
use super::super::limits::Limits;
use super::*;
use crate::{BlockKind, Extracted};

fn texts(found: &Extracted) -> Vec<&str> {
    found.blocks.iter().map(|block| block.text.as_str()).collect()
}

const RELATIONS: &str = r#"<Relationships>
  <Relationship Id="r1" Type="http://x/styles" Target="styles.xml"/>
  <Relationship Id="r2" Type="http://x/numbering" Target="numbering.xml"/>
  <Relationship Id="r3" Type="http://x/header" Target="header1.xml"/>
  <Relationship Id="r4" Type="http://x/footnotes" Target="footnotes.xml"/></Relationships>"#;
const STYLES: &str = r#"<w:styles>
  <w:style w:styleId="Ttulo1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
  <w:style w:styleId="Mio"><w:name w:val="Mio"/><w:basedOn w:val="Ttulo1"/></w:style>
  <w:style w:styleId="Circle"><w:name w:val="c"/><w:basedOn w:val="Circle"/></w:style></w:styles>"#;
const NUMBERING: &str = r#"<w:numbering>
  <w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl>
    <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>"#;

fn word(body: &str) -> Vec<u8> {
    container(&[
        ("word/document.xml", &format!("<w:document><w:body>{body}</w:body></w:document>")),
        ("word/_rels/document.xml.rels", RELATIONS),
        ("word/styles.xml", STYLES),
        ("word/numbering.xml", NUMBERING),
        ("word/header1.xml", "<w:hdr><w:p><w:r><w:t>Confidencial</w:t></w:r></w:p></w:hdr>"),
        (
            "word/footnotes.xml",
            r#"<w:footnotes><w:footnote w:id="2"><w:p><w:r><w:t>Al pie.</w:t></w:r></w:p></w:footnote></w:footnotes>"#,
        ),
        ("docProps/core.xml", "<c><dc:title>Informe</dc:title><dc:creator>Ana</dc:creator></c>"),
    ])
}

fn item(level: u8, text: &str) -> String {
    format!(
        r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#
    )
}

#[test]
fn word_keeps_headings_lists_tables_headers_and_notes() {
    let body = [
        r#"<w:p><w:pPr><w:pStyle w:val="Mio"/></w:pPr><w:r><w:t>Uno</w:t></w:r></w:p>"#,
        r#"<w:p><w:r><w:t xml:space="preserve">Texto </w:t></w:r><w:del><w:r><w:delText>no</w:delText></w:r></w:del><w:hyperlink><w:r><w:t>enlazado</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:p>"#,
        &item(0, "primero"),
        &item(1, "dentro"),
        &item(0, "segundo"),
        "<w:p><w:r><w:lastRenderedPageBreak/><w:t>Página dos</w:t></w:r></w:p>",
        r#"<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>B</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>2</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>3</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"#,
        r#"<w:p><w:pPr><w:pStyle w:val="Circle"/></w:pPr><w:r><w:t>fin</w:t></w:r></w:p>"#,
    ]
    .concat();
    let found = docx(&word(&body), &Limits::default()).unwrap();
    assert_eq!(found.title.as_deref(), Some("Informe"));
    assert_eq!(found.facts.get("author").map(String::as_str), Some("Ana"));
    assert_eq!(
        texts(&found),
        [
            "Confidencial",
            "Uno",
            "Texto enlazado[2]",
            "1. primero\n  - dentro\n2. segundo",
            "Página dos",
            "| A | B |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |",
            "fin",
            "[2] Al pie.",
        ]
    );
    assert_eq!(found.blocks[1].kind, BlockKind::Heading { level: 1 });
    assert_eq!((found.blocks[2].page, found.blocks[4].page, found.pages), (Some(1), Some(2), Some(2)));
}

#[test]
fn word_without_a_body_is_damaged() {
    let file = container(&[("word/document.xml", "<w:document/>")]);
    assert!(docx(&file, &Limits::default()).unwrap_err().to_string().contains("damaged"));
    assert!(
        docx(&container(&[("word/x", "")]), &Limits::default())
            .unwrap_err()
            .to_string()
            .contains("word/document.xml")
    );
}

#[test]
fn slides_come_in_the_order_they_are_shown() {
    let slide = |title: &str, body: &str| {
        format!(
            r#"<p:sld><p:cSld><p:spTree>
            <p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody>{body}</p:txBody></p:sp>
            <p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>{title}</a:t></a:r></a:p></p:txBody></p:sp>
            </p:spTree></p:cSld></p:sld>"#
        )
    };
    let bullets =
        r#"<a:p><a:r><a:t>uno</a:t></a:r></a:p><a:p><a:pPr lvl="1"/><a:r><a:t>dos</a:t></a:r></a:p>"#;
    let file = container(&[
        (
            "ppt/presentation.xml",
            r#"<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId9"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>"#,
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            r#"<R><R Id="rId2" Type="x/slide" Target="slides/slide1.xml"/><R Id="rId9" Type="x/slide" Target="/ppt/slides/slide2.xml"/></R>"#,
        ),
        ("ppt/slides/slide1.xml", &slide("Segunda", "<a:p><a:r><a:t>solo</a:t></a:r></a:p>")),
        ("ppt/slides/slide2.xml", &slide("Primera", bullets)),
        (
            "ppt/slides/_rels/slide2.xml.rels",
            r#"<R><R Id="a" Type="x/notesSlide" Target="../notesSlides/n1.xml"/></R>"#,
        ),
        (
            "ppt/notesSlides/n1.xml",
            r#"<p:notes><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>decir hola</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:notes>"#,
        ),
    ]);
    let found = pptx(&file, &Limits::default()).unwrap();
    assert_eq!(texts(&found), ["Primera", "- uno\n  - dos", "Notes: decir hola", "Segunda", "solo"]);
    assert_eq!(found.blocks.iter().map(|block| block.page).collect::<Vec<_>>(), [1, 1, 1, 2, 2].map(Some));
}

#[test]
fn opendocument_reads_alike() {
    let content = r#"<office:document-content><office:automatic-styles>
        <text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style></office:automatic-styles>
        <office:body><office:text>
        <text:h text:outline-level="2">Título</text:h>
        <text:p>Uno<text:s text:c="2"/>dos<text:note><text:note-body><text:p>nota</text:p></text:note-body></text:note></text:p>
        <text:list text:style-name="L1"><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item></text:list>
        <table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"><text:p>y</text:p></table:table-cell></table:table-row></table:table>
        </office:text></office:body></office:document-content>"#;
    let file = container(&[("content.xml", content), ("meta.xml", "<m><dc:title>T</dc:title></m>")]);
    let found = opendocument(&file, &Limits::default()).unwrap();
    assert_eq!(
        texts(&found),
        ["Título", "Uno  dos (nota)", "1. a\n  - b", "| x | y | y |\n| --- | --- | --- |"]
    );
    assert_eq!(found.blocks[0].kind, BlockKind::Heading { level: 2 });
}

#[test]
fn encrypted_opendocument_is_protected() {
    let file = container(&[
        ("META-INF/manifest.xml", "<m><manifest:encryption-data/></m>"),
        ("content.xml", "\u{1}"),
    ]);
    assert_eq!(opendocument(&file, &Limits::default()), Err(super::super::ExtractError::Protected));
}

const WORKBOOK: &str = r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Gastos" sheetId="1" r:id="rId1"/></sheets></workbook>"#;

fn workbook(rows: &str) -> Vec<u8> {
    container(&[
        ("[Content_Types].xml", "<Types/>"),
        (
            "_rels/.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        ("xl/workbook.xml", WORKBOOK),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        (
            "xl/styles.xml",
            r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>"#,
        ),
        (
            "xl/worksheets/sheet1.xml",
            &format!(
                r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>"#
            ),
        ),
    ])
}

#[test]
fn sheets_keep_types_dates_and_formulas() {
    let rows = r#"<row r="1"><c r="A1" t="inlineStr"><is><t>Fecha</t></is></c><c r="C1" t="inlineStr"><is><t>Importe</t></is></c></row>
        <row r="2"><c r="A2" s="1"><v>45322</v></c><c r="C2"><v>0.30000000000000004</v></c></row>
        <row r="3"><c r="A3" s="2"><v>45322.5</v></c><c r="C3"><f>SUM(C2:C2)</f></c></row>
        <row r="9"><c r="A9" t="b"><v>1</v></c><c r="C9"><f>1+1</f><v>2</v></c></row>"#;
    let found = sheets(Kind::Xlsx, &workbook(rows), &Limits::default()).unwrap();
    assert_eq!(
        texts(&found),
        [
            "Gastos",
            "| Fecha | Importe |\n| --- | --- |\n| 2024-01-31 | 0.3 |\n| 2024-01-31 12:00:00 | =SUM(C2:C2) |\n| true | 2 |",
        ]
    );
    assert_eq!(found.blocks[1].page, Some(1));
}

#[test]
fn a_cell_at_the_far_corner_costs_one_cell() {
    let rows =
        r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>"#;
    let found = sheets(Kind::Xlsx, &workbook(rows), &Limits::default()).unwrap();
    assert_eq!(found.blocks[1].text, "| 1 |  |\n| --- | --- |\n|  | 2 |");
}

#[test]
fn sheets_do_not_unfold_bombs() {
    let rows = format!("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>{}", " ".repeat(1 << 20));
    let limits = Limits { unpacked: 1 << 19, ..Limits::default() };
    assert!(sheets(Kind::Xlsx, &workbook(&rows), &limits).unwrap_err().to_string().contains("too large"));
}
