//! Office formats. Text, slides and their like in `OpenDocument` are read from their XML by hand: the libraries on offer
//! lose bullets, page headers, notes or the slides' order. Sheets are read by `calamine`.
mod docx;
mod docx_styles;
mod opendocument;
mod pptx;
mod properties;
mod sheets;

pub(super) use docx::docx;
pub(super) use opendocument::opendocument;
pub(super) use pptx::pptx;
pub(super) use sheets::sheets;

#[cfg(test)]
#[path = "office_tests.rs"]
mod tests;
