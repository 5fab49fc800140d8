//! The front desk as an assistant uses it: tools over real rows.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at what is not as it should be"
)]

mod acting;
mod dialogue;
mod looking;
mod tokens;

use std::path::Path;
use std::sync::Arc;

use conserje_desk::front_desk::FrontDesk;
use conserje_desk::import::read_folder;
use conserje_desk::model::Business;
use conserje_kernel::{Clock, Language, Scope, SessionId, Timestamp, TurnId};
use conserje_skills::desk::tools::desk_tools;
use conserje_testkit::{Home, TestStore};
use conserje_tools::{Call, IdempotencyKey, Outcome, Status, Tool};
use serde_json::Value;

/// Monday 8 June 2026, 10:30 in Mexico City and 18:30 in Madrid.
const NOW: i64 = 1_780_936_200;

/// A business with somebody talking to its assistant.
pub(crate) struct Desk {
    pub(crate) test: TestStore,
    pub(crate) inner: FrontDesk,
    tools: Vec<Arc<dyn Tool>>,
    pub(crate) session: SessionId,
    pub(crate) turn: TurnId,
}

impl Desk {
    pub(crate) async fn open(home: Home, demo: &str) -> Self {
        Self::open_at(home, demo, NOW, |_| {}).await
    }

    /// At another moment, or a business that is not quite as the demo.
    pub(crate) async fn open_at(
        home: Home,
        demo: &str,
        now: i64,
        change: impl FnOnce(&mut Business),
    ) -> Self {
        let clock = Clock::stopped_at(Timestamp::from_micros(now * 1_000_000));
        let test = TestStore::open_at(home, clock).await;
        let front_desk = FrontDesk::new(test.store.clone());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk/demo").join(demo);
        let mut business = read_folder(&folder).unwrap();
        change(&mut business);
        front_desk.take_over(&test.scope(), &business).await.unwrap();
        let tools = desk_tools(&front_desk);
        Self { test, inner: front_desk, tools, session: SessionId::generate(), turn: TurnId::generate() }
    }

    pub(crate) fn scope(&self) -> Scope {
        self.test.scope()
    }

    /// The number makes it a call of its own, or the same again.
    pub(crate) fn call(&self, session: SessionId, number: u32, args: Value, language: Language) -> Call {
        let scope = self.scope();
        Call {
            key: IdempotencyKey::derive(scope.tenant(), session, self.turn, number, &args),
            scope,
            session,
            turn: self.turn,
            tool_use_id: format!("use_{number}"),
            args,
            language,
            question: "¿?".into(),
            is_repeated: false,
            weights: std::sync::Arc::default(),
        }
    }

    pub(crate) async fn make(&self, name: &str, call: Call) -> Outcome {
        self.tools.iter().find(|tool| tool.info().name == name).unwrap().run(call).await
    }

    /// Arguments are those that the tool's schema has, and all that it needs.
    pub(crate) fn fits(&self, name: &str, args: &Value) {
        let tool = self.tools.iter().find(|tool| tool.info().name == name).unwrap();
        let (known, needed) = (&tool.info().parameters["properties"], &tool.info().parameters["required"]);
        assert!(args.as_object().unwrap().keys().all(|key| known.get(key).is_some()), "{name} {args}");
        assert!(
            needed.as_array().unwrap().iter().all(|key| args.get(key.as_str().unwrap()).is_some()),
            "{name} {args}"
        );
    }

    pub(crate) async fn ask(&self, name: &str, number: u32, args: Value) -> Outcome {
        self.make(name, self.call(self.session, number, args, Language::Es)).await
    }

    /// As [`Desk::ask`], and it must be done.
    pub(crate) async fn done(&self, name: &str, number: u32, args: Value) -> Value {
        let outcome = self.ask(name, number, args).await;
        assert_eq!(outcome.status, Status::Succeeded, "{}", outcome.text);
        outcome.result
    }

    /// As [`Desk::ask`], and it must not be done.
    pub(crate) async fn refused(&self, name: &str, number: u32, args: Value) -> Outcome {
        let outcome = self.ask(name, number, args).await;
        assert_eq!(outcome.status, Status::Failed, "{}", outcome.text);
        outcome
    }

    /// Both languages and the result, with ids left out.
    pub(crate) async fn shown(&self, name: &str, args: &Value) -> String {
        let call = |language| self.call(self.session, 900, args.clone(), language);
        let es = self.make(name, call(Language::Es)).await;
        let en = self.make(name, call(Language::En)).await;
        let result = serde_json::to_string_pretty(&es.result).unwrap();
        without_ids(&format!("{name} {args}\n\n{}\n---\n{}\n---\n{result}", es.text, en.text))
    }
}

/// Ids differ from run to run.
pub(crate) fn without_ids(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = ["apt_", "ord_", "cus_"].iter().filter_map(|prefix| rest.find(prefix)).min() {
        let (before, id) = rest.split_at(at);
        shown.push_str(before);
        let (prefix, digits) = id.split_at(4);
        shown.push_str(prefix);
        shown.push('…');
        rest = digits.trim_start_matches(|sign: char| sign.is_ascii_hexdigit());
    }
    shown + rest
}
