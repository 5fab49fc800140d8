//! What a file is, by its content. Its name only tells apart what content cannot: one text from another.
//!
//! Containers are looked into here because libraries of magic bytes stop at "zip" or guess by the first entry.

use serde::{Deserialize, Serialize};

use super::archive::Archive;
use super::error::ExtractError;
use super::limits::Limits;
use super::text::decode::{self, is_text};
use super::text::languages;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Pdf,
    Docx,
    Xlsx,
    Xls,
    Pptx,
    Odt,
    Ods,
    Odp,
    Rtf,
    Epub,
    Eml,
    Html,
    Csv,
    Tsv,
    Json,
    Xml,
    /// An invoice of the Mexican tax office: XML of its own.
    Cfdi,
    Svg,
    Yaml,
    Toml,
    Markdown,
    Text,
    /// Source code; the language is the file name's to say.
    Code,
    Jpeg,
    Png,
    Gif,
    Webp,
    Bmp,
    Tiff,
}

impl Kind {
    pub fn mime(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Xls => "application/vnd.ms-excel",
            Self::Pptx => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            Self::Odt => "application/vnd.oasis.opendocument.text",
            Self::Ods => "application/vnd.oasis.opendocument.spreadsheet",
            Self::Odp => "application/vnd.oasis.opendocument.presentation",
            Self::Rtf => "application/rtf",
            Self::Epub => "application/epub+zip",
            Self::Eml => "message/rfc822",
            Self::Html => "text/html",
            Self::Csv => "text/csv",
            Self::Tsv => "text/tab-separated-values",
            Self::Json => "application/json",
            Self::Xml | Self::Cfdi => "application/xml",
            Self::Svg => "image/svg+xml",
            Self::Yaml => "application/yaml",
            Self::Toml => "application/toml",
            Self::Markdown => "text/markdown",
            Self::Text | Self::Code => "text/plain",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Bmp => "image/bmp",
            Self::Tiff => "image/tiff",
        }
    }

    /// As a person calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pdf => "a PDF",
            Self::Docx => "a Word document",
            Self::Xlsx => "an Excel workbook",
            Self::Xls => "an old Excel workbook",
            Self::Pptx => "a PowerPoint presentation",
            Self::Odt => "an OpenDocument text",
            Self::Ods => "an OpenDocument spreadsheet",
            Self::Odp => "an OpenDocument presentation",
            Self::Rtf => "an RTF text",
            Self::Epub => "an EPUB book",
            Self::Eml => "an e-mail message",
            Self::Html => "a web page",
            Self::Csv | Self::Tsv => "a table as text",
            Self::Json => "JSON",
            Self::Xml => "XML",
            Self::Cfdi => "a CFDI invoice",
            Self::Svg => "an SVG drawing",
            Self::Yaml => "YAML",
            Self::Toml => "TOML",
            Self::Markdown => "Markdown",
            Self::Text => "plain text",
            Self::Code => "source code",
            Self::Jpeg => "a JPEG picture",
            Self::Png => "a PNG picture",
            Self::Gif => "a GIF picture",
            Self::Webp => "a WebP picture",
            Self::Bmp => "a BMP picture",
            Self::Tiff => "a TIFF picture",
        }
    }

    pub fn is_image(self) -> bool {
        matches!(self, Self::Jpeg | Self::Png | Self::Gif | Self::Webp | Self::Bmp | Self::Tiff)
    }

    /// A text that any editor opens: content alone does not tell these apart.
    pub fn is_text(self) -> bool {
        matches!(
            self,
            Self::Eml
                | Self::Html
                | Self::Csv
                | Self::Tsv
                | Self::Json
                | Self::Xml
                | Self::Cfdi
                | Self::Svg
                | Self::Yaml
                | Self::Toml
                | Self::Markdown
                | Self::Text
                | Self::Code
        )
    }

    /// `None` for extensions that say nothing we know.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_lowercase().as_str() {
            "pdf" => Self::Pdf,
            "docx" | "docm" | "dotx" | "dotm" => Self::Docx,
            "xlsx" | "xlsm" | "xltx" | "xltm" => Self::Xlsx,
            "xls" | "xlt" => Self::Xls,
            "pptx" | "pptm" | "ppsx" | "ppsm" | "potx" | "potm" => Self::Pptx,
            "odt" | "ott" => Self::Odt,
            "ods" | "ots" => Self::Ods,
            "odp" | "otp" => Self::Odp,
            "rtf" => Self::Rtf,
            "epub" => Self::Epub,
            "eml" => Self::Eml,
            "html" | "htm" | "xhtml" => Self::Html,
            "csv" => Self::Csv,
            "tsv" | "tab" => Self::Tsv,
            "json" | "jsonl" | "ndjson" | "geojson" => Self::Json,
            "xml" | "xsd" | "xsl" | "rss" | "atom" => Self::Xml,
            "svg" => Self::Svg,
            "yaml" | "yml" => Self::Yaml,
            "toml" => Self::Toml,
            "md" | "markdown" | "mdx" => Self::Markdown,
            "txt" | "text" | "log" => Self::Text,
            "jpg" | "jpeg" | "jpe" | "jfif" => Self::Jpeg,
            "png" => Self::Png,
            "gif" => Self::Gif,
            "webp" => Self::Webp,
            "bmp" | "dib" => Self::Bmp,
            "tif" | "tiff" => Self::Tiff,
            other => return languages::of_extension(other).map(|_| Self::Code),
        })
    }

    /// `None` for types that say nothing, such as `application/octet-stream`.
    pub fn of_mime(mime: &str) -> Option<Self> {
        let essence = mime.split(';').next().unwrap_or_default().trim().to_lowercase();
        Some(match essence.as_str() {
            "text/plain" => Self::Text,
            "text/xml" => Self::Xml,
            "text/rtf" => Self::Rtf,
            "text/yaml" | "text/x-yaml" | "application/x-yaml" => Self::Yaml,
            "image/jpg" => Self::Jpeg,
            "image/x-ms-bmp" => Self::Bmp,
            essence => *ALL.iter().find(|kind| kind.mime() == essence)?,
        })
    }
}

/// Every kind, in the order in which a MIME type that stands for several means them.
pub const ALL: [Kind; 29] = [
    Kind::Pdf,
    Kind::Docx,
    Kind::Xlsx,
    Kind::Xls,
    Kind::Pptx,
    Kind::Odt,
    Kind::Ods,
    Kind::Odp,
    Kind::Rtf,
    Kind::Epub,
    Kind::Eml,
    Kind::Html,
    Kind::Csv,
    Kind::Tsv,
    Kind::Json,
    Kind::Xml,
    Kind::Cfdi,
    Kind::Svg,
    Kind::Yaml,
    Kind::Toml,
    Kind::Markdown,
    Kind::Text,
    Kind::Code,
    Kind::Jpeg,
    Kind::Png,
    Kind::Gif,
    Kind::Webp,
    Kind::Bmp,
    Kind::Tiff,
];

/// What the file is. `declared` is the MIME type that a client gave, if any.
pub fn detect(name: &str, declared: Option<&str>, content: &[u8]) -> Result<Kind, ExtractError> {
    if content.is_empty() {
        return Err(ExtractError::Empty);
    }
    let named = super::names::extension(name).and_then(Kind::of_extension);
    let found = match of_content(content)? {
        Some(kind) => kind,
        None if is_text(content) => of_text(&decode::sample(content), named),
        None => return Err(unknown(name, named)),
    };
    let declared = declared.and_then(Kind::of_mime);
    for claimed in [named, declared].into_iter().flatten() {
        if !agree(claimed, found) {
            return Err(ExtractError::Mismatch {
                claimed: claimed.label().to_owned(),
                found: found.label().to_owned(),
            });
        }
    }
    Ok(found)
}

fn agree(claimed: Kind, found: Kind) -> bool {
    claimed == found
        || (claimed.is_text() && found.is_text())
        // Windows with Excel declares every CSV so; and RTF may be declared as the text that it also is.
        || (claimed == Kind::Xls && matches!(found, Kind::Csv | Kind::Tsv | Kind::Xlsx))
        || (claimed == Kind::Text && found == Kind::Rtf)
}

/// Of content that announces itself; `None` for the rest.
fn of_content(content: &[u8]) -> Result<Option<Kind>, ExtractError> {
    let start = content.get(..1024).unwrap_or(content);
    let kind = match start {
        [0x89, b'P', b'N', b'G', ..] => Kind::Png,
        [0xFF, 0xD8, 0xFF, ..] => Kind::Jpeg,
        [b'G', b'I', b'F', b'8', ..] => Kind::Gif,
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Kind::Webp,
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => Kind::Tiff,
        // The second part of a bitmap's header: reserved bytes are zero.
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Kind::Bmp,
        [b'{', b'\\', b'r', b't', ..] => Kind::Rtf,
        [b'P', b'K', 3 | 5 | 7, ..] => return of_zip(content).map(Some),
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => return of_compound_file(content).map(Some),
        _ if has(start, b"%PDF-") => Kind::Pdf,
        _ if is_text(content) => return Ok(None),
        _ => {
            return match infer::get(content) {
                Some(other) => Err(unsupported(&format!("{} ({})", other.extension(), other.mime_type()))),
                None => Ok(None),
            };
        }
    };
    Ok(Some(kind))
}

/// Looks into the container: what it is stands in a few entries with fixed names.
fn of_zip(content: &[u8]) -> Result<Kind, ExtractError> {
    let mut archive = Archive::open(content, &Limits::default())?;
    if let Some(mime) = archive.text("mimetype")? {
        let named = Kind::of_mime(mime.trim().trim_end_matches("-template"));
        if let Some(kind @ (Kind::Odt | Kind::Ods | Kind::Odp | Kind::Epub)) = named {
            return Ok(kind);
        }
    }
    let names: Vec<String> = archive.names().collect();
    let has_folder = |folder: &str| names.iter().any(|name| name.starts_with(folder));
    let has_entry = |entry: &str| names.iter().any(|name| name == entry);
    if has_folder("word/") {
        Ok(Kind::Docx)
    } else if has_folder("xl/") {
        Ok(Kind::Xlsx)
    } else if has_folder("ppt/") {
        Ok(Kind::Pptx)
    } else if has_entry("META-INF/container.xml") {
        Ok(Kind::Epub)
    } else if has_folder("Index/") || has_entry("index.apxl") {
        Err(ExtractError::Unsupported {
            found: "an Apple Pages, Numbers or Keynote file".to_owned(),
            advice: "export it as PDF or as an Office file and upload that".to_owned(),
        })
    } else {
        Err(unsupported("a zip archive"))
    }
}

/// The container of Office before 2007, and of encrypted files since. Streams are found by their names, which stand in it
/// as UTF-16.
fn of_compound_file(content: &[u8]) -> Result<Kind, ExtractError> {
    let has_stream = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        has(content, &wide)
    };
    let old = |found: &str, ending: &str| ExtractError::Unsupported {
        found: found.to_owned(),
        advice: format!("save it as {ending} and upload that"),
    };
    if has_stream("EncryptedPackage") || has_stream("EncryptedSummary") {
        Err(ExtractError::Protected)
    } else if has_stream("__nameid_version1.0") || has_stream("__properties_version1.0") {
        Err(old("an Outlook message (.msg)", ".eml"))
    } else if has_stream("WordDocument") {
        Err(old("an old Word document (.doc)", ".docx"))
    } else if has_stream("PowerPoint Document") {
        Err(old("an old PowerPoint presentation (.ppt)", ".pptx"))
    } else if has_stream("Workbook") || has_stream("Book") {
        Ok(Kind::Xls)
    } else {
        Err(unsupported("an old Office file of an unknown kind"))
    }
}

/// Of text: by what it begins with, and where that says nothing, by its name.
fn of_text(text: &str, named: Option<Kind>) -> Kind {
    let named_text = named.filter(|kind| kind.is_text());
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    // A template of code may begin with a tag, and a Markdown file too.
    if matches!(named_text, Some(Kind::Code | Kind::Markdown)) {
        return named_text.unwrap_or(Kind::Text);
    }
    if start.starts_with('<')
        && let Some(kind) = of_markup(start)
    {
        return kind;
    }
    if let Some(kind) = named_text {
        return kind;
    }
    if start.starts_with(['{', '[']) && looks_like_json(start) {
        Kind::Json
    } else if looks_like_message(start) {
        Kind::Eml
    } else {
        Kind::Text
    }
}

/// By its root element.
fn of_markup(start: &str) -> Option<Kind> {
    let lower = start.get(..start.floor_char_boundary(4096)).unwrap_or(start).to_lowercase();
    if lower.starts_with("<!doctype html") {
        return Some(Kind::Html);
    }
    let is_xml = lower.starts_with("<?xml");
    let root = lower.split('<').skip(1).find(|tag| !tag.starts_with(['?', '!']))?;
    let name = root.split(|c: char| c.is_whitespace() || c == '>' || c == '/').next().unwrap_or_default();
    Some(match name.rsplit(':').next().unwrap_or_default() {
        "comprobante" if lower.contains("sat.gob.mx/cfd") => Kind::Cfdi,
        "svg" => Kind::Svg,
        "html" | "head" | "body" => Kind::Html,
        "div" | "p" | "table" | "h1" | "meta" | "title" | "script" if !is_xml => Kind::Html,
        _ if is_xml || root.contains("xmlns") => Kind::Xml,
        _ => return None,
    })
}

fn looks_like_json(start: &str) -> bool {
    // A sample may end anywhere, so its end is forgiven.
    match serde_json::from_str::<serde::de::IgnoredAny>(start) {
        Ok(_) => true,
        Err(error) => error.is_eof(),
    }
}

/// Begins with headers of which two are those of mail.
fn looks_like_message(start: &str) -> bool {
    const KNOWN: [&str; 8] =
        ["from", "to", "subject", "date", "received", "message-id", "mime-version", "return-path"];
    let headers = start.lines().take_while(|line| !line.is_empty());
    let mut known = 0;
    for line in headers.take(60) {
        if line.starts_with([' ', '\t']) {
            continue;
        }
        match line.split_once(':') {
            Some((name, _)) if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') => {
                known += usize::from(KNOWN.contains(&name.to_lowercase().as_str()));
            }
            _ => return false,
        }
    }
    known >= 3
}

fn unsupported(found: &str) -> ExtractError {
    ExtractError::Unsupported {
        found: found.to_owned(),
        advice: "upload documents, tables, web pages, messages, pictures, text or source code".to_owned(),
    }
}

fn unknown(name: &str, named: Option<Kind>) -> ExtractError {
    match named {
        Some(kind) => ExtractError::damaged(format!("it does not begin as {} does", kind.label())),
        None => unsupported(&match super::names::extension(name) {
            Some(extension) => format!("binary data (.{extension})"),
            None => "binary data".to_owned(),
        }),
    }
}

fn has(content: &[u8], needle: &[u8]) -> bool {
    memchr::memmem::find(content, needle).is_some()
}

#[cfg(test)]
#[path = "kind_tests.rs"]
mod tests;
