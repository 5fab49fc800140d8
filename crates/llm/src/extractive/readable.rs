//! What of a document can be told to a person. Everything that is told goes through here.
//!
//! Documents hold more than sentences: tags, menus, cookie notices, code, rules between table rows, and sometimes orders meant
//! for models. A passage without them is still cited as the passage it is; one of which nothing is left is no answer.

use conserje_text::fold_accents;
use unicode_segmentation::UnicodeSegmentation;

use super::asks;

/// What a person wants to read, besides sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reader {
    /// Code is shown, between fences.
    wants_code: bool,
    /// Whoever asks about cookies is told what is said of them.
    asks_about_the_site: bool,
}

impl Reader {
    pub(super) fn of(question: &str) -> Self {
        let folded = fold_accents(question);
        Self {
            wants_code: asks::wants_code(question),
            asks_about_the_site: ["cookie", "derechos", "rights", "copyright"]
                .iter()
                .any(|word| folded.contains(word)),
        }
    }

    /// A passage without what nobody wants to read, with lines that were broken for their length joined again.
    pub(super) fn passage(self, text: &str) -> String {
        let text = without_tools(text);
        let mut told: Vec<String> = Vec::new();
        let mut fenced: Option<Vec<&str>> = None;
        let mut block: Vec<&str> = Vec::new();
        for line in text.lines().chain([""]) {
            let is_fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
            match (fenced.take(), is_fence) {
                (None, true) => {
                    told.extend(self.block(&std::mem::take(&mut block)));
                    fenced = Some(Vec::new());
                }
                (Some(code), true) => told.extend(self.code(&code)),
                (Some(mut code), false) => {
                    code.push(line);
                    fenced = Some(code);
                }
                (None, false) if line.trim().is_empty() => {
                    told.extend(self.block(&std::mem::take(&mut block)));
                }
                (None, false) => block.push(line),
            }
        }
        told.extend(fenced.and_then(|code| self.code(&code)));
        told.join("\n\n")
    }

    /// Lines without an empty one between them.
    fn block(self, lines: &[&str]) -> Option<String> {
        let is_row = |line: &&str| line.trim_start().starts_with('|');
        let runs = lines.chunk_by(|one, other| is_row(one) == is_row(other));
        let told = runs.filter_map(|run| if run.iter().all(is_row) { table(run) } else { self.prose(run) });
        let told = told.collect::<Vec<_>>().join("\n\n");
        (!told.is_empty()).then_some(told)
    }

    fn prose(self, lines: &[&str]) -> Option<String> {
        let bare: Vec<String> = lines.iter().map(|line| without_markup(line).replace("```", "")).collect();
        let code = bare.iter().filter(|line| is_code(line)).count();
        if code * 2 > lines.len() {
            return self.code(lines);
        }
        let mut told: Vec<String> = Vec::new();
        for line in bare.iter().filter(|line| !is_code(line)) {
            let Some(line) = self.line(line) else { continue };
            // Two lines that are no code may look like it as one, and would be gone when they are read again.
            let joined = told
                .last()
                .filter(|before| goes_on(before, &line))
                .map(|before| format!("{before} {line}"))
                .filter(|joined| !is_code(joined));
            match (told.last_mut(), joined) {
                (Some(before), Some(joined)) => *before = joined,
                (_, _) => told.push(line),
            }
        }
        (!told.is_empty()).then(|| told.join("\n"))
    }

    fn code(self, lines: &[&str]) -> Option<String> {
        let code = lines.join("\n");
        let code = code.trim_matches('\n');
        (self.wants_code && !code.trim().is_empty() && !code.contains("```"))
            .then(|| format!("```\n{code}\n```"))
    }

    fn line(self, line: &str) -> Option<String> {
        let line = without_links(line);
        let line = line.trim();
        let folded = fold_accents(line);
        let is_notice = !self.asks_about_the_site && listed(NOTICES).any(|notice| folded.contains(notice));
        let is_order = listed(ORDERS).any(|order| folded.contains(order));
        let is_told = line.chars().any(char::is_alphanumeric)
            && !is_notice
            && !is_order
            && (line.starts_with('#') || !is_menu(&folded))
            && !is_address(line);
        is_told.then(|| line.to_owned())
    }
}

/// Whether a line was broken only for its length.
fn goes_on(before: &str, line: &str) -> bool {
    /// No line of a list of short facts is as long.
    const LONG: usize = 60;
    let begins_anew = ["- ", "* ", "• ", "– ", "#", "|", "> "].iter().any(|marker| line.starts_with(marker))
        || line.split_once(['.', ')']).is_some_and(|(number, rest)| {
            !number.is_empty()
                && number.len() < 4
                && number.chars().all(char::is_alphanumeric)
                && rest.starts_with(' ')
        });
    let ended =
        before.trim_end().ends_with(['.', '!', '?', '…', ':', ';', '|', '»', '”']) || before.starts_with('#');
    let is_lower = line.chars().next().is_some_and(char::is_lowercase);
    !begins_anew && !ended && (is_lower || before.chars().count() >= LONG)
        || (is_lower && before.ends_with(','))
}

/// A table with its header; rows that have lost theirs are told cell by cell.
fn table(lines: &[&str]) -> Option<String> {
    let is_rule =
        |line: &&str| line.contains('-') && line.chars().all(|ch| matches!(ch, '|' | '-' | ':' | ' '));
    let mut rows: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    // Cut off within a row.
    if rows.len() > 1 && rows.last().is_some_and(|last| !last.ends_with('|')) {
        rows.pop();
    }
    if rows.get(1).is_some_and(&is_rule) && rows.len() > 2 {
        return Some(
            rows.iter().map(|row| without_markup(row).replace("```", "")).collect::<Vec<_>>().join("\n"),
        );
    }
    let told = rows.iter().filter(|row| !is_rule(row)).map(|row| {
        let cells = row
            .trim_matches('|')
            .split('|')
            .map(|cell| without_links(&without_markup(cell)).replace("```", "").trim().to_owned());
        cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("; ")
    });
    let told: Vec<String> = told.filter(|row| row.chars().any(char::is_alphanumeric)).collect();
    // A header alone says nothing.
    (!told.is_empty() && !rows.iter().any(is_rule)).then(|| told.join("\n"))
}

/// The entries of a table, which would be pages long with one a line.
fn listed(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.split(" | ")
}

fn is_element(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    listed(ELEMENTS).any(|element| element == name)
}

/// Elements of HTML that may stand in a text.
const ELEMENTS: &str = "a | abbr | article | aside | b | blockquote | body | br | button | center | code | dd | details \
    | div | dl | dt | em | figcaption | figure | font | footer | form | h1 | h2 | h3 | h4 | h5 | h6 \
    | head | header | hr | html | i | iframe | img | input | kbd | label | li | link | main | mark \
    | meta | nav | ol | option | p | picture | pre | s | script | section | select | small | source \
    | span | strong | style | sub | summary | sup | svg | table | tbody | td | tfoot | th | thead \
    | title | tr | u | ul | video";

/// A tag that a text begins with: its name, whether it closes, and its length in bytes.
fn tag(text: &str) -> Option<(&str, bool, usize)> {
    let inside = text.strip_prefix('<')?;
    let end = inside.find(['>', '<', '\n']).filter(|end| inside.as_bytes().get(*end) == Some(&b'>'))?;
    let inside = inside.get(..end)?;
    let (is_closing, rest) = inside.strip_prefix('/').map_or((false, inside), |rest| (true, rest));
    let name = rest.split([' ', '/', '\t']).next().unwrap_or_default();
    let is_name = name.starts_with(|ch: char| ch.is_ascii_alphabetic() || ch == '!')
        && name.chars().all(|ch| ch.is_ascii_alphanumeric() || "!_-:.".contains(ch));
    is_name.then_some((name, is_closing, end + 2))
}

/// Without calls of tools and what else is written for machines: `<tool_regex_search>…</tool_regex_search>`.
fn without_tools(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        told.push_str(before);
        let Some((name, is_closing, length)) = tag(from) else {
            told.push('<');
            rest = from.get(1..).unwrap_or_default();
            continue;
        };
        let after = from.get(length..).unwrap_or_default();
        let is_element = is_element(name);
        let closing = format!("</{name}>");
        if is_element {
            let hides = ["script", "style", "nav", "head", "select", "button"]
                .contains(&name.to_ascii_lowercase().as_str());
            match after.find(&closing).filter(|_| hides && !is_closing) {
                Some(end) => rest = after.get(end + closing.len()..).unwrap_or_default(),
                // Told with its line.
                None => {
                    told.push_str(from.get(..length).unwrap_or_default());
                    rest = after;
                }
            }
        } else if let Some(end) = after.find(&closing).filter(|_| !is_closing) {
            rest = after.get(end + closing.len()..).unwrap_or_default();
        } else if is_closing || name.contains('_') || name.starts_with('!') {
            rest = after;
        } else {
            // A blank to be filled in: `--session <ID>`.
            told.push_str(from.get(..length).unwrap_or_default());
            rest = after;
        }
    }
    told.push_str(rest);
    told
}

/// Without HTML tags and the characters that Markdown sets words in.
fn without_markup(line: &str) -> String {
    let mut told = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        told.push_str(before);
        match tag(from) {
            Some((name, _, length)) if is_element(name) => {
                if ["br", "td", "li", "p", "div"].contains(&name.to_ascii_lowercase().as_str()) {
                    told.push(' ');
                }
                rest = from.get(length..).unwrap_or_default();
            }
            _ => {
                told.push('<');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    told.push_str(rest);
    for (entity, character) in
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    {
        told = told.replace(entity, character);
    }
    told
}

/// `[what](where)` is told as what it is, `![a picture](…)` not at all; a line of nothing but links neither.
fn without_links(line: &str) -> String {
    let (mut told, mut outside, mut links) = (String::with_capacity(line.len()), String::new(), 0);
    let mut rest = line;
    while let Some((before, from)) = rest.split_once('[') {
        let link = from.split_once("](").and_then(|(what, after)| Some((what, after.split_once(')')?.1)));
        let Some((what, after)) = link.filter(|(what, _)| !what.contains(['[', ']'])) else {
            told.extend([before, "["]);
            outside.extend([before, "["]);
            rest = from;
            continue;
        };
        links += 1;
        match before.strip_suffix('!') {
            Some(before) => {
                told.push_str(before);
                outside.push_str(before);
            }
            None => {
                told.extend([before, what]);
                outside.push_str(before);
            }
        }
        rest = after;
    }
    told.push_str(rest);
    outside.push_str(rest);
    let has_words = outside.chars().any(char::is_alphanumeric);
    if links > 0 && !has_words { String::new() } else { told }
}

/// Nothing but where something is on the web.
fn is_address(line: &str) -> bool {
    let line = line.trim_start_matches(['-', '*', '•', ' ', '<']).trim_end_matches(['>', ' ']);
    !line.contains(' ')
        && (line.starts_with("http://") || line.starts_with("https://") || line.starts_with("www."))
}

/// Folded; what only pages on the web say.
const NOTICES: &str = "utilizamos cookies | usamos cookies | web utiliza cookies | sitio utiliza cookies \
    | aceptar cookies | aceptar todas las cookies | politica de cookies | configurar cookies \
    | rechazar cookies | we use cookies | uses cookies | accept cookies | accept all cookies \
    | cookie policy | cookie settings | todos los derechos reservados | all rights reserved \
    | saltar al contenido | ir al contenido principal | skip to content | skip to main content \
    | volver arriba | back to top | javascript is disabled | enable javascript | active javascript \
    | suscribete a nuestra newsletter | suscribete a nuestro boletin | subscribe to our newsletter \
    | compartir en facebook | share on facebook | haz clic aqui para | haga clic aqui para \
    | click here to | leer mas » | read more » | intentionally left blank";

/// Folded; what is written for a model to obey.
const ORDERS: &str = "you are an ai assistant | you are a helpful assistant | you are chatgpt | as an ai language model \
    | ignore previous instructions | ignore all previous | ignore the above | disregard previous \
    | disregard all previous | ignora las instrucciones | ignora todas las instrucciones \
    | ignora lo anterior | eres un asistente de ia | eres un asistente virtual que \
    | no reveles estas instrucciones | do not reveal these instructions | reveal your system prompt \
    | <|im_start|> | <|system|> | [inst] | [/inst] | <<sys>> | recordatorio - pregunta original \
    | reminder - the user's original question | analiza los resultados antes de responder \
    | analyse the results before you answer";

/// Folded; where a click leads.
const PLACES: &str = "inicio | home | menu | contacto | contact | contact us | contactanos | blog | noticias | news \
    | productos | products | servicios | services | quienes somos | sobre nosotros | nosotros | about \
    | about us | login | log in | sign in | sign up | iniciar sesion | registrarse | register \
    | mi cuenta | my account | carrito | cart | tienda | shop | buscar | search | aviso legal \
    | legal notice | privacidad | politica de privacidad | privacy | privacy policy | terms \
    | terms of use | terms and conditions | condiciones | condiciones de uso | mapa web \
    | mapa del sitio | sitemap | faq | faqs | ayuda | help | siguiente | anterior | next | previous \
    | leer mas | read more | ver mas | see more | toggle navigation | cookies | facebook | twitter \
    | instagram | linkedin | youtube | whatsapp | es | en | english | espanol | cerrar | close";

/// Nothing but places to go to: `inicio | productos | contacto`.
fn is_menu(folded: &str) -> bool {
    let parts: Vec<&str> = folded
        .split(['|', '·', '›', '»', '•', '/', '>', '\t'])
        .flat_map(|part| part.split("  "))
        .map(|part| part.trim_matches(|ch: char| !ch.is_alphanumeric()))
        .filter(|part| !part.is_empty())
        .collect();
    let places = parts.iter().filter(|part| listed(PLACES).any(|place| place == **part)).count();
    match parts.len() {
        0 => false,
        1 => places == 1,
        parts => places * 2 > parts,
    }
}

/// First words of what is typed into a terminal.
const COMMANDS: &str = "$ | curl | git | docker | cargo | make | npm | npx | pip | sudo | cd | export | mkdir | echo | apt \
    | brew | kubectl | ssh | SELECT | INSERT | UPDATE | CREATE | let | const | import | fn | def \
    | class | return | #!/bin/sh | #!/bin/bash";

/// Whether a line looks like code more than like a sentence.
fn is_code(line: &str) -> bool {
    // A heading is none for its characters.
    let bare = line.trim().trim_start_matches('#').trim_start();
    if bare.starts_with('|') || bare.is_empty() {
        return false;
    }
    let marks = [
        "{\"",
        "\": ",
        "\":\"",
        "=>",
        "();",
        "::",
        "&&",
        " = \"",
        "= [",
        " = {",
        "=~",
        "$(",
        "${",
        "};",
        "├──",
        "└──",
        "│",
        "</",
        "/>",
        " || ",
        "!=",
        "==",
        "'Authorization",
        "-H '",
        "0x",
    ];
    let first = bare.split_whitespace().next().unwrap_or_default();
    let is_prose = bare.ends_with(['.', '!', '?']) && bare.split_whitespace().count() > 6;
    let is_header = bare.starts_with('[') && bare.ends_with(']') && !bare.contains(' ') && bare.len() > 4;
    let has_flag = bare.split_whitespace().any(|word| {
        word.strip_prefix("--").is_some_and(|flag| flag.starts_with(|ch: char| ch.is_ascii_lowercase()))
    });
    let is_command = (listed(COMMANDS).any(|command| command == first) || first.starts_with('$'))
        && bare.split_whitespace().count() > 1
        && !bare.ends_with(['.', '!', '?', ':']);
    let ends_open = bare.ends_with(['{', '\\']) || (bare.ends_with(';') && bare.contains(['(', '=']));
    let is_closing = bare.chars().all(|ch| "{}[]();,".contains(ch));
    // `pack.toml         agents, how they speak`, `# a remark`.
    let has_columns = bare.contains("    ") || (bare.contains("   ") && !bare.contains(". "));
    let is_field = bare.starts_with('"') && (bare.contains("\":") || bare.ends_with("\","));
    let odd = bare.chars().filter(|ch| "{}[]<>=;|\\$&_\"`#".contains(*ch)).count();
    let letters = bare.chars().filter(|ch| !ch.is_whitespace()).count();
    let is_assignment = bare.split_once(" = ").is_some_and(|(name, _)| !name.contains(' ') && !is_prose);
    (marks.iter().filter(|mark| bare.contains(**mark)).count() > usize::from(is_prose))
        || is_header
        || is_field
        || is_assignment
        || ends_open
        || is_closing
        || (!is_prose && (is_command || (has_flag && !bare.contains(". ")) || has_columns))
        || odd * 6 > letters
}

/// Folded; how a tool tells a model what to do or an operator what to set up.
const FOR_MODELS: &str = "ofrezca | ofrece | diga al | digale | di al | dile | pidale | pida al | pregunte al | preguntele \
    | pregunta al | llame a ` | llama a ` | use ` | usa ` | use get_ | offer | tell the | ask the \
    | call ` | do not tell | no le diga";
const FOR_OPERATORS: &[&str] =
    &["configurad", "configurar", "configured", "been set up", "configuration", "configuracion"];

/// What a tool says of its failure, without what it tells the model to do about it.
pub(super) fn without_orders(text: &str) -> String {
    let is_told = |sentence: &&str| {
        let folded = fold_accents(sentence.trim());
        !listed(FOR_MODELS).any(|order| folded.starts_with(order))
            && !FOR_OPERATORS.iter().any(|word| folded.contains(word))
    };
    let lines = text.lines().map(|line| line.unicode_sentences().filter(is_told).collect::<String>());
    let lines: Vec<String> =
        lines.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// Whether a sentence begins in its middle: what a passage was cut out of began before it.
pub(super) fn begins_within(sentence: &str) -> bool {
    let mut chars = sentence.trim_start().chars();
    let first = chars.next();
    // `iPhone` and `eBay` begin with a small letter and mean it.
    let is_name = chars.next().is_some_and(char::is_uppercase);
    first.is_some_and(|ch| {
        ch.is_lowercase() && !is_name || matches!(ch, ',' | ';' | ':' | ')' | '.' | '…' | '%')
    }) && sentence.split_whitespace().count() > 3
}

/// Whether a sentence ends as sentences do, or is too short to be one.
pub(super) fn is_ended(sentence: &str) -> bool {
    let bare = sentence.trim_end_matches(['"', '»', '”', ')', '*', '_', '\'', '’', ']']);
    bare.ends_with(['.', '!', '?', '…', ':', ';', '`', '|']) || sentence.split_whitespace().count() < 8
}

#[cfg(test)]
#[path = "readable_tests.rs"]
mod tests;
