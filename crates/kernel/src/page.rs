//! Lists come in pages: `{"items": […], "nextCursor": …}`.

use std::fmt;
use std::str::FromStr;

/// How many items a page may hold: 1 to 200, 50 unless told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageSize(u16);

impl PageSize {
    pub const MAX: u16 = 200;

    /// `None` when the number is not 1 to 200.
    pub fn new(size: u16) -> Option<Self> {
        (1..=Self::MAX).contains(&size).then_some(Self(size))
    }

    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for PageSize {
    fn default() -> Self {
        Self(50)
    }
}

/// A place in a list, opaque to clients: the sort key and id of the last item seen.
///
/// It holds no secret and grants nothing: every query it takes part in is scoped to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub key: i64,
    pub id: String,
}

/// A cursor that this server did not make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the cursor is not one this server made; use `nextCursor` of the previous page as it is")]
pub struct BadCursor;

impl fmt::Display for Cursor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only characters that need no escaping in a URL.
        write!(out, "c{}.{}", self.key, self.id)
    }
}

impl FromStr for Cursor {
    type Err = BadCursor;
    fn from_str(text: &str) -> Result<Self, BadCursor> {
        let (key, id) = text.strip_prefix('c').and_then(|rest| rest.split_once('.')).ok_or(BadCursor)?;
        let id_is_plain =
            id.len() <= 80 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let key: i64 = key.parse().map_err(|_| BadCursor)?;
        let cursor = Self { key, id: id.to_owned() };
        // One spelling only: `c+1.x` and `c01.x` are nobody's next page.
        if id_is_plain && cursor.to_string() == text { Ok(cursor) } else { Err(BadCursor) }
    }
}

/// Which page of a list is wanted.
#[derive(Clone, Debug, Default)]
pub struct PageRequest {
    pub size: PageSize,
    pub after: Option<Cursor>,
}

/// One page, and where the next begins if there is one.
#[derive(Clone, Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// Cuts a page out of rows that were read with a limit of one more than the page's size.
    pub fn cut(mut rows: Vec<T>, size: PageSize, cursor_of: impl Fn(&T) -> Cursor) -> Self {
        let more = rows.len() > size.get();
        rows.truncate(size.get());
        let next = if more { rows.last().map(cursor_of) } else { None };
        Self { items: rows, next }
    }

    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next: self.next }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_cursor_reads_back_as_itself(key in any::<i64>(), id in "[a-z0-9_]{0,40}") {
            let cursor = Cursor { key, id };
            prop_assert_eq!(cursor.to_string().parse::<Cursor>(), Ok(cursor));
        }

        #[test]
        fn a_text_is_refused_or_is_exactly_a_cursor(text in "c?[+\\-0-9]{0,22}\\.?\\PC{0,20}") {
            if let Ok(cursor) = text.parse::<Cursor>() {
                prop_assert_eq!(cursor.to_string(), text);
            }
        }

        #[test]
        fn pages_joined_give_the_list_back(length in 0_usize..50, size in 1_u16..10) {
            let list: Vec<usize> = (0..length).collect();
            let size = PageSize::new(size).unwrap();
            let mut joined = Vec::new();
            let mut from = 0;
            loop {
                let rows: Vec<usize> = list.iter().skip(from).take(size.get() + 1).copied().collect();
                let page = Page::cut(rows, size, |item| Cursor { key: i64::try_from(*item).unwrap(), id: String::new() });
                joined.extend(page.items);
                let Some(next) = page.next else { break };
                from = usize::try_from(next.key).unwrap() + 1;
            }
            prop_assert_eq!(joined, list);
        }
    }
}
