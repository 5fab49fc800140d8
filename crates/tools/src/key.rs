//! The key that makes a second attempt at a call the same call.

use std::fmt;

use conserje_kernel::{SessionId, TenantId, TurnId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::arguments::args_hash;

/// Derived, so that whoever resumes a turn arrives at the same one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// `ordinal` is the call's place among all calls of its turn.
    pub fn derive(tenant: TenantId, session: SessionId, turn: TurnId, ordinal: u32, args: &Value) -> Self {
        let mut hash = Sha256::new();
        for part in [tenant.to_string(), session.to_string(), turn.to_string(), ordinal.to_string()] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        hash.update(args_hash(args));
        Self(hex::encode(hash.finalize()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
