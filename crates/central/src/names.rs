//! Names as people and models write them: in any case, with or without accents, singular or plural, nearly right.

use conserje_text::name_words;

/// Nobody calls an entity anything longer; the rest is not looked at.
const LONGEST: usize = 80;

/// What two spellings of one name have in common.
pub fn key(text: &str) -> String {
    name_words(text).concat()
}

/// How alike two words are: 1 is equal, 0 has nothing in common.
pub fn likeness(one: &str, other: &str) -> f64 {
    let (one, other): (Vec<char>, Vec<char>) =
        (one.chars().take(LONGEST).collect(), other.chars().take(LONGEST).collect());
    let longest = one.len().max(other.len());
    if longest == 0 {
        return 1.0;
    }
    1.0 - distance(&one, &other) as f64 / longest as f64
}

/// How many signs must be changed, added or taken out.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, sign) in one.iter().enumerate() {
        let mut corner = at;
        let mut left = at + 1;
        let mut next = vec![left];
        for (other_sign, above) in other.iter().zip(row.iter().skip(1)) {
            left = (corner + usize::from(sign != other_sign)).min(left + 1).min(above + 1);
            corner = *above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use conserje_text::fold;

    use super::*;

    #[test]
    fn case_accents_plurals_and_small_words_do_not_matter() {
        for names in [
            ["salesInvoiceLines", "Sales invoice line", "sales_invoice-lines"],
            ["Líneas de la factura", "linea factura", "LINEAS DE FACTURAS"],
            ["países", "pais", "PAÍS"],
            ["currencies", "Currency", "currency"],
            ["proveedores", "Proveedor", "el proveedor"],
            ["albaranes de venta", "albarán de ventas", "Albaran venta"],
        ] {
            let [first, second, third] = names.map(key);
            assert!(first == second && second == third, "{names:?}: {first} {second} {third}");
        }
        assert_ne!(key("sales order"), key("sales quote"));
    }

    #[test]
    fn likeness_counts_changed_signs() {
        assert!(likeness("customer", "custmer") > 0.85);
        assert!(likeness("customer", "vendor") < 0.4);
        assert!((likeness("", "") - 1.0).abs() < f64::EPSILON);
    }

    proptest! {
        #[test]
        fn any_text_has_a_key_that_folding_does_not_change(text in any::<String>(), other in any::<String>()) {
            let once = key(&text);
            prop_assert_eq!(&once, &fold(&once));
            let share = likeness(&text, &other);
            prop_assert!((0.0..=1.0).contains(&share));
            prop_assert!((share - likeness(&other, &text)).abs() < 1e-9);
        }
    }
}
