//! Passwords: argon2id, a few at a time.

use std::sync::Arc;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use conserje_kernel::Secret;
use tokio::sync::Semaphore;

use super::AccessError;

/// Each hash takes 19 MiB and a core for some milliseconds: more at once would starve everybody else.
const AT_ONCE: usize = 2;
const PATIENCE: Duration = Duration::from_secs(10);
const SHORTEST: usize = 10;
const LONGEST: usize = 1024;

pub(super) struct Passwords {
    places: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Passwords {
    pub(super) async fn hash(&self, password: Secret) -> Result<String, AccessError> {
        let length = password.expose().chars().count();
        if !(SHORTEST..=LONGEST).contains(&length) {
            let problem =
                format!("a password is {SHORTEST} to {LONGEST} characters long; this one has {length}");
            return Err(AccessError::InvalidValue { problem });
        }
        let hash = move || {
            Argon2::default().hash_password(password.expose().as_bytes()).map(|hash| hash.to_string())
        };
        self.run(hash).await?.map_err(|error| AccessError::InvalidValue { problem: error.to_string() })
    }

    /// Whether the password fits. Without a hash to hold it against, as much work is done, so that the
    /// time it takes does not tell whether the account exists.
    pub(super) async fn fits(&self, password: Secret, hash: Option<String>) -> Result<bool, AccessError> {
        let check = move || {
            let against = hash.as_deref().unwrap_or(NOBODYS);
            let fits = PasswordHash::new(against).is_ok_and(|parsed| {
                Argon2::default().verify_password(password.expose().as_bytes(), &parsed).is_ok()
            });
            fits && hash.is_some()
        };
        self.run(check).await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccessError> {
        let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.places).acquire_owned())
            .await
            .map_err(|_| AccessError::TooManyAttempts)?
            .map_err(|_| AccessError::TooManyAttempts)?;
        let work = move || {
            let _place = place;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| AccessError::TooManyAttempts)
    }
}

/// Of a random password that was thrown away.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Y29uc2VyamUtbm9ib2R5$1vVn4C6mX8HqEP0yY2mXvJcYk0j5m9n3bq1gq0j5m9k";

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_and_no_other() {
        let passwords = Passwords::default();
        let hash = passwords.hash(Secret::new("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.fits(Secret::new("correct horse"), Some(hash.clone())).await.unwrap());
        assert!(!passwords.fits(Secret::new("wrong horse!"), Some(hash)).await.unwrap());
        assert!(!passwords.fits(Secret::new("correct horse"), None).await.unwrap());
    }

    #[test]
    fn the_stand_in_is_a_hash_that_costs_as_much_as_a_real_one() {
        let stand_in = PasswordHash::new(NOBODYS).unwrap();
        let real = Argon2::default().hash_password(b"x").unwrap();
        assert_eq!(stand_in.params, real.params);
        assert_eq!(stand_in.algorithm, real.algorithm);
    }

    #[tokio::test]
    async fn a_short_password_is_refused_with_the_rule() {
        let error = Passwords::default().hash(Secret::new("short")).await.unwrap_err().to_string();
        assert_eq!(error, "a password is 10 to 1024 characters long; this one has 5");
    }
}
