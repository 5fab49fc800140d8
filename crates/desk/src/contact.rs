//! Whether something can be an address or a number to reach somebody by.

pub fn is_email(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| {
        !name.is_empty()
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !text.contains(char::is_whitespace)
            && !host.contains('@')
    })
}

pub fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (7..=15).contains(&digits) && text.chars().all(|sign| sign.is_ascii_digit() || " +-().".contains(sign))
}
