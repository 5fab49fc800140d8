//! Tokens for a reward.

use conserje_desk::model::Loyalty;
use conserje_desk::names::{Fit, find};
use conserje_kernel::Language;
use serde_json::{Value, json};

use super::Task;
use crate::desk::dialogue::hearing::{
    Ask, Hearing, KnownPerson, Note, Person, Setting, TaskOutcome, Used, Utterance,
};
use crate::desk::dialogue::wording::{Step, call, numbered, reward_lines, say_and_ask};

#[derive(Clone, Debug, Default)]
pub(crate) struct Redeem {
    /// The reward's place in the program.
    reward: Option<usize>,
    /// What it costs.
    tokens: i64,
    balance: Option<i64>,
    is_confirmed: bool,
}

fn reward_in(loyalty: &Loyalty, said: &Utterance) -> Option<usize> {
    // By any word that only one of them has.
    let longest = said.words.iter().filter(|word| word.len() > 3);
    let mut found =
        longest.filter_map(|word| match find(word, loyalty.rewards.iter().map(|reward| reward.name.all())) {
            Fit::One(place) => Some(place),
            Fit::Several(_) | Fit::Near(_) | Fit::Nothing => None,
        });
    found.next()
}

impl Redeem {
    pub(crate) fn begin(hearing: &mut Hearing<'_>) -> Self {
        let mut redeem = Self::default();
        redeem.hear(hearing);
        redeem
    }
}

impl Task for Redeem {
    fn hear(&mut self, hearing: &mut Hearing<'_>) -> bool {
        let Some(loyalty) = &hearing.setting.business.loyalty else { return false };
        if hearing.asked == Some(Ask::ConfirmReward) && (hearing.said.is_yes() || hearing.said.agrees()) {
            self.is_confirmed = true;
            return true;
        }
        let by_place =
            hearing.said.place(loyalty.rewards.len()).filter(|_| hearing.asked == Some(Ask::Reward));
        let found = by_place.or_else(|| reward_in(loyalty, hearing.said));
        let is_new = found.is_some() && found != self.reward;
        self.reward = found.or(self.reward);
        self.tokens =
            self.reward.and_then(|place| loyalty.rewards.get(place)).map_or(0, |reward| reward.tokens);
        is_new
    }

    fn saw(&mut self, _setting: &Setting<'_>, used: &Used, _notes: &mut Vec<Note>) -> Option<TaskOutcome> {
        let number = |name: &str| used.result.get(name).and_then(Value::as_i64);
        match used.name.as_str() {
            "get_loyalty_balance" => {
                self.balance = number("balance");
                if used.success { self.dead_end() } else { Some(TaskOutcome::NoProgram) }
            }
            "redeem_loyalty_tokens" if used.success => Some(TaskOutcome::Redeemed(used.result.clone())),
            "redeem_loyalty_tokens" => Some(match (number("needed"), number("balance")) {
                (Some(needed), Some(balance)) => TaskOutcome::TooFewTokens { needed, balance },
                _ => TaskOutcome::Failed,
            }),
            _ => None,
        }
    }

    fn next(&self, setting: &Setting<'_>, _person: &Person, _known: &KnownPerson) -> Step {
        let Some(loyalty) = &setting.business.loyalty else { return call("get_loyalty_balance", json!({})) };
        let Some(balance) = self.balance else { return call("get_loyalty_balance", json!({})) };
        let has = match setting.language {
            Language::Es => format!("Tiene {balance} puntos de {}.", loyalty.name.to(Language::Es)),
            Language::En => format!("You have {balance} {} tokens.", loyalty.name.to(Language::En)),
        };
        let Some(reward) = self.reward.and_then(|place| loyalty.rewards.get(place)) else {
            let lines = numbered(&reward_lines(loyalty, setting));
            return say_and_ask([has].into_iter().chain(lines), Ask::Reward);
        };
        if self.is_confirmed {
            return call("redeem_loyalty_tokens", json!({"reward": reward.name.to(setting.language)}));
        }
        let (name, tokens) = (reward.name.to(setting.language), reward.tokens);
        let line = match setting.language {
            Language::Es => format!("«{name}» cuesta {tokens} puntos."),
            Language::En => format!("“{name}” costs {tokens} tokens."),
        };
        say_and_ask([has, line], Ask::ConfirmReward)
    }

    fn dead_end(&self) -> Option<TaskOutcome> {
        let balance = self.balance.filter(|balance| *balance < self.tokens)?;
        Some(TaskOutcome::TooFewTokens { needed: self.tokens, balance })
    }
}
