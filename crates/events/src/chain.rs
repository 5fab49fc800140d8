//! The hash chain: each event's hash covers all that is kept of it and the hash before it.

use conserje_kernel::Digest;
use sha2::{Digest as _, Sha256};

/// Changes if what is hashed ever does, so that two ways of hashing cannot be mistaken for each other.
const DOMAIN: &[u8] = b"conserje event 1";

/// All that a link covers, as it is kept.
pub(crate) struct Link<'a> {
    pub(crate) tenant: &'a [u8],
    pub(crate) session: &'a [u8],
    pub(crate) id: &'a [u8],
    pub(crate) sequence: i64,
    pub(crate) kind: &'a [u8],
    pub(crate) version: i64,
    pub(crate) timestamp: i64,
    pub(crate) turn: &'a [u8],
    pub(crate) index: i64,
    pub(crate) trace: &'a [u8],
    pub(crate) data_hash: &'a [u8],
    pub(crate) previous: &'a [u8],
}

/// The salt keeps short contents from being guessed from their hash after they are erased.
pub(crate) fn hash_data(salt: &[u8], data: &[u8]) -> Digest {
    hash(&[salt, data])
}

pub(crate) fn hash_link(link: &Link<'_>) -> Digest {
    hash(&[
        DOMAIN,
        link.tenant,
        link.session,
        link.id,
        &link.sequence.to_be_bytes(),
        link.kind,
        &link.version.to_be_bytes(),
        &link.timestamp.to_be_bytes(),
        link.turn,
        &link.index.to_be_bytes(),
        link.trace,
        link.data_hash,
        link.previous,
    ])
}

/// Each part with its length before it, so that no two lists of parts hash alike by running together.
fn hash(parts: &[&[u8]]) -> Digest {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    Digest::new(hasher.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_run_together_hash_apart() {
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
    }

    #[test]
    fn the_hash_of_a_known_event_never_changes() {
        let data_hash = hash_data(b"salt", b"{}");
        let link = Link {
            tenant: b"ten_1",
            session: b"ses_1",
            id: b"evt_1",
            sequence: 1,
            kind: b"user_message_sent",
            version: 1,
            timestamp: 1_700_000_000_000_000,
            turn: b"trn_1",
            index: 0,
            trace: b"trc_1",
            data_hash: data_hash.as_bytes(),
            previous: Digest::ZERO.as_bytes(),
        };
        insta::assert_snapshot!(hash_link(&link), @"b1ea618fff92cba5bb86973a4f6658d47ea15768db79583d0aaad84ab3238991");
    }
}
