//! Words of requests as they were written.

use std::marker::PhantomData;
use std::str::FromStr;

use conserje_kernel::UnknownName;
use serde::{Deserialize, Serialize};

/// A word of a request that should be one of a set. One that is not is a wrong value, `invalid_value`, not a request that
/// cannot be read: so it is read first, and looked up by the door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Given<T> {
    word: String,
    #[serde(skip)]
    of: PhantomData<T>,
}

impl<T: FromStr<Err = UnknownName>> Given<T> {
    pub fn known(&self) -> Result<T, UnknownName> {
        self.word.parse()
    }
}

#[cfg(test)]
mod tests {
    use conserje_kernel::Role;

    use super::*;

    #[test]
    fn any_word_is_read_and_written_as_it_came_and_only_ours_are_known() {
        let read = |text: &str| serde_json::from_str::<Given<Role>>(text).unwrap();
        assert_eq!(read("\"agent\"").known(), Ok(Role::Agent));
        assert!(read("\"root\"").known().is_err());
        assert_eq!(serde_json::to_string(&read("\"root\"")).unwrap(), "\"root\"");
        assert!(serde_json::from_str::<Given<Role>>("1").is_err());
    }
}
