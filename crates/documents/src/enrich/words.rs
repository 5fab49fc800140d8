//! Words, as they are counted: without those that say nothing.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Words of Spanish and English that carry no topic, folded. Not those of `conserje_text`: in documents of law and of
/// offices `articulo`, `apartado` and `establecido` carry none either.
const STOP_WORDS: &str = "\
    a about above acuerdo after again ahora al algo algun alguna algunas alguno algunos all also ambas \
    ambos an and ante anterior anteriores antes any apartado aquel aquella aquellas aquello aquellos \
    aqui are articulo as asi at aun aunque be because been before being below between bien both but by \
    cada can cannot casi caso casos como con conforme contra correspondiente correspondientes cual \
    cuales cualquier cualquiera cuando cuanto cuya cuyas cuyo cuyos dado de debe deben debera deberan \
    decir del demas dentro desde despues dicha dichas dicho dichos did do does doing donde dos down \
    durante during e each efectos el ella ellas ello ellos en entre era eran eres es esa esas ese eso \
    esos esta estaba estaban establecida establecidas establecido establecidos estan estar estara estas \
    este esto estos etc fin for from fue fuera fuere fueron further ha haber habia habra hace hacer \
    hacia had han has hasta have having haya hayan he her here hers him his how hubiera hubiese i if in \
    incluso into is it its itself la las le les lo los mas may me mediante medio menos mi mientras might \
    mis misma mismas mismo mismos more most mucho muchos must muy my nada ni ninguna ninguno no nor nos \
    nosotros not nuestra nuestro o of off on once only or os other otra otras otro otros our ours out \
    over own para parrafo pero poco podra podran por porque prevista previstas previsto previstos propia \
    propio pueda puedan puede pueden pues que quien quienes relativa relativas relativo relativos \
    respectivamente respecto salvo same se sea sean segun ser sera seran she should si sido siempre \
    siendo siguiente siguientes sin sino sobre sola solo son su such sus tal tales tambien tampoco tan \
    tanto te tendra tendran tener tenga tengan than that the their theirs them then there these they \
    this those through tiene tienen to toda todas todo todos too tras traves tu u un una unas under uno \
    unos until up upon ver very vez virtud was we were what when where which while who whom why will \
    with would y ya yo you your yours";

/// Runs of letters and digits, with what holds them together: `v4.5`, `don't`, `snake_case`.
///
/// By hand: Unicode's own segmentation took most of the time that enriching took.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|ch: char| !(ch.is_alphanumeric() || matches!(ch, '.' | '\'' | '’' | '_')))
        .map(|word| word.trim_matches(['.', '\'', '’', '_']))
        .filter(|word| !word.is_empty())
}

/// Of a word as [`fold_accents`](conserje_text::fold_accents) has it.
pub fn is_stop_word(folded: &str) -> bool {
    static SET: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP_WORDS.split(' ').collect());
    SET.contains(folded)
}

/// One line, whatever the space in it was.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let is_one = !text.contains(|ch: char| ch.is_whitespace() && ch != ' ') && !text.contains("  ");
    if is_one {
        Cow::Borrowed(text.trim())
    } else {
        text.split_whitespace().collect::<Vec<_>>().join(" ").into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_a_topic_are_known() {
        assert!(is_stop_word("los") && is_stop_word("which") && !is_stop_word("despido"));
    }

    #[test]
    fn words_hold_together() {
        let found: Vec<&str> = words("La v4.5 de snake_case, don't. ¿Sí? REF-24 ...").collect();
        assert_eq!(found, ["La", "v4.5", "de", "snake_case", "don't", "Sí", "REF", "24"]);
    }
}
