//! What people say without asking for anything: greetings, thanks, goodbyes, and who is there.
//!
//! A message is small talk if all of its words are: "gracias, ¿y cuánto cuesta la limpieza?" is a question. Phrases are looked
//! for among folded words, letters that are held down (`holaaa`) count once, and words that are often mistyped may be.

use conserje_kernel::Language;
use conserje_text::fold_accents;

/// What a message without a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SmallTalk {
    // Where a message is several of them, the last of this list is answered.
    Laughter,
    Greeting,
    /// `ok vale`, `perfecto`, `eso es todo`.
    Agreement,
    Apology,
    Thanks,
    Goodbye,
    HowAreYou,
    WhatCanYouDo,
    WhoAreYou,
}

/// More words than this are a story.
const LONGEST: usize = 14;

/// What kind of small talk a message is, if it is nothing else; and the language of the phrase that tells, if only one
/// has it.
pub(super) fn heard(text: &str) -> Option<(SmallTalk, Option<Language>)> {
    let words = words(text);
    if words.len() > LONGEST {
        return None;
    }
    let mut rest = words.as_slice();
    let mut best: Option<(SmallTalk, Option<Language>)> = None;
    while let Some(first) = rest.first() {
        let (length, kind, language) = if let Some(kind) = no_word(first) {
            (1, Some(kind), None)
        } else if let Some((length, kind, language)) = longest(rest) {
            (length, Some(kind), Some(language))
        } else if FILLERS.contains(&first.as_str()) {
            (1, None, None)
        } else {
            return None;
        };
        rest = rest.get(length..).unwrap_or_default();
        let Some(kind) = kind else { continue };
        best = Some(match best {
            Some((before, said_in)) => (before.max(kind), said_in.or(language)),
            None => (kind, language),
        });
    }
    best
}

/// Folded words; what is drawn counts as a word.
fn words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            // "what's", "that’s".
            '\'' | '’' | '´' => {}
            _ if is_drawn(letter) => spaced.extend([' ', letter, ' ']),
            _ if letter.is_alphanumeric() => spaced.push(letter),
            _ => spaced.push(' '),
        }
    }
    fold_accents(&spaced).split_whitespace().map(str::to_owned).collect()
}

fn is_drawn(letter: char) -> bool {
    DRAWN.iter().any(|(drawings, _)| drawings.contains(letter))
}

const DRAWN: &[(&str, SmallTalk)] = &[
    ("😂🤣😄😀😃😅😆😊🙂😁😉", SmallTalk::Laughter),
    ("👋", SmallTalk::Greeting),
    ("👍👌✅💪👏", SmallTalk::Agreement),
    ("🙏❤💙💚🥰😘🌹", SmallTalk::Thanks),
];

/// A word that is no word: a face, `jajaja`.
fn no_word(word: &str) -> Option<SmallTalk> {
    let drawn = DRAWN.iter().find(|(drawings, _)| word.chars().all(|letter| drawings.contains(letter)));
    drawn.map(|(_, kind)| *kind).or_else(|| is_laughter(word).then_some(SmallTalk::Laughter))
}

/// `jaja`, `hehehe`, `jajjaja`: one consonant and one vowel, over and over.
fn is_laughter(word: &str) -> bool {
    let vowels = ['a', 'e', 'i', 'o'].iter().filter(|vowel| word.contains(**vowel)).count();
    let consonants = word.chars().filter(|letter| matches!(letter, 'j' | 'h')).count();
    let is_one = !(word.contains('j') && word.contains('h'));
    let only = word.chars().all(|letter| matches!(letter, 'j' | 'h' | 'a' | 'e' | 'i' | 'o'));
    only && is_one && vowels == 1 && consonants >= 2 && word.chars().count() >= 4
        || word == "lol"
        || word == "xd"
}

/// The longest phrase that words begin with.
fn longest(words: &[String]) -> Option<(usize, SmallTalk, Language)> {
    let spoken = [(SPANISH, Language::Es), (ENGLISH, Language::En)];
    let all = spoken.into_iter().flat_map(|(table, language)| {
        table.iter().flat_map(move |(kind, phrases)| {
            phrases.split(" | ").map(move |phrase| (phrase, *kind, language))
        })
    });
    let mut found: Option<(usize, SmallTalk, Language)> = None;
    for (phrase, kind, language) in all {
        let length = phrase.split(' ').count();
        let is_longer = found.is_none_or(|(before, ..)| length > before);
        let Some(beginning) = words.get(..length).filter(|_| is_longer) else { continue };
        if phrase.split(' ').zip(beginning).all(|(wanted, word)| is_meant(wanted, word)) {
            found = Some((length, kind, language));
        }
    }
    found
}

/// Whether a word is the one of a phrase, as people type.
fn is_meant(wanted: &str, word: &str) -> bool {
    wanted == word || once(wanted) == once(word) || (MISTYPED.contains(&wanted) && is_slip(wanted, word))
}

/// Each letter once where it is held down.
fn once(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

/// Words that are long enough to be known with a slip in them, and near no other word.
const MISTYPED: &[&str] = &[
    "gracias",
    "buenos",
    "buenas",
    "tardes",
    "noches",
    "thanks",
    "thank",
    "goodbye",
    "morning",
    "afternoon",
    "evening",
    "perfecto",
    "puedes",
    "ayudarme",
];

/// One letter more, less, other, or two in the wrong order; never a plural.
fn is_slip(wanted: &str, word: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (wanted.chars().collect(), word.chars().collect());
    let is_plural = wanted.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(wanted);
    if other.len() < 6 || one.first() != other.first() || is_plural {
        return false;
    }
    let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let behind = |text: &[char], skipped: usize| text.get(same + skipped..).unwrap_or_default().to_vec();
    match other.len().cmp(&one.len()) {
        std::cmp::Ordering::Equal => {
            let swapped = one.get(same) == other.get(same + 1) && one.get(same + 1) == other.get(same);
            behind(&one, 1) == behind(&other, 1) || (swapped && behind(&one, 2) == behind(&other, 2))
        }
        std::cmp::Ordering::Less => behind(&one, 1) == behind(&other, 0),
        std::cmp::Ordering::Greater => behind(&one, 0) == behind(&other, 1),
    }
}

/// Words that may stand beside small talk and say nothing by themselves.
const FILLERS: &[&str] = &[
    "y",
    "e",
    "o",
    "a",
    "pues",
    "bueno",
    "muy",
    "mucho",
    "muchas",
    "por",
    "favor",
    "porfa",
    "porfavor",
    "plis",
    "si",
    "claro",
    "tu",
    "usted",
    "todos",
    "todas",
    "todo",
    "amigo",
    "amiga",
    "amigos",
    "equipo",
    "senor",
    "senora",
    "senorita",
    "doctor",
    "doctora",
    "guapa",
    "guapo",
    "bot",
    "asistente",
    "conserje",
    "entonces",
    "ah",
    "oh",
    "eh",
    "uy",
    "hoy",
    "ya",
    "de",
    "nuevo",
    "otra",
    "vez",
    "mi",
    "me",
    "and",
    "so",
    "well",
    "then",
    "again",
    "please",
    "pls",
    "plz",
    "there",
    "all",
    "everyone",
    "everybody",
    "guys",
    "team",
    "mate",
    "buddy",
    "friend",
    "sir",
    "madam",
    "assistant",
    "today",
    "very",
    "much",
    "now",
    "yes",
    "sure",
    "um",
    "just",
    "really",
    "for",
    "to",
    "the",
    "your",
];

type Table = &'static [(SmallTalk, &'static str)];

const SPANISH: Table = &[
    (
        SmallTalk::Greeting,
        "hola | holi | ola | olis | buenas | wenas | buenos dias | buen dia | buenas tardes | buena tarde | buenas noches | muy buenas \
         | bon dia | bona tarda | bona nit | saludos | un saludo | encantado | encantada | mucho gusto | encantado de conocerte \
         | encantada de conocerte | hay alguien | hay alguien ahi | estas ahi | esta ahi | me oyes | me lees | ey",
    ),
    (
        SmallTalk::HowAreYou,
        "que tal | que tal estas | que tal esta | que tal todo | que tal va | que tal va todo | que tal el dia | como estas | como esta \
         | como esta usted | como te va | como le va | como va | como va todo | como va eso | como andas | como vas | todo bien \
         | que pasa | que hay | como te encuentras",
    ),
    (
        SmallTalk::Thanks,
        "gracias | muchas gracias | mil gracias | muchisimas gracias | muchisima gracia | gracias por todo | gracias por tu ayuda \
         | gracias por su ayuda | gracias por la ayuda | gracias por la informacion | gracias por la info | gracias por responder \
         | gracias por contestar | gracias de antemano | te lo agradezco | se lo agradezco | lo agradezco | agradecido | agradecida \
         | muy amable | que amable | grax | grasias | graciass | merci | gracies | moltes gracies | un millon | me has ayudado \
         | me has ayudado mucho | me ha ayudado mucho | que majo | que maja | eres un sol",
    ),
    (
        SmallTalk::Agreement,
        "ok | okey | okay | oki | okis | oka | vale | vale vale | valeee | va | de acuerdo | entendido | comprendido | enterado \
         | enterada | perfecto | genial | estupendo | estupenda | fenomenal | fantastico | excelente | guay | bien | muy bien \
         | esta bien | me parece bien | ya veo | lo entiendo | entiendo | de nada | no hay de que | no pasa nada | eso es todo \
         | eso era todo | nada mas | no necesito nada mas | nada | no importa | da igual | dejalo | olvidalo | listo | buenisimo \
         | que bien | me alegro | interesante | maravilloso",
    ),
    (
        SmallTalk::Apology,
        "perdon | perdona | perdone | disculpa | disculpe | lo siento | me he equivocado | me equivoque",
    ),
    (
        SmallTalk::Goodbye,
        "adios | hasta luego | hasta manana | hasta pronto | hasta otra | hasta ahora | hasta la vista | hasta la proxima | hasta el lunes \
         | nos vemos | chao | chau | ciao | adeu | agur | que tengas un buen dia | que tenga un buen dia | que tengas buen dia \
         | que tenga buen dia | que pases un buen dia | que vaya bien | buen fin de semana | buen finde | feliz dia | feliz tarde \
         | feliz noche | feliz finde | feliz fin de semana | un abrazo | cuidate",
    ),
    (
        SmallTalk::WhoAreYou,
        "quien eres | quien eres tu | quien es usted | quien es | que eres | que eres tu | como te llamas | como se llama usted \
         | cual es tu nombre | tu nombre | tienes nombre | con quien hablo | con quien estoy hablando | quien me atiende | eres humano \
         | eres humana | eres real | eres persona | eres una persona | eres una persona real | eres un bot | eres un robot | eres robot \
         | eres una maquina | eres una ia | eres ia | eres una inteligencia artificial | eres chatgpt | es usted una persona \
         | es usted un robot | hablo con una persona | hablo con un robot | hablo con una maquina | hablo con un bot | estoy hablando con una persona \
         | estoy hablando con un robot | quien te ha hecho | quien te ha creado | quien te hizo | quien te creo | presentate",
    ),
    (
        SmallTalk::WhatCanYouDo,
        "que puedes hacer | que puede hacer | que puedes hacer por mi | que puede hacer por mi | que sabes hacer | que sabe hacer | que haces \
         | que cosas puedes hacer | que cosas sabes hacer | que cosas sabes | que sabes | para que sirves | para que sirve esto | para que sirve \
         | en que me puedes ayudar | en que me puede ayudar | en que puedes ayudarme | en que puede ayudarme | en que puedes ayudar \
         | en que ayudas | como me puedes ayudar | como me puede ayudar | como puedes ayudarme | como puede ayudarme | como funciona esto \
         | como funciona | como funcionas | como va esto | que puedo preguntar | que puedo preguntarte | que puedo preguntarle | que te puedo preguntar \
         | que le puedo preguntar | que se puede preguntar | que cosas puedo preguntar | que cosas puedo preguntarte | que te puedo pedir \
         | que puedo pedirte | que puedo hacer | que puedo hacer aqui | que puedo hacer contigo | ayuda | ayudame | ayudeme | necesito ayuda \
         | me puedes ayudar | me puede ayudar | puedes ayudarme | puede ayudarme | me ayudas | me ayuda | necesito que me ayudes | que es esto \
         | opciones | menu de ayuda | sobre que puedo preguntar | sobre que te puedo preguntar | de que sabes | de que puedes hablar",
    ),
];

const ENGLISH: Table = &[
    (
        SmallTalk::Greeting,
        "hello | helo | hi | hiya | hey | heya | hey there | hi there | hello there | good morning | good afternoon | good evening \
         | good day | morning | greetings | howdy | nice to meet you | pleased to meet you | anyone there | anybody there \
         | is anyone there | is anybody there | are you there | you there",
    ),
    (
        SmallTalk::HowAreYou,
        "how are you | how are you doing | how are you today | how are things | hows it going | how is it going | how do you do \
         | hows everything | whats up | wassup | sup | how r u | how are u | how have you been | are you ok | you ok",
    ),
    (
        SmallTalk::Thanks,
        "thanks | thank you | thank u | thanks a lot | thanks so much | many thanks | thank you so much | thank you very much | thx | thnks \
         | tks | ty | tysm | thanks for your help | thank you for your help | thanks for the help | thanks for everything \
         | thanks for the info | thanks for the information | thank you for everything | thanks in advance | cheers | much appreciated \
         | appreciated | i appreciate it | very kind | thats very kind | that helps | that helped | that was helpful | you are a lifesaver \
         | youre a lifesaver",
    ),
    (
        SmallTalk::Agreement,
        "ok | okay | okey | okie | k | great | perfect | good | very good | fine | thats fine | alright | all right | got it | i see | understood \
         | cool | nice | awesome | brilliant | excellent | wonderful | sounds good | makes sense | thats all | that is all | that will be all \
         | nothing else | no more questions | never mind | nevermind | forget it | no problem | no worries | youre welcome | you are welcome \
         | good to know | amazing | fantastic | lovely | interesting | that clears it up",
    ),
    (SmallTalk::Apology, "sorry | im sorry | my bad | my mistake | apologies | excuse me | pardon"),
    (
        SmallTalk::Goodbye,
        "bye | bye bye | goodbye | good bye | see you | see you later | see you soon | see you tomorrow | see ya | cya | talk later \
         | talk to you later | speak later | good night | goodnight | have a nice day | have a good day | have a great day | have a good one \
         | have a nice weekend | have a good weekend | take care | farewell | later",
    ),
    (
        SmallTalk::WhoAreYou,
        "who are you | who r u | what are you | whats your name | what is your name | your name | do you have a name | who made you \
         | who built you | who created you | are you human | are you a human | are you a real human | are you real | are you a person \
         | are you a real person | are you a bot | are you a chatbot | are you a robot | are you a machine | are you an ai | are you ai \
         | are you chatgpt | who am i talking to | who am i speaking to | who is this | am i talking to a person | am i talking to a human \
         | am i talking to a bot | am i talking to a robot | am i talking to a real person | introduce yourself",
    ),
    (
        SmallTalk::WhatCanYouDo,
        "what can you do | what can you do for me | what do you do | what can i ask | what can i ask you | what can i ask here | what can i do here \
         | what can i do | how can you help | how can you help me | what can you help with | what can you help me with | how does this work \
         | how does it work | how do you work | what is this | whats this | what are you for | what do you know | what can you tell me | help \
         | help me | i need help | i need some help | can you help | can you help me | could you help me | options | what are my options",
    ),
];

#[cfg(test)]
#[path = "small_talk_tests.rs"]
mod tests;
