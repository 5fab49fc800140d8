//! Pictures: size, the time they were taken, and the words in them.

use std::io::Cursor;

use exif::{In, Tag};
use image::ImageReader;

use super::draft::Draft;
use super::error::ExtractError;
use super::limits::Limits;
use super::ocr::{Ocr, Words};
use crate::Extracted;

/// Smaller ones are icons.
const SMALLEST_TEXT: u32 = 24;

pub(super) fn picture(content: &[u8], limits: &Limits, ocr: &mut Ocr) -> Result<Extracted, ExtractError> {
    let reader =
        ImageReader::new(Cursor::new(content)).with_guessed_format().map_err(ExtractError::damaged)?;
    // Reads the header only.
    let (width, height) = reader.into_dimensions().map_err(ExtractError::damaged)?;
    if u64::from(width) * u64::from(height) > limits.pixels {
        return Err(ExtractError::too_large(format!("it is a picture of {width} by {height} points")));
    }
    let mut draft = Draft::new(limits);
    draft.fact("width", &width.to_string());
    draft.fact("height", &height.to_string());
    read_exif(content, &mut draft);
    if width >= SMALLEST_TEXT && height >= SMALLEST_TEXT {
        match ocr.read(content) {
            Words::Found(text) => draft.image(&text),
            Words::NotRead(reason) => {
                draft.notice(format!("The text in this picture was not read: {reason}"));
            }
        }
    }
    Ok(draft.finish())
}

fn read_exif(content: &[u8], draft: &mut Draft) {
    let Ok(exif) = exif::Reader::new().read_from_container(&mut Cursor::new(content)) else { return };
    let text = |tag: Tag| exif.get_field(tag, In::PRIMARY).map(|field| field.display_value().to_string());
    let taken = text(Tag::DateTimeOriginal).or_else(|| text(Tag::DateTime));
    // Without a zone, as cameras write it.
    draft.fact("taken_at", &taken.unwrap_or_default().replacen(' ', "T", 1));
    let camera = [text(Tag::Make), text(Tag::Model)].into_iter().flatten().collect::<Vec<_>>().join(" ");
    draft.fact("camera", &camera.replace('"', ""));
    draft.fact("description", text(Tag::ImageDescription).unwrap_or_default().trim_matches('"'));
}

#[cfg(test)]
#[path = "picture_tests.rs"]
mod tests;
