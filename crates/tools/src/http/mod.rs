//! Tools that a pack declares as an HTTP request.
//!
//! ```toml
//! name = "order_status"
//! title = { es = "consultar un pedido", en = "look up an order" }
//! description = "Looks up an order."
//! method = "GET"
//! url = "https://api.example.com/orders/{order_id}"
//! risk = "read"
//! headers = { Authorization = "Bearer secret:ORDERS_TOKEN" }
//! query = { lang = "{language}" }
//!
//! [parameters]
//! type = "object"
//! required = ["order_id"]
//! properties = { order_id = { type = "string" }, language = { type = "string" } }
//! ```
//!
//! A request that may have reached its receiver is never taken for one that did not: without an answer, a
//! tool with effects is `unknown`, and is sent again only if the receiver honours keys.
mod answer;
mod build;
mod spec;
mod template;

use std::time::Duration;

use futures::future::{BoxFuture, FutureExt};

use self::answer::Answered;
use self::build::Plan;
pub use self::spec::{HttpProblem, HttpToolError, HttpToolSpec};
use crate::egress::{EgressClient, EgressRequest, SendError, read_capped};
use crate::tool::{Call, NOT_KNOWN, Outcome, Tool, ToolInfo};

/// How often a call is sent again, where the receiver honours keys.
const AGAIN: u32 = 2;

/// A tool that is an HTTP request.
pub struct HttpTool {
    info: ToolInfo,
    plan: Plan,
    client: EgressClient,
    honours_keys: bool,
    most_bytes: usize,
}

impl HttpTool {
    /// `secrets` is asked once, here, for every `secret:NAME` in a header.
    pub fn new(
        spec: HttpToolSpec,
        client: EgressClient,
        secrets: &dyn Fn(&str) -> Option<conserje_kernel::Secret>,
    ) -> Result<Self, HttpToolError> {
        let wrong = |problem| HttpToolError { tool: spec.name.clone(), problem };
        spec.check_limits().map_err(wrong)?;
        let plan = Plan::new(&spec, client.egress(), secrets).map_err(wrong)?;
        let info = ToolInfo {
            needs_no_approval: false,
            is_from_outside: true,
            name: spec.name,
            title: spec.title,
            description: spec.description,
            parameters: spec.parameters,
            risk: spec.risk,
            time_limit: Duration::from_secs(spec.time_limit_seconds),
            honours_keys: spec.honours_idempotency_key || !spec.risk.has_effects(),
        };
        let (honours_keys, most_bytes) = (spec.honours_idempotency_key, spec.max_response_bytes);
        Ok(Self { info, plan, client, honours_keys, most_bytes })
    }

    async fn call(&self, call: Call) -> Outcome {
        let effects = self.info.risk.has_effects();
        let is_repeated = effects && call.is_repeated;
        let key = self.honours_keys.then_some(&call.key);
        let request = match self.plan.request(&call.args, key, self.client.egress()) {
            Ok(request) => request,
            Err(problem) => return Outcome::not_made(is_repeated, problem),
        };
        // Done before the time is up, so that what is known can be said.
        let time = self.info.time_limit.mul_f64(0.9);
        let (attempts, limit) = if effects && self.honours_keys { (AGAIN + 1, time / 3) } else { (1, time) };
        let mut unclear: Option<String> = None;
        for attempt in 0..attempts {
            tokio::time::sleep(time / 60 * attempt).await;
            let again = is_repeated || unclear.is_some();
            match self.attempt(request.clone(), limit, again).await {
                Ok(outcome) => return outcome,
                Err(problem) => unclear = Some(problem),
            }
        }
        let problem = unclear.unwrap_or_default();
        if effects { Outcome::unknown(format!("{problem} {NOT_KNOWN}")) } else { Outcome::failed(problem) }
    }

    /// The outcome, or why none is certain. `again`: an earlier attempt may have had its effect.
    async fn attempt(&self, request: EgressRequest, limit: Duration, again: bool) -> Result<Outcome, String> {
        let say = |error: &SendError| {
            format!("The service could not be asked: {}.", self.plan.without_secrets(&error.to_string()))
        };
        let lost = |error: &SendError| match error {
            SendError::Lost(_) => Err(say(error)),
            SendError::Refused(_) | SendError::NotSent(_) if again => Err(say(error)),
            SendError::Refused(_) | SendError::NotSent(_) => Ok(Outcome::failed(say(error))),
        };
        let response = match self.client.send(request, limit).await {
            Ok(response) => response,
            Err(error) => return lost(&error),
        };
        let status = response.status();
        let is_json = answer::is_json(response.headers());
        let Ok((body, cut)) = read_capped(response, self.most_bytes).await else {
            let code = status.as_u16();
            return Err(format!("The service answered with HTTP {code}, but the answer broke off."));
        };
        Answered { status, is_json, body, cut }.outcome(&self.plan, again)
    }
}

impl Tool for HttpTool {
    fn info(&self) -> &ToolInfo {
        &self.info
    }

    fn run(&self, call: Call) -> BoxFuture<'_, Outcome> {
        self.call(call).boxed()
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
