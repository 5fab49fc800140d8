//! What is counted, in the text that Prometheus reads.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

static METRICS: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// One recorder per process.
pub fn start() {
    METRICS.get_or_init(|| PrometheusBuilder::new().install_recorder().ok());
}

/// Everything counted so far.
pub fn rendered() -> String {
    METRICS.get().and_then(Option::as_ref).map(PrometheusHandle::render).unwrap_or_default()
}
