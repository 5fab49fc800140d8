//! measure pii|injection [ROUNDS]: reads a JSON string per line from stdin, and writes what the guard found in each.
//!
//! `pii`: a line `[[type, start, end], …]` per text, places in characters. `injection`: a line `"BLOCK"`, `"FLAG"` or
//! `"ALLOW"`. The last line is `{"bytes": …, "seconds": […], "answer_seconds": […]}`: how long each round over all texts
//! took, as a message and, for `pii`, also as an answer in pieces of 16 characters. For `benches/guard/run`.

use std::io::{BufRead, Write};
use std::time::Instant;

use conserje_guard::{Blocked, Findings, Guard, Kind, Limits, Policy, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let personal_data = match arguments.next().as_deref() {
        Some("pii") => true,
        Some("injection") => false,
        _ => return Err("say pii or injection".into()),
    };
    let rounds: usize = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut texts: Vec<String> = Vec::new();
    for line in std::io::stdin().lock().lines() {
        texts.push(serde_json::from_str(&line?)?);
    }
    let guard = Guard::new(&strict(personal_data)?)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for text in &texts {
        let findings = look(&guard, text);
        if personal_data {
            let places: Vec<(String, usize, usize)> = findings
                .list()
                .iter()
                .filter(|finding| finding.kind == Kind::Pii)
                .filter_map(|finding| Some((finding, finding.span.clone()?)))
                .map(|(finding, span)| {
                    (finding.rule.clone(), characters(text, span.start), characters(text, span.end))
                })
                .collect();
            serde_json::to_writer(&mut out, &places)?;
        } else {
            serde_json::to_writer(&mut out, &findings.verdict().max(Verdict::Allow))?;
        }
        writeln!(out)?;
    }
    let mut seconds = Vec::new();
    let mut answer_seconds = Vec::new();
    for _ in 0..rounds {
        let start = Instant::now();
        for text in &texts {
            std::hint::black_box(look(&guard, text));
        }
        seconds.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        for text in texts.iter().filter(|_| personal_data) {
            std::hint::black_box(as_an_answer(&guard, text));
        }
        answer_seconds.push(start.elapsed().as_secs_f64());
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    let last = serde_json::json!({ "bytes": bytes, "seconds": seconds, "answer_seconds": answer_seconds });
    writeln!(out, "{last}")?;
    Ok(())
}

/// Every type is looked for, and for personal data nothing else.
fn strict(personal_data: bool) -> Result<Policy, toml::de::Error> {
    let all = ["cif", "phone", "email", "plate", "ip"].map(|name| format!("{name} = \"mask\"\n")).concat();
    toml::from_str(&if personal_data {
        format!("injection = \"off\"\n[input]\n{all}")
    } else {
        String::new()
    })
}

fn look(guard: &Guard, text: &str) -> Findings {
    match guard.message(text, Limits { message_bytes: usize::MAX }) {
        Ok(message) => message.findings,
        Err(Blocked::Refused(findings)) => findings,
        Err(_) => Findings::default(),
    }
}

fn as_an_answer(guard: &Guard, text: &str) -> usize {
    let mut answer =
        guard.answer(&["Eres el asistente de la empresa y respondes siempre con cortesía y brevedad."]);
    let (mut shown, mut rest) = (0, text);
    while !rest.is_empty() {
        let end = rest.char_indices().nth(16).map_or(rest.len(), |(end, _)| end);
        let (piece, after) = rest.split_at(end);
        shown += answer.push(piece).get().len();
        rest = after;
    }
    shown + answer.finish().0.get().len()
}

fn characters(text: &str, bytes: usize) -> usize {
    text.get(..bytes).map_or(0, |before| before.chars().count())
}
