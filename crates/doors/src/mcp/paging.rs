//! Lists that are short enough to be made whole, handed out in pages.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rmcp::ErrorData;

/// Not all clients ask for a second page, so the first holds what most have.
pub(super) const PAGE: usize = 50;

/// What comes after a cursor, and the cursor of what comes after that. Items are in order of their names,
/// and the cursor is the last one's: a list that changes in between neither repeats nor skips.
pub(super) fn page<T>(
    mut items: Vec<T>,
    name: impl Fn(&T) -> &str,
    cursor: Option<&str>,
    size: usize,
) -> Result<(Vec<T>, Option<String>), ErrorData> {
    items.sort_by(|one, other| name(one).cmp(name(other)));
    if let Some(cursor) = cursor {
        let last = BASE64_URL_SAFE_NO_PAD.decode(cursor).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let last = last.ok_or_else(foreign_cursor)?;
        items.retain(|item| name(item) > last.as_str());
    }
    let more = items.len() > size;
    items.truncate(size);
    let next = items.last().filter(|_| more).map(|last| BASE64_URL_SAFE_NO_PAD.encode(name(last)));
    Ok((items, next))
}

pub(super) fn foreign_cursor() -> ErrorData {
    ErrorData::invalid_params(
        "the cursor is not one this server made; use `nextCursor` of the previous page as it is",
        None,
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pages_joined_give_the_list(names in proptest::collection::btree_set("\\PC{0,8}", 0..30), size in 1_usize..7) {
            let names: Vec<String> = names.into_iter().collect();
            let (mut joined, mut cursor) = (Vec::new(), None);
            loop {
                let (items, next) = page(names.clone(), String::as_str, cursor.as_deref(), size).unwrap();
                prop_assert!(items.len() <= size);
                joined.extend(items);
                match next {
                    Some(next) => cursor = Some(next),
                    None => break,
                }
            }
            prop_assert_eq!(joined, names);
        }

        #[test]
        fn any_cursor_gives_a_page_or_is_refused(cursor in "\\PC{0,20}") {
            match page(vec!["a", "b"], |name| name, Some(&cursor), 1) {
                Ok((items, next)) => prop_assert_eq!(next.is_some(), items == ["a"]),
                Err(error) => prop_assert_eq!(error.code, rmcp::model::ErrorCode::INVALID_PARAMS),
            }
        }
    }
}
