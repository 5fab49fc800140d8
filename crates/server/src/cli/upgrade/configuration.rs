//! Settings that moved, that there are none of any more, and values that are refused.

use std::path::Path;

use super::{Line, State};
use crate::config::{self, Config, ConfigError, Overrides, examine};

const WHAT: &str = "configuration";

/// What is to say about it, and what it comes to without what is wrong.
pub(super) fn lines(file: Option<&Path>, overrides: &Overrides) -> (Vec<Line>, Option<Config>) {
    let layers = match config::layers(file, overrides) {
        Ok(layers) => layers,
        Err(error) => return (vec![fault(&error)], None),
    };
    let moved = layers.moved.iter().map(|setting| Line::new(WHAT, State::Notice, setting.to_string()));
    let mut lines: Vec<Line> = moved.collect();
    let examined = examine(&layers);
    lines.extend(examined.faults.into_iter().map(|said| Line::new(WHAT, State::Fault, said)));
    if lines.is_empty() {
        let what = file.map_or_else(|| "no file is named".to_owned(), |file| file.display().to_string());
        lines.push(Line::new(WHAT, State::Ready, format!("{what}; every setting is known and taken")));
    }
    (lines, examined.config)
}

fn fault(error: &ConfigError) -> Line {
    Line::new(WHAT, State::Fault, error.to_string())
}
