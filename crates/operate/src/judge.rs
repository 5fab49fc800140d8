//! The language model that puts what a search found in order, if one is configured.

use std::fmt;

use conserje_conversation::{CompleteError, ConversationError, Conversations};
use conserje_documents::Judge;
use conserje_kernel::Scope;
use futures::future::{BoxFuture, FutureExt};

pub struct ModelJudge(pub Conversations);

impl fmt::Debug for ModelJudge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ModelJudge")
    }
}

impl Judge for ModelJudge {
    fn judge<'a>(
        &'a self,
        scope: &'a Scope,
        question: &'a str,
        passages: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Option<f32>>, String>> {
        async move {
            self.0.judge_passages(scope, question, passages).await.map_err(|error| {
                if matches!(error, CompleteError::Other(ConversationError::NotFound { .. })) {
                    return "no language model is configured".to_owned();
                }
                tracing::warn!("Passages could not be judged: {error}");
                "the language model did not answer".to_owned()
            })
        }
        .boxed()
    }
}
