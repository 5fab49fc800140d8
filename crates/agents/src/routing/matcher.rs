//! Finds phrases in messages.
//!
//! Each phrase has a word without which it cannot be there, the rarest that it has. Only phrases whose word is in a message
//! are tried, each by a small program over words, so that what a message costs depends on what it says and not on how
//! many rules there are. What a program finds is what a regular expression would find: the leftmost, and of several ways the
//! one that is written first.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::lexicon::{Heard, Known, Lexicon};
use super::phrase::{Node, Phrase};

/// Sorted.
type Class = Vec<Known>;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A word of this class.
    Word(usize),
    Number,
    Any,
    /// The first, or if that leads nowhere the second.
    Either(usize, usize),
    Go(usize),
    /// A slot begins or ends.
    Mark(usize),
    Found,
}

/// One phrase, or one of several.
#[derive(Debug)]
pub(super) struct Program {
    steps: Vec<Step>,
    /// After the words that may stand before it: to tell whether it is there at all, these do not matter.
    core: usize,
    /// What the core begins with; nothing, if that may be any word.
    first: Option<usize>,
}

/// Makes programs that know the same words.
#[derive(Debug, Default)]
pub(super) struct Compiler {
    lexicon: Lexicon,
    classes: Vec<Class>,
    numbers: BTreeMap<Class, usize>,
    programs: Vec<Program>,
    /// The words of which one must be there, by program.
    needed: Vec<Class>,
}

/// Where something was found, and what its slots hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) words: Range<usize>,
    marks: Vec<(usize, usize)>,
}

impl Found {
    /// The words of a slot, if it was met.
    pub(super) fn slot(&self, number: usize) -> Option<Range<usize>> {
        let mark = |wanted| self.marks.iter().rfind(|(mark, _)| *mark == wanted).map(|(_, at)| *at);
        Some(mark(number * 2)?..mark(number * 2 + 1)?)
    }
}

/// Every phrase of a pack, ready to be looked for.
#[derive(Debug)]
pub(super) struct Matcher {
    lexicon: Lexicon,
    classes: Vec<Class>,
    programs: Vec<Program>,
    /// The programs that a word calls for.
    called_for: Vec<Vec<usize>>,
}

impl Matcher {
    pub(super) fn hear(&self, text: &super::text::Plain) -> Heard {
        self.lexicon.hear(text)
    }

    /// The phrases that are in a message, rising.
    pub(super) fn which(&self, heard: &Heard) -> Vec<usize> {
        let called = |known: &Known| self.called_for.get(usize::try_from(*known).ok()?);
        let mut tried: Vec<usize> = heard.all().iter().filter_map(called).flatten().copied().collect();
        tried.sort_unstable();
        tried.dedup();
        let mut search = Search::default();
        tried.retain(|number| {
            self.programs.get(*number).is_some_and(|program| self.is_in(program, heard, &mut search))
        });
        tried
    }

    /// Where a phrase stands, from the left, none in another.
    pub(super) fn find_all(&self, number: usize, heard: &Heard) -> impl Iterator<Item = Found> {
        self.programs
            .get(number)
            .into_iter()
            .flat_map(move |program| self.find_in(program, heard, 0..heard.len()))
    }

    /// The same for a program of its own, in some of the words.
    pub(super) fn find_in(
        &self,
        program: &Program,
        heard: &Heard,
        words: Range<usize>,
    ) -> impl Iterator<Item = Found> {
        let mut from = words.start;
        std::iter::from_fn(move || {
            let mut search = Search::over(program, words.end);
            let found =
                (from..words.end).find_map(|at| search.run(self, program, heard, (0, at..words.end)))?;
            // The space after a phrase belongs to it: the word behind it does not begin the next.
            from = found.words.end + 1;
            Some(found)
        })
    }

    fn is_in(&self, program: &Program, heard: &Heard, search: &mut Search) -> bool {
        search.reset(program, heard.len());
        let may_begin = |at: &usize| match program.first {
            Some(class) => self.is_a(class, heard.at(*at)),
            None => true,
        };
        (0..heard.len())
            .filter(may_begin)
            .any(|at| search.run(self, program, heard, (program.core, at..heard.len())).is_some())
    }

    fn is_a(&self, class: usize, known: &[Known]) -> bool {
        let class = self.classes.get(class).map(Vec::as_slice).unwrap_or_default();
        known.iter().any(|number| class.binary_search(number).is_ok())
    }
}

/// What was tried already: no step is taken twice at the same word.
#[derive(Debug, Default)]
struct Search {
    tried: Vec<u64>,
    words: usize,
    /// Steps to go back to, with the word and how many marks there were.
    open: Vec<(usize, usize, usize)>,
    marks: Vec<(usize, usize)>,
}

impl Search {
    fn over(program: &Program, words: usize) -> Self {
        let mut search = Self::default();
        search.reset(program, words);
        search
    }

    fn reset(&mut self, program: &Program, words: usize) {
        self.words = words + 1;
        self.tried.clear();
        self.tried.resize((program.steps.len() * self.words).div_ceil(64), 0);
    }

    fn is_new(&mut self, step: usize, at: usize) -> bool {
        let place = step * self.words + at;
        let (bit, Some(tried)) = (1 << (place % 64), self.tried.get_mut(place / 64)) else { return false };
        let is_new = *tried & bit == 0;
        *tried |= bit;
        is_new
    }

    /// From a step and a word on.
    fn run(
        &mut self,
        matcher: &Matcher,
        program: &Program,
        heard: &Heard,
        (step, words): (usize, Range<usize>),
    ) -> Option<Found> {
        self.marks.clear();
        self.open.clear();
        self.open.push((step, words.start, 0));
        while let Some((mut step, mut at, marks)) = self.open.pop() {
            self.marks.truncate(marks);
            while self.is_new(step, at) {
                let is_there = at < words.end;
                let goes_on = match program.steps.get(step)? {
                    Step::Found => {
                        return Some(Found {
                            words: words.start..at,
                            marks: std::mem::take(&mut self.marks),
                        });
                    }
                    Step::Word(class) => is_there && matcher.is_a(*class, heard.at(at)),
                    Step::Number => is_there && heard.is_number(at),
                    Step::Any => is_there,
                    Step::Either(first, second) => {
                        self.open.push((*second, at, self.marks.len()));
                        step = *first;
                        continue;
                    }
                    Step::Go(next) => {
                        step = *next;
                        continue;
                    }
                    Step::Mark(mark) => {
                        self.marks.push((*mark, at));
                        step += 1;
                        continue;
                    }
                };
                if !goes_on {
                    break;
                }
                step += 1;
                at += 1;
            }
        }
        None
    }
}

impl Compiler {
    /// The number of the phrase.
    pub(super) fn add(&mut self, phrase: &Phrase) {
        let program = self.program(&phrase.node);
        self.programs.push(program);
        let needed = self.needed(&phrase.node).unwrap_or_default();
        self.needed.push(needed);
    }

    /// One of several phrases, looked for by itself.
    pub(super) fn any_of(&mut self, phrases: Vec<Phrase>) -> Program {
        let ways = phrases.into_iter().map(|phrase| Node::clone(&phrase.node)).collect();
        self.program(&Node::Either(ways))
    }

    pub(super) fn finish(self) -> Matcher {
        let mut called_for: Vec<Vec<usize>> = vec![Vec::new(); self.lexicon.len()];
        for (program, needed) in self.needed.iter().enumerate() {
            for known in needed {
                let place = usize::try_from(*known).ok().and_then(|known| called_for.get_mut(known));
                if let Some(called) = place {
                    called.push(program);
                }
            }
        }
        Matcher { lexicon: self.lexicon, classes: self.classes, programs: self.programs, called_for }
    }

    fn program(&mut self, node: &Node) -> Program {
        let parts = node.parts();
        let is_gap = |part: &&Node| matches!(part, Node::Anything { least: 0, .. });
        let gaps = parts.iter().take_while(is_gap).count();
        let (lead, core) = parts.split_at_checked(gaps).unwrap_or_default();
        let mut steps = Vec::new();
        for part in lead {
            self.steps(part, &mut steps);
        }
        let begins = steps.len();
        for part in core {
            self.steps(part, &mut steps);
        }
        steps.push(Step::Found);
        let first = self.first_of(core).filter(|(_, may_be_empty)| !may_be_empty);
        let first = first.map(|(first, _)| self.class(first));
        Program { steps, core: begins, first }
    }

    fn class(&mut self, words: BTreeSet<Known>) -> usize {
        let class: Class = words.into_iter().collect();
        let next = self.classes.len();
        *self.numbers.entry(class).or_insert_with_key(|class| {
            self.classes.push(class.clone());
            next
        })
    }

    fn steps(&mut self, node: &Node, steps: &mut Vec<Step>) {
        match node {
            Node::Word(word) => {
                let known = self.lexicon.number(word);
                let class = self.class(BTreeSet::from([known]));
                steps.push(Step::Word(class));
            }
            Node::Number => steps.push(Step::Number),
            Node::Anything { least, most, is_greedy } => {
                steps.extend(std::iter::repeat_n(Step::Any, *least));
                let end = steps.len() + (most - least) * 2;
                for _ in *least..*most {
                    let next = steps.len() + 1;
                    let choice = if *is_greedy { Step::Either(next, end) } else { Step::Either(end, next) };
                    steps.extend([choice, Step::Any]);
                }
            }
            Node::Sequence(parts) => parts.iter().for_each(|part| self.steps(part, steps)),
            Node::Either(ways) => self.either(ways, steps),
            Node::Optional(part) => {
                let choice = steps.len();
                steps.push(Step::Go(0));
                self.steps(part, steps);
                let end = steps.len();
                set(steps, choice, Step::Either(choice + 1, end));
            }
            Node::Slot(number, part) => {
                steps.push(Step::Mark(number * 2));
                self.steps(part, steps);
                steps.push(Step::Mark(number * 2 + 1));
            }
        }
    }

    /// Single words become one class, as far as that leaves open which way is found first.
    fn either(&mut self, ways: &[Node], steps: &mut Vec<Step>) {
        enum Way<'a> {
            Words(BTreeSet<Known>),
            Node(&'a Node),
        }
        let mut joined: Vec<(Way<'_>, Option<BTreeSet<Known>>)> = Vec::new();
        for way in ways {
            let begins = self.first_of(std::slice::from_ref(way)).filter(|(_, may_be_empty)| !may_be_empty);
            let begins = begins.map(|(begins, _)| begins);
            let Some(words) = begins.clone().filter(|_| way.is_one_word()) else {
                joined.push((Way::Node(way), begins));
                continue;
            };
            let may_meet = |(other, begins): &(Way<'_>, Option<BTreeSet<Known>>)| match other {
                Way::Words(_) => false,
                Way::Node(_) => begins.as_ref().is_none_or(|begins| self.lexicon.may_meet(begins, &words)),
            };
            let after = joined.iter().rposition(may_meet).map_or(0, |place| place + 1);
            let mut later = joined.iter_mut().skip(after);
            let class = later.find_map(|(way, _)| match way {
                Way::Words(class) => Some(class),
                Way::Node(_) => None,
            });
            match class {
                Some(class) => class.extend(words),
                None => joined.push((Way::Words(words), begins)),
            }
        }
        let (mut exits, count) = (Vec::new(), joined.len());
        for (place, (way, _)) in joined.into_iter().enumerate() {
            let choice = steps.len();
            let is_last = place + 1 == count;
            if !is_last {
                steps.push(Step::Go(0));
            }
            match way {
                Way::Words(words) => {
                    let class = self.class(words);
                    steps.push(Step::Word(class));
                }
                Way::Node(node) => self.steps(node, steps),
            }
            if !is_last {
                exits.push(steps.len());
                steps.push(Step::Go(0));
                let next = steps.len();
                set(steps, choice, Step::Either(choice + 1, next));
            }
        }
        let end = steps.len();
        for exit in exits {
            set(steps, exit, Step::Go(end));
        }
    }

    /// What parts in a row may begin with, and whether they may be nothing at all; nothing, if that is any word.
    fn first_of(&mut self, parts: &[Node]) -> Option<(BTreeSet<Known>, bool)> {
        let mut all = BTreeSet::new();
        for part in parts {
            let (first, may_be_empty) = match part {
                Node::Word(word) => (BTreeSet::from([self.lexicon.number(word)]), false),
                Node::Number | Node::Anything { .. } => return None,
                Node::Sequence(parts) => self.first_of(parts)?,
                Node::Either(ways) => {
                    let (mut first, mut may_be_empty) = (BTreeSet::new(), false);
                    for way in ways {
                        let (begins, is_empty) = self.first_of(std::slice::from_ref(way))?;
                        first.extend(begins);
                        may_be_empty |= is_empty;
                    }
                    (first, may_be_empty)
                }
                Node::Optional(part) => (self.first_of(std::slice::from_ref(part))?.0, true),
                Node::Slot(_, part) => self.first_of(std::slice::from_ref(part))?,
            };
            all.extend(first);
            if !may_be_empty {
                return Some((all, false));
            }
        }
        Some((all, true))
    }

    /// Words of which one must be there, as rare as possible; nothing, if it can do without any.
    fn needed(&mut self, node: &Node) -> Option<Class> {
        match node {
            Node::Word(word) => Some(vec![self.lexicon.number(word)]),
            Node::Number | Node::Anything { .. } | Node::Optional(_) => None,
            Node::Sequence(parts) => {
                let needed: Vec<Class> = parts.iter().filter_map(|part| self.needed(part)).collect();
                needed.into_iter().min_by_key(|class| self.lexicon.commonness(class))
            }
            Node::Either(ways) => {
                let needed: Option<Vec<Class>> = ways.iter().map(|way| self.needed(way)).collect();
                let all: BTreeSet<Known> = needed?.into_iter().flatten().collect();
                Some(all.into_iter().collect())
            }
            Node::Slot(_, part) => self.needed(part),
        }
    }
}

fn set(steps: &mut [Step], place: usize, step: Step) {
    if let Some(there) = steps.get_mut(place) {
        *there = step;
    }
}

#[cfg(test)]
#[path = "matcher_tests.rs"]
mod tests;
