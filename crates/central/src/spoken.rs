//! What a sentence speaks of: entities by any of their names, and steps in plain words. For whoever has no model that
//! fills arguments in, and for models that pass the question on.

use conserje_text::{fold, name_words as words};
use serde_json::{Value, json};

use super::catalogue::{Catalogue, Entity};

/// Words in the longest name.
const LONGEST_NAME: usize = 6;
/// Words of a sentence that are looked at.
const LOOKED_AT: usize = 400;

/// Words between two things.
const BETWEEN: &[&str] = &["and", "y", "e", "or", "o", "u", "with", "con", "to", "a", "from"];

/// What a step does, by how people say it; the first that is there. Without any, something is created.
const VERBS: &[(&str, &[&str])] = &[
    ("DELETE", &["delete", "remove", "borra", "borrar", "elimina", "eliminar", "quitar"]),
    (
        "PATCH",
        &["update", "patch", "change", "edit", "modify", "actualiza", "actualizar", "modificar", "cambiar"],
    ),
    ("GET", &["get", "read", "find", "look", "leer", "lee", "consulta", "consultar", "buscar", "obtener"]),
    (
        "POST",
        &[
            "create", "add", "new", "insert", "crea", "crear", "alta", "nuevo", "nueva", "añadir", "anadir",
            "meter",
        ],
    ),
];

impl Catalogue {
    /// The entities that a sentence names, in its order, each once; of names inside one another the longest.
    pub fn mentioned(&self, sentence: &str) -> Vec<&Entity> {
        let parts = sentence.split(|sign: char| !sign.is_alphanumeric()).filter(|part| !part.is_empty());
        // No name goes over `and`: what stands on both sides of it are two.
        let parted = |part: &str| if BETWEEN.contains(&part) { vec!["|".to_owned()] } else { words(part) };
        let said: Vec<String> = parts.flat_map(parted).take(LOOKED_AT).collect();
        let mut found: Vec<&Entity> = Vec::new();
        let mut at = 0;
        while at < said.len() {
            let longest = (1..=LONGEST_NAME.min(said.len() - at)).rev().find_map(|length| {
                let name = said.get(at..at + length)?.concat();
                self.keyed(&name).map(|entity| (length, entity))
            });
            let Some((length, entity)) = longest else {
                at += 1;
                continue;
            };
            if !found.iter().any(|known| known.name == entity.name) {
                found.push(entity);
            }
            at += length;
        }
        found
    }

    /// Steps as people write them: `create customer, then salesOrder, post it`.
    pub fn spoken_steps(&self, text: &str) -> Vec<Value> {
        let mut steps: Vec<Value> = Vec::new();
        for clause in clauses(text) {
            let said: Vec<String> = clause.split(|sign: char| !sign.is_alphanumeric()).map(fold).collect();
            let verb = VERBS.iter().find(|(_, verbs)| said.iter().any(|word| verbs.contains(&word.as_str())));
            let verb = verb.map(|(operation, _)| *operation);
            match (self.mentioned(clause).last(), verb) {
                (Some(entity), verb) => {
                    let action = action_of(entity, &said).filter(|_| verb.is_none());
                    steps.push(match action {
                        Some(action) => json!({"entity": entity.name, "action": action}),
                        None => json!({"entity": entity.name, "operation": verb.unwrap_or("POST")}),
                    });
                }
                // `post it`, `register it`: the one before.
                (None, _) => {
                    let before = steps.last().and_then(|step| step.get("entity")).and_then(Value::as_str);
                    let known = before.and_then(|name| self.named(name));
                    if let Some((entity, action)) = known.and_then(|one| Some((one, action_of(one, &said)?)))
                    {
                        steps.push(json!({"entity": entity.name, "action": action}));
                    }
                }
            }
        }
        steps
    }
}

/// One of its bound actions, by name or by what it is called in Spanish.
fn action_of<'a>(entity: &'a Entity, said: &[String]) -> Option<&'a str> {
    const SPANISH: &[(&str, &[&str])] = &[
        ("post", &["registrar", "registra", "registro", "contabilizar", "contabiliza"]),
        ("send", &["enviar", "envia", "mandar"]),
        ("cancel", &["anular", "anula", "cancelar"]),
    ];
    let is_said = |action: &str| {
        let spanish = SPANISH.iter().find(|(name, _)| *name == action).map_or(&[][..], |(_, words)| *words);
        said.iter().any(|word| word == &fold(action) || spanish.contains(&word.as_str()))
    };
    entity.actions.iter().map(String::as_str).find(|action| is_said(action))
}

/// What stands between commas, arrows, numbers and `then`.
fn clauses(text: &str) -> Vec<&str> {
    // What comes before a colon says what is wanted, not what is done.
    let text = text.split_once(':').map_or(text, |(_, steps)| steps);
    let mut parts = vec![text];
    for mark in [
        ",",
        ";",
        "\n",
        "->",
        "→",
        " then ",
        " luego ",
        " después ",
        " despues ",
        " and ",
        " y ",
        ")",
        " before ",
    ] {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::catalogue::tests::shipped;

    fn named(sentence: &str) -> Vec<String> {
        shipped().mentioned(sentence).iter().map(|entity| entity.name.clone()).collect()
    }

    #[test]
    fn a_sentence_names_entities_in_either_language() {
        assert_eq!(named("¿Qué campos tiene un cliente en Business Central?"), ["customer"]);
        assert_eq!(named("how are customers and sales orders related?"), ["customer", "salesOrder"]);
        assert_eq!(named("which operations does salesOrder support"), ["salesOrder"]);
        assert_eq!(named("what is the weather like"), Vec::<String>::new());
    }

    #[test]
    fn steps_are_read_from_plain_words() {
        let steps =
            shipped().spoken_steps("validate this: create a salesOrderLine, then create its salesOrder");
        let told: Vec<_> =
            steps.iter().map(|step| (step["operation"].as_str(), step["entity"].as_str())).collect();
        assert_eq!(told, [(Some("POST"), Some("salesOrderLine")), (Some("POST"), Some("salesOrder"))]);
        let steps = shipped().spoken_steps("crear cliente, crear factura de venta, registrarla y registrar");
        assert_eq!(steps.last().unwrap()["action"], "post", "{steps:?}");
    }

    proptest! {
        #[test]
        fn anything_can_be_said(text in any::<String>()) {
            let catalogue = shipped();
            catalogue.mentioned(&text);
            catalogue.spoken_steps(&text);
        }
    }
}
