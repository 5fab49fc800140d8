//! What is left of a question when the words of asking are taken away.

use conserje_text::fold;

const ASKING: &str = "cuanto cuanta cuestan cuesta costaria costo costos vale valen sale precio precios tarifa tarifas cual cuales \
    es son el la los las un una uno unos de del y e o me dice dicen saber quiero quisiera puede puedes podria decir tienen tiene \
    hacen hace hay por favor hola buenas buenos dias tardes noches que con en a al para mi su sus lo le les se how much is are \
    the an does do cost costs price prices of for what whats s your you have any i would like to know tell please can it that \
    this hello hi and eso esa ese ustedes cobran cobra cita servicio servicios service services ofrecen offer lleva \
    llevan contiene contienen alergenos alergeno contain contains allergen allergens menu carta plato platillo dish espera wait ok okay ah oh uy va vale costar ya siendo primera vez mas menos pago pagar \
    seria total todo aprox again these days";

/// The words that tell what is asked about, as they were written.
pub(crate) fn telling(text: &str) -> impl Iterator<Item = &str> {
    let kept = text.split_whitespace().map(|word| word.trim_matches(|ch: char| !ch.is_alphanumeric()));
    kept.filter(|word| {
        let folded = fold(word);
        !folded.is_empty() && !ASKING.split_whitespace().any(|other| other == folded)
    })
}
