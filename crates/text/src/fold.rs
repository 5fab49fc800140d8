//! Keys to find a text by, whatever its case and accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, without accents.
pub fn fold(text: &str) -> String {
    let bare = |text: &str| text.nfkd().filter(|sign| !is_combining_mark(*sign)).collect::<String>();
    bare(&bare(text).to_lowercase())
}
