//! What takes a moment to make and much memory to keep: made when it is needed, kept while it is used, and given back when
//! nobody has used it for a while.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(crate) struct Kept<T: ?Sized>(Mutex<Option<Made<T>>>);

struct Made<T: ?Sized> {
    thing: Arc<T>,
    last_use: Instant,
}

impl<T: ?Sized> Kept<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    pub(crate) fn of(thing: Arc<T>) -> Self {
        Self(Mutex::new(Some(Made { thing, last_use: Instant::now() })))
    }

    /// Others wait while it is made: twice would take longer.
    pub(crate) fn get<E>(&self, make: impl FnOnce() -> Result<Arc<T>, E>) -> Result<Arc<T>, E> {
        let mut made = self.lock();
        let thing = match made.take() {
            Some(made) => made.thing,
            None => make()?,
        };
        *made = Some(Made { thing: Arc::clone(&thing), last_use: Instant::now() });
        Ok(thing)
    }

    /// Lets go of what nobody asked for in this time. Who has it keeps it to the end of the work.
    pub(crate) fn rest(&self, idle: Duration) {
        let mut made = self.lock();
        if made.as_ref().is_some_and(|made| made.last_use.elapsed() >= idle) {
            *made = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Made<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_back_is_made_again_and_what_is_used_is_not_given_back() {
        let kept = Kept::<u32>::new();
        let made = |number: u32| move || Ok::<_, ()>(Arc::new(number));
        assert_eq!(*kept.get(made(1)).unwrap(), 1);
        kept.rest(Duration::from_hours(1));
        assert_eq!(*kept.get(made(2)).unwrap(), 1, "used lately");
        let used = kept.get(made(3)).unwrap();
        kept.rest(Duration::ZERO);
        assert_eq!((*used, *kept.get(made(4)).unwrap()), (1, 4));
    }

    #[test]
    fn what_cannot_be_made_is_tried_again() {
        let kept = Kept::<u32>::new();
        assert_eq!(kept.get(|| Err("gone")), Err("gone"));
        assert_eq!(*kept.get(|| Ok::<_, &str>(Arc::new(7))).unwrap(), 7);
    }
}
