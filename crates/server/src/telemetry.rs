//! Logs.

use tracing_subscriber::EnvFilter;

use crate::config::LogOptions;

/// Logs go to standard error; standard output is for what was asked for.
pub(crate) fn start_logging(options: &LogOptions) {
    let filter = EnvFilter::try_new(&options.filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr);
    // A second server in one process, as in tests, keeps the first one's logging.
    let _already_set =
        if options.json { builder.json().try_init() } else { builder.with_target(false).try_init() };
}

/// What panics is logged where everything else is, with where it happened; whoever supervises it says what comes of it.
pub(crate) fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let backtrace = std::backtrace::Backtrace::force_capture();
        tracing::error!("A fault of the program: {panic}\n{backtrace}");
    }));
}
