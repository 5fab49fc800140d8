//! What the model without words of its own says, in each language and form of address.
//!
//! People who ask read this, customers among them: nothing here speaks of providers, models or settings.

use conserje_kernel::{Address, Language};

use super::small_talk::SmallTalk;
use crate::message::House;

/// Questions that are offered.
const EXAMPLES: usize = 3;
/// An example is a question, not a page.
const EXAMPLE: usize = 160;

/// Who speaks, to whom, and in which language.
#[derive(Clone, Copy)]
pub(super) struct Voice<'a> {
    pub(super) house: &'a House,
    pub(super) english: bool,
}

/// What a search looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Looked {
    pub(super) documents: u64,
    /// The collection or document that it kept to.
    pub(super) within: Option<String>,
}

/// Something that comes near: its document, a sentence, and the mark of its source.
pub(super) struct Near {
    pub(super) title: String,
    pub(super) sentence: String,
    pub(super) cited: String,
}

impl<'a> Voice<'a> {
    /// In the language that the conversation shows, else in the one that a message shows.
    pub(super) fn new(house: &'a House, guessed: bool) -> Self {
        let english = house.language.map_or(guessed, |language| language == Language::En);
        Self { house, english }
    }

    pub(super) fn say<'t>(self, spanish: &'t str, english: &'t str) -> &'t str {
        if self.english { english } else { spanish }
    }

    fn address<'t>(self, tu: &'t str, usted: &'t str, english: &'t str) -> &'t str {
        let address: Address = self.house.address;
        self.say(address.choose(tu, usted), english)
    }

    pub(super) fn small_talk(self, kind: SmallTalk) -> String {
        match kind {
            SmallTalk::Greeting => self
                .address(
                    "¡Hola! ¿En qué puedo ayudarte?",
                    "¡Hola! ¿En qué puedo ayudarle?",
                    "Hello! How can I help you?",
                )
                .to_owned(),
            SmallTalk::HowAreYou => self
                .address(
                    "¡Todo bien, gracias! ¿En qué puedo ayudarte?",
                    "¡Todo bien, gracias! ¿En qué puedo ayudarle?",
                    "All well, thank you! How can I help you?",
                )
                .to_owned(),
            SmallTalk::Thanks => self
                .address(
                    "¡De nada! Si necesitas algo más, aquí estoy.",
                    "¡De nada! Si necesita algo más, aquí estoy.",
                    "You're welcome! If you need anything else, just ask.",
                )
                .to_owned(),
            SmallTalk::Agreement => self
                .address(
                    "De acuerdo. Si necesitas algo más, pregúntame.",
                    "De acuerdo. Si necesita algo más, pregúnteme.",
                    "All right. If you need anything else, just ask.",
                )
                .to_owned(),
            SmallTalk::Apology => self
                .address(
                    "No pasa nada. ¿En qué puedo ayudarte?",
                    "No pasa nada. ¿En qué puedo ayudarle?",
                    "No problem. How can I help you?",
                )
                .to_owned(),
            SmallTalk::Goodbye => {
                self.say("¡Hasta luego! Que vaya muy bien.", "Goodbye! Have a nice day.").to_owned()
            }
            SmallTalk::Laughter => self
                .address("😊 ¿Necesitas algo más?", "😊 ¿Necesita algo más?", "😊 Anything else?")
                .to_owned(),
            SmallTalk::WhoAreYou => {
                [Some(self.who()), self.examples()].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
            }
            SmallTalk::WhatCanYouDo => {
                let examples = self.examples().unwrap_or_else(|| self.what_there_is().to_owned());
                [Some(examples), self.person()].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
            }
        }
    }

    fn who(self) -> String {
        let named = self.house.assistant.as_deref().map(str::trim).filter(|name| !name.is_empty());
        match (named, self.english) {
            (Some(name), false) => format!("Soy «{name}», un asistente automático: no soy una persona."),
            (Some(name), true) => format!("I am \"{name}\", an automatic assistant: I am not a person."),
            (None, false) => "Soy un asistente automático: no soy una persona.".to_owned(),
            (None, true) => "I am an automatic assistant: I am not a person.".to_owned(),
        }
    }

    fn what_there_is(self) -> &'static str {
        let address: Address = self.house.address;
        if self.english {
            return "Ask me what you want to know: I look it up in the documents that are here and say where the answer stands.";
        }
        address.choose(
            "Pregúntame lo que quieras saber: lo busco en los documentos que hay aquí y te digo dónde está la respuesta.",
            "Pregúnteme lo que quiera saber: lo busco en los documentos que hay aquí y le digo dónde está la respuesta.",
        )
    }

    /// What can be asked here, if that is known.
    fn examples(self) -> Option<String> {
        let fits = |example: &&String| !example.trim().is_empty() && example.chars().count() <= EXAMPLE;
        let lines: Vec<String> = self
            .house
            .examples
            .iter()
            .filter(fits)
            .take(EXAMPLES)
            .map(|example| format!("- {}", example.trim()))
            .collect();
        let begins = self.address(
            "Puedes preguntarme, por ejemplo:",
            "Puede preguntarme, por ejemplo:",
            "You can ask me, for instance:",
        );
        (!lines.is_empty()).then(|| format!("{begins}\n{}", lines.join("\n")))
    }

    /// That somebody can be asked for, where there is somebody.
    fn person(self) -> Option<String> {
        let offered = self.address(
            "Si lo prefieres, puedo avisar a una persona: solo tienes que pedírmelo.",
            "Si lo prefiere, puedo avisar a una persona: solo tiene que pedírmelo.",
            "If you prefer, I can ask a person to help you: just say so.",
        );
        self.house.has_people.then(|| offered.to_owned())
    }

    /// What else can be done where there is no answer.
    fn instead(self) -> impl Iterator<Item = String> + 'a {
        [self.examples(), self.person()].into_iter().flatten()
    }

    /// Nothing answers it: what was looked at, what comes nearest, what else can be done.
    pub(super) fn nothing_found(self, looked: Option<&Looked>, near: &[Near]) -> String {
        let mut told = vec![self.looked(looked)];
        if !near.is_empty() {
            let lines: Vec<String> = near
                .iter()
                .map(|one| format!("- **{}**: {}{}", one.title, one.sentence, one.cited))
                .collect();
            told.push(format!(
                "{}\n\n{}",
                self.say("Lo más cercano:", "What comes nearest:"),
                lines.join("\n")
            ));
        }
        told.extend(self.instead());
        told.join("\n\n")
    }

    fn looked(self, looked: Option<&Looked>) -> String {
        let nothing = self.say("No he encontrado la respuesta", "I did not find the answer");
        match (looked, self.english) {
            (None, _) => format!("{nothing}."),
            (Some(Looked { documents: 0, within: None }), false) => {
                "No he encontrado la respuesta: todavía no hay documentos en los que buscarla.".to_owned()
            }
            (Some(Looked { documents: 0, within: None }), true) => {
                "I did not find the answer: there are no documents to look it up in yet.".to_owned()
            }
            (Some(Looked { documents, within: Some(within) }), english) => match (documents, english) {
                (0, false) => format!("{nothing}: en «{within}» no hay documentos todavía."),
                (0, true) => format!("{nothing}: there are no documents in \"{within}\" yet."),
                (1, false) => format!("{nothing} en «{within}»."),
                (1, true) => format!("{nothing} in \"{within}\"."),
                (documents, false) => format!("{nothing} en los {documents} documentos de «{within}»."),
                (documents, true) => format!("{nothing} in the {documents} documents of \"{within}\"."),
            },
            (Some(Looked { documents: 1, within: None }), false) => {
                format!("{nothing} en el documento que hay aquí.")
            }
            (Some(Looked { documents: 1, within: None }), true) => {
                format!("{nothing} in the one document that is here.")
            }
            (Some(Looked { documents, within: None }), false) => {
                format!("{nothing} en los {documents} documentos que hay aquí.")
            }
            (Some(Looked { documents, within: None }), true) => {
                format!("{nothing} in the {documents} documents that are here.")
            }
        }
    }

    /// What was named is not there; `which` says so and what there is instead.
    pub(super) fn not_there(self, which: &[String]) -> String {
        which.iter().cloned().chain(self.instead()).collect::<Vec<_>>().join("\n\n")
    }

    /// There is nothing to look it up with.
    pub(super) fn no_answer(self) -> String {
        let none = self.say("No tengo respuesta para eso.", "I have no answer to that.");
        std::iter::once(none.to_owned()).chain(self.instead()).collect::<Vec<_>>().join("\n\n")
    }

    /// A search that was not made.
    pub(super) fn could_not_look(self) -> String {
        let failed = self.address(
            "No he podido buscarlo ahora. Prueba otra vez dentro de un momento.",
            "No he podido buscarlo ahora. Pruebe otra vez dentro de un momento.",
            "I could not look it up now. Try again in a moment.",
        );
        std::iter::once(failed.to_owned()).chain(self.person()).collect::<Vec<_>>().join("\n\n")
    }

    pub(super) fn this_is_what_i_found(self, quoted: &str) -> String {
        format!("{}\n\n{quoted}", self.say("Esto es lo que he encontrado:", "This is what I found:"))
    }

    /// Which tables there are.
    pub(super) fn tables(self, document: Option<&str>, lines: &[String]) -> String {
        let begins = match (document, self.english) {
            (Some(document), false) => format!("Tablas de «{document}»:"),
            (Some(document), true) => format!("Tables in \"{document}\":"),
            (None, _) => self.say("Tablas:", "Tables:").to_owned(),
        };
        format!("{begins}\n\n{}", lines.join("\n"))
    }

    /// Where what was looked for stands.
    pub(super) fn matches(self, lines: &[String], more: usize) -> String {
        let begins = self.say("Esto es lo que coincide:", "This is what matches:");
        let rest = match (more, self.english) {
            (0, _) => String::new(),
            (more, false) => format!("\n\nY {more} más."),
            (more, true) => format!("\n\nAnd {more} more."),
        };
        format!("{begins}\n\n{}{rest}", lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> House {
        House {
            address: Address::Usted,
            language: Some(Language::Es),
            assistant: Some("Documentos".to_owned()),
            examples: [
                "¿Qué documentos hay?",
                "¿Cuánto cuesta la limpieza?",
                "",
                "¿A qué hora abren?",
                "¿Una más?",
            ]
            .map(str::to_owned)
            .to_vec(),
            has_people: true,
        }
    }

    #[test]
    fn where_nothing_is_found_it_says_where_it_looked_what_is_near_and_what_can_be_done() {
        let house = house();
        let near = Near {
            title: "tarifas.md".to_owned(),
            sentence: "La limpieza cuesta 40 €.".to_owned(),
            cited: " [1]".to_owned(),
        };
        let told =
            Voice::new(&house, true).nothing_found(Some(&Looked { documents: 12, within: None }), &[near]);
        assert_eq!(
            told,
            "No he encontrado la respuesta en los 12 documentos que hay aquí.\n\nLo más cercano:\n\n- **tarifas.md**: La \
             limpieza cuesta 40 €. [1]\n\nPuede preguntarme, por ejemplo:\n- ¿Qué documentos hay?\n- ¿Cuánto cuesta la \
             limpieza?\n- ¿A qué hora abren?\n\nSi lo prefiere, puedo avisar a una persona: solo tiene que pedírmelo."
        );
    }

    #[test]
    fn an_unknown_house_is_spoken_for_plainly() {
        let house = House::default();
        for (english, sentence) in
            [(false, "No he encontrado la respuesta."), (true, "I did not find the answer.")]
        {
            assert_eq!(Voice::new(&house, english).nothing_found(None, &[]), sentence);
        }
        let voice = Voice::new(&house, false);
        assert_eq!(
            voice.small_talk(SmallTalk::WhoAreYou),
            "Soy un asistente automático: no soy una persona."
        );
        assert!(voice.small_talk(SmallTalk::WhatCanYouDo).starts_with("Pregúntame"));
        assert_eq!(voice.no_answer(), "No tengo respuesta para eso.");
    }

    #[test]
    fn the_address_of_the_house_is_kept_and_what_was_looked_at_counted() {
        let house = House { language: Some(Language::En), ..house() };
        let voice = Voice::new(&house, false);
        assert!(
            voice.small_talk(SmallTalk::WhoAreYou).starts_with("I am \"Documentos\", an automatic assistant")
        );
        let within = |documents, name: &str| Looked { documents, within: Some(name.to_owned()) };
        for (looked, told) in [
            (within(3, "sentencias"), "I did not find the answer in the 3 documents of \"sentencias\"."),
            (within(1, "manual.md"), "I did not find the answer in \"manual.md\"."),
            (
                within(0, "criterios"),
                "I did not find the answer: there are no documents in \"criterios\" yet.",
            ),
            (Looked::default(), "I did not find the answer: there are no documents to look it up in yet."),
        ] {
            assert_eq!(voice.looked(Some(&looked)), told);
        }
        let usted = Voice { english: false, ..voice };
        assert_eq!(usted.small_talk(SmallTalk::Greeting), "¡Hola! ¿En qué puedo ayudarle?");
        assert!(usted.could_not_look().contains("Pruebe otra vez"));
    }

    #[test]
    fn nobody_reads_about_models_or_settings() {
        let kinds = [
            SmallTalk::Laughter,
            SmallTalk::Greeting,
            SmallTalk::Agreement,
            SmallTalk::Apology,
            SmallTalk::Thanks,
            SmallTalk::Goodbye,
            SmallTalk::HowAreYou,
            SmallTalk::WhatCanYouDo,
            SmallTalk::WhoAreYou,
        ];
        let house = house();
        for english in [false, true] {
            let voice = Voice { house: &house, english };
            let mut all: Vec<String> = kinds.map(|kind| voice.small_talk(kind)).to_vec();
            all.extend([voice.nothing_found(None, &[]), voice.no_answer(), voice.could_not_look()]);
            for text in all {
                let folded = text.to_lowercase();
                for word in ["modelo", "model", "provider", "proveedor", "config"] {
                    assert!(!folded.contains(word), "{text}");
                }
            }
        }
    }
}
