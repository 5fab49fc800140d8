//! Where things are kept; composed and validated by the server's configuration.

use std::path::PathBuf;

use conserje_kernel::{Clock, Secret};

/// All that is needed to open a [`crate::Store`].
#[derive(Clone, Debug)]
pub struct Options {
    pub rows: RowsHome,
    pub blobs: BlobsHome,
    pub clock: Clock,
}

/// Where rows live.
#[derive(Clone, Debug)]
pub enum RowsHome {
    Sqlite { file: PathBuf, durability: Durability },
    Postgres { url: Secret, connections: u16 },
}

/// What an acknowledged write survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// A power cut.
    Full,
    /// A crash of this process only. For measuring what durability costs, and nothing else.
    Off,
}

/// Where blobs live.
#[derive(Clone, Debug)]
pub enum BlobsHome {
    Folder(PathBuf),
    S3 { endpoint: Option<String>, region: String, bucket: String, access_key: Secret, secret_key: Secret },
}
