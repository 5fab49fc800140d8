//! Presentations: slides in the order they are shown, with titles, bullets, tables and the speaker's notes.

use super::super::archive::Archive;
use super::super::draft::{Draft, Marker, one_line};
use super::super::error::ExtractError;
use super::super::limits::Limits;
use super::super::xml::{self, Element};
use super::properties::{part, read_core, relations};
use crate::Extracted;

pub(crate) fn pptx(content: &[u8], limits: &Limits) -> Result<Extracted, ExtractError> {
    let mut archive = Archive::open(content, limits)?;
    let mut draft = Draft::new(limits);
    read_core(&mut archive, &mut draft, limits)?;
    let presentation = xml::parse(&archive.required("ppt/presentation.xml")?, limits)?;
    let targets = relations(&mut archive, "ppt/presentation.xml", limits)?;
    let slides: Vec<&str> = presentation
        .child("sldIdLst")
        .into_iter()
        .flat_map(|list| list.named("sldId"))
        .filter_map(|slide| targets.get(slide.attribute("r:id")?).map(|relation| relation.target.as_str()))
        .collect();
    for (at, name) in slides.iter().enumerate() {
        draft.set_page(u32::try_from(at + 1).unwrap_or(u32::MAX));
        let Some(slide) = part(&mut archive, name, limits)? else {
            draft.notice(format!("Slide {} could not be read", at + 1));
            continue;
        };
        if let Some(shapes) = slide.find("spTree") {
            read_shapes(shapes, &mut draft);
        }
        let notes = relations(&mut archive, name, limits)?;
        let notes = notes.into_values().find(|relation| relation.kind == "notesSlide");
        if let Some(notes) = notes
            && let Some(root) = part(&mut archive, &notes.target, limits)?
        {
            read_notes(&root, &mut draft);
        }
    }
    draft.set_pages(slides.len());
    Ok(draft.finish())
}

fn read_shapes(parent: &Element, draft: &mut Draft) {
    // A title is drawn wherever its author liked; it is read first.
    let (titles, others): (Vec<_>, Vec<_>) =
        parent.children().partition(|shape| matches!(placeholder(shape), Some("title" | "ctrTitle")));
    for title in titles {
        let text = title.child("txBody").map(body_text).unwrap_or_default();
        draft.heading(1, &text);
    }
    for shape in others {
        match &*shape.name {
            "sp" => read_text(shape, draft),
            "grpSp" => read_shapes(shape, draft),
            "AlternateContent" => {
                shape.child("Choice").into_iter().for_each(|choice| read_shapes(choice, draft));
            }
            "graphicFrame" => {
                for table in shape.find_all("tbl") {
                    draft.table(&rows(table));
                }
                read_diagram(shape, draft);
            }
            "pic" => {
                let described = shape.find("cNvPr").and_then(|properties| properties.attribute("descr"));
                draft.image(&one_line(described.unwrap_or_default()));
            }
            _ => {}
        }
    }
}

/// Text outside of tables, as some charts carry it.
fn read_diagram(frame: &Element, draft: &mut Draft) {
    if frame.find("tbl").is_none() {
        for body in frame.find_all("txBody") {
            draft.paragraph(&body_text(body));
        }
    }
}

/// Which part of the slide's layout a shape fills.
fn placeholder(shape: &Element) -> Option<&str> {
    let mark = shape.child("nvSpPr")?.find("ph")?;
    Some(mark.attribute("type").unwrap_or("body"))
}

fn read_text(shape: &Element, draft: &mut Draft) {
    let Some(body) = shape.child("txBody") else { return };
    let kind = placeholder(shape);
    if matches!(kind, Some("dt" | "ftr" | "sldNum" | "hdr")) {
        return;
    }
    let paragraphs: Vec<&Element> =
        body.named("p").filter(|paragraph| !text_of(paragraph).trim().is_empty()).collect();
    // The body of a layout has bullets unless it says otherwise; a lone line in it reads as a sentence.
    let has_bullets = matches!(kind, Some("body" | "obj")) && paragraphs.len() > 1;
    let mut number = 0;
    for paragraph in paragraphs {
        let properties = paragraph.child("pPr");
        let says = |name: &str| properties.is_some_and(|properties| properties.child(name).is_some());
        let depth = properties.and_then(|properties| properties.attribute("lvl")?.parse().ok()).unwrap_or(0);
        let text = text_of(paragraph);
        if says("buAutoNum") {
            number += 1;
            draft.item(depth, Marker::Number(number), &text);
        } else if says("buChar") || says("buBlip") || (has_bullets && !says("buNone")) {
            draft.item(depth, Marker::Bullet, &text);
        } else {
            draft.paragraph(&text);
        }
    }
    draft.end_list();
}

fn read_notes(root: &Element, draft: &mut Draft) {
    for shape in root.find_all("sp") {
        if placeholder(shape) == Some("body")
            && let Some(body) = shape.child("txBody")
        {
            let text = body_text(body);
            if !text.trim().is_empty() {
                draft.paragraph(&format!("Notes: {}", text.trim()));
            }
        }
    }
}

fn rows(table: &Element) -> Vec<Vec<String>> {
    let row = |row: &Element| {
        row.named("tc").map(|cell| cell.child("txBody").map(body_text).unwrap_or_default()).collect()
    };
    table.named("tr").map(row).collect()
}

fn body_text(body: &Element) -> String {
    body.named("p").map(text_of).collect::<Vec<_>>().join("\n")
}

fn text_of(paragraph: &Element) -> String {
    let mut text = String::new();
    for run in paragraph.children() {
        match &*run.name {
            "r" | "fld" => text.push_str(&run.child("t").map(Element::text).unwrap_or_default()),
            "br" => text.push('\n'),
            _ => text.push_str(&run.find_all("t").iter().map(|part| part.text()).collect::<String>()),
        }
    }
    text
}
