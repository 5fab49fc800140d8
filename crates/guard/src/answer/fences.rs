//! Code in Markdown, which passes as it is, because it is shown and not followed.
//!
//! Whether something is code depends on rules that every renderer reads a little differently. Where they could disagree the
//! guard stops to trust fences for the rest of the answer, and code is treated as text: a `<` too many is escaped rather
//! than one too few.

/// The longest word of a language after a fence, and the deepest indentation, that are waited for.
const INFO: usize = 64;
const INDENT: usize = 24;

#[derive(Default)]
pub(super) struct Fences {
    open: Option<Fence>,
    /// A fence was not clear.
    distrusted: bool,
    /// The line before was empty.
    after_blank: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Fence {
    mark: char,
    run: usize,
    indent: usize,
}

/// What a line begins with, and how much of it that is.
pub(super) struct Opening {
    pub(super) length: usize,
    pub(super) blank: bool,
    /// The line ends code, and is still part of it.
    pub(super) closes: bool,
}

impl Fences {
    /// Whether what follows on this line is code.
    pub(super) fn inside(&self) -> bool {
        self.open.is_some()
    }

    /// Looks at the beginning of a line. `None`: not known yet.
    pub(super) fn line(&mut self, text: &str, ended: bool) -> Option<Opening> {
        let mut indent = 0;
        let mut start = 0;
        let mut first = None;
        for sign in text.chars() {
            match sign {
                ' ' => indent += 1,
                '\t' => indent += 4,
                other => {
                    first = Some(other);
                    break;
                }
            }
            start += sign.len_utf8();
            if indent >= INDENT {
                first = Some('x');
                break;
            }
        }
        let Some(first) = first else {
            return ended.then_some(Opening { length: start, blank: true, closes: false });
        };
        if matches!(first, '\n' | '\r') {
            self.after_blank = true;
            return Some(Opening { length: start, blank: true, closes: false });
        }
        let rest = text.get(start..)?;
        let run = rest.chars().take(INFO + 1).take_while(|sign| *sign == first).count();
        let is_fence = matches!(first, '`' | '~') && run >= 3;
        let after = rest.get(run..).unwrap_or_default();
        if matches!(first, '`' | '~') && after.is_empty() && !ended {
            return None;
        }
        if is_fence && !ended {
            // The whole line must be known, as far as it matters.
            let known = after.contains('\n') || after.chars().count() > INFO;
            if !known {
                return None;
            }
        }
        let line: String = after.chars().take(INFO + 1).take_while(|sign| *sign != '\n').collect();
        let was_open = self.open;
        self.decide(is_fence.then_some((Fence { mark: first, run, indent }, &line)), indent);
        self.after_blank = false;
        let closes = is_fence
            && was_open.is_some_and(|open| open.mark == first)
            && self.open.is_none()
            && !self.distrusted;
        Some(Opening { length: start, blank: false, closes })
    }

    fn decide(&mut self, fence: Option<(Fence, &str)>, indent: usize) {
        match (self.open, fence) {
            (Some(open), Some((fence, line)))
                if fence.mark == open.mark
                    && fence.run >= open.run
                    && line.trim().is_empty()
                    && line.len() <= INFO
                    && (open.indent == 0 || indent >= open.indent)
                    && indent <= open.indent + 3 =>
            {
                self.open = None;
            }
            // It stood in a list that has ended, perhaps.
            (Some(open), _) if indent < open.indent => {
                self.open = None;
                self.distrusted = true;
            }
            (Some(_), _) | (None, None) => {}
            (None, Some((fence, line))) => {
                let clear = (indent <= 3 || self.after_blank)
                    && line.chars().count() <= INFO
                    && fence.run <= INFO
                    && !(fence.mark == '`' && line.contains('`'));
                if clear && !self.distrusted {
                    self.open = Some(fence);
                } else if !(fence.mark == '`' && line.contains('`')) {
                    self.distrusted = true;
                }
            }
        }
    }
}
