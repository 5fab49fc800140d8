//! Random tokens: long enough that a fast digest of them is safe to keep.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use conserje_kernel::{Digest, Secret};
use sha2::{Digest as _, Sha256};

/// A secret text of which the server keeps only the digest.
#[derive(Clone, Debug)]
pub struct Token(Secret);

impl Token {
    /// 256 random bits behind a prefix that says what it opens.
    pub fn generate(prefix: &str) -> Self {
        Self(Secret::new(format!("{prefix}_{}", URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))))
    }

    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    pub fn digest(&self) -> Digest {
        digest(self.expose())
    }

    /// The first characters, to tell tokens apart by.
    pub fn shown(&self) -> String {
        self.expose().chars().take(12).collect()
    }
}

pub(super) fn digest(token: &str) -> Digest {
    Digest::new(Sha256::digest(token).into())
}
