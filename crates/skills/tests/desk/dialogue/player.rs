use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use conserje_agents::Pack;
use conserje_agents::dialogue::{Dialogue, Heard, Next, Situation};
use conserje_desk::model::Business;
use conserje_kernel::{Language, SessionId};
use conserje_skills::desk::dialogue::FrontDeskDialogue;
use conserje_skills::urgency::{CheckUrgency, Urgency};
use conserje_testkit::Home;
use conserje_tools::{Outcome, Status, Tool};
use serde_json::{Value, json};

use crate::{Desk, NOW, without_ids};

/// The tools of each agent, as the front desk's pack gives them.
const AGENTS: [(&str, &str); 15] = [
    ("general", "search_knowledge_base list_services get_branch_info escalate_to_human handoff"),
    ("greeting", "handoff"),
    ("pricing", "get_service_info list_services get_menu get_business_policy handoff"),
    ("location", "get_branch_info search_knowledge_base handoff"),
    ("hours", "get_branch_info handoff"),
    ("booking", BOOKING),
    ("booking_dental", BOOKING),
    ("booking_medical", BOOKING),
    ("booking_restaurant", BOOKING),
    ("reminders", "confirm_appointment get_appointments handoff"),
    ("ordering_restaurant", "get_menu create_order update_lead_info escalate_to_human"),
    ("faq", "search_knowledge_base get_business_policy get_staff_info handoff"),
    ("loyalty", "get_loyalty_balance redeem_loyalty_tokens escalate_to_human handoff"),
    ("urgent_care", "check_dental_urgency escalate_to_human get_available_slots create_appointment"),
    ("escalation", "escalate_to_human get_appointments get_business_policy update_lead_info"),
];
const BOOKING: &str = "get_available_slots get_appointments create_appointment reschedule_appointment cancel_appointment \
                       update_lead_info";
/// No turn may take more.
pub(crate) const MOST_CALLS: usize = 6;

/// A customer, and what was said to them.
pub(crate) struct Scene {
    pub(crate) desk: Desk,
    dialogue: FrontDeskDialogue,
    pub(crate) language: Language,
    pub(crate) heard: Vec<Heard>,
    calls: u32,
    pub(crate) shown: String,
}

impl Scene {
    pub(crate) async fn open(demo: &str, language: Language) -> Self {
        Self::open_at(demo, language, NOW, |_| {}).await
    }

    pub(crate) async fn open_at(
        demo: &str,
        language: Language,
        now: i64,
        change: impl FnOnce(&mut Business),
    ) -> Self {
        let desk = Desk::open_at(Home::Sqlite, demo, now, change).await;
        let dialogue = FrontDeskDialogue::new(desk.inner.clone());
        Self { desk, dialogue, language, heard: Vec::new(), calls: 0, shown: String::new() }
    }

    /// The whole conversation: to whom each message goes, what it is taken for, and what it says.
    pub(crate) async fn play(mut self, lines: &[(&str, &str, &str)]) -> String {
        for (agent, intent, text) in lines {
            self.say(agent, intent, text).await;
        }
        without_ids(&self.shown)
    }

    /// A message, and all that comes of it. How many calls it took.
    pub(crate) async fn say(&mut self, agent: &str, intent: &str, text: &str) -> usize {
        self.shown.push_str(&format!("\n> {text}    [{agent}, {intent}]\n"));
        self.heard.push(Heard::Person { text: text.into(), agent: agent.into(), intent: intent.into() });
        let mut agent = agent.to_owned();
        for calls in 0..=MOST_CALLS {
            match self.next(&agent).await {
                Some(Next::Call { tool, args }) => self.call(&mut agent, &tool, args).await,
                Some(Next::Say { text }) => {
                    self.shown.push_str(&format!("{text}\n"));
                    self.heard.push(Heard::Answer { text });
                    return calls;
                }
                None => {
                    self.shown.push_str("(left to who answers questions)\n");
                    self.heard.push(Heard::Answer { text: "…".into() });
                    return calls;
                }
            }
        }
        panic!("more than {MOST_CALLS} calls:\n{}", self.shown);
    }

    async fn next(&self, agent: &str) -> Option<Next> {
        let scope = self.desk.scope();
        let tools = tools_of(agent);
        let situation = Situation {
            scope: &scope,
            session: self.desk.session,
            language: self.language,
            agent,
            heard: &self.heard,
            tools: &tools,
        };
        self.dialogue.next(situation).await
    }

    async fn call(&mut self, agent: &mut String, tool: &str, args: Value) {
        assert!(tools_of(agent).iter().any(|name| name == tool), "{agent} has no {tool}");
        let outcome = self.run(agent, tool, &args).await;
        let success = outcome.status == Status::Succeeded;
        self.shown.push_str(&format!("  {tool} {args}\n    {}\n", brief(&outcome)));
        self.heard.push(Heard::Tool { name: tool.into(), args, result: outcome.result, success });
    }

    async fn run(&mut self, agent: &mut String, tool: &str, args: &Value) -> Outcome {
        self.calls += 1;
        let mut call = self.desk.call(self.desk.session, self.calls, args.clone(), self.language);
        if let Some(Heard::Person { text, .. }) =
            self.heard.iter().rev().find(|heard| matches!(heard, Heard::Person { .. }))
        {
            call.question = text.as_str().into();
        }
        match tool {
            "handoff" => {
                args["to"].as_str().unwrap().clone_into(agent);
                assert!(AGENTS.iter().any(|(name, _)| name == agent), "there is no {agent}");
                Outcome::succeeded(json!("goes on"))
            }
            "escalate_to_human" => {
                let keys: Vec<&String> = args.as_object().unwrap().keys().collect();
                assert_eq!(keys, ["reason", "summary", "urgency"]);
                assert!(["critical", "high", "normal", "low"].contains(&args["urgency"].as_str().unwrap()));
                let message = match self.language {
                    Language::Es => "Avisamos a nuestro equipo; una persona le atenderá en breve.",
                    Language::En => "Our team has been told; a person will be with you shortly.",
                };
                Outcome::succeeded(json!({"success": true, "escalation_id": "esc_1", "message": message}))
            }
            "search_knowledge_base" => {
                let has_it = args["query"].as_str().unwrap().to_lowercase().contains("parking")
                    || args["query"].as_str().unwrap().contains("estacionamiento");
                let quote = match self.language {
                    Language::Es => "Hay estacionamiento gratuito para clientes en el sótano.",
                    Language::En => "There is free parking for customers in the basement.",
                };
                let sources = if has_it { json!([{"number": 1, "quote": quote}]) } else { json!([]) };
                Outcome::succeeded(json!({"sources": sources}))
            }
            CheckUrgency::NAME => CheckUrgency::new(urgency(), self.desk.inner.clone()).run(call).await,
            _ => {
                self.desk.fits(tool, args);
                self.desk.make(tool, call).await
            }
        }
    }

    /// The business reminds them of what they booked last.
    pub(crate) async fn remind(&mut self) {
        let rows = self.desk.done("get_appointments", 900, json!({})).await;
        let id = rows.as_array().unwrap().last().unwrap()["appointment_id"].as_str().unwrap().to_owned();
        self.shown.push_str("\n(reminded of the last appointment)\n");
        self.heard.push(Heard::Notice { text: "…".into(), about: format!("reminder:{id}") });
    }

    /// Somebody else is faster.
    pub(crate) async fn somebody_else(&mut self, tool: &str, args: Value) {
        self.shown.push_str(&format!("\n(somebody else: {tool} {args})\n"));
        let call = self.desk.call(SessionId::generate(), 1000, args, self.language);
        assert_eq!(self.desk.make(tool, call).await.status, Status::Succeeded);
    }
}

/// Read once: there are many rules.
fn urgency() -> Arc<Urgency> {
    static READ: LazyLock<Arc<Urgency>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk");
        let pack = Pack::read(&folder).unwrap_or_else(|error| panic!("{error}"));
        Arc::new(Urgency::with(pack.red_flags.unwrap(), &folder.join("urgency")).unwrap())
    });
    READ.clone()
}

fn tools_of(agent: &str) -> Vec<String> {
    let found = AGENTS.iter().find(|(name, _)| *name == agent);
    let of_pack = found.map_or("", |(_, tools)| *tools).split_whitespace();
    // Where rules decide, whoever is talked to may pass the conversation on.
    let tools: BTreeSet<&str> = of_pack.chain(["handoff"]).collect();
    tools.into_iter().map(ToOwned::to_owned).collect()
}

/// A result in one line.
fn brief(outcome: &Outcome) -> String {
    let text = match (&outcome.result, outcome.status) {
        (Value::Array(rows), Status::Succeeded) => format!("{} rows", rows.len()),
        (result, Status::Succeeded) => result.to_string(),
        (result, Status::Failed | Status::Unknown) => {
            format!(
                "refused: {}",
                result["error"].as_str().unwrap_or_default().lines().next().unwrap_or_default()
            )
        }
    };
    let short: String = text.chars().take(100).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}
