//! What people are told when there is no answer, in their channel's language.

use conserje_kernel::Language;

/// Why somebody gets a notice instead of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The turn failed.
    NoAnswer,
    /// The guard refused the message.
    Refused,
    TooLong,
    TooMany,
    /// A file that cannot be taken.
    File,
    /// Nobody answers for now.
    Closed,
}

pub fn notice(notice: Notice, language: Language) -> &'static str {
    let (spanish, english) = match notice {
        Notice::NoAnswer => (
            "Lo siento, ahora no pude responder. Inténtalo de nuevo en un momento.",
            "Sorry, I could not answer just now. Please try again in a moment.",
        ),
        Notice::Refused => (
            "Lo siento, no puedo responder a ese mensaje. Dilo de otra manera, por favor.",
            "Sorry, I cannot answer that message. Please say it in another way.",
        ),
        Notice::TooLong => (
            "El mensaje es demasiado largo. Envíalo en partes más cortas, por favor.",
            "The message is too long. Please send it in shorter parts.",
        ),
        Notice::TooMany => (
            "Recibimos muchos mensajes seguidos. Espera un minuto y escribe de nuevo, por favor.",
            "We received many messages in a row. Please wait a minute and write again.",
        ),
        Notice::File => (
            "No pudimos abrir el archivo. Aceptamos imágenes, PDF y documentos de texto de tamaño normal.",
            "We could not open the file. We take pictures, PDF and text documents of a usual size.",
        ),
        Notice::Closed => (
            "En este momento no podemos responder por aquí. Inténtalo más tarde, por favor.",
            "We cannot answer here at the moment. Please try again later.",
        ),
    };
    match language {
        Language::Es => spanish,
        Language::En => english,
    }
}

/// What somebody says who sends a file and no word.
pub fn sent_a_file(language: Language) -> &'static str {
    match language {
        Language::Es => "Te envío este archivo.",
        Language::En => "I am sending you this file.",
    }
}

pub fn sources(language: Language) -> &'static str {
    match language {
        Language::Es => "Fuentes",
        Language::En => "Sources",
    }
}

pub fn page(language: Language) -> &'static str {
    match language {
        Language::Es => "pág.",
        Language::En => "p.",
    }
}
