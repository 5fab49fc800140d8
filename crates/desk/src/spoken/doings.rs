//! Parts of a day by what people do then: "después de comer", "after work".

use super::Part;
use super::tokens::Tokens;

/// Parts that are told by what people do then: `después de comer`, `after work`.
pub(super) fn by_doing(tokens: &Tokens, at: usize) -> Option<(usize, Part)> {
    let by_doing: [(&[&str], Part); 4] = [
        (
            &[
                "despues de comer",
                "despues de la comida",
                "despues del almuerzo",
                "despues de almorzar",
                "after lunch",
                "saliendo de comer",
                "luego de comer",
                "luego de almorzar",
            ],
            Part::AfterLunch,
        ),
        (
            &[
                "despues del trabajo",
                "despues de trabajar",
                "despues de la oficina",
                "saliendo del trabajo",
                "salir del trabajo",
                "salga del trabajo",
                "salgo del trabajo",
                "saliendo de trabajar",
                "saliendo de currar",
                "salir de currar",
                "after work",
                "saliendo de la oficina",
                "salir de trabajar",
                "despues de la chamba",
                "saliendo de la chamba",
                "salir de la oficina",
                "saliendo del curro",
                "salir del curro",
                "salir de la chamba",
                "saliendo del laburo",
                "salir del laburo",
                "despues del laburo",
            ],
            Part::Evening,
        ),
        (
            &[
                "antes de comer",
                "antes de la comida",
                "antes del almuerzo",
                "antes de almorzar",
                "before lunch",
            ],
            Part::Morning,
        ),
        (&["first thing in the morning", "first thing"], Part::Early),
    ];
    by_doing.into_iter().find_map(|(phrases, part)| Some((tokens.says_any(at, phrases)?, part)))
}
