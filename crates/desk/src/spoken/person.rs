//! Somebody's name, among the words around it: "pues el mío, Óscar", "soy el doctor Peña", "López, Marta".

use conserje_text::fold;

/// Longer than any name.
const LONGEST: usize = 200;
const MOST_WORDS: usize = 5;
/// What comes before a name whether or not it was asked for.
const LEADS: [&[&str]; 16] = [
    &["me", "llamo"],
    &["mi", "nombre", "es"],
    &["a", "nombre", "de"],
    &["el", "nombre", "es"],
    &["my", "name", "is"],
    &["my", "names"],
    &["the", "name", "is"],
    &["the", "name", "of"],
    &["under", "the", "name"],
    &["name", "is"],
    &["this", "is"],
    &["se", "llama"],
    &["put", "it", "under"],
    &["its", "under"],
    &["under"],
    &["soy"],
];
/// Words that lead to a name when it was asked for.
const LEADING: &str = "a nombre de es para soy me llamo llama mi my name names is its it im this under put pon ponlo ponla pongalo pongala ponga poner pone \
    ponle pongale anota anotame anoteme anotalo apuntame apunta apunteme como se habla con the el la mio mia pues mira bueno hola si claro yes yeah hi hello \
    eh em este hey for her his first last nombres apellido apellidos al del reserva reservacion llamame dime digame called call good buenas tardes dias noches \
    buenos morning afternoon evening seria sería hers suyo suya va que sea favor por please ok okay vale perfecto listo sure thanks gracias ah oh";
/// Titles are no part of a name.
const TITLES: &str = "lic licda licenciado licenciada dr dra doctor doctora ing ingeniero ingeniera arq arquitecto arquitecta sr sra srta sres senor senora \
    senorita don dona mr mrs ms miss mx prof profesor profesora professor mtro mtra maestro maestra lcdo lcda cp abogado abogada sir madam maam";
/// What a name does not begin with, nor go on with.
const NO_NAME: &str = "en hold on entonces ya todavia luego despues antes ahora ahorita hoy manana ayer pasado tarde noche lunes martes miercoles jueves viernes sabado \
    monday tuesday wednesday thursday friday saturday sunday tomorrow today tonight morning afternoon evening next proximo proxima que quien cual cuando \
    cuanto donde porque por como what who which when where why how no not none nadie nada nobody nothing never mind prefiero prefer mejor better quiero \
    quisiera queria puedo puede puedes want need can could would should let lets somos eramos vamos voy tengo tiene tienen hay have has had same usual igual \
    mismo misma lo la los las el un una unos unas uno dos tres cuatro cinco seis siete ocho nueve diez one two three four five six seven eight nine ten the \
    an and y o u or pero but si yes yeah sure ok okay okey vale listo claro perfecto bueno bien gracias thanks thank please porfa porfavor favor xfa nomas \
    sin con with everyone everybody cita mesa reserva reservacion turno hora horas appointment table booking marido mujer esposo esposa novio novia mama \
    papa madre padre hijo hija hermano hermana amigo amiga abuela abuelo tio tia jefe jefa husband wife son daughter mother father mom dad mum friend boss \
    partner nino nina bebe perro gato dog cat sorry perdon perdona disculpa disculpe espera espere wait moment momento segundo second dime digame oye oiga \
    actually instead rather then so well hmm mmm eh este esta esto ese esa eso aqui alli here there that this it its is was are am i you he she we they \
    yo tu usted ella nosotros ustedes mi my te le se me nos te dije pase anonimo depende luego telefono phone tel numero number correo email calle la \
    todos todas dicen me dicen todo cualquiera any whatever cancelar cancela cancel menu precio price cuesta alguien somebody someone tambien also maybe quiza \
    quizas talvez otra otro another seria serian es son de cambio cambia cambiar dejalo deje deja aun soy normal regular siempre always acento acentos \
    tilde lastima pena shame pity genial increible jaja jajaja jeje jejeje haha hahaha lol xd thx ty tks plz pls";
/// Of those, what is said after a name, with a capital letter in English.
const WHEN: &str = "monday tuesday wednesday thursday friday saturday sunday tomorrow today tonight morning afternoon evening lunes martes miercoles \
    jueves viernes sabado hoy manana please thanks thank gracias";
/// What may well follow a name.
const AFTER: &str = "y and e con with pero but porfa por please gracias thanks nomas mejor para for a en at on sin va is es si xfa porfavor que como \
    hoy manana el la no jaja jajaja jeje jejeje haha hahaha lol xd thx ty tks plz pls";
/// Whose name follows: "a nombre de mi hija, Lucía Soria".
const WHOSE: &str = "mi su el la los las my his her our hijo hija nino nina hermano hermana esposo esposa marido mujer novio novia pareja mama madre papa \
    padre abuelo abuela suegro suegra amigo amiga jefe jefa companero companera son daughter kid brother sister husband wife boyfriend girlfriend \
    partner mother father mom mum dad friend boss flatmate colleague wifes husbands sons daughters";
/// Who says one of these speaks of how a name is, though not in words that lead to it.
const ABOUT_A_NAME: &str = "nombre apellido apellidos name names surname spelled spelt spelling escribi escribio escribe llama llamo called";
/// Between the words of a name.
const PARTICLES: &str = "de del la las los van von der den da das di do dos du y i e san";

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// The name that somebody gives. If it `was_asked`, all that is left may be one; otherwise it must be said that it is.
pub fn person(said: &str, was_asked: bool) -> Option<String> {
    let said: String = said.chars().take(LONGEST).collect();
    if said.contains(['?', '¿']) && was_asked && !said.trim_end().ends_with('?') {
        return None;
    }
    let pieces = pieces(&said);
    if let Some(name) = trailed(&pieces).or_else(|| led(&pieces, was_asked)) {
        return Some(name);
    }
    if !was_asked || said.contains(['?', '¿']) || tells_a_story(&pieces) {
        return None;
    }
    asked_for(&pieces)
}

/// The name as it is said anew, with a part of the one that is known.
///
/// "Se me fue una letra, es Brenda Olvera", "the patient is my daughter, Esme Pruitt". Whoever else is named ("con Elena
/// Ruiz") is somebody else.
pub fn renamed(said: &str, known: &str) -> Option<String> {
    let said: String = said.chars().take(LONGEST).collect();
    let known_words: Vec<String> = known.split_whitespace().map(fold).collect();
    let found = pieces(&said).into_iter().flat_map(|piece| runs(&piece)).filter_map(|name| name_at(&name));
    let shares = |name: &String| name.split_whitespace().any(|word| known_words.contains(&fold(word)));
    found.filter(shares).rfind(|name| fold(name) != fold(known))
}

/// The words of a piece that are written as a name is: two or more with capital letters, and nobody's whom they are "with".
fn runs<'t>(piece: &[&'t str]) -> Vec<Vec<&'t str>> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let mut is_other = false;
    for (at, token) in piece.iter().enumerate() {
        let joins = !run.is_empty() && is_in(PARTICLES, &bare(token));
        if is_capital(token) || joins {
            if run.is_empty() {
                let before =
                    at.checked_sub(1).and_then(|at| piece.get(at)).map(|word| bare(word)).unwrap_or_default();
                is_other = matches!(before.as_str(), "con" | "with")
                    || is_in(TITLES, &before)
                    || is_in(TITLES, &bare(token));
            }
            run.push(token);
        } else if !run.is_empty() {
            found.push(std::mem::take(&mut run));
        }
        if is_other && run.len() > 1 {
            run.clear();
        }
    }
    found.push(run);
    // The first word of a sentence has a capital letter, too: "Es Brenda Olvera".
    let named = |run: Vec<&'t str>| -> Vec<&'t str> {
        run.into_iter()
            .skip_while(|word| is_in(LEADING, &bare(word)) || is_in(NO_NAME, &bare(word)))
            .collect()
    };
    found.into_iter().map(named).filter(|run| is_all_capital(run)).collect()
}

/// "Karla Iturbide me llamo": the name before what says that it is one.
fn trailed(pieces: &[Vec<&str>]) -> Option<String> {
    const TRAILS: [&[&str]; 5] = [
        &["me", "llamo"],
        &["es", "mi", "nombre"],
        &["is", "my", "name"],
        &["is", "the", "name"],
        &["es", "el", "nombre"],
    ];
    let before = |piece: &Vec<&str>| {
        let line: Vec<String> = piece.iter().map(|token| bare(token)).collect();
        let ends = |trail: &&&[&str]| {
            line.len() > trail.len() && line.iter().rev().zip(trail.iter().rev()).all(|(word, of)| word == of)
        };
        let trail = TRAILS.iter().find(ends)?;
        name_at(piece.get(..line.len() - trail.len())?)
    };
    pieces.iter().find_map(before)
}

/// More than a name is said, and none of it is written as one: "un momento, que llaman al timbre".
fn tells_a_story(pieces: &[Vec<&str>]) -> bool {
    if pieces.iter().any(|piece| is_all_capital(piece)) {
        return false;
    }
    let is_telling = |word: &&&str| {
        let word = bare(word);
        word.chars().any(char::is_alphabetic)
            && !is_in(LEADING, &word)
            && !is_in(NO_NAME, &word)
            && !is_in(TITLES, &word)
    };
    let told = pieces.iter().flatten().filter(is_telling).count();
    // "ana maría lópez, 55 1234 5678" is one, however it is written.
    let names = pieces.iter().filter(|piece| piece.iter().any(|word| is_telling(&word))).count();
    told > 3 && (names > 1 || told > MOST_WORDS)
}

/// The words between commas; the point after a title is none.
fn pieces(said: &str) -> Vec<Vec<&str>> {
    let mut pieces: Vec<Vec<&str>> = vec![Vec::new()];
    for token in said.split_whitespace() {
        let title = is_in(TITLES, &bare(token)) || bare(token).chars().count() == 1;
        let ends = token.ends_with([',', ';', '!', '?', ':', ')']) || token.ends_with('.') && !title;
        let starts = token.starts_with(['(', '¡', '¿']);
        if starts && pieces.last().is_some_and(|piece| !piece.is_empty()) {
            pieces.push(Vec::new());
        }
        // `Lic.Robles`, `López,Marta`.
        for part in token.split_inclusive([',', '.']) {
            if let Some(piece) = pieces.last_mut() {
                piece.push(part);
            }
            if part.ends_with(',') && !token.ends_with(part) {
                pieces.push(Vec::new());
            }
        }
        if ends {
            pieces.push(Vec::new());
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn bare(token: &str) -> String {
    fold(token).chars().filter(|ch| ch.is_alphanumeric()).collect()
}

/// "Con Y: Yésica Montaño", "it's John with an h: John Smythe": what comes after how it is written.
fn as_written(pieces: &[Vec<&str>]) -> Option<String> {
    let tells_letter = |piece: &&Vec<&str>| {
        let line: Vec<String> = piece.iter().map(|token| bare(token)).collect();
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        match line.as_slice() {
            [.., "con" | "with", letter] | [.., "con" | "with", "a" | "an" | "la" | "el" | "una", letter] => {
                letter.chars().count() == 1
            }
            _ => false,
        }
    };
    let at = pieces.iter().position(|piece| tells_letter(&piece))?;
    pieces
        .get(at + 1)
        .filter(|piece| piece.first().is_some_and(|word| is_capital(word)))
        .and_then(|piece| name_at(piece))
}

/// The name after words that say that one follows; the last of them counts.
fn led(pieces: &[Vec<&str>], was_asked: bool) -> Option<String> {
    let mut found = as_written(pieces);
    if found.is_some() {
        return found;
    }
    for (place, piece) in pieces.iter().enumerate() {
        let line: Vec<String> = piece.iter().map(|token| bare(token)).collect();
        let later = pieces.get(place + 1..).unwrap_or_default();
        for lead in LEADS {
            let at = line
                .windows(lead.len())
                .rposition(|window| window.iter().zip(lead).all(|(word, lead)| word == lead));
            let Some(at) = at else { continue };
            let rest = piece.get(at + lead.len()..).unwrap_or_default();
            // "Soy alérgica" is no name.
            let first = rest
                .iter()
                .find(|word| !is_in(TITLES, &bare(word)) && !matches!(bare(word).as_str(), "el" | "la"));
            let is_safe = lead.len() > 1 || was_asked || first.is_some_and(|word| is_capital(word));
            if let Some(name) = name_at(rest).filter(|_| is_safe) {
                found = Some(name);
                break;
            }
            if is_whose(rest)
                && let Some(name) = later.iter().find_map(|piece| capital_name(piece))
            {
                found = Some(name);
                break;
            }
        }
    }
    if found.is_none() && is_about_a_name(pieces) {
        found = pieces.last().filter(|_| pieces.len() > 1).and_then(|piece| capital_name(piece));
    }
    let last = pieces.last().map(Vec::as_slice).unwrap_or_default();
    // "A nombre de Sergio, bueno no, pon Andrea."
    let corrected = pieces.len() > 1 && was_asked && takes_back(pieces) && found.is_some();
    if corrected { name_at(last).or(found) } else { found }
}

/// "Mi hija", "la niña": somebody, and no name.
fn is_whose(words: &[&str]) -> bool {
    !words.is_empty() && words.iter().all(|word| is_in(WHOSE, &bare(word)))
}

fn is_about_a_name(pieces: &[Vec<&str>]) -> bool {
    pieces.iter().flatten().any(|word| is_in(ABOUT_A_NAME, &bare(word)))
}

/// What is written as a name is, and is nothing else.
fn capital_name(piece: &[&str]) -> Option<String> {
    is_all_capital(piece).then(|| name_at(piece)).flatten()
}

/// Whether one of the pieces takes back what came before.
fn takes_back(pieces: &[Vec<&str>]) -> bool {
    pieces.iter().skip(1).any(|piece| {
        let line: Vec<String> = piece.iter().map(|token| bare(token)).collect();
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        match line.as_slice() {
            ["no"] => true,
            [first, ..] if ["digo", "perdon", "mejor", "sorry", "actually"].contains(first) => true,
            [first, second, ..] => {
                [("bueno", "no"), ("i", "mean"), ("no", "wait")].contains(&(*first, *second))
            }
            _ => false,
        }
    })
}

/// All that was said may be a name.
fn asked_for(pieces: &[Vec<&str>]) -> Option<String> {
    let skip: &[&str] = &["no", "digo", "perdon", "mejor", "sorry", "actually"];
    let is_no = |piece: &[&str]| piece.len() > 1 && piece.first().is_some_and(|word| bare(word) == "no");
    let names: Vec<Option<String>> =
        pieces.iter().map(|piece| if is_no(piece) { None } else { name_at(piece) }).collect();
    if takes_back(pieces) {
        let last = pieces.last()?;
        let rest =
            last.iter().position(|word| !skip.contains(&bare(word).as_str())).and_then(|at| last.get(at..));
        let corrected = rest.and_then(name_at);
        return corrected.or_else(|| names.into_iter().flatten().last());
    }
    match names.as_slice() {
        // "Luna, Elena Luna, como la doctora."
        [Some(family), Some(whole), ..] if ends_with_name(whole, family) => Some(whole.clone()),
        // "López, Marta" is turned round.
        [Some(family), Some(given), rest @ ..]
            if rest.iter().all(Option::is_none)
                && pieces.get(1).is_some_and(|piece| is_all_name(piece))
                && !family.contains('.') =>
        {
            Some(turned(family, given))
        }
        _ => names.into_iter().flatten().next(),
    }
}

fn ends_with_name(whole: &str, family: &str) -> bool {
    fold(whole).strip_suffix(&fold(family)).is_some_and(|given| given.len() > 1 && given.ends_with(' '))
}

fn turned(family: &str, given: &str) -> String {
    let mut chars = family.chars();
    let first = family.split(' ').next().unwrap_or_default();
    // "De la Cruz" begins with a small letter after another name.
    let family =
        if first == "De" && family.split(' ').nth(1).is_some_and(|word| is_in(PARTICLES, &fold(word))) {
            chars.next().map_or_else(String::new, |sign| sign.to_lowercase().chain(chars).collect())
        } else {
            family.to_owned()
        };
    format!("{given} {family}")
}

/// Whether these are a name and nothing else: "first name Peter" is one, and "Madrid por favor" none.
fn is_all_name(piece: &[&str]) -> bool {
    let words: Vec<String> = piece.iter().map(|token| bare(token)).collect();
    let rest: Vec<&String> = words
        .iter()
        .filter(|word| !matches!(word.as_str(), "first" | "name" | "nombre" | "de" | "pila"))
        .collect();
    (1..=3).contains(&rest.len()) && rest.iter().all(|word| !is_in(NO_NAME, word))
}

/// The name that these words begin with, after what leads to it.
fn name_at(tokens: &[&str]) -> Option<String> {
    let word = |at: usize| tokens.get(at).map(|token| bare(token)).unwrap_or_default();
    let mut start = 0;
    loop {
        let (this, next) = (word(start), word(start + 1));
        let is_particle = this == "de"
            && (matches!(next.as_str(), "la" | "las" | "los") && !word(start + 2).is_empty() && start == 0
                || tokens.get(start).is_some_and(|token| is_capital(token))
                    && start == 0
                    && !next.is_empty());
        // Mia Johansson is somebody; "la mía, Mia" says whose.
        let is_mia = this == "mia"
            && tokens.get(start).is_some_and(|token| is_capital(token) && !token.ends_with(','))
            && tokens.get(start + 1).is_some_and(|next| is_capital(next));
        let leads = !is_mia && (is_in(LEADING, &this) || is_in(TITLES, &this));
        if start >= tokens.len() || is_particle || !leads {
            break;
        }
        start += 1;
    }
    let mut parts: Vec<String> = Vec::new();
    let is_written_as_one = is_all_capital(tokens.get(start..).unwrap_or_default());
    for (at, token) in tokens.iter().enumerate().skip(start) {
        let bare = bare(token);
        let clean: String =
            token.chars().filter(|ch| ch.is_alphabetic() || matches!(ch, '\'' | '’' | '-')).collect();
        let clean = clean.trim_matches(['-', '\'', '’']);
        let next = tokens.get(at + 1).filter(|next| next.chars().next().is_some_and(char::is_alphabetic));
        let joins = is_in(PARTICLES, &bare)
            && next.is_some_and(|next| {
                let next_bare = self::bare(next);
                !is_in(NO_NAME, &next_bare)
                    || is_in(PARTICLES, &next_bare) && !matches!(next_bare.as_str(), "y" | "i" | "e")
            });
        // "Ana y a las 9" ends with Ana; "Ortega y Gasset" goes on.
        let joins = joins
            && (!matches!(bare.as_str(), "y" | "e" | "i" | "do" | "dos")
                || next.is_some_and(|next| is_capital(next))
                    && !parts.is_empty()
                    && bare != "y"
                    && bare != "e");
        let is_name = !clean.is_empty() && !token.chars().any(|ch| ch.is_ascii_digit());
        if !is_name {
            break;
        }
        // Logan Price, Julio Mesa: a name by how it is written, though its words have other meanings.
        // Nina Duval is no girl.
        let is_of_it =
            is_written_as_one && (at > start && !is_in(WHEN, &bare) || matches!(*token, "Nina" | "Ella"));
        if !joins && !is_of_it && is_in(NO_NAME, &bare) {
            // "pongan lo que sea" begins like a name in small letters, and is none.
            let is_small = tokens.get(start).is_some_and(|first| !is_capital(first));
            if is_small && !is_in(AFTER, &bare) {
                return None;
            }
            break;
        }
        parts.push(if joins && !parts.is_empty() { clean.to_lowercase() } else { capital(clean) });
        if parts.len() == MOST_WORDS {
            break;
        }
    }
    while parts.len() > 1 && parts.last().is_some_and(|last| is_in(PARTICLES, last)) {
        parts.pop();
    }
    let name = spelled(&parts).unwrap_or_else(|| parts.join(" "));
    (2..=80).contains(&name.chars().count()).then_some(name)
}

/// Whether all of it is written as a name is: two words or more with capital letters, particles between them.
fn is_all_capital(tokens: &[&str]) -> bool {
    let names = tokens.iter().filter(|token| is_capital(token)).count();
    let is_of_a_name = |token: &&&str| is_capital(token) || is_in(PARTICLES, &bare(token));
    (2..=MOST_WORDS).contains(&names) && tokens.iter().all(|token| is_of_a_name(&token))
}

/// `M a r t a`, letter by letter.
fn spelled(parts: &[String]) -> Option<String> {
    let letters: Vec<&str> = parts.iter().flat_map(|part| part.split('-')).collect();
    let is_spelled = letters.len() > 2 && letters.iter().all(|letter| letter.chars().count() == 1);
    is_spelled.then(|| capital(&letters.concat().to_lowercase()))
}

fn is_capital(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

/// As a name is written; one that has small and capital letters stays as it is.
fn capital(word: &str) -> String {
    let is_small = word.chars().all(|ch| !ch.is_uppercase());
    let is_shouted = word.chars().all(|ch| !ch.is_lowercase()) && word.chars().count() > 1;
    if !is_small && !is_shouted {
        return word.to_owned();
    }
    let mut begins = true;
    let mut written = String::with_capacity(word.len());
    for sign in word.chars() {
        if begins {
            written.extend(sign.to_uppercase());
        } else {
            written.extend(sign.to_lowercase());
        }
        begins = matches!(sign, '\'' | '’' | '-');
    }
    written
}
