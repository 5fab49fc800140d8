//! Trying a model out before anybody relies on it: whether it answers, how fast, with which words.

use std::time::Duration;

use conserje_kernel::{Language, Scope, Secret};
use conserje_llm::{Message, Model, ModelError, ModelSetup, Piece, ProviderSetup, Request, Trouble, offered};
use futures::StreamExt;
use tokio::time::Instant;

use super::ModelBook;
use crate::{Operate, OperateError};

/// How long a model may take to say a sentence.
const PATIENCE: Duration = Duration::from_secs(30);
/// As much of what it said is shown.
const SHOWN: usize = 300;

/// What is tried: a provider as it would be set up, or one that is.
#[derive(Clone, Debug)]
pub struct TrialOf {
    /// The provider that is there, whose key is used where none is given.
    pub name: Option<String>,
    /// As it would be; left out, as it is.
    pub setup: Option<ProviderSetup>,
    pub key: Option<Secret>,
}

/// How it went.
#[derive(Clone, Debug)]
pub struct Trial {
    pub model: String,
    pub latency: Duration,
    pub first_token: Option<Duration>,
    pub outcome: Result<String, Told>,
}

/// Why it did not answer: for people, and in the provider's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub trouble: Trouble,
    pub advice: &'static str,
    pub provider_says: String,
}

impl Operate {
    /// Asks a model for a sentence.
    pub async fn try_model(
        &self,
        scope: &Scope,
        of: TrialOf,
        model: String,
        language: Language,
    ) -> Result<Trial, OperateError> {
        let (setup, key, client) = self.trial_of(scope, of).await?;
        let model = ModelSetup { name: model, ..ModelSetup::default() };
        Ok(say_a_sentence(&setup.connect(&model, key, &client), language).await)
    }

    /// Which models a provider has, by its own names for them.
    pub async fn offered_models(
        &self,
        scope: &Scope,
        of: TrialOf,
        language: Language,
    ) -> Result<Result<Vec<String>, Told>, OperateError> {
        let (setup, key, client) = self.trial_of(scope, of).await?;
        Ok(offered(&setup, key, &client).await.map_err(|error| told(error, language)))
    }

    async fn trial_of(
        &self,
        scope: &Scope,
        of: TrialOf,
    ) -> Result<(ProviderSetup, Secret, reqwest::Client), OperateError> {
        let book: &ModelBook = &self.0.models;
        let layer = book.layer(scope).await?;
        let known = of.name.as_ref().and_then(|name| layer.kept.setup.providers.get(name));
        let setup = of.setup.or_else(|| known.cloned()).ok_or(OperateError::NotFound { what: "provider" })?;
        if let Some(problem) = setup.problem() {
            return Err(OperateError::Invalid { problem: format!("the address {problem}") });
        }
        let is_same = known.is_some_and(|known| known.kind == setup.kind && known.base_url == setup.base_url);
        // A key goes to the address that it was given for and to no other.
        let kept = of.name.as_ref().and_then(|name| layer.keys.get(name)).filter(|_| is_same);
        let key = of.key.or_else(|| kept.cloned()).unwrap_or_default();
        let is_installation = book.is_installation(scope).await?;
        let client = book.client(&setup, is_installation);
        let client = client.map_err(|error| OperateError::Invalid { problem: error.to_string() })?;
        Ok((setup, key, client))
    }
}

async fn say_a_sentence(model: &Model, language: Language) -> Trial {
    let ask = match language {
        Language::Es => "Saluda en una sola frase corta.",
        Language::En => "Say hello in one short sentence.",
    };
    let request =
        Request { messages: vec![Message::user(ask)], max_output_tokens: Some(200), ..Request::default() };
    let (start, mut first_token) = (Instant::now(), None);
    let hear = async {
        let mut pieces = model.stream(&request);
        while let Some(piece) = pieces.next().await {
            match piece? {
                Piece::Done(reply) => return Ok(reply.text()),
                Piece::Text(_) | Piece::Thinking(_) => {
                    first_token.get_or_insert_with(|| start.elapsed());
                }
            }
        }
        Err(ModelError::new(&*model.name, Trouble::CutShort, "the reply has no end"))
    };
    let heard = tokio::time::timeout(PATIENCE, hear).await;
    let late = || Err(ModelError::new(&*model.name, Trouble::Silent, "nothing came in 30 seconds"));
    let outcome = heard.unwrap_or_else(|_| late());
    Trial {
        model: model.wire_name.to_string(),
        latency: start.elapsed(),
        first_token,
        outcome: outcome
            .map(|text| text.trim().chars().take(SHOWN).collect())
            .map_err(|error| told(error, language)),
    }
}

/// What to do about it.
fn told(error: ModelError, language: Language) -> Told {
    let is_unknown = error.problem.starts_with("HTTP 404");
    let is_unpaid =
        ["quota", "billing", "credit", "insufficient"].iter().any(|word| error.problem.contains(word));
    let advice = match (error.trouble, language) {
        (Trouble::Unauthorised, Language::Es) => {
            "La clave no vale. Copia otra vez la del proveedor, entera y sin espacios."
        }
        (Trouble::Unauthorised, Language::En) => {
            "The key is not accepted. Copy it again from the provider, whole and without spaces."
        }
        (Trouble::Unreachable, Language::Es) => {
            "No hay conexión con esa dirección. Comprueba que está bien escrita y que el servidor llega a ella."
        }
        (Trouble::Unreachable, Language::En) => {
            "There is no connection to that address. Check how it is written and that the server can reach it."
        }
        (Trouble::Busy | Trouble::Refused, Language::Es) if is_unpaid => {
            "La cuenta no tiene saldo o cuota. Revisa la facturación en la página del proveedor."
        }
        (Trouble::Busy | Trouble::Refused, Language::En) if is_unpaid => {
            "The account has no credit or quota left. Look at billing on the provider's page."
        }
        (Trouble::Busy, Language::Es) => {
            "El proveedor recibe demasiadas peticiones ahora. Prueba dentro de un minuto."
        }
        (Trouble::Busy, Language::En) => "The provider gets too many requests now. Try again in a minute.",
        (Trouble::Refused, Language::Es) if is_unknown => {
            "El proveedor no conoce ese modelo o esa dirección. Elige uno de su lista."
        }
        (Trouble::Refused, Language::En) if is_unknown => {
            "The provider does not know this model or this address. Choose one of its list."
        }
        (Trouble::Silent | Trouble::CutShort, Language::Es) => {
            "Empezó y no terminó a tiempo. Un modelo local puede estar cargándose: prueba otra vez."
        }
        (Trouble::Silent | Trouble::CutShort, Language::En) => {
            "It began and did not end in time. A local model may still be loading: try again."
        }
        (Trouble::Down, Language::Es) => "El proveedor tiene un fallo propio. Prueba más tarde.",
        (Trouble::Down, Language::En) => "The provider has a fault of its own. Try again later.",
        (Trouble::Malformed, Language::Es) => {
            "Lo que responde no es su API. La dirección suele acabar en /v1."
        }
        (Trouble::Malformed, Language::En) => {
            "What answers is not its API. The address usually ends with /v1."
        }
        (_, Language::Es) => "El proveedor no lo aceptó. Abajo está lo que dijo.",
        (_, Language::En) => "The provider did not accept it. What it said is below.",
    };
    Told { trouble: error.trouble, advice, provider_says: error.problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_is_told_in_words() {
        let told_of =
            |trouble, problem: &str| told(ModelError::new("m", trouble, problem), Language::En).advice;
        assert!(told_of(Trouble::Unauthorised, "HTTP 401: bad key").starts_with("The key is not accepted"));
        assert!(told_of(Trouble::Refused, "HTTP 404: no such model").contains("does not know this model"));
        assert!(told_of(Trouble::Busy, "HTTP 429: You exceeded your current quota").contains("no credit"));
        assert!(told_of(Trouble::Busy, "HTTP 429: slow down").contains("in a minute"));
        assert!(told_of(Trouble::Unreachable, "no route").contains("no connection"));
        assert!(told_of(Trouble::Filtered, "x").contains("below"));
    }
}
