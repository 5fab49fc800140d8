//! How each part is.

use conserje_kernel::{Health, SystemJob};
use conserje_llm::{BreakerPosition, Choice, Model, Provider, Tier};
use conserje_store::{WriteTrouble, outbox};

use super::{Operate, job_runner};

pub struct Component {
    pub name: &'static str,
    pub health: Health,
    pub detail: String,
}

impl Operate {
    pub async fn health(&self) -> Vec<Component> {
        let home = self.0.store.rows_home();
        let trouble = self.0.store.write_trouble().and_then(|trouble| *trouble.borrow());
        let counts = self.0.store.read_all(job_runner(), outbox::counts).await;
        let (health, detail) = match (trouble, &counts) {
            (_, Err(error)) => (Health::Unavailable, format!("{home}: {error}")),
            (Some(trouble @ WriteTrouble::SyncFailed), Ok(_)) => {
                (Health::Unavailable, format!("{home}: {trouble}"))
            }
            (Some(trouble), Ok(_)) => {
                (Health::Degraded, format!("{home}: no writes, {trouble}; reading works"))
            }
            (None, Ok(_)) => (Health::Ready, home.to_owned()),
        };
        let rows = Component { name: "rows", health, detail };
        let projections = match counts {
            Ok((waiting, 0)) => {
                Component { name: "projections", health: Health::Ready, detail: format!("{waiting} waiting") }
            }
            Ok((waiting, dead)) => Component {
                name: "projections",
                health: Health::Degraded,
                detail: format!("{waiting} waiting, {dead} given up on; see /api/dead-letters"),
            },
            Err(error) => {
                Component { name: "projections", health: Health::Unavailable, detail: error.to_string() }
            }
        };
        vec![rows, projections, self.model().await]
    }

    /// Of the models that answer unless an assistant wants another tier.
    async fn model(&self) -> Component {
        let models = match self.0.models.of_installation().await {
            Ok(models) => models,
            Err(error) => {
                return Component { name: "model", health: Health::Degraded, detail: error.to_string() };
            }
        };
        let chain = models.chain(&Choice::Tier(Tier::Balanced));
        let (health, detail) = match chain.first().map(|model| (&model.provider, &model.name)) {
            Some((Provider::Extractive, _)) => (
                Health::Degraded,
                "no language model is configured: answers are passages of documents".to_owned(),
            ),
            Some((Provider::Scripted(_), _)) => {
                (Health::Degraded, "scripted: prepared replies only".to_owned())
            }
            Some((Provider::Anthropic(_) | Provider::Gemini(_) | Provider::OpenAi(_), name)) => {
                let closed = |model: &&&Model| {
                    let breaker = models.breakers().into_iter().find(|one| one.model == *model.name);
                    breaker.is_none_or(|one| one.state != BreakerPosition::Open)
                };
                match chain.iter().find(closed) {
                    Some(model) if model.name == *name => (Health::Ready, name.to_string()),
                    Some(other) => (Health::Degraded, format!("{name} does not answer; {} does", other.name)),
                    None => {
                        (Health::Degraded, format!("{name} does not answer, nor does any other of its tier"))
                    }
                }
            }
            None => (Health::Degraded, "no model is there to answer".to_owned()),
        };
        Component { name: "model", health, detail }
    }

    /// Brings the gauges of `/metrics` up to date.
    pub async fn refresh_gauges(&self) {
        match self.0.store.read_all(job_runner(), outbox::counts).await {
            Ok((waiting, dead)) => {
                metrics::gauge!("conserje_projections_waiting").set(waiting as f64);
                metrics::gauge!("conserje_projections_dead").set(dead as f64);
            }
            Err(error) => tracing::debug!("{} counts could not be read: {error}", SystemJob::Projection),
        }
    }
}
