//! Signatures, compared in constant time.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

/// HMAC-SHA256 of the pieces, one after the other.
pub(super) fn hmac(key: &[u8], pieces: &[&[u8]]) -> Option<[u8; 32]> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    for piece in pieces {
        mac.update(piece);
    }
    Some(mac.finalize().into_bytes().into())
}

/// Whether this is the signature of the pieces. Nothing is signed with an empty key.
pub(super) fn is_signed(key: &[u8], pieces: &[&[u8]], signature: &[u8]) -> bool {
    !key.is_empty() && hmac(key, pieces).is_some_and(|right| right.as_slice().ct_eq(signature).into())
}

/// Whether two texts are the same. Nothing is the same as an empty secret.
pub(super) fn is_same(secret: &str, given: &str) -> bool {
    !secret.is_empty() && secret.as_bytes().ct_eq(given.as_bytes()).into()
}
