//! Model servers on the machine itself, at the ports where they usually are.

use std::time::Duration;

use conserje_kernel::{ProviderKind, Scope, Secret};
use conserje_llm::{ProviderSetup, offered};
use futures::future::join_all;

use crate::{Operate, OperateError};

/// Nobody waits longer for a server that is not there.
const PATIENCE: Duration = Duration::from_millis(800);

const USUAL: [(&str, &str); 4] = [
    ("ollama", "http://127.0.0.1:11434/v1"),
    ("vllm", "http://127.0.0.1:8000/v1"),
    ("llama_cpp", "http://127.0.0.1:8080/v1"),
    ("lm_studio", "http://127.0.0.1:1234/v1"),
];

/// A server that answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearby {
    pub name: &'static str,
    pub base_url: &'static str,
    pub models: Vec<String>,
}

impl Operate {
    /// Those that answer now. Only whoever runs the installation may look.
    pub async fn nearby_models(&self, scope: &Scope) -> Result<Vec<Nearby>, OperateError> {
        if !self.0.models.is_installation(scope).await? {
            return Ok(Vec::new());
        }
        let http = self.0.models.0.http.clone();
        let look = |(name, base_url): (&'static str, &'static str)| {
            let http = http.clone();
            async move {
                let setup = ProviderSetup {
                    kind: ProviderKind::OpenAiCompatible,
                    base_url: Some(base_url.to_owned()),
                    api_version: None,
                };
                let asked = offered(&setup, Secret::default(), &http);
                let models = tokio::time::timeout(PATIENCE, asked).await.ok()?.ok()?;
                (!models.is_empty()).then_some(Nearby { name, base_url, models })
            }
        };
        Ok(join_all(USUAL.map(look)).await.into_iter().flatten().collect())
    }
}
