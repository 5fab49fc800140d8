//! Where links lead. Addresses are read as browsers read them (`url`), because a browser is what follows them.

use std::collections::BTreeSet;
use std::sync::Arc;

use url::Url;

use crate::policy::PolicyError;

/// The longest address that is looked at; a longer one is not let through.
pub(super) const LONGEST: usize = 2048;

/// The hosts that links and images may lead to.
pub(crate) struct Hosts {
    exact: BTreeSet<String>,
    /// With their dot: `.example.com`.
    below: Vec<String>,
    is_all: bool,
}

impl Hosts {
    pub(crate) fn compile(entries: &[String]) -> Result<Self, PolicyError> {
        let mut hosts = Self { exact: BTreeSet::new(), below: Vec::new(), is_all: false };
        for entry in entries {
            let (name, below) = entry.strip_prefix("*.").map_or((entry.as_str(), false), |name| (name, true));
            let wrong = || PolicyError::NotAHost(entry.chars().take(60).collect());
            if name.is_empty()
                || name.contains(['/', ':', '*', '@', '?', '#', '\\'])
                || name.contains(char::is_whitespace)
            {
                return Err(wrong());
            }
            let host = Url::parse(&format!("https://{name}/")).map_err(|_| wrong())?;
            let host = host.host_str().ok_or_else(wrong)?.to_owned();
            if below {
                hosts.below.push(format!(".{host}"));
            } else {
                hosts.exact.insert(host);
            }
        }
        Ok(hosts)
    }

    /// Every host there is, for what was looked at before.
    pub(super) fn all() -> Self {
        Self { exact: BTreeSet::new(), below: Vec::new(), is_all: true }
    }

    /// Whether a browser that follows this stays on the page's own host or reaches a listed one.
    pub(super) fn allow(&self, target: &str) -> bool {
        if is_spelt(target) {
            return false;
        }
        let unescaped = unescaped(target);
        self.allow_read(target) && (unescaped == target || self.allow_read(&unescaped))
    }

    fn allow_read(&self, target: &str) -> bool {
        // `https:host` is a path on a page with that scheme, and another host on one without.
        ["https", "http"].into_iter().all(|scheme| self.allow_from(scheme, target))
    }

    fn allow_from(&self, scheme: &str, target: &str) -> bool {
        const HERE: &str = "here.invalid";
        let Ok(base) = Url::parse(&format!("{scheme}://{HERE}/a/b")) else { return false };
        let Ok(url) = base.join(target) else { return false };
        match url.scheme() {
            "mailto" | "tel" => true,
            "http" | "https" => {
                // Names before the host and backslashes are there to be misread.
                url.username().is_empty()
                    && url.password().is_none()
                    && !target.contains('\\')
                    && url.host_str().is_some_and(|host| {
                        self.is_all
                            || host == HERE
                            || self.exact.contains(host)
                            || self.below.iter().any(|below| host.ends_with(below.as_str()))
                    })
            }
            _ => false,
        }
    }
}

/// So many addresses are remembered from what an answer is made of.
const MOST_KNOWN: usize = 1024;

/// Addresses that stand whole in what an answer is made of. An answer may lead there, and nowhere near: what a model adds to an
/// address is how it would send something away.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    addresses: BTreeSet<String>,
}

impl Known {
    /// Every address that is written in a text.
    pub(crate) fn read(&mut self, text: &str) {
        let mut at = 0;
        while let Some(skipped) = text.get(at..).and_then(|rest| rest.find(['h', 'H', 'w', 'W'])) {
            at += skipped;
            let (before, rest) = text.split_at_checked(at).unwrap_or_default();
            let is_in_word = before.ends_with(char::is_alphanumeric);
            let begins = !is_in_word && begins_address(rest, true) == Some(true);
            let length = if begins { address(rest, true).unwrap_or_default() } else { 0 };
            self.add(rest.get(..length).unwrap_or_default());
            at += length.max(1);
        }
    }

    pub(super) fn add(&mut self, address: &str) {
        if self.addresses.len() < MOST_KNOWN
            && let Some(address) = plain_address(address)
        {
            self.addresses.insert(address);
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        for address in other.addresses {
            if self.addresses.len() < MOST_KNOWN {
                self.addresses.insert(address);
            }
        }
    }

    fn has(&self, target: &str) -> bool {
        !self.addresses.is_empty()
            && plain_address(target).is_some_and(|address| self.addresses.contains(&address))
    }
}

/// An address as a browser reads it, if there is only one way to read it.
fn plain_address(target: &str) -> Option<String> {
    if target.len() >= LONGEST || target.contains('\\') || is_spelt(target) {
        return None;
    }
    let bare = target.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    let url = if bare { Url::parse(&format!("https://{target}")) } else { Url::parse(target) }.ok()?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.host_str().is_some();
    is_plain.then(|| url.into())
}

/// Whether named or numbered characters are in it, which can spell anything.
fn is_spelt(target: &str) -> bool {
    target.replace("&amp;", "").contains('&') && target.contains(';')
}

/// Where an answer may lead: to listed hosts, and to addresses that stand in what it is made of.
#[derive(Clone)]
pub(crate) struct Targets {
    pub(crate) hosts: Arc<Hosts>,
    pub(crate) known: Arc<Known>,
}

impl Targets {
    /// What is fetched without being asked for, such as a picture, or may be.
    pub(super) fn allow(&self, target: &str) -> bool {
        self.hosts.allow(target)
    }

    /// What a person follows.
    pub(super) fn allow_to_follow(&self, target: &str) -> bool {
        self.hosts.allow(target) || self.known.has(target)
    }
}

/// Whether a text begins as an address does that is a link without any markup.
pub(super) fn begins_address(text: &str, ended: bool) -> Option<bool> {
    for start in ["http://", "https://", "ftp://", "www."] {
        let given = text.as_bytes().get(..start.len().min(text.len())).unwrap_or_default();
        if start.as_bytes().get(..given.len()).is_some_and(|start| start.eq_ignore_ascii_case(given)) {
            if given.len() == start.len() {
                return Some(true);
            }
            if !ended {
                return None;
            }
        }
    }
    Some(false)
}

/// Without the backslashes that Markdown takes out.
fn unescaped(target: &str) -> String {
    let mut plain = String::with_capacity(target.len());
    let mut signs = target.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign != '\\' || !signs.peek().is_some_and(char::is_ascii_punctuation) {
            plain.push(sign);
        }
    }
    plain
}

/// What stands in the parentheses of a link.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target<'a> {
    NotYet,
    /// A whole target; `length` counts from the opening parenthesis to the closing one, both included.
    Whole {
        target: &'a str,
        length: usize,
    },
    /// No Markdown; what reads like a target is given.
    Broken {
        target: &'a str,
    },
    /// Its end is not in sight.
    TooLong,
}

/// Reads `(target "title")`. `text` begins with the parenthesis. No more than [`LONGEST`] bytes are looked at.
pub(super) fn target(text: &str, ended: bool) -> Target<'_> {
    let (text, whole) = within_reach(text);
    let open_end = if !whole {
        Target::TooLong
    } else if ended {
        Target::Broken { target: text.get(1..).unwrap_or_default().trim_start_matches('<') }
    } else {
        Target::NotYet
    };
    let inside = text.get(1..).unwrap_or_default();
    let trimmed = inside.trim_start_matches([' ', '\t', '\n']);
    let lead = 1 + inside.len() - trimmed.len();
    let found = match trimmed.strip_prefix('<').map(|inside| (inside, inside.find(['>', '\n', '<']))) {
        Some((_, None)) => None,
        Some((inside, Some(end))) if inside.get(end..).is_some_and(|rest| rest.starts_with('>')) => {
            Some((end + 2, inside.get(..end).unwrap_or_default()))
        }
        Some((_, Some(_))) | None => in_parentheses(trimmed),
    };
    let Some((length, target)) = found else { return open_end };
    match end_of_title(trimmed.get(length..).unwrap_or_default()) {
        Tail::Ends(more) => Target::Whole { target, length: lead + length + more },
        Tail::Other => Target::Broken { target },
        Tail::Open => open_end,
    }
}

/// As much of a text as is looked at, and whether that is all of it.
pub(super) fn within_reach(text: &str) -> (&str, bool) {
    if text.len() <= LONGEST {
        return (text, true);
    }
    (text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default(), false)
}

/// Everything up to a space or the parenthesis that does not belong to it.
fn in_parentheses(text: &str) -> Option<(usize, &str)> {
    let (mut depth, mut escaped) = (0_usize, false);
    for (at, sign) in text.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        match sign {
            '\\' => escaped = true,
            '(' => depth += 1,
            ')' if depth == 0 => return Some((at, text.get(..at)?)),
            ')' => depth -= 1,
            sign if sign.is_whitespace() || sign.is_control() => return Some((at, text.get(..at)?)),
            _ => {}
        }
    }
    None
}

/// What follows a target.
enum Tail {
    /// An optional title and the closing parenthesis, so many bytes.
    Ends(usize),
    /// That may still come.
    Open,
    Other,
}

fn end_of_title(text: &str) -> Tail {
    let (lead, rest) = without_space(text);
    let close = match rest.chars().next() {
        None => return Tail::Open,
        Some(')') => return Tail::Ends(lead + 1),
        Some(quote @ ('"' | '\'')) => quote,
        Some('(') => ')',
        Some(_) => return Tail::Other,
    };
    let Some((title, after)) = rest.get(1..).and_then(|title| title.split_once(close)) else {
        return Tail::Open;
    };
    let (space, tail) = without_space(after);
    match tail.chars().next() {
        None => Tail::Open,
        Some(')') => Tail::Ends(lead + 1 + title.len() + 1 + space + 1),
        Some(_) => Tail::Other,
    }
}

fn without_space(text: &str) -> (usize, &str) {
    let rest = text.trim_start_matches([' ', '\t', '\n']);
    (text.len() - rest.len(), rest)
}

/// The length of an address that stands in running text, without the punctuation after it. `None`: it may go on.
pub(super) fn address(text: &str, ended: bool) -> Option<usize> {
    let mut depth = 0_usize;
    let mut end = None;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' | ']' | '<' | '>' | '"' | '`' | '|' | '[' => end = Some(at),
            sign if sign.is_whitespace() => end = Some(at),
            _ if at >= LONGEST => end = Some(at),
            _ => {}
        }
        if end.is_some() {
            break;
        }
    }
    let end = match end {
        Some(end) => end,
        None if ended => text.len(),
        None => return None,
    };
    let whole = text.get(..end)?;
    Some(whole.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_', '~', '\'']).len())
}
