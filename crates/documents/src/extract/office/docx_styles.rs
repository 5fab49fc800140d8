//! Which paragraphs of a Word document are headings or items of a list: styles and numberings say so, often by way of
//! other styles.

use std::collections::HashMap;

use super::super::draft::Marker;
use super::super::xml::Element;

/// Styles refer to styles; a circle ends here.
const LONGEST_CHAIN: usize = 20;

#[derive(Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    /// By number and level: whether items are counted, and from where.
    levels: HashMap<(String, u8), Option<u32>>,
    /// How many items each numbering has had at each level.
    counters: HashMap<String, [u32; 9]>,
}

#[derive(Default)]
struct Style {
    based_on: Option<String>,
    heading: Option<u8>,
    is_title: bool,
    numbering: Option<(String, u8)>,
}

impl Styles {
    pub(super) fn new(styles: Option<&Element>, numbering: Option<&Element>) -> Self {
        let mut known = Self::default();
        for style in styles.into_iter().flat_map(|styles| styles.named("style")) {
            if let Some(id) = style.attribute("styleId") {
                known.by_id.insert(id.to_owned(), read_style(style));
            }
        }
        if let Some(numbering) = numbering {
            known.read_numbering(numbering);
        }
        known
    }

    fn read_numbering(&mut self, numbering: &Element) {
        let mut abstracts = HashMap::new();
        for definition in numbering.named("abstractNum") {
            if let Some(id) = definition.attribute("abstractNumId") {
                abstracts.insert(id, definition);
            }
        }
        for number in numbering.named("num") {
            let definition = value(number, "abstractNumId").and_then(|id| abstracts.get(id));
            if let (Some(id), Some(definition)) = (number.attribute("numId"), definition) {
                for level in definition.named("lvl") {
                    let at = level.attribute("ilvl").and_then(|at| at.parse().ok()).unwrap_or(0);
                    let start = value(level, "start").and_then(|start| start.parse().ok()).unwrap_or(1);
                    let is_bullet = matches!(value(level, "numFmt"), Some("bullet" | "none"));
                    self.levels.insert((id.to_owned(), at), (!is_bullet).then_some(start));
                }
            }
        }
    }

    /// From 1, if the paragraph is a heading.
    pub(super) fn heading(&self, properties: Option<&Element>) -> Option<u8> {
        let own = properties.and_then(outline);
        own.or_else(|| self.chain(properties).find_map(|style| style.heading))
    }

    pub(super) fn is_title(&self, properties: Option<&Element>) -> bool {
        self.chain(properties).next().is_some_and(|style| style.is_title)
    }

    /// Depth and marker, if the paragraph is an item. Counts on.
    pub(super) fn item(&mut self, properties: Option<&Element>) -> Option<(usize, Marker)> {
        let own = properties.and_then(numbering_of);
        let inherited = || self.chain(properties).find_map(|style| style.numbering.clone());
        let (id, level) = own.or_else(inherited).filter(|(id, _)| id != "0")?;
        let level = level.min(8);
        let depth = usize::from(level);
        let Some(Some(start)) = self.levels.get(&(id.clone(), level)).copied() else {
            return Some((depth, Marker::Bullet));
        };
        let counters = self.counters.entry(id).or_default();
        let mut number = 0;
        for (at, counter) in counters.iter_mut().enumerate().skip(depth) {
            if at == depth {
                *counter += 1;
                number = *counter;
            } else {
                *counter = 0;
            }
        }
        Some((depth, Marker::Number(start.saturating_add(number).saturating_sub(1))))
    }

    fn chain(&self, properties: Option<&Element>) -> impl Iterator<Item = &Style> {
        let first = properties.and_then(|properties| value(properties, "pStyle"));
        let first = first.and_then(|id| self.by_id.get(id));
        let next = |style: &&Style| style.based_on.as_ref().and_then(|id| self.by_id.get(id));
        std::iter::successors(first, next).take(LONGEST_CHAIN)
    }
}

fn read_style(style: &Element) -> Style {
    let name = value(style, "name").unwrap_or_default().to_lowercase();
    let properties = style.child("pPr");
    // Localised files keep the English name of a built-in heading; a few writers do not.
    let named = ["heading ", "título ", "titulo "].iter().find_map(|prefix| name.strip_prefix(prefix));
    let named = named.and_then(|level| level.trim().parse().ok()).filter(|level| (1..=9).contains(level));
    Style {
        based_on: value(style, "basedOn").map(str::to_owned),
        heading: properties.and_then(outline).or(named),
        is_title: matches!(name.as_str(), "title" | "título"),
        numbering: properties.and_then(numbering_of),
    }
}

/// 9 stands for the text's body.
fn outline(properties: &Element) -> Option<u8> {
    let level: u8 = value(properties, "outlineLvl")?.parse().ok()?;
    (level < 9).then_some(level + 1)
}

fn numbering_of(properties: &Element) -> Option<(String, u8)> {
    let numbering = properties.child("numPr")?;
    let level = value(numbering, "ilvl").and_then(|level| level.parse().ok()).unwrap_or(0);
    Some((value(numbering, "numId")?.to_owned(), level))
}

/// `<w:name w:val="…"/>` in an element.
pub(super) fn value<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    element.child(name)?.attribute("val")
}
