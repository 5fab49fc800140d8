//! Moving and cancelling what is booked.

use conserje_desk::model::{Branch, Business, PolicyKind};
use conserje_desk::spoken::{Unclear, When};
use conserje_kernel::Language;
use conserje_kernel::say;
use conserje_text::fold;
use serde_json::{Map, Value, json};

use super::{Task, not_made};
use crate::desk::dialogue::hearing::mention::{Mention, mentioned, plain_words, staff_in};
use crate::desk::dialogue::hearing::{
    Ask, Hearing, KnownPerson, Note, Person, Setting, TaskOutcome, Used, Utterance, understand,
};
use crate::desk::dialogue::wording::{
    Appointment, Booked, Offer, Step, Times, call, exact, numbered, say_and_ask, short_moment,
};

#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    cancels: bool,
    /// What says which one it is.
    hint: Utterance,
    /// The one that they were just reminded of.
    reminded: Option<String>,
    list: Option<Vec<Appointment>>,
    chosen: Option<Appointment>,
    staff: Option<String>,
    /// Where it is to be instead.
    branch: Option<String>,
    times: Times,
    /// Whether only the day is to be another.
    keeps_hour: bool,
    is_confirmed: bool,
}

impl Change {
    pub(crate) fn to_cancel(hearing: &Hearing<'_>) -> Self {
        Self { cancels: true, hint: without_kept(hearing.said), ..Self::default() }
    }

    /// "No, mejor anúlala": the one that was to be moved.
    pub(crate) fn instead_cancelled(self) -> Self {
        Self { cancels: true, times: Times::default(), staff: None, is_confirmed: false, ..self }
    }

    /// Of the one that they were reminded of, unless they speak of another.
    pub(crate) fn after_a_reminder(self, reminded: Option<String>) -> Self {
        Self { reminded, ..self }
    }

    /// "Mi cita del martes al jueves a las 5": which, and to when.
    pub(crate) fn to_move(hearing: &mut Hearing<'_>) -> Self {
        let (which, to) = split(&hearing.said.text);
        let keeps_hour = hearing.said.has(SAME_HOUR);
        let mut change = Self { hint: Utterance::of(&which), keeps_hour, ..Self::default() };
        if let Some(branch) = hearing.setting.business.branches.first() {
            let to = Utterance::of(&to);
            let asked = to.only_number().map(|_| Ask::Time);
            let (_, note) = change.times.hear(hearing.setting, &to, branch, asked);
            hearing.notes.extend(note);
            change.hear_where(hearing.setting, &to);
        }
        change
    }
}

impl Task for Change {
    fn hear(&mut self, hearing: &mut Hearing<'_>) -> bool {
        let (setting, said, asked) = (hearing.setting, hearing.said, hearing.asked);
        let confirms = said.is_yes() || (self.cancels && (said.cancels() || said.agrees()));
        if matches!(asked, Some(Ask::ConfirmCancel | Ask::ConfirmMove)) && confirms {
            self.is_confirmed = true;
            return true;
        }
        if asked == Some(Ask::WhichAppointment) {
            let list = self.list.clone().unwrap_or_default();
            let place = said.place(list.len()).and_then(|place| list.get(place).cloned());
            let found = place.or_else(|| only(self.like(setting, said)));
            let is_found = found.is_some();
            self.choose(found);
            return is_found;
        }
        let Some(branch) = self.branch(setting.business).filter(|_| !self.cancels) else { return false };
        let who = staff_in(setting.business, said).filter(|id| Some(id) != self.staff.as_ref());
        let (is_when, note) = self.times.hear(setting, said, branch, asked);
        hearing.notes.extend(note);
        if let Some(own) = &self.chosen {
            self.times.on_the_same_day(own.at.date);
        }
        let is_where = self.hear_where(setting, said);
        let has_changed = is_when || is_where || who.is_some();
        if who.is_some() {
            self.staff = who;
            self.times.look_again();
        }
        self.is_confirmed = !has_changed && asked == Some(Ask::ConfirmMove) && said.agrees();
        has_changed || self.is_confirmed
    }

    fn saw(&mut self, setting: &Setting<'_>, used: &Used, notes: &mut Vec<Note>) -> Option<TaskOutcome> {
        match used.name.as_str() {
            "get_appointments" => {
                let rows = used.result.as_array().map(Vec::as_slice).unwrap_or_default();
                let list: Vec<Appointment> = rows.iter().filter_map(Appointment::read).collect();
                if list.is_empty() {
                    return Some(if used.success {
                        TaskOutcome::NoAppointments
                    } else {
                        TaskOutcome::Failed
                    });
                }
                self.list = Some(list);
                let hint = self.hint.clone();
                let reminded = |one: &&Appointment| self.reminded.as_ref() == Some(&one.id);
                let reminded = self.list.iter().flatten().find(reminded).cloned();
                self.choose(only(self.like(setting, &hint)).or(reminded));
                None
            }
            "get_available_slots" => {
                self.times.found(&used.result, used.args.get("date").and_then(Value::as_str));
                self.over_its_own_time(setting);
                None
            }
            "reschedule_appointment" | "cancel_appointment" => {
                self.is_confirmed = false;
                match (used.success, self.cancels) {
                    (true, true) => Some(TaskOutcome::Cancelled(used.result.clone())),
                    (true, false) => Some(TaskOutcome::Moved(used.result.clone())),
                    (false, _) => not_made(used, &mut self.times, notes),
                }
            }
            _ => None,
        }
    }

    fn next(&self, setting: &Setting<'_>, _person: &Person, _known: &KnownPerson) -> Step {
        let Some(list) = &self.list else { return call("get_appointments", json!({})) };
        let Some(chosen) = &self.chosen else {
            let lines: Vec<String> = list.iter().map(|one| one.line(setting)).collect();
            let head = say(setting.language, "Tiene estas citas:", "You have these appointments:").to_owned();
            return say_and_ask([head].into_iter().chain(numbered(&lines)), Ask::WhichAppointment);
        };
        if self.cancels { self.next_to_cancel(setting, chosen) } else { self.next_to_move(setting, chosen) }
    }

    fn dropped(&self, _cancels: bool) -> TaskOutcome {
        TaskOutcome::Kept
    }
}

impl Change {
    fn branch<'b>(&self, business: &'b Business) -> Option<&'b Branch> {
        if let Some(elsewhere) = self.branch.as_ref().and_then(|id| business.branch(id)) {
            return Some(elsewhere);
        }
        let chosen = self.chosen.as_ref().and_then(|appointment| business.branch(&appointment.at.branch));
        chosen.or_else(|| business.branches.first())
    }

    /// "Pero en la de norte": where it is to be instead.
    fn hear_where(&mut self, setting: &Setting<'_>, said: &Utterance) -> bool {
        let branches = &setting.business.branches;
        let Mention::One(place) = mentioned(&said.text, branches, &[]) else { return false };
        let Some(branch) = branches.get(place).filter(|_| branches.len() > 1) else { return false };
        let is_new = self.branch.as_ref() != Some(&branch.id);
        self.branch = Some(branch.id.clone());
        if is_new {
            self.times.look_again();
        }
        is_new
    }

    /// Who was asked for; or with whom it was, if they work there that day.
    fn with_whom<'c>(&'c self, business: &Business, chosen: &'c Appointment) -> Option<&'c String> {
        let works = |id: &&String| {
            let (Some(staff), Some(branch)) = (business.member(id), self.branch(business)) else {
                return false;
            };
            let day = self.times.wish.first;
            staff.branches.contains(&branch.id)
                && day.is_none_or(|day| !staff.calendar(branch, day, day, Vec::new()).open.is_empty())
        };
        self.staff.as_ref().or_else(|| chosen.at.staff.as_ref().filter(works))
    }

    fn choose(&mut self, found: Option<Appointment>) {
        if let Some(appointment) = &found {
            self.times.on_the_same_day(appointment.at.date);
            if self.keeps_hour {
                self.times.at_the_same_time(appointment.at.time);
            }
        }
        self.chosen = found;
    }

    /// Those of the list that fit what is said about them.
    fn like(&self, setting: &Setting<'_>, said: &Utterance) -> Vec<Appointment> {
        let business = setting.business;
        let mut found = self.list.clone().unwrap_or_default();
        let said = &without_one(said);
        if let Some(branch) = business.branches.first()
            && let Some(when) = named(setting, said, branch)
        {
            let has_day = when.has_day();
            let days = when.days_in_doubt();
            let is_then = |one: &Appointment| {
                (!has_day || (when.first..=when.last).contains(&one.at.date) || days.contains(&one.at.date))
                    && when.time.is_none_or(|time| one.at.time == time || one.at.time == (time + 720) % 1440)
            };
            if found.iter().any(is_then) {
                found.retain(is_then);
            }
        }
        let is_theirs = |one: &Appointment| one.is_for(said);
        if found.iter().any(is_theirs) {
            found.retain(is_theirs);
        }
        let services = match mentioned(&said.text, &business.services, &plain_words(business)) {
            Mention::One(place) => vec![place],
            Mention::Several(places) => places,
            Mention::Nothing => Vec::new(),
        };
        let ids: Vec<&String> = services
            .into_iter()
            .filter_map(|place| business.services.get(place))
            .map(|service| &service.id)
            .collect();
        let is_it = |one: &Appointment| one.service.as_ref().is_some_and(|id| ids.contains(&id));
        if found.iter().any(is_it) {
            found.retain(is_it);
        }
        found
    }

    /// Half an hour later may be free but for the appointment itself, which gives way.
    fn over_its_own_time(&mut self, setting: &Setting<'_>) {
        let (Some(own), None) = (&self.chosen, &self.times.taken) else { return };
        let (Some(date), Some(time)) = (self.times.wish.first, self.times.wish.time) else { return };
        let service = own.service.as_ref().and_then(|id| setting.business.service(id));
        let minutes = service.map_or(setting.business.booking.default_minutes, |service| service.minutes);
        if own.at.date == date && own.at.time != time && own.at.time.abs_diff(time) < minutes {
            self.times.taken = Some(Offer { date, time, ..own.at.clone() });
        }
    }

    fn next_to_cancel(&self, setting: &Setting<'_>, chosen: &Appointment) -> Step {
        if self.is_confirmed {
            return call("cancel_appointment", json!({"appointment_id": chosen.id}));
        }
        let line = chosen.line(setting);
        let mut lines = vec![match setting.language {
            Language::Es => format!("{} cita: {line}.", setting.address.choose("Tu", "Su")),
            Language::En => format!("Your appointment: {line}."),
        }];
        let policy = setting.business.policies.iter().find(|policy| policy.kind == PolicyKind::Cancellation);
        lines.extend(policy.map(|policy| policy.full.to(setting.language).to_owned()));
        say_and_ask(lines, Ask::ConfirmCancel)
    }

    fn next_to_move(&self, setting: &Setting<'_>, chosen: &Appointment) -> Step {
        let business = setting.business;
        let staff = self.with_whom(business, chosen);
        let branch = self.branch.as_ref().unwrap_or(&chosen.at.branch);
        let look = || {
            let mut args = Map::new();
            args.extend(chosen.service.as_ref().map(|id| ("service_id".to_owned(), json!(id))));
            args.insert("branch_id".to_owned(), json!(branch));
            args.extend(staff.map(|id| ("staff_id".to_owned(), json!(id))));
            args.extend(self.times.date_to_look_for().map(|date| ("date".to_owned(), json!(date))));
            Value::Object(args)
        };
        let at = Booked {
            branch: self.branch(business),
            staff: staff.and_then(|id| business.member(id)),
            service: chosen.service.as_ref().and_then(|id| business.service(id)),
        };
        if let Some(step) = self.times.next(setting, look, Ask::NewDay, at) {
            return match step {
                // Which one it is about, when that is asked next.
                Step::Say { lines, ask: Some(Ask::NewDay) } if lines.is_empty() => {
                    say_and_ask([format!("{}.", chosen.line(setting))], Ask::NewDay)
                }
                step @ (Step::Call { .. } | Step::Say { .. } | Step::Leave) => step,
            };
        }
        let Some(to) = &self.times.taken else { return say_and_ask([], Ask::NewDay) };
        if self.is_confirmed {
            let mut args = Map::new();
            args.insert("appointment_id".to_owned(), json!(chosen.id));
            args.insert("date".to_owned(), json!(to.date.to_string()));
            args.insert("time".to_owned(), json!(exact(to.time)));
            let elsewhere = Some(&to.branch).filter(|id| **id != chosen.at.branch);
            args.extend(elsewhere.map(|id| ("branch_id".to_owned(), json!(id))));
            let with = to.staff.as_ref().filter(|id| Some(*id) != chosen.at.staff.as_ref());
            args.extend(self.staff.as_ref().or(with).map(|id| ("staff_id".to_owned(), json!(id))));
            return call("reschedule_appointment", Value::Object(args));
        }
        let (line, mut when) = (chosen.line(setting), short_moment(to.at(), setting));
        if to.branch != chosen.at.branch
            && let Some(branch) = business.branch(&to.branch)
        {
            when.push_str(&format!(", {}", branch.name.to(setting.language)));
        }
        if to.staff != chosen.at.staff
            && let Some(staff) = to.staff.as_ref().and_then(|id| business.member(id))
        {
            when.push_str(&format!(", {} {}", say(setting.language, "con", "with"), staff.name));
        }
        let line = match setting.language {
            Language::Es => {
                let your = setting.address.choose("tu", "su");
                format!("Cambio {your} cita ({line}) al {when}.")
            }
            Language::En => format!("I would move your appointment ({line}) to {when}."),
        };
        say_and_ask([line], Ask::ConfirmMove)
    }
}

const SAME_HOUR: &[&str] =
    &["misma hora", "mismo horario", "a esa hora", "la misma hora", "same time", "same hour", "that time"];

fn only(found: Vec<Appointment>) -> Option<Appointment> {
    match <[Appointment; 1]>::try_from(found) {
        Ok([one]) => Some(one),
        Err(_) => None,
    }
}

/// When it is, by what is said of it. "El viernes no puedo ir" tells which one, too.
fn named(setting: &Setting<'_>, said: &Utterance, branch: &Branch) -> Option<When> {
    match understand(setting, &said.text, branch) {
        Ok(when) => Some(when),
        Err(Unclear::Denied(day)) => understand(setting, &day.to_string(), branch).ok(),
        Err(Unclear::Nothing | Unclear::Vague | Unclear::NoSuchDay | Unclear::Past) => None,
    }
}

/// "La de él, la mía déjala": without what is to stay.
fn without_kept(said: &Utterance) -> Utterance {
    let stays = |clause: &&str| {
        Utterance::of(clause).has(&[
            "dejala",
            "dejalo",
            "dejamela",
            "deja",
            "se queda",
            "si va",
            "si voy",
            "si vamos",
            "si que vamos",
            "si que voy",
            "queda igual",
            "sigue",
            "la otra",
            "el otro",
            "stays",
            "stay",
            "keep",
            "leave",
            "still on",
            "the other",
        ])
    };
    let told: Vec<&str> = said.text.split([',', '.', ';']).filter(|clause| !stays(clause)).collect();
    if told.iter().all(|clause| clause.trim().is_empty()) {
        said.clone()
    } else {
        Utterance::of(&told.join(", "))
    }
}

/// "The Sunday one" is at no hour.
fn without_one(said: &Utterance) -> Utterance {
    let is_one = |at: usize| {
        said.word(at) == "one" && !matches!(said.word_before(at), "at" | "past" | "to" | "about" | "around")
    };
    if !(0..said.words.len()).any(is_one) {
        return said.clone();
    }
    let kept = said.words.iter().enumerate().filter(|(at, _)| !is_one(*at)).map(|(_, word)| word.as_str());
    Utterance::of(&kept.collect::<Vec<_>>().join(" "))
}

/// What a message says about which one, and about when instead.
fn split(text: &str) -> (String, String) {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let bare: Vec<String> =
        tokens.iter().map(|token| fold(token).chars().filter(|ch| ch.is_alphanumeric()).collect()).collect();
    let word = |at: usize| bare.get(at).map_or("", String::as_str);
    let leads = |at: usize| match word(at) {
        "al" | "para" | "to" | "for" | "hasta" => true,
        "a" => matches!(word(at + 1), "manana" | "hoy" | "pasado"),
        _ => false,
    };
    match (0..tokens.len()).rev().find(|at| leads(*at)) {
        Some(at) => (
            tokens.get(..at).unwrap_or_default().join(" "),
            tokens.get(at + 1..).unwrap_or_default().join(" "),
        ),
        // "A las 6 de la tarde" says of no other which one it is.
        None if (0..tokens.len()).any(|at| match word(at) {
            "del" | "from" => word(at + 1) != "mediodia",
            "de" => !matches!(word(at + 1), "la" | "lo"),
            _ => false,
        }) =>
        {
            (text.to_owned(), String::new())
        }
        None => (String::new(), text.to_owned()),
    }
}
