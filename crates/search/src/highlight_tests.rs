use proptest::prelude::*;

use super::*;

fn highlighter(question: &str) -> Highlighter {
    Highlighter::new(question, &Synonyms::default())
}

#[test]
fn words_are_marked_as_they_are_written() {
    let marked = highlighter("articulo trabajadores").mark("El Artículo 3 protege al trabajador <b>.");
    assert_eq!(marked, "El <em>Artículo</em> 3 protege al <em>trabajador</em> &lt;b&gt;.");
}

#[test]
fn an_identifier_is_marked_whole() {
    assert_eq!(highlighter("REF-2024-ABC").mark("Ver ref-2024-abc."), "Ver <em>ref-2024-abc</em>.");
}

#[test]
fn what_is_excluded_is_not_marked_and_synonyms_are() {
    let synonyms: Synonyms = [("paro", ["desempleo"])].into_iter().collect();
    let marked = Highlighter::new("paro -despido", &synonyms).mark("El desempleo tras el despido");
    assert_eq!(marked, "El <em>desempleo</em> tras el despido");
}

#[test]
fn fragments_are_short_whole_words_and_the_richest_comes_first() {
    let filler = "palabra ".repeat(60);
    let text = format!("una huelga {filler} huelga y cierre patronal {filler}");
    let fragments = highlighter("huelga cierre patronal").fragments(&text, 2);
    assert_eq!(fragments.len(), 2);
    assert!(fragments[0].contains("<em>cierre</em> <em>patronal</em>"), "{fragments:?}");
    assert!(fragments.iter().all(|fragment| fragment.len() < 300));
}

/// Takes marks and escapes away again.
fn plain(marked: &str) -> String {
    let bare = marked.replace("<em>", "").replace("</em>", "");
    let bare = bare.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    bare.replace("&amp;", "&")
}

proptest! {
    #[test]
    fn nothing_but_marks_is_added(question in "\\PC{0,30}", text in "\\PC{0,200}") {
        let highlighter = highlighter(&question);
        prop_assert_eq!(&plain(&highlighter.mark(&text)), &text);
        for fragment in highlighter.fragments(&text, 3) {
            prop_assert!(text.contains(&plain(&fragment)));
        }
    }
}
