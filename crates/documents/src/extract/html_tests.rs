use proptest::prelude::*;

use super::*;
use crate::BlockKind;

fn blocks(page: &str) -> Vec<(BlockKind, String)> {
    html(page, &Limits::default()).blocks.into_iter().map(|block| (block.kind, block.text)).collect()
}

#[test]
fn the_content_stays_and_what_surrounds_it_goes() {
    let page = "<html lang=es><head><title>Guía</title><script>var x</script></head><body>
        <nav><a href=/>Inicio</a> <a href=/b>Blog</a></nav>
        <main><h1>Guía de <em>pagos</em></h1><p>Primero,<br>lea esto.</p>
        <ul><li>Uno<ol><li>a</li><li>b</li></ol></li><li><p>Dos</p></li></ul>
        <table><caption>Tarifas</caption><tr><th>Plan<th>Precio</tr><tr><td>Básico<td>10 €</tr></table>
        <pre><code class=language-rust>let x = 1;\nlet y = 2;</code></pre>
        <p style='display: none'>oculto</p></main>
        <footer>© 2024</footer></body></html>";
    let found = html(page, &Limits::default());
    assert_eq!(found.title.as_deref(), Some("Guía"));
    assert_eq!(found.facts.get("language").map(String::as_str), Some("es"));
    let texts: Vec<_> = found.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Guía de pagos",
            "Primero,\nlea esto.",
            "- Uno\n  1. a\n  2. b\n- Dos",
            "Tarifas",
            "| Plan | Precio |\n| --- | --- |\n| Básico | 10 € |",
            "let x = 1;\nlet y = 2;",
        ]
    );
    assert_eq!(found.blocks[0].kind, BlockKind::Heading { level: 1 });
    assert_eq!(found.blocks[5].kind, BlockKind::Code { language: Some("rust".to_owned()) });
}

#[test]
fn text_outside_of_paragraphs_is_kept() {
    assert_eq!(blocks("hola <b>mundo</b><div>otro</div> fin").len(), 3);
}

#[test]
fn tables_for_layout_are_walked_through() {
    let found = blocks("<table><tr><td><h2>T</h2><p>uno</p></td></tr></table>");
    assert_eq!(found[0].0, BlockKind::Heading { level: 2 });
}

#[test]
fn pages_name_their_encoding() {
    assert_eq!(charset(b"<meta charset='ISO-8859-1'>").as_deref(), Some("iso-8859-1"));
    assert_eq!(charset(b"<p>"), None);
}

#[test]
fn depth_has_an_end() {
    let page = format!("{}hola{}", "<div>".repeat(1_000), "</div>".repeat(1_000));
    assert!(html(&page, &Limits::default()).text().contains("hola"));
}

proptest! {
    #[test]
    fn nothing_panics(page in "(<(/?)(p|ul|li|table|tr|td|h1|b|br|ol|pre|div)( colspan=9)?>|[a-z ñ&;]){0,60}") {
        let _ = html(&page, &Limits::default());
    }
}
