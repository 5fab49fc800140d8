//! Pages that are pictures: almost always one picture a page, which is taken out and read by OCR.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::{DynamicImage, ImageFormat};
use pdf_oxide::extractors::images::ImageData;
use pdf_oxide::{PdfDocument, PdfImageHandle};

use super::super::draft::Draft;
use super::super::ocr::{Ocr, Words};
use super::listed;

/// Points on a side under which a picture holds no text to speak of.
const SMALLEST: u32 = 200;
/// Pictures of one page that are read, the largest first: strips of a scan.
const MOST_PICTURES: usize = 4;
const MOST_PIXELS: u64 = 60_000_000;

/// What became of the pages without text.
#[derive(Default)]
pub(super) struct Scanned {
    read: Vec<usize>,
    blank: Vec<usize>,
    unread: Vec<(usize, String)>,
}

impl Scanned {
    pub(super) fn read(&mut self, document: &PdfDocument, page: usize, ocr: &mut Ocr, draft: &mut Draft) {
        let mut has_text = false;
        let mut reason = None;
        let rotation = document.get_page_rotation(page).unwrap_or(0);
        for picture in pictures(document, page) {
            // Decoding a picture that nobody will read takes longer than all the text of a page.
            if let Some(why) = ocr.refusal() {
                reason = Some(why);
                break;
            }
            match decoded(&picture, rotation).map(|file| ocr.read(&file)) {
                None => reason = Some("its picture is of a kind that cannot be decoded".to_owned()),
                Some(Words::Found(text)) if text.is_empty() => {}
                Some(Words::Found(text)) => {
                    has_text = true;
                    draft.image(&text);
                }
                Some(Words::NotRead(why)) => reason = Some(why),
            }
        }
        match reason {
            _ if has_text => self.read.push(page + 1),
            Some(reason) => self.unread.push((page + 1, reason)),
            None => self.blank.push(page + 1),
        }
    }

    pub(super) fn tell(&self, draft: &mut Draft) {
        if !self.read.is_empty() {
            draft.notice(format!("Pages read by OCR, which may have mistakes: {}", listed(&self.read)));
        }
        if !self.blank.is_empty() {
            draft.notice(format!("Pages without text: {}", listed(&self.blank)));
        }
        let mut reasons: Vec<&str> = self.unread.iter().map(|(_, reason)| reason.as_str()).collect();
        reasons.dedup();
        for reason in reasons {
            let pages: Vec<usize> =
                self.unread.iter().filter(|(_, why)| why == reason).map(|(page, _)| *page).collect();
            draft.notice(format!("Pages that are pictures and were not read ({reason}): {}", listed(&pages)));
        }
    }
}

/// Those of a page that may hold its text, from its head to its foot.
fn pictures(document: &PdfDocument, page: usize) -> Vec<PdfImageHandle<'_>> {
    let Ok(mut handles) = document.page_image_handles(page) else { return Vec::new() };
    let pixels = |width: u32, height: u32| u64::from(width) * u64::from(height);
    handles.retain(|picture| {
        picture.width.min(picture.height) >= SMALLEST && pixels(picture.width, picture.height) <= MOST_PIXELS
    });
    handles.sort_by_key(|picture| std::cmp::Reverse(pixels(picture.width, picture.height)));
    handles.truncate(MOST_PICTURES);
    handles.sort_by(|a, b| b.bbox.y.total_cmp(&a.bbox.y));
    handles
}

/// As a file that `tesseract` opens. A picture that its decoder falls over is left out; the other pages are worth having.
fn decoded(picture: &PdfImageHandle<'_>, rotation: i32) -> Option<Vec<u8>> {
    let decode = AssertUnwindSafe(|| as_file(&picture.decode().ok()?, rotation));
    catch_unwind(decode).ok().flatten()
}

fn as_file(picture: &pdf_oxide::extractors::PdfImage, rotation: i32) -> Option<Vec<u8>> {
    match picture.data() {
        // As it is: neither decoded nor encoded again.
        ImageData::Jpeg(content) if rotation == 0 && picture.color_space().components() != 4 => {
            Some(content.clone())
        }
        ImageData::Jpeg(_) | ImageData::Raw { .. } => {
            let upright = match rotation.rem_euclid(360) {
                90 => picture.to_dynamic_image().ok()?.rotate90(),
                180 => picture.to_dynamic_image().ok()?.rotate180(),
                270 => picture.to_dynamic_image().ok()?.rotate270(),
                _ => picture.to_dynamic_image().ok()?,
            };
            let mut file = Cursor::new(Vec::new());
            DynamicImage::ImageLuma8(upright.into_luma8()).write_to(&mut file, ImageFormat::Bmp).ok()?;
            Some(file.into_inner())
        }
    }
}
