//! Pictures and words in one space: the multimodal embeddings of Azure AI Vision, and its likes.

use std::fmt::Debug;
use std::time::Duration;

use conserje_kernel::Secret;
use futures::future::{BoxFuture, FutureExt};
use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use super::embedder::EmbedderFacts;
use super::openai::unit_vector;
use super::patience::patiently;
use crate::breaker::Line;
use crate::error::{ModelError, Trouble};
use crate::sse::Endpoint;

/// Turns pictures, and words about pictures, into vectors that can be compared with each other, and with
/// nothing else. Each has length one.
pub trait ImageEmbedder: Debug + Send + Sync {
    fn facts(&self) -> &EmbedderFacts;

    fn embed_image<'a>(
        &'a self,
        bytes: &'a [u8],
        mime: &'a str,
    ) -> BoxFuture<'a, Result<Vec<f32>, ModelError>>;

    fn embed_text<'a>(&'a self, text: &'a str) -> BoxFuture<'a, Result<Vec<f32>, ModelError>>;
}

const RETRIES: u32 = 3;
/// The service takes no larger picture.
const MAX_IMAGE: usize = 20 << 20;
/// And no longer text.
const MAX_WORDS: usize = 70;
const KINDS: [&str; 7] =
    ["image/jpeg", "image/png", "image/gif", "image/bmp", "image/webp", "image/tiff", "image/x-icon"];

/// Azure AI Vision, or a server that speaks like it.
#[derive(Clone, Debug)]
pub struct AzureVision {
    endpoint: Endpoint,
    facts: EmbedderFacts,
    api_version: String,
    model_version: String,
    line: Line,
}

impl AzureVision {
    /// The model `2023-04-15`, which understands many languages, with 1024 dimensions.
    pub fn new(base_url: &str, key: Secret, http: reqwest::Client) -> Self {
        let model_version = "2023-04-15".to_owned();
        let facts = EmbedderFacts {
            name: format!("azure-vision/{model_version}").into(),
            dimensions: 1024,
            max_tokens: MAX_WORDS,
            languages: Vec::new(),
            price: Some(0),
        };
        let endpoint = Endpoint::new(base_url, key, http);
        Self { endpoint, facts, api_version: "2024-02-01".to_owned(), model_version, line: Line::new() }
    }

    /// Another model, as the service names it.
    #[must_use]
    pub fn with_model(self, model_version: &str, dimensions: usize) -> Self {
        let name = format!("azure-vision/{model_version}").into();
        let facts = EmbedderFacts { name, dimensions, ..self.facts };
        Self { facts, model_version: model_version.to_owned(), ..self }
    }

    #[must_use]
    pub fn with_api_version(self, api_version: &str) -> Self {
        Self { api_version: api_version.to_owned(), ..self }
    }

    /// How long it may take to answer a request.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { endpoint: self.endpoint.with_patience(patience), ..self }
    }

    fn post(&self, action: &str) -> RequestBuilder {
        self.endpoint
            .post(&format!("/computervision/retrieval:{action}"))
            .query(&[("api-version", &self.api_version), ("model-version", &self.model_version)])
            .header("Ocp-Apim-Subscription-Key", self.endpoint.key())
    }

    async fn vector(&self, request: impl Fn() -> RequestBuilder) -> Result<Vec<f32>, ModelError> {
        patiently(&self.line, &self.facts.name, RETRIES, || self.ask(request())).await
    }

    async fn ask(&self, request: RequestBuilder) -> Result<Vec<f32>, ModelError> {
        let name = &*self.facts.name;
        let answer = self.endpoint.document(name, request).await?;
        let numbers = answer.get("vector").and_then(Value::as_array).into_iter().flatten();
        #[expect(clippy::cast_possible_truncation, reason = "we calculate in 32 bits")]
        let vector = numbers.map(|x| x.as_f64().map_or(f32::NAN, |x| x as f32)).collect();
        unit_vector(vector, self.facts.dimensions)
            .map_err(|problem| ModelError::new(name, Trouble::Malformed, problem))
    }

    fn refuse(&self, problem: impl Into<String>) -> ModelError {
        ModelError::new(&*self.facts.name, Trouble::Refused, problem)
    }
}

impl ImageEmbedder for AzureVision {
    fn facts(&self) -> &EmbedderFacts {
        &self.facts
    }

    fn embed_image<'a>(
        &'a self,
        bytes: &'a [u8],
        mime: &'a str,
    ) -> BoxFuture<'a, Result<Vec<f32>, ModelError>> {
        async move {
            if !KINDS.contains(&mime) {
                return Err(self.refuse(format!("it takes no {mime}; convert the picture to PNG or JPEG")));
            }
            if bytes.len() > MAX_IMAGE {
                return Err(self.refuse("the picture is larger than 20 MB; make it smaller"));
            }
            let request = || {
                self.post("vectorizeImage")
                    .header(CONTENT_TYPE, "application/octet-stream")
                    .body(bytes.to_vec())
            };
            self.vector(request).await
        }
        .boxed()
    }

    /// Of a longer text its beginning.
    fn embed_text<'a>(&'a self, text: &'a str) -> BoxFuture<'a, Result<Vec<f32>, ModelError>> {
        async move {
            let words: Vec<&str> = text.split_whitespace().take(MAX_WORDS).collect();
            if words.is_empty() {
                return Err(self.refuse("there is no text to look for a picture with"));
            }
            let text = words.join(" ");
            self.vector(|| self.post("vectorizeText").json(&json!({"text": text}))).await
        }
        .boxed()
    }
}
