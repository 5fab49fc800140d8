//! Sentences about a search: what was done otherwise than asked, and what went wrong.

use conserje_kernel::Language;

/// What a reader of results must know to read them right.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Note {
    /// More was asked for than is given.
    Clamped {
        name: &'static str,
        asked: String,
        used: String,
    },
    /// Meaning could not be compared.
    WordsAlone,
    /// The time or the number of documents was up.
    NotLookedAt {
        documents: usize,
    },
    MoreMatches,
    /// Results that there is no room for here.
    LeftOut {
        results: usize,
    },
    /// A part of a text, and where to read on.
    Cut {
        shown: usize,
        of: usize,
        next_chunk: Option<u32>,
    },
    ChunksLeftOut {
        chunks: usize,
        next_chunk: u32,
    },
    EmptyCollection {
        name: String,
    },
    /// A document that was named; these are called nearly so.
    NoSuchFile {
        name: String,
        nearest: Vec<String>,
    },
    /// The question names these documents.
    OnlyIn {
        names: Vec<String>,
    },
    NoSuchArticle {
        number: String,
        law: String,
    },
    NoSuchLaw {
        law: String,
        known: Vec<String>,
    },
    NotAnArticle {
        number: String,
    },
    NoReferences {
        id: String,
    },
}

impl Note {
    /// Whether what was asked for by its name is not there: then nothing else answers for it.
    pub(crate) fn is_missing(&self) -> bool {
        match self {
            Self::NoSuchFile { .. } | Self::NoSuchArticle { .. } | Self::NoSuchLaw { .. } => true,
            Self::Clamped { .. }
            | Self::WordsAlone
            | Self::NotLookedAt { .. }
            | Self::MoreMatches
            | Self::LeftOut { .. }
            | Self::Cut { .. }
            | Self::ChunksLeftOut { .. }
            | Self::EmptyCollection { .. }
            | Self::OnlyIn { .. }
            | Self::NotAnArticle { .. }
            | Self::NoReferences { .. } => false,
        }
    }

    pub(crate) fn text(&self, language: Language) -> String {
        match language {
            Language::Es => self.spanish(),
            Language::En => self.english(),
        }
    }

    fn spanish(&self) -> String {
        match self {
            Self::Clamped { name, asked, used } => format!("`{name}` era {asked}; se usó el máximo, {used}."),
            Self::WordsAlone => "No hay modelo de embeddings: se compararon solo las palabras.".to_owned(),
            Self::NotLookedAt { documents } => {
                format!("No se llegaron a mirar {documents} documentos; busca algo más concreto.")
            }
            Self::MoreMatches => "Hay más coincidencias de las que se muestran.".to_owned(),
            Self::LeftOut { results } => {
                format!("Otros {results} resultados no caben aquí; pide menos o busca algo más concreto.")
            }
            Self::Cut { shown, of, next_chunk: Some(chunk) } => format!(
                "[cortado: los primeros {shown} de {of} caracteres; sigue con tool_file_section desde chunk_start={chunk}]"
            ),
            Self::Cut { shown, of, next_chunk: None } => {
                format!("[cortado: los primeros {shown} de {of} caracteres]")
            }
            Self::ChunksLeftOut { chunks, next_chunk } => {
                format!(
                    "[cortado: faltan {chunks} chunks que no caben aquí; sigue con chunk_start={next_chunk}]"
                )
            }
            Self::EmptyCollection { name } => {
                format!("La colección `{name}` no tiene documentos todavía, así que no hay resultados.")
            }
            Self::NoSuchFile { name, nearest } => no_such_file_es(name, nearest),
            Self::OnlyIn { names } => format!(
                "Se buscó solo en {}, porque la consulta lo nombra; sin el nombre se busca en todo.",
                names.join(", ")
            ),
            Self::NoSuchArticle { number, law } => {
                format!("El artículo {number} no está en «{law}».")
            }
            Self::NoSuchLaw { law, known } => format!(
                "Entre los documentos no hay ninguna ley llamada «{law}». {}",
                match known.as_slice() {
                    [] => "Todavía no hay leyes.".to_owned(),
                    known => format!("Las que hay: {}.", known.join("; ")),
                }
            ),
            Self::NotAnArticle { number } => format!(
                "«{number}» no es un número de artículo, como 48, 205.1 o 48 bis. Esto es lo más parecido que se ha encontrado."
            ),
            Self::NoReferences { id } => format!("El fragmento {id} no remite a ningún otro."),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::Clamped { name, asked, used } => {
                format!("`{name}` was {asked}; the maximum, {used}, was used.")
            }
            Self::WordsAlone => "There is no embedding model: words alone were compared.".to_owned(),
            Self::NotLookedAt { documents } => {
                format!("{documents} documents were not looked at; look for something more specific.")
            }
            Self::MoreMatches => "There are more matches than are shown.".to_owned(),
            Self::LeftOut { results } => {
                format!(
                    "There is no room for {results} more results; ask for fewer, or for something more specific."
                )
            }
            Self::Cut { shown, of, next_chunk: Some(chunk) } => format!(
                "[cut: the first {shown} of {of} characters; read on with tool_file_section from chunk_start={chunk}]"
            ),
            Self::Cut { shown, of, next_chunk: None } => {
                format!("[cut: the first {shown} of {of} characters]")
            }
            Self::ChunksLeftOut { chunks, next_chunk } => {
                format!(
                    "[cut: there is no room for {chunks} more chunks; read on with chunk_start={next_chunk}]"
                )
            }
            Self::EmptyCollection { name } => {
                format!("The collection `{name}` has no documents yet, so there are no results.")
            }
            Self::NoSuchFile { name, nearest } => no_such_file_en(name, nearest),
            Self::OnlyIn { names } => format!(
                "Only {} was searched, because the query names it; without the name everything is.",
                names.join(", ")
            ),
            Self::NoSuchArticle { number, law } => format!("Article {number} is not in \"{law}\"."),
            Self::NoSuchLaw { law, known } => format!(
                "There is no law called \"{law}\" among the documents. {}",
                match known.as_slice() {
                    [] => "There are no laws yet.".to_owned(),
                    known => format!("Those that are here: {}.", known.join("; ")),
                }
            ),
            Self::NotAnArticle { number } => format!(
                "\"{number}\" is not the number of an article, such as 48, 205.1 or 48 bis. This is the nearest that was found."
            ),
            Self::NoReferences { id } => format!("The passage {id} refers to no other."),
        }
    }
}

/// Why there is no result, and what to write instead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Problem {
    NoSuchFile {
        name: String,
        nearest: Vec<String>,
    },
    /// The chunks asked for end before they begin.
    Backwards {
        start: u64,
        end: u64,
    },
    /// The file has fewer chunks.
    BeyondTheEnd {
        file: String,
        chunks: u64,
    },
    /// One of `predefined` and `pattern`, not both and not none.
    OneOfTwo,
    Pattern {
        reason: String,
    },
    Position {
        given: String,
    },
    NoSuchChunk {
        id: String,
    },
    /// Said by whoever refused, in words of its own.
    Refused {
        reason: String,
    },
    /// Nothing that the model could mend.
    Unavailable,
}

impl Problem {
    pub(crate) fn text(&self, language: Language) -> String {
        match language {
            Language::Es => self.spanish(),
            Language::En => self.english(),
        }
    }

    fn spanish(&self) -> String {
        match self {
            Self::NoSuchFile { name, nearest } => no_such_file_es(name, nearest),
            Self::Backwards { start, end } => {
                format!("`chunk_end` ({end}) va antes que `chunk_start` ({start}). Escribe el menor primero.")
            }
            Self::BeyondTheEnd { file, chunks } => {
                format!("'{file}' solo tiene {chunks} chunks. Pide un `chunk_start` de 1 a {chunks}.")
            }
            Self::OneOfTwo => "Escribe `predefined` o `pattern`: uno de los dos, no ambos.".to_owned(),
            Self::Pattern { reason } => format!("El patrón no sirve: {reason}. Corrígelo."),
            Self::Position { given } => {
                format!("'{given}' no es una posición. Escribe first_N, last_N o all, por ejemplo first_3.")
            }
            Self::NoSuchChunk { id } => {
                format!("No hay ningún fragmento con el id '{id}'. Usa un id que haya dado una búsqueda.")
            }
            Self::Refused { reason } => format!("La búsqueda no se hizo: {reason}."),
            Self::Unavailable => {
                "La búsqueda no se ha podido hacer ahora. Prueba otra vez o di al usuario que no funciona."
                    .to_owned()
            }
        }
    }

    fn english(&self) -> String {
        match self {
            Self::NoSuchFile { name, nearest } => no_such_file_en(name, nearest),
            Self::Backwards { start, end } => {
                format!("`chunk_end` ({end}) is before `chunk_start` ({start}). Write the smaller one first.")
            }
            Self::BeyondTheEnd { file, chunks } => {
                format!("'{file}' has only {chunks} chunks. Ask for a `chunk_start` from 1 to {chunks}.")
            }
            Self::OneOfTwo => "Write `predefined` or `pattern`: one of the two, not both.".to_owned(),
            Self::Pattern { reason } => format!("The pattern cannot be used: {reason}. Correct it."),
            Self::Position { given } => {
                format!("'{given}' is not a position. Write first_N, last_N or all, for instance first_3.")
            }
            Self::NoSuchChunk { id } => {
                format!("There is no passage with the id '{id}'. Use an id that a search gave.")
            }
            Self::Refused { reason } => format!("The search was not made: {reason}."),
            Self::Unavailable => {
                "The search could not be made now. Try again, or tell the user that it does not work."
                    .to_owned()
            }
        }
    }
}

fn no_such_file_es(name: &str, nearest: &[String]) -> String {
    match nearest {
        [] => format!("No hay ningún documento llamado '{name}'. Todavía no hay documentos."),
        nearest => format!(
            "No hay ningún documento llamado '{name}'. Los nombres más parecidos: {}.",
            nearest.join(", ")
        ),
    }
}

fn no_such_file_en(name: &str, nearest: &[String]) -> String {
    match nearest {
        [] => format!("There is no document called '{name}'. There are no documents yet."),
        nearest => {
            format!("There is no document called '{name}'. The nearest names: {}.", nearest.join(", "))
        }
    }
}
