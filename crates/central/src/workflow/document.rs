//! A workflow as a page in Markdown.

use conserje_kernel::Language;

use super::step::{Does, Step, Workflow};
use crate::catalogue::{Catalogue, Operation};

/// What stands at the top of the page.
const TITLE: usize = 120;

/// The page, in the reader's language. A workflow with faults is written down with them.
pub fn document(catalogue: &Catalogue, title: &str, workflow: &Workflow, language: Language) -> String {
    let say = |es: &'static str, en: &'static str| match language {
        Language::Es => es,
        Language::En => en,
    };
    let title: String = one_line(title).chars().take(TITLE).collect();
    let mut page = format!("# {title}\n\n");
    if workflow.faults.is_empty() {
        page.push_str(say(
            "Comprobado contra el catálogo: sin fallos.\n",
            "Checked against the catalogue: no faults.\n",
        ));
    } else {
        page.push_str(&format!("## {}\n\n", say("Por corregir", "To be corrected")));
        for fault in &workflow.faults {
            page.push_str(&format!("- {}\n", fault.line(language)));
        }
    }
    page.push_str(&format!("\n## {}\n\n", say("Pasos", "Steps")));
    let head = say("| # | hace | llamada | usa |", "| # | does | call | uses |");
    page.push_str(&format!("{head}\n| --- | --- | --- | --- |\n"));
    for step in &workflow.steps {
        let does = step.title.as_deref().map_or_else(|| sentence(catalogue, step, language), cell);
        let uses = used(step);
        let uses = if uses.is_empty() { "–".to_owned() } else { cell(&uses.join(", ")) };
        page.push_str(&format!("| {} | {does} | `{}` | {uses} |\n", step.number, call(catalogue, step)));
    }
    for step in &workflow.steps {
        if !step.fields.is_empty() {
            let body = serde_json::to_string_pretty(&step.fields).unwrap_or_default();
            page.push_str(&format!(
                "\n### {} {}\n\n```json\n{body}\n```\n",
                say("Paso", "Step"),
                step.number
            ));
        }
    }
    let writes = workflow.steps.iter().filter(|step| step.does != Does::Operation(Operation::Get)).count();
    let note = match language {
        Language::Es => format!(
            "{writes} de {} pasos cambian datos: cada uno necesita aprobación. PATCH y DELETE llevan `If-Match` con el \
             ETag leído; si el registro cambió entre tanto, la respuesta es 412 y se lee de nuevo.",
            workflow.steps.len()
        ),
        Language::En => format!(
            "{writes} of {} steps change data: each needs approval. PATCH and DELETE carry `If-Match` with the ETag \
             that was read; if the record has changed since, the answer is 412 and it is read again.",
            workflow.steps.len()
        ),
    };
    page.push_str(&format!("\n## {}\n\n{note}\n", say("Al ejecutarlo", "When it is run")));
    page
}

fn sentence(catalogue: &Catalogue, step: &Step, language: Language) -> String {
    let called = catalogue.named(&step.entity).map_or(step.entity.as_str(), |entity| entity.called(language));
    let verb = match (&step.does, language) {
        (Does::Operation(Operation::Get), Language::Es) => "lee",
        (Does::Operation(Operation::Get), Language::En) => "reads",
        (Does::Operation(Operation::Post), Language::Es) => "crea",
        (Does::Operation(Operation::Post), Language::En) => "creates",
        (Does::Operation(Operation::Patch), Language::Es) => "cambia",
        (Does::Operation(Operation::Patch), Language::En) => "changes",
        (Does::Operation(Operation::Delete), Language::Es) => "borra",
        (Does::Operation(Operation::Delete), Language::En) => "deletes",
        (Does::Action(action), Language::Es) => return format!("ejecuta `{action}` sobre {called}"),
        (Does::Action(action), Language::En) => return format!("runs `{action}` on {called}"),
    };
    format!("{verb} {called}")
}

fn call(catalogue: &Catalogue, step: &Step) -> String {
    let Some(entity) = catalogue.named(&step.entity) else { return step.entity.clone() };
    let key = step.key.as_deref().map(|key| format!("({})", one_line(key))).unwrap_or_default();
    let path = format!("{}{key}", entity.path());
    let call = match &step.does {
        Does::Operation(operation) => format!("{operation} {path}"),
        Does::Action(action) => format!("POST {path}/Microsoft.NAV.{action}"),
    };
    let filter =
        step.filter.as_deref().map(|filter| format!("?$filter={}", one_line(filter))).unwrap_or_default();
    format!("{call}{filter}").replace('`', "'").replace('|', "\\|")
}

/// The references of a step, as they are written.
fn used(step: &Step) -> Vec<String> {
    let values = step.fields.values().map(ToString::to_string);
    let texts = values.chain(step.key.clone()).chain(step.filter.clone());
    let mut found: Vec<String> = Vec::new();
    for text in texts {
        for piece in text.split("{{").skip(1) {
            let inside = piece.split("}}").next().unwrap_or_default().trim();
            let name = inside.chars().take(60).collect::<String>();
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Fit for a cell of a table.
fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}
