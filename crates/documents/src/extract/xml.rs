//! XML as a small tree, so that readers of office formats can look around in it.
//!
//! Our own tree because those on offer resolve entities that a file defines, which is how a few bytes become
//! gigabytes. Here an entity of the file is left out, a file whose entities are made of one another is refused, and depth
//! is limited.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::error::ExtractError;
use super::limits::Limits;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Element {
    /// Without its prefix.
    pub(super) name: Box<str>,
    /// Names as written, with prefix.
    attributes: Vec<(Box<str>, Box<str>)>,
    pub(super) nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// By the name with or without prefix.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let named = |(key, _): &&(Box<str>, Box<str>)| &**key == name;
        let local = |(key, _): &&(Box<str>, Box<str>)| key.rsplit(':').next() == Some(name);
        let found = self.attributes.iter().find(named).or_else(|| self.attributes.iter().find(local));
        found.map(|(_, value)| &**value)
    }

    pub(super) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (&**name, &**value))
    }

    pub(super) fn children(&self) -> impl Iterator<Item = &Element> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    pub(super) fn child(&self, name: &str) -> Option<&Element> {
        self.children().find(|child| &*child.name == name)
    }

    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children().filter(move |child| &*child.name == name)
    }

    /// The first of that name at any depth, in the order of the text.
    pub(super) fn find(&self, name: &str) -> Option<&Element> {
        self.children().find_map(|child| if &*child.name == name { Some(child) } else { child.find(name) })
    }

    /// All of that name, at any depth but not inside one another.
    pub(super) fn find_all<'a>(&'a self, name: &str) -> Vec<&'a Element> {
        let mut found = Vec::new();
        self.collect(name, &mut found);
        found
    }

    fn collect<'a>(&'a self, name: &str, found: &mut Vec<&'a Element>) {
        for child in self.children() {
            if &*child.name == name {
                found.push(child);
            } else {
                child.collect(name, found);
            }
        }
    }

    /// All text within.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.push_text(&mut text);
        text
    }

    fn push_text(&self, text: &mut String) {
        for node in &self.nodes {
            match node {
                Node::Text(part) => text.push_str(part),
                Node::Element(element) => element.push_text(text),
            }
        }
    }

    fn push(&mut self, part: &str) {
        if let Some(Node::Text(text)) = self.nodes.last_mut() {
            text.push_str(part);
        } else if !part.is_empty() {
            self.nodes.push(Node::Text(part.to_owned()));
        }
    }
}

/// The root element. A text that ends early gives what there was, if it had begun.
pub(super) fn parse(text: &str, limits: &Limits) -> Result<Element, ExtractError> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    // The outermost stands for the document.
    let mut open = vec![Element::default()];
    loop {
        let event = reader.read_event().map_err(ExtractError::damaged)?;
        let depth = open.len();
        let Some(current) = open.last_mut() else { break };
        match event {
            Event::Start(start) if depth <= limits.depth => {
                let element = element(&start);
                open.push(element);
            }
            Event::Start(_) => return Err(ExtractError::too_large("its parts are nested too deeply")),
            Event::Empty(start) => current.nodes.push(Node::Element(element(&start))),
            Event::End(_) => close(&mut open),
            Event::Text(part) => current.push(&part.xml10_content()),
            Event::CData(part) => current.push(&part.xml10_content()),
            Event::GeneralRef(reference) => current.push(&resolved(&reference)),
            Event::DocType(declared) if unfolds(&declared.xml10_content()) => {
                return Err(ExtractError::Unfolds);
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof => break,
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let document = open.pop().unwrap_or_default();
    let root = document.nodes.into_iter().find_map(|node| match node {
        Node::Element(element) => Some(element),
        Node::Text(_) => None,
    });
    root.ok_or_else(|| ExtractError::damaged("it is not well-formed XML"))
}

/// For a text that is kept as it stands: nobody who opens it later is to be hurt by it either.
pub(super) fn refuse_bomb(text: &str) -> Result<(), ExtractError> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(Event::DocType(declared)) if unfolds(&declared.xml10_content()) => {
                return Err(ExtractError::Unfolds);
            }
            // Declarations come first; what is not well formed is text like any other.
            Ok(Event::Start(_) | Event::Empty(_) | Event::End(_) | Event::Eof) | Err(_) => return Ok(()),
            Ok(_) => {}
        }
    }
}

/// Whether an entity it declares is made of other entities: no document that a person wrote needs that, and every bomb
/// does. Drawings do declare plain ones.
fn unfolds(declared: &str) -> bool {
    declared.split("<!ENTITY").skip(1).any(|declaration| {
        let value = declaration.split(['"', '\'']).nth(1).unwrap_or_default();
        value.split(['&', '%']).skip(1).any(|rest| {
            let name = rest.split_once(';').map_or("", |(name, _)| name);
            !name.is_empty()
                && !name.starts_with('#')
                && !name.contains(char::is_whitespace)
                && resolve_predefined_entity(name).is_none()
        })
    })
}

fn close(open: &mut Vec<Element>) {
    // The document itself stays open.
    if open.len() > 1
        && let Some(done) = open.pop()
        && let Some(parent) = open.last_mut()
    {
        parent.nodes.push(Node::Element(done));
    }
}

fn element(start: &BytesStart<'_>) -> Element {
    let mut attributes = start.attributes();
    let attributes = attributes
        .with_checks(false)
        .filter_map(Result::ok)
        .map(|attribute| {
            let raw = &attribute.value;
            let value = quick_xml::escape::unescape(raw).unwrap_or_else(|_| raw.as_ref().into());
            (Box::from(attribute.key.as_ref()), Box::from(&*value))
        })
        .collect();
    Element { name: Box::from(start.local_name().as_ref()), attributes, nodes: Vec::new() }
}

/// Of an entity that the file defines itself, nothing.
fn resolved(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return character.to_string();
    }
    let name = reference.xml10_content();
    resolve_predefined_entity(&name).unwrap_or(if name == "nbsp" { "\u{a0}" } else { "" }).to_owned()
}

#[cfg(test)]
#[path = "xml_tests.rs"]
mod tests;
