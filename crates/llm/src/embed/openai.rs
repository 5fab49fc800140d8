//! The embeddings of `OpenAI`, and the many servers that speak them: Azure, vLLM, Ollama, llama.cpp, TEI.

use conserje_kernel::Secret;
use futures::future::{BoxFuture, FutureExt};
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::{Value, json};

use super::embedder::{Embedded, EmbedderFacts, Purpose, TextEmbedder};
use super::maths::to_unit_length;
use super::patience::patiently;
use crate::breaker::Line;
use crate::error::{ModelError, Trouble};
use crate::openai::OpenAiFlavour;
use crate::sse::Endpoint;
use crate::tokens::count;
use crate::window::beginning;

/// For a question a person waits, and can be answered without; what is indexed has time.
fn retries(purpose: Purpose) -> u32 {
    match purpose {
        Purpose::Query => 1,
        Purpose::Passage => 5,
    }
}

/// A model behind an API; from configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteModel {
    pub facts: EmbedderFacts,
    /// The provider's own name for it; the deployment on Azure.
    pub wire_name: String,
    /// Whether to ask for vectors of `facts.dimensions`, for models that can shorten theirs.
    pub asks_for_dimensions: bool,
    pub query_prefix: String,
    pub passage_prefix: String,
    /// The most texts of one request.
    pub batch_texts: usize,
    /// The most tokens of one request.
    pub batch_tokens: u64,
}

impl RemoteModel {
    /// With the limits of `OpenAI`, and few enough texts for servers of one's own.
    pub fn new(facts: EmbedderFacts, wire_name: impl Into<String>) -> Self {
        Self {
            facts,
            wire_name: wire_name.into(),
            asks_for_dimensions: false,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            batch_texts: 128,
            batch_tokens: 250_000,
        }
    }
}

/// A model behind a server that speaks `/embeddings`.
#[derive(Clone, Debug)]
pub struct OpenAiEmbedder {
    endpoint: Endpoint,
    flavour: OpenAiFlavour,
    model: RemoteModel,
    line: Line,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Item>,
    #[serde(default)]
    usage: Usage,
}

#[derive(Deserialize)]
struct Item {
    index: Option<usize>,
    embedding: Vec<f32>,
}

#[derive(Default, Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u64,
}

impl OpenAiEmbedder {
    /// An empty key is not sent: servers of one's own often have none.
    pub fn new(
        base_url: &str,
        key: Secret,
        http: reqwest::Client,
        flavour: OpenAiFlavour,
        model: RemoteModel,
    ) -> Self {
        Self { endpoint: Endpoint::new(base_url, key, http), flavour, model, line: Line::new() }
    }

    /// How long it may take to answer a request.
    #[must_use]
    pub fn with_patience(self, patience: std::time::Duration) -> Self {
        Self { endpoint: self.endpoint.with_patience(patience), ..self }
    }

    fn post(&self, texts: &[String]) -> RequestBuilder {
        let key = self.endpoint.key();
        let post = match &self.flavour {
            OpenAiFlavour::Azure { api_version } => self
                .endpoint
                .post(&format!("/openai/deployments/{}/embeddings", self.model.wire_name))
                .query(&[("api-version", api_version)])
                .header("api-key", key),
            OpenAiFlavour::OpenAi | OpenAiFlavour::Compatible => {
                let post = self.endpoint.post("/embeddings");
                if key.is_empty() { post } else { post.bearer_auth(key) }
            }
        };
        let mut body = json!({"model": self.model.wire_name, "input": texts, "encoding_format": "float"});
        if self.model.asks_for_dimensions
            && let Some(body) = body.as_object_mut()
        {
            body.insert("dimensions".to_owned(), self.model.facts.dimensions.into());
        }
        post.json(&body)
    }

    async fn ask(&self, texts: &[String]) -> Result<Embedded, ModelError> {
        let answer = self.endpoint.document(&self.model.facts.name, self.post(texts)).await?;
        self.read(answer, texts.len())
            .map_err(|problem| ModelError::new(&*self.model.facts.name, Trouble::Malformed, problem))
    }

    /// In the order of the texts, which is not always the order of the answer.
    fn read(&self, answer: Value, texts: usize) -> Result<Embedded, String> {
        let answer: Answer = serde_json::from_value(answer).map_err(|error| error.to_string())?;
        let mut places: Vec<Option<Vec<f32>>> = vec![None; texts];
        for (number, item) in answer.data.into_iter().enumerate() {
            if let Some(place) = places.get_mut(item.index.unwrap_or(number)) {
                *place = Some(unit_vector(item.embedding, self.model.facts.dimensions)?);
            }
        }
        let vectors: Option<Vec<_>> = places.into_iter().collect();
        let vectors = vectors.ok_or_else(|| format!("it was given {texts} texts and left some out"))?;
        Ok(Embedded { vectors, tokens: answer.usage.prompt_tokens, from_cache: 0 })
    }

    /// The text as it is sent: with its prefix, not too long, and not empty, which providers refuse.
    fn prepared(&self, text: &str, purpose: Purpose) -> (String, u64) {
        let prefix = match purpose {
            Purpose::Query => &self.model.query_prefix,
            Purpose::Passage => &self.model.passage_prefix,
        };
        let text = if text.trim().is_empty() { " ".to_owned() } else { format!("{prefix}{text}") };
        let (tokens, most) = (count(&self.model.wire_name, &text), self.model.facts.max_tokens as u64);
        if tokens <= most {
            return (text, tokens);
        }
        (beginning(&self.model.wire_name, &text, most).to_owned(), most)
    }

    fn batches(&self, texts: &[&str], purpose: Purpose) -> Vec<Vec<String>> {
        let mut batches: Vec<Vec<String>> = Vec::new();
        let mut used = 0_u64;
        for text in texts {
            let (text, tokens) = self.prepared(text, purpose);
            used = used.saturating_add(tokens);
            match batches.last_mut() {
                Some(batch) if batch.len() < self.model.batch_texts && used <= self.model.batch_tokens => {
                    batch.push(text);
                }
                Some(_) | None => {
                    used = tokens;
                    batches.push(vec![text]);
                }
            }
        }
        batches
    }
}

/// The vector a provider sent, made one of length one.
pub(super) fn unit_vector(mut vector: Vec<f32>, dimensions: usize) -> Result<Vec<f32>, String> {
    if vector.len() != dimensions {
        let length = vector.len();
        return Err(format!("its vectors have {length} dimensions, but {dimensions} are configured for it"));
    }
    if !vector.iter().all(|x| x.is_finite()) {
        return Err("a vector has something in it that is no number".to_owned());
    }
    to_unit_length(&mut vector);
    Ok(vector)
}

impl TextEmbedder for OpenAiEmbedder {
    fn facts(&self) -> &EmbedderFacts {
        &self.model.facts
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [&'a str],
        purpose: Purpose,
    ) -> BoxFuture<'a, Result<Embedded, ModelError>> {
        async move {
            let mut all = Embedded::default();
            for batch in self.batches(texts, purpose) {
                let name = &self.model.facts.name;
                let asked = patiently(&self.line, name, retries(purpose), || self.ask(&batch));
                let embedded = asked.await?;
                all.vectors.extend(embedded.vectors);
                all.tokens = all.tokens.saturating_add(embedded.tokens);
            }
            Ok(all)
        }
        .boxed()
    }
}
