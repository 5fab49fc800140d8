//! The binary `conserje`, as a library so that tests can run the real thing.
//!
//! - [`config`]: one TOML file, environment on top, every value explained.
//! - [`cli`]: the command line.
//! - [`open()`]: from a configuration to the parts of a server; [`serve()`]: until told to stop.
pub mod cli;
pub mod config;
mod open;
mod opened;
mod serve;
mod telemetry;
mod write_timeout;

pub use open::{StartError, open};
pub use serve::{Running, Startup, serve};
