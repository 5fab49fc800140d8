//! Which operation somebody means who says it in words: `crear factura de venta`, `post invoice`.

use conserje_text::name_words as words;

use super::catalogue::{Catalogue, Entity, Operation};
use super::names::likeness;

/// What an operation is called, in both languages.
const GET: &[&str] = &[
    "get",
    "list",
    "read",
    "find",
    "fetch",
    "query",
    "show",
    "see",
    "search",
    "obtener",
    "listar",
    "leer",
    "consultar",
    "buscar",
    "ver",
    "mostrar",
];
const POST: &[&str] = &[
    "create",
    "add",
    "insert",
    "new",
    "make",
    "register",
    "crear",
    "alta",
    "añadir",
    "agregar",
    "nuevo",
    "nueva",
    "insertar",
    "hacer",
    "registrar",
    "emitir",
];
const PATCH: &[&str] = &[
    "update",
    "change",
    "modify",
    "edit",
    "patch",
    "actualizar",
    "cambiar",
    "modificar",
    "editar",
    "corregir",
];
const DELETE: &[&str] = &["delete", "remove", "erase", "borrar", "eliminar", "quitar", "baja", "suprimir"];
/// Words for bound actions, by a word of the action's name.
const ACTIONS: &[(&str, &[&str])] = &[
    ("post", &["post", "registrar", "contabilizar"]),
    ("send", &["send", "email", "mail", "enviar", "mandar"]),
    ("cancel", &["cancel", "void", "cancelar", "anular"]),
    ("invoice", &["invoice", "facturar", "factura"]),
    ("order", &["order", "pedido"]),
    ("ship", &["ship", "enviar", "expedir"]),
    ("receive", &["receive", "recibir"]),
    ("restart", &["restart", "reiniciar", "relanzar"]),
    ("corrective", &["correct", "corrective", "rectificar", "rectificativa", "abonar"]),
];

/// An operation, or a bound action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verb {
    Operation(Operation),
    Action(String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct FoundOperation<'a> {
    pub entity: &'a Entity,
    pub verb: Verb,
    /// 0 to 1.
    pub score: f64,
}

impl FoundOperation<'_> {
    pub fn method(&self) -> &'static str {
        match &self.verb {
            Verb::Operation(operation) => operation.method(),
            Verb::Action(_) => Operation::Post.method(),
        }
    }

    /// Below the API's root.
    pub fn path(&self) -> String {
        match &self.verb {
            Verb::Operation(Operation::Get | Operation::Post) => self.entity.path(),
            Verb::Operation(Operation::Patch | Operation::Delete) => self.entity.one_path(),
            Verb::Action(action) => format!("{}/Microsoft.NAV.{action}", self.entity.one_path()),
        }
    }
}

impl Operation {
    /// `POST`, `post`, `create`, `crear`.
    pub fn named(word: &str) -> Option<Self> {
        let word = words(word).concat();
        let is_named = |operation: &Self| {
            let names = [operation.method()].into_iter().chain(operation.words().iter().copied());
            names.map(|name| words(name).concat()).any(|name| name == word)
        };
        Self::ALL.into_iter().find(is_named)
    }

    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Get => GET,
            Self::Post => POST,
            Self::Patch => PATCH,
            Self::Delete => DELETE,
        }
    }
}

impl Catalogue {
    /// The operations that fit a few words, the best first.
    pub fn operations(&self, query: &str, most: usize) -> Vec<FoundOperation<'_>> {
        let asked: Vec<String> = words(query).into_iter().take(20).collect();
        let meant: Vec<Operation> = Operation::ALL
            .into_iter()
            .filter(|one| asked.iter().any(|word| says(word, one.words())))
            .collect();
        let mut found: Vec<FoundOperation<'_>> = Vec::new();
        for (entity, names) in self.with_names() {
            let fit = names.iter().map(|name| name_fit(&name.words, &asked)).fold(0.0, f64::max);
            if fit <= 0.0 {
                continue;
            }
            for operation in &entity.operations {
                let weight = match (meant.is_empty(), meant.contains(operation)) {
                    (true, _) => 0.8,
                    (false, true) => 1.0,
                    (false, false) => 0.3,
                };
                found.push(FoundOperation { entity, verb: Verb::Operation(*operation), score: fit * weight });
            }
            for action in &entity.actions {
                let weight = action_weight(action, &asked, meant.is_empty());
                found.push(FoundOperation {
                    entity,
                    verb: Verb::Action(action.clone()),
                    score: fit * weight,
                });
            }
        }
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        found.truncate(most);
        found
    }
}

fn says(word: &str, listed: &[&str]) -> bool {
    listed.iter().any(|one| words(one).concat() == *word)
}

/// How well the words are the name.
///
/// All of a name's words must be nearly there; a longer name that is there whole fits better than a short one.
fn name_fit(name: &[String], asked: &[String]) -> f64 {
    if name.is_empty() || asked.is_empty() {
        return 0.0;
    }
    let best = |word: &String| {
        let like = asked.iter().map(|other| likeness(word, other)).fold(0.0, f64::max);
        if like >= 0.75 { like } else { 0.0 }
    };
    let sum: f64 = name.iter().map(best).sum();
    let covered = sum / name.len() as f64;
    let used = (sum / asked.len() as f64).min(1.0);
    if covered < 0.5 { 0.0 } else { (covered * 0.7 + used * 0.3).min(1.0) }
}

fn action_weight(action: &str, asked: &[String], nothing_else_meant: bool) -> f64 {
    let parts = words(action);
    let wanted = ACTIONS.iter().filter(|(part, _)| parts.iter().any(|one| *one == words(part).concat()));
    let named = wanted.clone().filter(|(_, said)| asked.iter().any(|word| says(word, said))).count();
    match (named, wanted.count()) {
        (0, _) if nothing_else_meant => 0.6,
        (0, _) => 0.2,
        (named, all) if named == all => 1.0,
        (_, _) => 0.7,
    }
}
