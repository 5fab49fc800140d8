//! Who answers a message: which assistant, then who of it (A2). Pure: what has to be looked up comes with the [`Wish`].

use std::sync::Arc;

use conserje_guard::Screened;
use conserje_kernel::RoutedBy;

use super::{Agent, Catalogue, Wish};
use crate::choose::Circumstances;
use crate::pack::Pack;
use crate::routing::goes_on::goes_on;
use crate::routing::{Decision, Fired, Router};
use crate::urgency::{Alarm, Flagged, SUPPOSED, URGENT};

/// Words that say as surely as this whom they are for.
const PLAINLY: f32 = 0.8;
/// Below this a model may be asked who is meant.
const UNSURE: f32 = 0.6;

impl Catalogue {
    /// Who answers this message, and why.
    pub fn route(&self, message: &Screened<String>, wish: Wish<'_>) -> Decision {
        let decision = self.decide(message.get(), wish);
        match self.variants.get(&decision.agent) {
            Some(variant) => {
                Decision { agent: variant.clone(), variant_of: Some(decision.agent), ..decision }
            }
            None => decision,
        }
    }

    fn decide(&self, text: &str, wish: Wish<'_>) -> Decision {
        if let Some(decision) = self.by_urgency(text, wish) {
            return decision;
        }
        let decision = self.decide_calmly(text, wish);
        self.without_what_is_told(&decision, text, wish).unwrap_or(decision)
    }

    /// What is decided by rules alone (a cry for help, anger) is not, where the words that called for it tell of what is past
    /// or supposed, or are a figure of speech. What is left of the message then says what it is about.
    fn without_what_is_told(&self, decision: &Decision, text: &str, wish: Wish<'_>) -> Option<Decision> {
        let pack_of = |decision: &Decision| {
            let agent = self.agents.get(&decision.agent)?;
            self.packs.iter().find(|pack| pack.name == agent.pack)
        };
        let is_alarm = |decision: &Decision| {
            let is_by_words = matches!(decision.by, RoutedBy::Rule | RoutedBy::Examples);
            is_by_words && pack_of(decision).is_some_and(|pack| pack.router.raises_alarm(decision))
        };
        let pack = pack_of(decision).filter(|_| is_alarm(decision))?;
        let is_urgent = pack.router.for_emergencies() == Some(decision.agent.as_str());
        let flags = pack.red_flags.as_ref()?;
        let alarm = if !is_urgent {
            Alarm::Other
        } else if flags.look(text).is_some_and(|flagged| flagged.level >= URGENT) {
            Alarm::Emergency
        } else {
            Alarm::Routed
        };
        let rest = flags.rest(text, alarm)?;
        let again = if rest.text.is_empty() {
            pack.router.fallback(&pack.agents.first()?.name, text)
        } else {
            self.decide_calmly(&rest.text, wish)
        };
        (!is_alarm(&again)).then_some(again)
    }

    fn decide_calmly(&self, text: &str, wish: Wish<'_>) -> Decision {
        if let Some(agent) = wish.agent.and_then(|name| self.agents.get(name)) {
            return self.named(agent, text);
        }
        if let Some(pack) = self.assistant(wish.assistant) {
            return self.within(std::slice::from_ref(pack), text, wish);
        }
        let candidates = self.candidates();
        let command = candidates.iter().find_map(|pack| pack.router.by_command(text));
        let decision = match command {
            Some(decision) => return decision,
            None if self.chooser.knows(&candidates) => self.chosen_among(&candidates, text, wish),
            None => self.within(&candidates, text, wish),
        };
        self.asked_of_documents(&decision, (&candidates, text, wish)).unwrap_or(decision)
    }

    /// Who answers from documents what is asked of a business that does not offer it, while documents have it: who reads
    /// them, or where nobody does, whoever of the front desk may look into them.
    fn asked_of_documents(
        &self,
        decision: &Decision,
        (candidates, text, wish): (&[Arc<Pack>], &str, Wish<'_>),
    ) -> Option<Decision> {
        let thing = wish.evidence?.thing.as_ref().filter(|thing| thing.is_only_in_documents())?;
        let agent = self.agents.get(&decision.agent)?;
        let pack = candidates.iter().find(|pack| pack.name == agent.pack)?;
        if !pack.assistant.needs_business || !pack.assistant.offers.contains(&decision.intent) {
            return None;
        }
        let reader = candidates.iter().find(|pack| pack.assistant.reads_documents);
        let decided = match reader {
            Some(reader) => self.within(std::slice::from_ref(reader), text, wish),
            None => pack.router.fallback(pack.router.for_attachments()?, text),
        };
        let found = Fired { rule: format!("documents:{}", thing.said), confidence: thing.held };
        Some(decided.because(vec![found]))
    }

    fn assistant(&self, name: Option<&str>) -> Option<&Arc<Pack>> {
        name.and_then(|name| self.packs.iter().find(|pack| pack.name == name))
    }

    /// By what each of them is for.
    fn chosen_among(&self, candidates: &[Arc<Pack>], text: &str, wish: Wish<'_>) -> Decision {
        let in_charge =
            wish.in_charge.and_then(|name| self.agents.get(name)).map(|agent| agent.pack.as_str());
        let in_charge = in_charge.filter(|pack| candidates.iter().any(|known| known.name == *pack));
        let follows_on = in_charge.is_some() && goes_on(text);
        let among = Circumstances { packs: candidates, evidence: wish.evidence, in_charge, follows_on };
        let judged = self.chooser.judge(text, &among);
        let Some(best) = judged.iter().max_by(|one, other| one.share.total_cmp(&other.share)) else {
            return self.within(candidates, text, wish);
        };
        if let Some(reader) = among.fits_better(best.pack).filter(|_| in_charge != Some(&best.pack.name)) {
            return self.within(std::slice::from_ref(reader), text, wish);
        }
        // Documents that come along are read by whoever reads documents, unless the words plainly want another.
        let reader =
            candidates.iter().find(|pack| wish.has_documents && pack.router.for_attachments().is_some());
        if let Some(reader) = reader.filter(|reader| reader.name != best.pack.name && best.by_words < PLAINLY)
        {
            return self.within(std::slice::from_ref(reader), text, wish);
        }
        let decision = self.within(std::slice::from_ref(best.pack), text, wish);
        let is_unsure = best.share < UNSURE && candidates.iter().any(|pack| pack.router.may_ask_model());
        let is_open = decision.is_open || (is_unsure && decision.by != RoutedBy::Conversation);
        Decision { is_open, ..decision }.because(self.chooser.reasons(text, best))
    }

    /// By the rules and examples of these packs, the first of which answers what none of them knows.
    fn within(&self, packs: &[Arc<Pack>], text: &str, wish: Wish<'_>) -> Decision {
        let in_charge = self.in_charge(packs, wish);
        if let Some((_, pack)) = in_charge
            && goes_on(text)
            && !packs.iter().any(|other| other.name != pack.name && other.router.asks(text))
            && let Some(decision) = pack.router.going_on(text, wish.about)
        {
            return decision;
        }
        let decide = |router: &Router| match in_charge {
            Some(_) => router.decide_by_rules(text),
            None => router.decide(text),
        };
        // What no rule of a pack knows may be what another pack is for.
        let may_decide = |decision: &Decision| decision.by_rules > 0.0 || packs.len() == 1;
        let decided = packs.iter().filter_map(|pack| Some((pack, decide(&pack.router)?)));
        let decided = decided.filter(|(_, decision)| may_decide(decision));
        let best = decided.reduce(|best, other| if other.1.rank() > best.1.rank() { other } else { best });
        if let Some((pack, mut decision)) = best {
            // Small talk inside a conversation is part of it: a "yes, thanks" answers what was asked.
            if let Some((agent, _)) =
                in_charge.filter(|_| decision.by == RoutedBy::Rule && decision.priority < 0)
            {
                let agent = agent.name.clone();
                return Decision {
                    agent,
                    by: RoutedBy::Conversation,
                    hint: None,
                    is_open: false,
                    ..decision
                };
            }
            decision.is_open &= pack.router.may_ask_model();
            return decision;
        }
        if wish.has_documents
            && let Some(pack) = packs.iter().find(|pack| pack.router.for_attachments().is_some())
        {
            let agent = pack.router.for_attachments().unwrap_or_default().to_owned();
            return Decision {
                by: RoutedBy::Attachments,
                confidence: 1.0,
                ..pack.router.fallback(&agent, text)
            };
        }
        if let Some((agent, pack)) = in_charge {
            return Decision { by: RoutedBy::Conversation, ..pack.router.fallback(&agent.name, text) };
        }
        let first = packs.first().and_then(|pack| Some((pack, pack.agents.first()?)));
        match first {
            Some((pack, agent)) => {
                let may_ask = packs.iter().any(|pack| pack.router.may_ask_model());
                Decision {
                    is_open: may_ask && self.agents.len() > 1,
                    ..pack.router.fallback(&agent.name, text)
                }
            }
            None => Decision::of(&self.default.name, RoutedBy::Default),
        }
    }

    /// Who goes on with the conversation, if its pack is among these and lets anybody.
    fn in_charge(&self, packs: &[Arc<Pack>], wish: Wish<'_>) -> Option<(&Agent, &Pack)> {
        let agent = self.agents.get(wish.in_charge?)?;
        let is_among = packs.iter().any(|pack| pack.name == agent.pack);
        let pack = self.packs.iter().find(|pack| is_among && pack.name == agent.pack)?;
        pack.router.stays().then_some((agent, pack))
    }

    /// What cannot wait, said to somebody who is there for it. Who names another assistant, or speaks of what another is
    /// for, means no emergency; nor does a business have to be set up for one.
    fn by_urgency(&self, text: &str, wish: Wish<'_>) -> Option<Decision> {
        let named = wish.agent.and_then(|name| self.agents.get(name)).map(|agent| agent.pack.as_str());
        let named = named.or_else(|| self.assistant(wish.assistant).map(|pack| pack.name.as_str()));
        let in_charge = self.in_charge(&self.packs, wish).map(|(_, pack)| pack.name.as_str());
        let may_decide = |pack: &&Arc<Pack>| named.is_none_or(|named| named == pack.name);
        let found = self.packs.iter().filter(may_decide).filter_map(|pack| {
            let agent = pack.router.for_emergencies()?;
            let is_looked_after = |flagged: &Flagged| flagged.level >= URGENT || flagged.flag == SUPPOSED;
            let flagged = pack.red_flags.as_ref()?.look(text).filter(is_looked_after)?;
            let is_with_them =
                named.is_some() || in_charge == Some(&pack.name) || !self.chooser.knows(&self.packs);
            (is_with_them || self.chooser.may_be_meant(text, &pack.name, &flagged))
                .then_some((agent, flagged))
        });
        let (agent, flagged) = found.max_by_key(|(_, flagged)| flagged.level)?;
        // What would be urgent if it happened is answered with care, and alarms nobody.
        let by = if flagged.level >= URGENT { RoutedBy::Urgency } else { RoutedBy::Rule };
        Some(Decision {
            intent: "urgent".to_owned(),
            confidence: flagged.confidence,
            fired: flagged.fired,
            ..Decision::of(agent, by)
        })
    }

    /// What the rules of its pack say the message is about stays true when the agent was named.
    fn named(&self, agent: &Agent, text: &str) -> Decision {
        let router = self.packs.iter().find(|pack| pack.name == agent.pack).map(|pack| &pack.router);
        let is_its_own = |decision: &Decision| {
            decision.agent == agent.name || self.in_place_of(&decision.agent) == agent.name
        };
        let decided = router.and_then(|router| router.decide(text)).filter(is_its_own);
        let decision = decided.or_else(|| router.map(|router| router.fallback(&agent.name, text)));
        let decision = decision.unwrap_or_else(|| Decision::of(&agent.name, RoutedBy::Caller));
        Decision { by: RoutedBy::Caller, confidence: 1.0, is_open: false, ..decision }
    }
}
