//! What we say in English inside, as the reader speaks: why a request was refused, why a file was not read.
//!
//! Errors are worded once, in English, where they are found. Here is the one place where they are told in Spanish: a
//! table of sentences with gaps, in which what fills a gap is looked up in turn. What is not in it stays as it is; the
//! title and the code say enough then.

use std::borrow::Cow;

use conserje_kernel::Language;

/// A sentence of ours in another language, if we know it there.
pub(crate) fn said_in(language: Language, english: &str) -> Cow<'_, str> {
    match language {
        Language::En => Cow::Borrowed(english),
        Language::Es => spanish(english).map_or(Cow::Borrowed(english), Cow::Owned),
    }
}

fn spanish(english: &str) -> Option<String> {
    SENTENCES.iter().find_map(|(pattern, told)| {
        let fillings = fillings(pattern, english)?;
        let mut fillings = fillings.into_iter();
        let mut pieces = told.split("{}");
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let filling = fillings.next().unwrap_or_default();
            // What stands between backticks is a name, which is nobody's to translate.
            if text.ends_with('`') {
                text.push_str(filling);
            } else {
                text.push_str(&said_in(Language::Es, filling));
            }
            text.push_str(piece);
        }
        Some(text)
    })
}

/// What stands in the gaps of a pattern, if the text is one of its kind.
fn fillings<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let pieces: Vec<&str> = pieces.collect();
    let mut found = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        // The last gap reaches as far as it can: what fills it may hold anything.
        let end = if place + 1 == pieces.len() { rest.strip_suffix(piece)?.len() } else { rest.find(piece)? };
        let (filling, after) = rest.split_at_checked(end)?;
        found.push(filling);
        rest = after.strip_prefix(piece)?;
    }
    (!pieces.is_empty() || rest.is_empty()).then_some(found).filter(|_| rest.is_empty())
}

/// Each with as many gaps as its English, in the same order; the particular before the general.
const SENTENCES: &[(&str, &str)] = &[
    // Who is asking.
    (
        "sign in, or send an API key as `Authorization: Bearer KEY`",
        "hay que iniciar sesión, o enviar una clave de API como `Authorization: Bearer CLAVE`",
    ),
    ("the address or the password is wrong", "la dirección o la contraseña no son correctas"),
    (
        "the current password is wrong; type it again, or ask for a one-time link",
        "la contraseña actual no es correcta; se puede escribir otra vez, o pedir un enlace de un solo uso",
    ),
    (
        "this needs the permission `{}`, which the caller's role or key does not have",
        "esto requiere el permiso `{}`, que el rol o la clave de quien lo pide no tiene",
    ),
    (
        "repeat the `csrfToken` of the sign-in reply in the header `x-csrf-token`",
        "hay que repetir el `csrfToken` de la respuesta al iniciar sesión en la cabecera `x-csrf-token`",
    ),
    (
        "the link was used, has expired, or never was; ask for a new one",
        "el enlace se usó, ha caducado o nunca existió; hay que pedir uno nuevo",
    ),
    (
        "this is the tenant's last owner; make somebody else owner first",
        "es el último propietario de la organización; antes hay que hacer propietaria a otra persona",
    ),
    (
        "too many people are signing in at this moment; try again",
        "hay demasiadas personas iniciando sesión en este momento; se puede intentar otra vez",
    ),
    (
        "a password is {} to {} characters long; this one has {}",
        "una contraseña tiene de {} a {} caracteres; esta tiene {}",
    ),
    (
        "`email` is not an address; use name@example.com",
        "`email` no es una dirección; ha de ser como nombre@example.com",
    ),
    (
        "`name` is 1 to 200 characters long, without control characters",
        "`name` tiene de 1 a 200 caracteres, sin caracteres de control",
    ),
    // What is not there, or there already.
    ("there is no such {}; import one first", "no existe {}; antes hay que importar uno"),
    ("there is no such {}", "no existe {}"),
    ("there is a {} `{}` already", "ya existe {}: `{}`"),
    ("the collection has this content already, as `{}`", "la colección ya tiene este contenido, como `{}`"),
    // Too much.
    (
        "too many {} in a short time; try again in {} s",
        "demasiadas {} en poco tiempo; se puede intentar otra vez dentro de {} s",
    ),
    (
        "too many {} at once; at most {} are taken together",
        "demasiadas {} a la vez; se admiten {} como máximo",
    ),
    ("send a smaller body", "hay que enviar un cuerpo más pequeño"),
    ("send fewer or smaller files at a time", "hay que enviar menos archivos de una vez, o más pequeños"),
    (
        "the file has more than {} MB, which is the most that is taken; split it and upload the parts",
        "el archivo tiene más de {} MB, que es lo máximo que se admite; se puede dividir y subir por partes",
    ),
    (
        "the message is {} bytes long; at most {} are taken",
        "el mensaje tiene {} bytes; se admiten {} como máximo",
    ),
    (
        "{} messages of this session are waiting already; wait until one is answered",
        "ya hay {} mensajes de esta sesión en espera; antes tiene que responderse uno",
    ),
    // What does not fit.
    ("the message is empty; write something", "el mensaje está vacío; hay que escribir algo"),
    (
        "the message was not accepted because it contains {}; say it without",
        "el mensaje no se aceptó porque contiene {}; se puede decir sin ello",
    ),
    (
        "a turn of this session is running; wait until it completes",
        "hay un turno de esta sesión en marcha; antes tiene que terminar",
    ),
    (
        "a title is 1 to {} characters long, without control characters",
        "un título tiene de 1 a {} caracteres, sin caracteres de control",
    ),
    (
        "a comment is at most {} characters long; shorten it",
        "un comentario tiene como máximo {} caracteres; hay que acortarlo",
    ),
    ("a note is 1 to {} characters long", "una nota tiene de 1 a {} caracteres"),
    ("the time to decide this has run out; it was not done", "se acabó el tiempo para decidirlo; no se hizo"),
    ("nobody has this conversation; take it first", "nadie lleva esta conversación; antes hay que tomarla"),
    ("this was closed; nobody is asked for any more", "esto se cerró; ya no se pide una persona"),
    (
        "{} has this conversation; ask them to give it back, or wait until they do",
        "{} lleva esta conversación; se le puede pedir que la devuelva, o esperar a que lo haga",
    ),
    ("the name is empty; say which site it is", "el nombre está vacío; hay que decir qué sitio es"),
    ("the {} is longer than {} characters", "{} tiene más de {} caracteres"),
    (
        "`{}` is no origin; write where pages come from, such as `https://www.example.com`",
        "`{}` no es un origen; hay que escribir de dónde vienen las páginas, como `https://www.example.com`",
    ),
    ("the body is not a JSON object; send `{…}`", "el cuerpo no es un objeto JSON; hay que enviar `{…}`"),
    ("`limit` is {}; use 1 to {}", "`limit` es {}; ha de ser de 1 a {}"),
    ("`{}` is `{}`; use a day such as 2026-11-18", "`{}` es `{}`; ha de ser un día como 2026-11-18"),
    // The server's own trouble.
    (
        "something went wrong on the server; the trace id finds it in the server's log",
        "algo falló en el servidor; el identificador de traza lo encuentra en su registro",
    ),
    (
        "nothing was changed; try again in a moment",
        "no se cambió nada; se puede intentar otra vez dentro de un momento",
    ),
    (
        "nothing was changed; send the request again in a moment",
        "no se cambió nada; se puede enviar la petición otra vez dentro de un momento",
    ),
    (
        "the server is stopping; send the message again in a moment",
        "el servidor se está deteniendo; se puede enviar el mensaje otra vez dentro de un momento",
    ),
    // Files.
    (
        "The file is empty; check that it was saved, and upload it again",
        "El archivo está vacío; hay que comprobar que se guardó y subirlo otra vez",
    ),
    (
        "The file's name or upload says {}, but its content is {}; give it the right ending and upload it again",
        "El nombre del archivo o la subida dicen {}, pero el contenido es {}; hay que ponerle la extensión correcta y subirlo otra vez",
    ),
    ("Files of this type cannot be read: {}; {}", "Los archivos de este tipo no se pueden leer: {}; {}"),
    (
        "The file is protected by a password; save it without one and upload it again",
        "El archivo está protegido con contraseña; hay que guardarlo sin ella y subirlo otra vez",
    ),
    (
        "The file could not be read: it is damaged ({}); open and save it again, then upload it anew",
        "El archivo no se pudo leer: está dañado ({}); hay que abrirlo, guardarlo otra vez y volver a subirlo",
    ),
    (
        "The file could not be read: it is too large inside ({}); split it and upload the parts",
        "El archivo no se pudo leer: es demasiado grande por dentro ({}); se puede dividir y subir por partes",
    ),
    (
        "The file could not be read: it declares XML entities made of other entities, which could unfold without end; save it without them and upload it again",
        "El archivo no se pudo leer: declara entidades XML hechas de otras, que podrían desplegarse sin fin; hay que guardarlo sin ellas y subirlo otra vez",
    ),
    (
        "The file could not be read: it took longer than {} seconds; split it and upload the parts",
        "El archivo no se pudo leer: tardó más de {} segundos; se puede dividir y subir por partes",
    ),
    (
        "The file could not be read: it needs more memory than a file may take; split it and upload the parts",
        "El archivo no se pudo leer: necesita más memoria de la que puede usar un archivo; se puede dividir y subir por partes",
    ),
    (
        "The file could not be read: it is damaged or made to break readers (the reader stopped: {}); open and save it again, then upload it anew",
        "El archivo no se pudo leer: está dañado o hecho para romper lectores (el lector se detuvo: {}); hay que abrirlo, guardarlo otra vez y volver a subirlo",
    ),
    (
        "The file could not be read just now: {}; try again",
        "El archivo no se pudo leer en este momento: {}; se puede intentar otra vez",
    ),
    (
        "Processing failed several times ({}); try again with re-process",
        "El archivo no se pudo procesar varias veces ({}); se puede intentar otra vez con «procesar de nuevo»",
    ),
    (
        "export it as PDF or as an Office file and upload that",
        "hay que exportarlo como PDF o como archivo de Office y subir ese",
    ),
    ("save it as {} and upload that", "hay que guardarlo como {} y subir ese"),
    (
        "upload documents, tables, web pages, messages, pictures, text or source code",
        "se admiten documentos, tablas, páginas web, mensajes, imágenes, texto o código fuente",
    ),
    ("its content is no longer there; upload it again", "su contenido ya no está; hay que subirlo otra vez"),
    ("its content unfolds to many times its size", "su contenido se despliega a muchas veces su tamaño"),
    ("its parts are nested too deeply", "sus partes están anidadas demasiado hondo"),
    ("its groups are nested too deeply", "sus grupos están anidados demasiado hondo"),
    ("it holds more than can be kept", "contiene más de lo que se puede guardar"),
    ("it is a container of {} entries", "es un contenedor de {} entradas"),
    ("it is a picture of {} by {} points", "es una imagen de {} por {} puntos"),
    ("the server stopped in the middle of it", "el servidor se detuvo a la mitad"),
    // What gaps are filled with.
    ("requests from your address", "peticiones desde esta dirección"),
    ("requests with this key", "peticiones con esta clave"),
    ("requests of yours", "peticiones de esta persona"),
    ("requests of your organisation", "peticiones de la organización"),
    ("attempts to sign in from your address", "entradas o cambios de contraseña desde esta dirección"),
    ("kilobytes of files of yours", "subidas de archivos de esta persona (en kilobytes)"),
    ("kilobytes of files of your organisation", "subidas de archivos de la organización (en kilobytes)"),
    ("API key", "esa clave de API"),
    ("MCP server", "ese servidor MCP"),
    ("agent", "ese agente"),
    ("appointment", "esa cita"),
    ("approval", "esa aprobación"),
    ("attached file", "ese archivo adjunto"),
    ("business", "el negocio"),
    ("change", "ese cambio"),
    ("channel", "ese canal"),
    ("collection", "esa colección"),
    ("customer", "ese cliente"),
    ("delivery", "esa entrega"),
    ("document", "ese documento"),
    ("error code", "ese código de error"),
    ("escalation", "esa petición de una persona"),
    ("file", "ese archivo"),
    ("job", "esa tarea"),
    ("language model", "ese modelo de lenguaje"),
    ("message", "ese mensaje"),
    ("model", "ese modelo"),
    ("note", "esa nota"),
    ("order", "ese pedido"),
    ("pack", "ese paquete"),
    ("page", "esa página"),
    ("page or route", "esa página o ruta"),
    ("part of the business", "esa parte del negocio"),
    ("resource", "ese recurso"),
    ("session", "esa sesión"),
    ("share link", "ese enlace compartido"),
    ("site", "ese sitio"),
    ("tenant", "esa organización"),
    ("text of this file", "el texto de este archivo"),
    ("thing here", "lo que se pide"),
    ("tool", "esa herramienta"),
    ("turn", "ese turno"),
    ("user", "ese usuario"),
    ("name", "el nombre"),
    ("title", "el título"),
    ("greeting", "el saludo"),
];

#[cfg(test)]
mod tests {
    use conserje_documents::extract::ExtractError;

    use super::*;

    #[test]
    fn gaps_are_filled_with_what_they_held_as_the_reader_speaks() {
        let told = |text: &str| said_in(Language::Es, text).into_owned();
        assert_eq!(told("there is no such session"), "no existe esa sesión");
        assert_eq!(
            told("too many requests with this key in a short time; try again in 3 s"),
            "demasiadas peticiones con esta clave en poco tiempo; se puede intentar otra vez dentro de 3 s"
        );
        assert_eq!(
            told("a password is 10 to 1024 characters long; this one has 5"),
            "una contraseña tiene de 10 a 1024 caracteres; esta tiene 5"
        );
        // Somebody called their collection like a thing of ours.
        assert_eq!(told("there is a collection `file` already"), "ya existe esa colección: `file`");
        assert_eq!(told("nobody wrote this sentence"), "nobody wrote this sentence");
        assert_eq!(said_in(Language::En, "there is no such session"), "there is no such session");
    }

    #[test]
    fn every_sentence_has_as_many_gaps_in_both_languages() {
        for (english, spanish) in SENTENCES {
            assert_eq!(english.matches("{}").count(), spanish.matches("{}").count(), "{english}");
            assert_eq!(
                fillings(english, english).map(|found| found.len()),
                Some(english.matches("{}").count())
            );
        }
    }

    /// The page says tú and the widget usted: what both show says neither.
    #[test]
    fn nobody_is_addressed() {
        let addressed = [
            "usted",
            "tú",
            "tu",
            "te",
            "suyas",
            "inicie",
            "envíe",
            "pida",
            "hágalo",
            "use",
            "escriba",
            "espere",
            "suba",
            "importe",
            "repita",
            "compruebe",
            "diga",
            "elija",
            "añada",
        ];
        for (_, spanish) in SENTENCES {
            let mut words = spanish.split(|letter: char| !letter.is_alphabetic());
            let is_told_to = |word: &str| {
                addressed.contains(&word)
                    || ["elo", "ela", "ale", "ese"]
                        .iter()
                        .any(|end| word.ends_with(end) && word.contains(['á', 'é', 'í', 'ó', 'ú']))
            };
            assert_eq!(words.find(|word| is_told_to(word)), None, "{spanish}");
        }
    }

    #[test]
    fn every_reason_why_a_file_was_not_read_is_told_in_spanish() {
        let reason = || "x".to_owned();
        for error in [
            ExtractError::Empty,
            ExtractError::Mismatch { claimed: reason(), found: reason() },
            ExtractError::Unsupported { found: reason(), advice: reason() },
            ExtractError::Protected,
            ExtractError::damaged("x"),
            ExtractError::too_large("its parts are nested too deeply"),
            ExtractError::Unfolds,
            ExtractError::TooSlow { seconds: 60 },
            ExtractError::TooMuchMemory,
            ExtractError::Crashed { reason: reason() },
            ExtractError::Unavailable { reason: reason() },
        ] {
            let told = said_in(Language::Es, &error.to_string()).into_owned();
            assert!(told.contains("rchivo") && !told.contains("file"), "{told}");
            assert!(!told.contains("nested"), "{told}");
        }
    }
}
