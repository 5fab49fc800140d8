//! Under which headings each block of a document stands, and where a chunk has to begin.

use std::ops::Range;

use crate::structure::{BlockKind, Extracted};

use super::atoms::Atoms;

/// Characters of a heading that are kept, and headings of a path: what a hostile file has more of is cut.
const TITLE: usize = 200;
const DEPTH: usize = 12;

/// The headings above a block and its own, outermost first.
pub(super) type Path = Vec<String>;

/// As it is shown: one line, of bounded length.
pub fn title(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(TITLE) {
        None => line,
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
    }
}

/// For each block, the index of its path in the list of paths.
pub(super) fn paths(document: &Extracted) -> (Vec<usize>, Vec<Path>) {
    let mut open: Vec<(u8, String)> = Vec::new();
    let mut paths = vec![Path::new()];
    let mut of_block = Vec::with_capacity(document.blocks.len());
    for block in &document.blocks {
        if let BlockKind::Heading { level } = block.kind
            && !block.text.trim().is_empty()
        {
            open.retain(|(outer, _)| *outer < level);
            open.push((level, title(&block.text)));
            let inner = open.len().saturating_sub(DEPTH);
            paths.push(open.iter().skip(inner).map(|(_, title)| title.clone()).collect());
        }
        of_block.push(paths.len() - 1);
    }
    (of_block, paths)
}

/// Runs of atoms that each begin with a heading. A run that is less than `least` tokens is no chunk of its own but the
/// beginning of the deeper section that follows it: headings alone say little.
pub(super) fn runs(atoms: &Atoms<'_>, least: u64) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    // Of the run that is being made: the level of its first heading, and its tokens so far.
    let (mut level, mut tokens, mut was_heading) = (None, 0_u64, false);
    for (at, atom) in atoms.list.iter().enumerate() {
        let heading = match atoms.kind(atom.block) {
            Some(BlockKind::Heading { level }) if begins(atoms, at) => Some(*level),
            Some(_) | None => None,
        };
        let is_new = heading.is_some_and(|new| !was_heading || level.is_some_and(|level| new <= level));
        let is_deeper = heading.is_some_and(|new| level.is_none_or(|level| new > level));
        if at == 0 || (is_new && !(tokens < least && is_deeper)) {
            runs.push(at..at + 1);
            (level, tokens) = (heading, 0);
        }
        if let Some(run) = runs.last_mut() {
            run.end = at + 1;
        }
        tokens += u64::from(atom.tokens);
        was_heading = matches!(atoms.kind(atom.block), Some(BlockKind::Heading { .. }));
    }
    runs
}

/// Runs of atoms that each are a table, or what stands between two.
pub(super) fn tables(atoms: &Atoms<'_>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut last: Option<usize> = None;
    for (at, atom) in atoms.list.iter().enumerate() {
        let was_table = last.is_some_and(|block| atoms.is_table(block));
        // A line before a table, such as the name of its sheet, belongs to it.
        let is_new = last.is_none() || (last != Some(atom.block) && was_table);
        match runs.last_mut().filter(|_| !is_new) {
            Some(run) => run.end = at + 1,
            None => runs.push(at..at + 1),
        }
        last = Some(atom.block);
    }
    runs
}

fn begins(atoms: &Atoms<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| atoms.list.get(before));
    before.map(|before| before.block) != atoms.list.get(at).map(|atom| atom.block)
}

/// Splits runs before these atoms where both parts are at least so many tokens.
pub(super) fn split(
    runs: Vec<Range<usize>>,
    atoms: &Atoms<'_>,
    places: &[usize],
    least: u64,
) -> Vec<Range<usize>> {
    let mut places = places.iter().copied().peekable();
    let tokens = |range: Range<usize>| -> u64 {
        atoms.list.get(range).unwrap_or_default().iter().map(|atom| u64::from(atom.tokens)).sum()
    };
    let mut split = Vec::with_capacity(runs.len());
    for run in runs {
        let (mut start, mut left) = (run.start, tokens(run.clone()));
        while let Some(place) = places.next_if(|place| *place < run.end) {
            let before = tokens(start..place.max(start));
            if before >= least && left.saturating_sub(before) >= least {
                split.push(start..place);
                (start, left) = (place, left - before);
            }
        }
        split.push(start..run.end);
    }
    split
}
