//! The words that stand where something was taken out.
//!
//! They are in square brackets, and never followed directly by what would make a link of them.

use conserje_kernel::Language;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    Protected,
    Link,
    Prompt,
}

impl Notice {
    pub(crate) fn text(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Protected, Language::Es) => "[DATO PROTEGIDO]",
            (Self::Protected, Language::En) => "[PROTECTED DATA]",
            (Self::Link, Language::Es) => "[enlace retirado]",
            (Self::Link, Language::En) => "[link removed]",
            (Self::Prompt, Language::Es) => "[instrucciones internas retiradas]",
            (Self::Prompt, Language::En) => "[internal instructions removed]",
        }
    }
}

/// What would turn a notice before it into a link, or into the definition of one.
pub(crate) fn makes_a_link(sign: char) -> bool {
    matches!(sign, '(' | '[' | ':')
}
