//! What others wrote that the program is made of.

use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Crate,
    Npm,
    Model,
    Data,
}

/// Something that others wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) license: String,
    pub(crate) hash: Option<Hash>,
    /// Where its files are.
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hash {
    pub(crate) algorithm: &'static str,
    pub(crate) hex: String,
}
