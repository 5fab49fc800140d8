//! What is wrong with a step, and what to do about it, in both languages.

use conserje_kernel::Language;
use serde_json::{Value, json};

use crate::catalogue::{Operation, Unknown};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// From 1; `None` if it is about the workflow as a whole.
    pub step: Option<usize>,
    pub trouble: Trouble,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    NoSteps,
    TooManySteps {
        most: usize,
    },
    NotAStep,
    NoEntity,
    UnknownEntity(Unknown),
    NoOperation {
        entity: String,
    },
    UnknownOperation {
        asked: String,
    },
    UnknownAction {
        asked: String,
        entity: String,
        actions: Vec<String>,
    },
    NotAllowed {
        operation: Operation,
        entity: String,
        allowed: String,
    },
    NoKey {
        entity: String,
        verb: String,
    },
    UnknownProperty {
        asked: String,
        entity: String,
        nearest: Vec<String>,
    },
    ReadOnly {
        property: String,
    },
    WrongType {
        property: String,
        type_name: String,
    },
    Missing {
        required: String,
        entity: String,
    },
    NothingToWrite {
        entity: String,
    },
    MalformedReference {
        written: String,
    },
    UnknownStep {
        step: String,
    },
    /// The step that is used comes later, or is the step itself.
    NotYet {
        step: String,
    },
    NothingReturned {
        step: String,
        verb: String,
    },
    NotReturned {
        step: String,
        field: String,
        entity: String,
        nearest: Vec<String>,
    },
    WrongEntity {
        property: String,
        wanted: String,
        step: String,
        got: String,
    },
    Gone {
        step: usize,
    },
    SameId {
        id: String,
    },
    BeforeItsParent {
        parent: String,
        step: usize,
    },
}

impl Fault {
    pub(super) fn new(step: usize, trouble: Trouble) -> Self {
        Self { step: Some(step), trouble }
    }

    pub(super) fn of_all(trouble: Trouble) -> Self {
        Self { step: None, trouble }
    }

    pub fn json(&self, language: Language) -> Value {
        let (problem, remedy) = self.trouble.words(language);
        json!({"step": self.step, "code": self.trouble.code(), "problem": problem, "remedy": remedy})
    }

    /// One line.
    pub fn line(&self, language: Language) -> String {
        let (problem, remedy) = self.trouble.words(language);
        match (self.step, language) {
            (None, _) => format!("{problem}; {remedy}"),
            (Some(step), Language::Es) => format!("Paso {step}: {problem}; {remedy}"),
            (Some(step), Language::En) => format!("Step {step}: {problem}; {remedy}"),
        }
    }
}

impl Trouble {
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoSteps => "no_steps",
            Self::TooManySteps { .. } => "too_many_steps",
            Self::NotAStep => "not_a_step",
            Self::NoEntity => "entity_missing",
            Self::UnknownEntity(_) => "entity_unknown",
            Self::NoOperation { .. } => "operation_missing",
            Self::UnknownOperation { .. } => "operation_unknown",
            Self::UnknownAction { .. } => "action_unknown",
            Self::NotAllowed { .. } => "operation_not_allowed",
            Self::NoKey { .. } => "key_missing",
            Self::UnknownProperty { .. } => "property_unknown",
            Self::ReadOnly { .. } => "property_read_only",
            Self::WrongType { .. } => "type_wrong",
            Self::Missing { .. } => "required_missing",
            Self::NothingToWrite { .. } => "fields_missing",
            Self::MalformedReference { .. } => "reference_malformed",
            Self::UnknownStep { .. } => "step_unknown",
            Self::NotYet { .. } => "step_not_yet_done",
            Self::NothingReturned { .. } => "step_returns_nothing",
            Self::NotReturned { .. } => "field_not_returned",
            Self::WrongEntity { .. } => "entity_wrong",
            Self::Gone { .. } => "already_deleted",
            Self::SameId { .. } => "id_twice",
            Self::BeforeItsParent { .. } => "order_wrong",
        }
    }

    /// What is wrong, and what to do.
    pub fn words(&self, language: Language) -> (String, String) {
        match language {
            Language::Es => self.es(),
            Language::En => self.en(),
        }
    }

    fn es(&self) -> (String, String) {
        let both = |problem: String, remedy: &str| (problem, remedy.to_owned());
        match self {
            Self::NoSteps => both("el flujo no tiene pasos".into(), "dé una lista `steps` con al menos uno"),
            Self::TooManySteps { most } => both(
                format!("el flujo tiene más de {most} pasos"),
                "divídalo en varios; solo se revisan los primeros",
            ),
            Self::NotAStep => both(
                "no es un objeto".into(),
                "escríbalo como {\"entity\": …, \"operation\": …, \"fields\": {…}}",
            ),
            Self::NoEntity => both("no dice la entidad".into(), "añada `entity`"),
            Self::UnknownEntity(unknown) => {
                (format!("no existe la entidad `{}`", unknown.asked), maybe_es(&unknown.nearest))
            }
            Self::NoOperation { entity } => both(
                format!("no dice qué hacer con `{entity}`"),
                "añada `operation`: GET, POST, PATCH, DELETE, o `action`",
            ),
            Self::UnknownOperation { asked } => both(
                format!("`{asked}` no es una operación"),
                "use GET, POST, PATCH o DELETE, o una acción con `action`",
            ),
            Self::UnknownAction { asked, entity, actions } => (
                format!("`{entity}` no tiene la acción `{asked}`"),
                listed(actions, "no tiene ninguna", "use una de: "),
            ),
            Self::NotAllowed { operation, entity, allowed } => {
                (format!("`{entity}` no admite {operation}"), format!("use una de: {allowed}"))
            }
            Self::NoKey { entity, verb } => (
                format!("{verb} sobre `{entity}` no dice sobre cuál"),
                "añada `key` con su id o {{steps.N.id}}".into(),
            ),
            Self::UnknownProperty { asked, entity, nearest } => {
                (format!("`{entity}` no tiene la propiedad `{asked}`"), maybe_es(nearest))
            }
            Self::ReadOnly { property } => both(format!("`{property}` es de solo lectura"), "quítela"),
            Self::WrongType { property, type_name } => (
                format!("el valor de `{property}` no es de tipo {type_name}"),
                format!("dé un valor {type_name}"),
            ),
            Self::Missing { required, entity } => (
                format!("falta `{required}`, obligatorio para crear `{entity}`"),
                "añádalo a `fields`".into(),
            ),
            Self::NothingToWrite { entity } => both(
                format!("no dice qué cambiar de `{entity}`"),
                "añada `fields` con las propiedades nuevas",
            ),
            Self::MalformedReference { written } => {
                (format!("`{written}` no es una referencia"), "escríbala como {{steps.1.id}}".into())
            }
            Self::UnknownStep { step } => both(
                format!("se refiere al paso `{step}`, que no existe"),
                "use el número de un paso anterior",
            ),
            Self::NotYet { step } => both(
                format!("usa el paso `{step}`, que todavía no se ha hecho"),
                "ponga ese paso antes que este",
            ),
            Self::NothingReturned { step, verb } => {
                both(format!("el paso `{step}` ({verb}) no devuelve nada"), "use un paso GET, POST o PATCH")
            }
            Self::NotReturned { step, field, entity, nearest } => {
                (format!("el paso `{step}` devuelve `{entity}`, que no tiene `{field}`"), maybe_es(nearest))
            }
            Self::WrongEntity { property, wanted, step, got } => (
                format!("`{property}` pide el id de `{wanted}`, y el paso `{step}` da el de `{got}`"),
                format!("use un paso que devuelva `{wanted}`"),
            ),
            Self::Gone { step } => both(
                format!("lo que usa se borró en el paso {step}"),
                "ponga este paso antes o quite el borrado",
            ),
            Self::SameId { id } => both(format!("otro paso ya se llama `{id}`"), "dele otro `id`"),
            Self::BeforeItsParent { parent, step } => (
                format!("`{parent}` se crea después, en el paso {step}"),
                format!("ponga antes el paso {step} y use {{{{steps.N.id}}}}"),
            ),
        }
    }

    fn en(&self) -> (String, String) {
        let both = |problem: String, remedy: &str| (problem, remedy.to_owned());
        match self {
            Self::NoSteps => {
                both("the workflow has no steps".into(), "give a list `steps` with at least one")
            }
            Self::TooManySteps { most } => both(
                format!("the workflow has more than {most} steps"),
                "split it; only the first ones are checked",
            ),
            Self::NotAStep => both(
                "it is not an object".into(),
                "write it as {\"entity\": …, \"operation\": …, \"fields\": {…}}",
            ),
            Self::NoEntity => both("it names no entity".into(), "add `entity`"),
            Self::UnknownEntity(unknown) => {
                (format!("there is no entity `{}`", unknown.asked), maybe_en(&unknown.nearest))
            }
            Self::NoOperation { entity } => both(
                format!("it does not say what to do with `{entity}`"),
                "add `operation`: GET, POST, PATCH, DELETE, or `action`",
            ),
            Self::UnknownOperation { asked } => both(
                format!("`{asked}` is not an operation"),
                "use GET, POST, PATCH or DELETE, or an action as `action`",
            ),
            Self::UnknownAction { asked, entity, actions } => (
                format!("`{entity}` has no action `{asked}`"),
                listed(actions, "it has none", "use one of: "),
            ),
            Self::NotAllowed { operation, entity, allowed } => {
                (format!("`{entity}` does not allow {operation}"), format!("use one of: {allowed}"))
            }
            Self::NoKey { entity, verb } => (
                format!("{verb} on `{entity}` does not say which one"),
                "add `key` with its id or {{steps.N.id}}".into(),
            ),
            Self::UnknownProperty { asked, entity, nearest } => {
                (format!("`{entity}` has no property `{asked}`"), maybe_en(nearest))
            }
            Self::ReadOnly { property } => both(format!("`{property}` is read-only"), "remove it"),
            Self::WrongType { property, type_name } => (
                format!("the value of `{property}` is not of type {type_name}"),
                format!("give a {type_name}"),
            ),
            Self::Missing { required, entity } => (
                format!("`{required}` is missing, which a new `{entity}` needs"),
                "add it to `fields`".into(),
            ),
            Self::NothingToWrite { entity } => both(
                format!("it does not say what to change of `{entity}`"),
                "add `fields` with the new properties",
            ),
            Self::MalformedReference { written } => {
                (format!("`{written}` is not a reference"), "write it as {{steps.1.id}}".into())
            }
            Self::UnknownStep { step } => both(
                format!("it uses step `{step}`, which there is not"),
                "use the number of an earlier step",
            ),
            Self::NotYet { step } => both(
                format!("it uses step `{step}`, which is not done by then"),
                "put that step before this one",
            ),
            Self::NothingReturned { step, verb } => {
                both(format!("step `{step}` ({verb}) returns nothing"), "use a GET, POST or PATCH step")
            }
            Self::NotReturned { step, field, entity, nearest } => {
                (format!("step `{step}` returns `{entity}`, which has no `{field}`"), maybe_en(nearest))
            }
            Self::WrongEntity { property, wanted, step, got } => (
                format!("`{property}` wants the id of `{wanted}`, and step `{step}` gives that of `{got}`"),
                format!("use a step that returns `{wanted}`"),
            ),
            Self::Gone { step } => both(
                format!("what it uses was deleted in step {step}"),
                "put this step before it, or take the deletion out",
            ),
            Self::SameId { id } => {
                both(format!("another step is called `{id}` already"), "give it another `id`")
            }
            Self::BeforeItsParent { parent, step } => (
                format!("`{parent}` is made later, in step {step}"),
                format!("put step {step} before it and use {{{{steps.N.id}}}}"),
            ),
        }
    }
}

fn maybe_es(nearest: &[String]) -> String {
    listed(nearest, "búsquelo con search_entity_operations o get_entity_details", "¿quería decir ")
        + if nearest.is_empty() { "" } else { "?" }
}

fn maybe_en(nearest: &[String]) -> String {
    listed(nearest, "look it up with search_entity_operations or get_entity_details", "did you mean ")
        + if nearest.is_empty() { "" } else { "?" }
}

fn listed(names: &[String], none: &str, some: &str) -> String {
    if names.is_empty() {
        return none.to_owned();
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("{some}{}", names.join(", "))
}
