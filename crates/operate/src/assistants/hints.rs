//! What is not wrong with an assistant, and yet worth a look before it goes live.

use conserje_agents::AssistantForm;
use conserje_agents::voice::{FindingKind, Voice};
use conserje_conversation::There;

use super::FieldFault;

fn hint(field: impl Into<String>, problem: impl Into<String>) -> FieldFault {
    FieldFault {
        file: "pack.toml".to_owned(),
        line: None,
        field: Some(field.into()),
        problem: problem.into(),
    }
}

pub(super) fn hints(form: &AssistantForm, there: &There) -> Vec<FieldFault> {
    let mut hints = Vec::new();
    if form.examples.es.is_empty() && form.examples.en.is_empty() {
        let problem = "without examples it is asked only by those who choose it; say what people will ask it";
        hints.push(hint("examples", problem));
    }
    if let Some(voice) = form.voice.clone().map(Voice::from) {
        if voice.is_cut() {
            hints.push(hint(
                "voice",
                "not all of the voice is told to the model: it would be too long; shorten it",
            ));
        }
        for sample in &voice.samples {
            let avoided = voice.look_at(sample).into_iter().find(|found| found.kind == FindingKind::Avoided);
            if let Some(found) = avoided {
                hints.push(hint("voice", format!("a sample says “{}”, which is to be avoided", found.found)));
            }
        }
    }
    let acts = |tool: &&str| there.tools.info(tool).is_some_and(|info| info.risk.has_effects());
    for (place, agent) in form.agents.iter().enumerate() {
        let acts: Vec<&str> = agent.tools.iter().map(String::as_str).filter(acts).collect();
        if agent.approvals.as_deref() == Some("never") && !acts.is_empty() {
            let problem = format!("nobody is asked before it acts: {}", acts.join(", "));
            hints.push(hint(format!("agents.{place}.approvals"), problem));
        }
    }
    hints
}
