//! The words of a text that tell what it is about.

use std::collections::BTreeSet;

use conserje_kernel::Language;
use conserje_text::{alphanumeric_runs, fold_accents, is_stop_word_as_written, stem};

pub(super) fn terms(text: &str, english: bool) -> BTreeSet<String> {
    let language = if english { Language::En } else { Language::Es };
    let term = |word: String| {
        same_as(&word).map_or_else(|| singular(fold_accents(&stem(&word, language))), str::to_owned)
    };
    alphanumeric_runs(text).map(str::to_lowercase).filter(|word| !is_small(word)).map(term).collect()
}

/// Stemmers leave short words as they are: `día`, `días`.
fn singular(stem: String) -> String {
    match stem.strip_suffix('s') {
        Some(one) if one.len() > 2 => one.to_owned(),
        _ => stem,
    }
}

/// What people ask for and what documents call it are often different words.
fn same_as(word: &str) -> Option<&'static str> {
    const SAME: [(&str, &[&str]); 3] = [
        (
            "precio",
            &[
                "cuesta", "cuestan", "costar", "vale", "valen", "precio", "precios", "coste", "costes",
                "tarifa", "tarifas", "euros", "cost", "costs", "price", "prices", "fee", "fees",
            ],
        ),
        (
            "horario",
            &[
                "abre", "abren", "abrís", "abrimos", "abierto", "cierra", "cierran", "cerráis", "horario",
                "horarios", "hora", "horas", "open", "opens", "opening", "close", "closes", "hours",
            ],
        ),
        ("lugar", &["dirección", "ubicación", "calle", "address", "located", "location", "street"]),
    ];
    SAME.iter().find(|(_, words)| words.contains(&word)).map(|(name, _)| *name)
}

/// Words that tell nothing about a question's subject.
fn is_small(word: &str) -> bool {
    const ASKING: [&str; 19] = [
        "cuánta", "cuántos", "cuántas", "hay", "puedo", "puedes", "puede", "podemos", "pueden", "podría",
        "estando", "después", "much", "many", "please", "can", "could", "may", "after",
    ];
    is_stop_word_as_written(word, Language::Es)
        || is_stop_word_as_written(word, Language::En)
        || ASKING.contains(&word)
}
