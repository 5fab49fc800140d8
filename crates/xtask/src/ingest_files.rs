//! Files for a server to read: of every shape any number, alike but for a word that only one of them has.

use std::fmt::Write as _;

/// How a file is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Shape {
    Markdown,
    Text,
    Table,
    Page,
    Data,
    /// With a file inside, which becomes a document of its own.
    Mail,
}

impl Shape {
    pub(crate) const ALL: [Self; 6] =
        [Self::Markdown, Self::Text, Self::Table, Self::Page, Self::Data, Self::Mail];

    fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Text => "txt",
            Self::Table => "csv",
            Self::Page => "html",
            Self::Data => "json",
            Self::Mail => "eml",
        }
    }

    /// The name of a file and of the one inside it, and its content. All files of a shape are equally long.
    pub(crate) fn make(self, number: usize) -> File {
        let word = format!("zq{number:06}");
        let name = format!("{word}.{}", self.extension());
        let inside = (self == Self::Mail).then(|| format!("adjunto-{word}.txt"));
        let content = match self {
            Self::Markdown => format!(
                "# Informe {word}\n\n## Resumen\n\n{}\n\n## Detalle\n\n{}\n",
                prose(&word, 40),
                prose(&word, 160)
            ),
            Self::Text => prose(&word, 400),
            Self::Table => rows(&word, 300),
            Self::Page => format!(
                "<html><head><title>{word}</title></head><body><main><h1>Aviso</h1><p>{}</p></main></body></html>",
                prose(&word, 120)
            ),
            Self::Data => format!("{{\"clave\": \"{word}\", \"texto\": \"{}\"}}", prose(&word, 60)),
            Self::Mail => mail(&word),
        };
        File { shape: self, name, inside, content }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) shape: Shape,
    pub(crate) name: String,
    /// The name of the file that is inside it.
    pub(crate) inside: Option<String>,
    pub(crate) content: String,
}

fn prose(word: &str, sentences: usize) -> String {
    let sentence =
        |number: usize| format!("La frase {number} del expediente {word} trata de plazos y recibos. ");
    (0..sentences).map(sentence).collect()
}

fn rows(word: &str, count: usize) -> String {
    let mut table = String::from("expediente,concepto,importe\n");
    for row in 0..count {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{word},concepto {row},{}", row * 7);
    }
    table
}

fn mail(word: &str) -> String {
    format!(
        "From: ana@example.com\r\nTo: luis@example.com\r\nSubject: Expediente {word}\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=\"limite\"\r\n\r\n--limite\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         {}\r\n--limite\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Disposition: attachment; filename=\"adjunto-{word}.txt\"\r\n\r\n{}\r\n--limite--\r\n",
        prose(word, 20),
        prose(word, 50),
    )
}
