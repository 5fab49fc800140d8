//! Ordering from the menu: what, how many, picked up or delivered, where to, when.

mod kind;

use conserje_desk::hours::wall;
use conserje_desk::model::{Branch, Business, MenuItem};
use conserje_kernel::Language;
use conserje_kernel::say;
use jiff::civil::{Date, DateTime};
use serde_json::{Map, Value, json};

use self::kind::OrderKind;
use super::{Task, note_person};
use crate::desk::dialogue::hearing::dishes::{MeantDish, among, meant, wanted};
use crate::desk::dialogue::hearing::edits::{Edit, edits};
use crate::desk::dialogue::hearing::mention::{Mention, mentioned};
use crate::desk::dialogue::hearing::{
    Ask, Hearing, KnownPerson, Note, Person, Setting, TaskOutcome, Used, Utterance, understand, with_address,
};
use crate::desk::dialogue::wording::{
    Choice, Step, branch_line, call, can_be_had, dish, exact, listed, moment, numbered, say_and_ask,
    short_moment,
};
use crate::desk::tools::{DELIVERY_MINUTES, PICKUP_MINUTES};
use conserje_desk::spoken::Portion;

#[derive(Clone, Debug)]
struct OrderLine {
    item: String,
    quantity: u32,
    notes: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    lines: Vec<OrderLine>,
    /// Dishes that may be meant, and how many.
    options: Vec<(Vec<String>, u32)>,
    kind: Option<OrderKind>,
    address: Option<String>,
    branch: Option<String>,
    day: Option<Date>,
    /// Days of which one was meant.
    choice: Choice,
    /// When it is wanted; none is as soon as it can be.
    at: Option<DateTime>,
    is_confirmed: bool,
}

/// So many and no more: "nada más un flan".
const JUST: [&str; 9] =
    ["nada mas", "no mas", "nomas", "solo", "solamente", "just", "only", "nada mas que", "unicamente"];
const ADD: [&str; 8] = ["otra", "otro", "otras", "otros", "mas", "more", "another", "extra"];

impl Order {
    pub(crate) fn begin(hearing: &mut Hearing<'_>) -> Self {
        let mut order = Self::default();
        order.hear(hearing);
        order
    }
}

impl Task for Order {
    fn hear(&mut self, hearing: &mut Hearing<'_>) -> bool {
        let (setting, said, asked) = (hearing.setting, hearing.said, hearing.asked);
        if asked == Some(Ask::ConfirmOrder) && said.is_yes() {
            self.is_confirmed = true;
            return true;
        }
        if matches!(asked, Some(Ask::Name | Ask::Phone)) && hearing.person.hear(said, asked) {
            return true;
        }
        let is_who = hearing.person.hear(said, None);
        let is_kind = self.hear_kind(said, asked);
        if asked == Some(Ask::Address) && !is_kind && Self::is_address(setting, said) {
            self.address = Some(said.text.chars().take(200).collect());
            self.is_confirmed = false;
            return true;
        }
        let (before, address) =
            with_address(&said.text).filter(|_| self.kind == Some(OrderKind::Delivery)).unzip();
        let is_address = address.is_some();
        self.address = address.or_else(|| self.address.take());
        let is_where = self.hear_where(setting, said, asked);
        let rest = before.map_or_else(|| said.clone(), |before| Utterance::of(&before));
        let is_dish =
            if asked == Some(Ask::Branch) && is_where { false } else { self.hear_dishes(hearing, &rest) };
        let is_when = self.hear_when(hearing, &rest);
        let has_changed = is_who || is_kind || is_address || is_where || is_dish || is_when;
        self.is_confirmed = !has_changed && asked == Some(Ask::ConfirmOrder) && said.agrees();
        has_changed || self.is_confirmed
    }

    fn saw(&mut self, _setting: &Setting<'_>, used: &Used, notes: &mut Vec<Note>) -> Option<TaskOutcome> {
        if used.name != "create_order" {
            return None;
        }
        self.is_confirmed = false;
        if used.success {
            return Some(TaskOutcome::Ordered(used.result.clone()));
        }
        if used.result.get("status").and_then(Value::as_str) == Some("unknown") {
            return Some(TaskOutcome::Unsure);
        }
        // Somebody else had the last one.
        let refused =
            used.result.get("refused_items").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        if refused.is_empty() {
            return Some(TaskOutcome::Failed);
        }
        for id in refused.iter().filter_map(Value::as_str) {
            self.lines.retain(|line| line.item != id);
            notes.push(Note::Unavailable(id.to_owned()));
        }
        None
    }

    fn next(&self, setting: &Setting<'_>, person: &Person, known: &KnownPerson) -> Step {
        let (business, language) = (setting.business, setting.language);
        let item = |id: &String| business.menu.iter().find(|item| item.id == *id);
        if let Some((ids, _)) = self.options.first() {
            let lines: Vec<String> = ids
                .iter()
                .filter_map(item)
                .filter(|item| can_be_had(item))
                .map(|item| dish(item, setting))
                .collect();
            return say_and_ask(numbered(&lines), Ask::WhichDish);
        }
        if self.lines.is_empty() {
            return say_and_ask([], Ask::Dishes);
        }
        let Some(kind) = self.kind else { return say_and_ask([self.short(setting)], Ask::Kind) };
        if kind == OrderKind::Delivery && self.address.is_none() {
            return say_and_ask([], Ask::Address);
        }
        let Some(branch) = self.branch(business) else {
            let lines: Vec<String> =
                business.branches.iter().map(|branch| branch_line(branch, language)).collect();
            return say_and_ask(numbered(&lines), Ask::Branch);
        };
        if let Some(step) = self.choice.next(setting) {
            return step;
        }
        let soonest = wall(setting.now + self.minutes() * 60, branch.time_zone.zone());
        let is_open = branch.hours.is_open(branch.time_zone.zone(), soonest);
        if self.at.is_none() && (!is_open || self.day.is_some_and(|day| day != soonest.date())) {
            return say_and_ask(closed(setting, branch).filter(|_| !is_open), Ask::OrderTime);
        }
        if person.name.is_none() {
            return say_and_ask([], Ask::Name);
        }
        if business.booking.requires_phone && person.phone.is_none() {
            return say_and_ask([], Ask::Phone);
        }
        if !self.is_confirmed {
            return say_and_ask(self.summary(setting, kind, person), Ask::ConfirmOrder);
        }
        if let Some(step) = note_person(setting, person, known) {
            return step;
        }
        call("create_order", self.to_create(business, kind))
    }
}

impl Order {
    fn branch<'b>(&self, business: &'b Business) -> Option<&'b Branch> {
        match &self.branch {
            Some(id) => business.branch(id),
            None => business.branches.first().filter(|_| business.branches.len() == 1),
        }
    }

    /// Whether this may be an address: it has a number, or names no dish.
    fn is_address(setting: &Setting<'_>, said: &Utterance) -> bool {
        let has_number = said.text.chars().any(|ch| ch.is_ascii_digit());
        let names_dish = || {
            let dishes = wanted(&said.text, setting.language);
            dishes.iter().any(|one| !matches!(meant(&one.said, setting), MeantDish::Nothing { .. }))
        };
        !said.is_question() && said.text.chars().count() >= 4 && (has_number || !names_dish())
    }

    fn hear_kind(&mut self, said: &Utterance, asked: Option<Ask>) -> bool {
        let by_place = said.place(2).filter(|_| asked == Some(Ask::Kind));
        let found = match by_place {
            Some(0) => Some(OrderKind::Pickup),
            Some(1) => Some(OrderKind::Delivery),
            _ => OrderKind::said_in(said),
        };
        let is_new = found.is_some() && found != self.kind;
        self.kind = found.or(self.kind);
        is_new
    }

    fn hear_where(&mut self, setting: &Setting<'_>, said: &Utterance, asked: Option<Ask>) -> bool {
        let branches = &setting.business.branches;
        if branches.len() < 2 {
            return false;
        }
        let place = match mentioned(&said.text, branches, &[]) {
            Mention::One(place) => Some(place),
            Mention::Several(_) | Mention::Nothing => {
                said.place(branches.len()).filter(|_| asked == Some(Ask::Branch))
            }
        };
        let found = place.and_then(|place| branches.get(place)).map(|branch| branch.id.clone());
        let is_new = found.is_some() && found != self.branch;
        self.branch = found.or_else(|| self.branch.take());
        is_new
    }

    fn hear_dishes(&mut self, hearing: &mut Hearing<'_>, said: &Utterance) -> bool {
        let (setting, asked) = (hearing.setting, hearing.asked);
        if asked == Some(Ask::WhichDish)
            && let Some((ids, quantity)) = self.options.first().cloned()
        {
            let items: Vec<&MenuItem> = ids
                .iter()
                .filter_map(|id| setting.business.menu.iter().find(|item| item.id == *id))
                .collect();
            let place =
                said.place(items.len()).and_then(|place| items.get(place)).map(|item| item.id.clone());
            let words = wanted(&said.text, setting.language);
            let named = words.first().and_then(|one| match among(&one.said, &items) {
                MeantDish::One(id) => Some((id, if one.is_counted { one.quantity } else { quantity })),
                MeantDish::Several(_) | MeantDish::Nothing { .. } => None,
            });
            if let Some((id, quantity)) = named.or_else(|| place.map(|id| (id, quantity))) {
                self.options.remove(0);
                self.put(setting, hearing.notes, OrderLine { item: id, quantity, notes: None }, false);
                return true;
            }
        }
        let mut has_changed = false;
        let adds = said.has(&ADD) && !said.has(&JUST);
        for (edit, text) in edits(&said.text) {
            match edit {
                // "Quita el pastel, que estoy a dieta": each clause by itself.
                Edit::TakeOff => {
                    for one in text.split([',', ';', '.']).flat_map(|clause| wanted(clause, setting.language))
                    {
                        has_changed |= self.take_off(hearing, &one);
                    }
                }
                Edit::Put => {
                    for one in wanted(&text, setting.language) {
                        has_changed |= self.hear_dish(hearing, one, adds);
                    }
                }
            }
        }
        has_changed
    }

    /// Whether it was on the list.
    fn take_off(&mut self, hearing: &mut Hearing<'_>, one: &Portion) -> bool {
        let menu = &hearing.setting.business.menu;
        let ordered: Vec<&MenuItem> =
            menu.iter().filter(|item| self.lines.iter().any(|line| line.item == item.id)).collect();
        // What stands on the menu and not on the order cannot be taken off it.
        let meant = among(&one.said, &ordered);
        // "The fish ones", "los de pescado": what tells them from the others is in their name.
        let bare: Vec<&str> = one
            .said
            .split_whitespace()
            .filter(|word| !matches!(*word, "ones" | "one" | "de" | "del"))
            .collect();
        let meant = if matches!(meant, MeantDish::One(_)) { meant } else { among(&bare.join(" "), &ordered) };
        let MeantDish::One(id) = meant else { return false };
        let fewer = one.quantity;
        match self.lines.iter_mut().find(|line| line.item == id && one.is_counted && line.quantity > fewer) {
            Some(line) => line.quantity -= fewer,
            None => self.lines.retain(|line| line.item != id),
        }
        hearing.notes.push(Note::Removed(id));
        true
    }

    /// Whether it is a dish, or was counted like one.
    fn hear_dish(&mut self, hearing: &mut Hearing<'_>, one: Portion, adds: bool) -> bool {
        let (setting, asked) = (hearing.setting, hearing.asked);
        match meant(&one.said, setting) {
            MeantDish::One(id) => {
                let line = OrderLine { item: id, quantity: one.quantity, notes: one.notes };
                self.put(setting, hearing.notes, line, adds);
                true
            }
            MeantDish::Several(ids) => {
                self.options.push((ids, one.quantity));
                true
            }
            MeantDish::Nothing { near } => {
                // "Ocho rebanadas de tres leches", where that cake is on the list.
                let known = near.iter().find(|id| self.lines.iter().any(|line| line.item == **id)).cloned();
                if let Some(id) = known.filter(|_| one.is_counted && near.len() == 1) {
                    let line = OrderLine { item: id, quantity: one.quantity, notes: one.notes };
                    self.put(setting, hearing.notes, line, adds);
                    return true;
                }
                if !one.is_counted && (near.is_empty() || asked != Some(Ask::Dishes)) {
                    return false;
                }
                // What comes near is asked about, and not only told.
                if near.len() == 1 && one.is_counted {
                    self.options.push((near.clone(), one.quantity));
                }
                hearing.notes.push(Note::NotOnMenu { said: one.said, near });
                one.is_counted
            }
        }
    }

    /// On the list, if it can be had; again, with the number that was said last.
    fn put(&mut self, setting: &Setting<'_>, notes: &mut Vec<Note>, wanted: OrderLine, adds: bool) {
        let Some(item) = setting.business.menu.iter().find(|item| item.id == wanted.item) else { return };
        if !can_be_had(item) {
            notes.push(Note::Unavailable(wanted.item));
            return;
        }
        let had = self.lines.iter().find(|line| line.item == wanted.item).map_or(0, |line| line.quantity);
        let mut quantity = if adds { had.saturating_add(wanted.quantity).min(100) } else { wanted.quantity };
        if let Some(left) = item.stock.filter(|left| *left < i64::from(quantity)) {
            notes.push(Note::FewLeft { item: wanted.item.clone(), left });
            quantity = u32::try_from(left).unwrap_or(quantity);
        }
        self.lines.retain(|line| line.item != wanted.item);
        self.lines.push(OrderLine { quantity, ..wanted });
    }

    fn hear_when(&mut self, hearing: &mut Hearing<'_>, said: &Utterance) -> bool {
        let setting = hearing.setting;
        let Some(branch) = self.branch(setting.business) else { return false };
        let text = match said.only_number() {
            Some(number) if hearing.asked == Some(Ask::OrderTime) => format!("a las {number}"),
            _ => said.text.clone(),
        };
        let when = understand(setting, &text, branch);
        if hearing.asked == Some(Ask::WhichDay)
            && let Some(day) = self.choice.day(said, when.as_ref().ok())
        {
            self.choice.days.clear();
            self.day = Some(day);
            self.at = self.at.map(|at| day.to_datetime(at.time()));
            return true;
        }
        let Ok(when) = when else { return false };
        let has_day = when.has_day();
        self.choice.days = when.days_in_doubt();
        if has_day {
            self.day = Some(when.first).filter(|_| self.choice.days.is_empty());
        }
        let Some(time) = when.time else { return has_day };
        let at = moment(self.day.unwrap_or(when.first), time);
        let zone = branch.time_zone.zone();
        let soonest = wall(setting.now + self.minutes() * 60, zone);
        self.at = None;
        if at < soonest {
            hearing.notes.push(Note::TooSoon(soonest));
        } else if !branch.hours.is_open(zone, at) {
            hearing.notes.push(Note::KitchenClosed(at));
        } else {
            self.at = Some(at);
        }
        true
    }

    fn minutes(&self) -> i64 {
        if self.kind == Some(OrderKind::Delivery) { DELIVERY_MINUTES } else { PICKUP_MINUTES }
    }

    /// What is on the list so far.
    fn short(&self, setting: &Setting<'_>) -> String {
        let parts: Vec<String> = self
            .parts(setting)
            .map(|(line, item)| format!("{} × {}", line.quantity, item.name.to(setting.language)))
            .collect();
        format!("{}.", listed(&parts, setting.language))
    }

    fn parts<'a>(&'a self, setting: &Setting<'a>) -> impl Iterator<Item = (&'a OrderLine, &'a MenuItem)> {
        let menu = &setting.business.menu;
        self.lines.iter().filter_map(|line| Some((line, menu.iter().find(|item| item.id == line.item)?)))
    }

    fn summary(&self, setting: &Setting<'_>, kind: OrderKind, person: &Person) -> Vec<String> {
        let (business, language) = (setting.business, setting.language);
        let mut total = 0_i64;
        let mut lines =
            vec![say(language, setting.address.choose("Tu pedido:", "Su pedido:"), "Your order:").to_owned()];
        for (line, item) in self.parts(setting) {
            let sum = item.price.saturating_mul(i64::from(line.quantity));
            total = total.saturating_add(sum);
            let notes = line.notes.as_ref().map(|notes| format!(" ({notes})")).unwrap_or_default();
            let price = business.currency.print(sum, language);
            lines.push(format!("- {} × {}{notes}: {price}", line.quantity, item.name.to(language)));
        }
        lines.push(format!("Total: {}.", business.currency.print(total, language)));
        let when = self.at.map(|at| short_moment(at, setting));
        let name = person.name.as_deref().unwrap_or_default();
        let address = self.address.as_deref().unwrap_or_default();
        lines.push(match (language, kind) {
            (Language::Es, OrderKind::Pickup) => {
                let when = when.unwrap_or_else(|| format!("en unos {PICKUP_MINUTES} minutos"));
                format!("Para recoger, {when}, a nombre de {name}.")
            }
            (Language::Es, OrderKind::Delivery) => {
                let when = when.unwrap_or_else(|| format!("en unos {DELIVERY_MINUTES} minutos"));
                format!("A domicilio, {when}, en {address}, a nombre de {name}.")
            }
            (Language::En, OrderKind::Pickup) => {
                let when = when.unwrap_or_else(|| format!("in about {PICKUP_MINUTES} minutes"));
                format!("For pickup, {when}, under the name {name}.")
            }
            (Language::En, OrderKind::Delivery) => {
                let when = when.unwrap_or_else(|| format!("in about {DELIVERY_MINUTES} minutes"));
                format!("For delivery, {when}, to {address}, under the name {name}.")
            }
        });
        lines
    }

    fn to_create(&self, business: &Business, kind: OrderKind) -> Value {
        let items: Vec<Value> = self
            .lines
            .iter()
            .map(|line| {
                let mut item = json!({"name": line.item, "quantity": line.quantity});
                if let (Some(item), Some(notes)) = (item.as_object_mut(), &line.notes) {
                    item.insert("notes".to_owned(), json!(notes));
                }
                item
            })
            .collect();
        let mut args = Map::new();
        args.insert("items".to_owned(), Value::Array(items));
        let (name, address) = match kind {
            OrderKind::Pickup => ("pickup", None),
            OrderKind::Delivery => ("delivery", self.address.as_ref()),
        };
        args.insert("order_type".to_owned(), json!(name));
        args.extend(address.map(|address| ("delivery_address".to_owned(), json!(address))));
        args.extend(self.at.map(|at| {
            let minutes =
                u16::try_from(i32::from(at.hour()) * 60 + i32::from(at.minute())).unwrap_or_default();
            ("scheduled_time".to_owned(), json!(format!("{} {}", at.date(), exact(minutes))))
        }));
        if business.branches.len() > 1 {
            args.extend(self.branch.as_ref().map(|id| ("branch_id".to_owned(), json!(id))));
        }
        Value::Object(args)
    }
}

/// That it is closed now, and until when.
fn closed(setting: &Setting<'_>, branch: &Branch) -> Option<String> {
    let zone = branch.time_zone.zone();
    let today = wall(setting.now, zone).date();
    let last = today.checked_add(jiff::ToSpan::days(14)).ok()?;
    let next =
        branch.hours.windows(zone, today, last).into_iter().find(|window| window.start > setting.now)?;
    let when = short_moment(wall(next.start, zone), setting);
    Some(match setting.language {
        Language::Es => format!("La cocina está cerrada ahora; abrimos el {when}."),
        Language::En => format!("The kitchen is closed now; we open on {when}."),
    })
}
