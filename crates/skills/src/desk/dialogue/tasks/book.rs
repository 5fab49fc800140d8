//! Booking: what, where, with whom, when, for how many, and for whom.

mod house;
mod making;

use conserje_desk::hours::wall;
use conserje_desk::model::{Branch, Business, Service, Staff};
use conserje_desk::spoken::People;
use conserje_desk::text::Text;
use conserje_kernel::Language;
use conserje_kernel::say;
use conserje_text::fold;
use jiff::civil::Date;
use serde_json::{Map, Value, json};

use self::making::customer;
use super::{Task, not_made, note_person};
use crate::desk::dialogue::hearing::mention::{Mention, mentioned, not_of_the_team, plain_words, staff_in};
use crate::desk::dialogue::hearing::want::{bare, wanted};
use crate::desk::dialogue::hearing::{
    Ask, Hearing, KnownPerson, Note, Person, Setting, TaskOutcome, Used, Utterance,
};
use crate::desk::dialogue::wording::{
    Booked, Step, Times, branch_line, call, deposit, listed_or, numbered, people, price, say_and_ask,
    service_line, short_moment,
};

#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    service: Option<String>,
    /// Those that may be meant, when it is not clear which.
    options: Vec<String>,
    branch: Option<String>,
    any_branch: bool,
    staff: Option<String>,
    party: Option<u32>,
    /// How many there may be, where two numbers were said.
    parties: Vec<u32>,
    times: Times,
    is_confirmed: bool,
}

/// Where a service can be had, with this person if one is wanted.
fn fitting<'b>(business: &'b Business, service: Option<&Service>, staff: Option<&Staff>) -> Vec<&'b Branch> {
    let takes_staff = service.is_none_or(|service| service.takes_staff) && !business.staff.is_empty();
    let fits = |branch: &&Branch| {
        let mut able = business.able(service, branch);
        match staff {
            Some(staff) => able.any(|member| member.id == staff.id),
            None => !takes_staff || able.next().is_some(),
        }
    };
    business.branches.iter().filter(fits).collect()
}

impl Book {
    /// The first message about it. `recent` is the service that was last talked about, `branch` and `day` where and when it is
    /// to be unless something else is said.
    pub(crate) fn begin(
        hearing: &mut Hearing<'_>,
        (recent, branch, day): (Option<&String>, Option<&str>, Option<Date>),
    ) -> Self {
        let mut book = Self { branch: branch.map(ToOwned::to_owned), ..Self::default() };
        book.hear(hearing);
        if let Some(day) = day {
            book.times.on_the_same_day(day);
        }
        if book.service.is_none() && book.options.is_empty() {
            let business = hearing.setting.business;
            if let Some(said) = wanted(hearing.said) {
                hearing.notes.push(Note::NoService(said));
                return book;
            }
            let mut tables = business
                .services
                .iter()
                .filter(|service| is_table(service) && !service.requires_consultation);
            let table = tables.next().filter(|_| tables.next().is_none() && !business.menu.is_empty());
            let only = business.services.first().filter(|_| business.services.len() == 1);
            book.service = recent.cloned().or_else(|| table.or(only).map(|service| service.id.clone()));
        }
        if book.party.is_none() && book.service(hearing.setting.business).is_some_and(Service::counts_people)
        {
            book.hear_party(hearing.said, false);
        }
        book
    }

    /// With whom it is to be, unless somebody else was named.
    pub(crate) fn with(&mut self, staff: Option<String>) {
        self.staff = self.staff.take().or(staff);
    }

    /// The next free times for what cannot wait.
    pub(crate) fn urgent(setting: &Setting<'_>) -> Option<Self> {
        let service = urgent_service(setting.business)?;
        let mut book = Self { service: Some(service.id.clone()), any_branch: true, ..Self::default() };
        if let Some(branch) = setting.business.branches.first() {
            book.times.want(wall(setting.now, branch.time_zone.zone()).date());
        }
        Some(book)
    }
}

impl Task for Book {
    fn hear(&mut self, hearing: &mut Hearing<'_>) -> bool {
        let (setting, said, asked) = (hearing.setting, hearing.said, hearing.asked);
        let business = setting.business;
        if asked == Some(Ask::ConfirmBooking) && said.is_yes() {
            self.is_confirmed = true;
            return true;
        }
        let here = self.branches(business).first().copied().or_else(|| business.branches.first());
        let Some(here) = here else { return false };
        // A name may be a day's or a colleague's; an hour is none.
        let is_hour = said.words.iter().any(|word| word.chars().any(|ch| ch.is_ascii_digit()))
            || said.has(&["mejor", "a las", "at", "instead"]);
        // "No es vacuna, es el certificado": another service, and nobody's name.
        let asked = asked.filter(|ask| *ask != Ask::Name || !self.is_another_service(business, said));
        if matches!(asked, Some(Ask::Name)) && !is_hour && hearing.person.hear(said, asked) {
            return true;
        }
        let name_before = hearing.person.name.clone();
        let is_who =
            hearing.person.hear(said, asked.filter(|ask| *ask != Ask::Name || said.phone().is_some()));
        if is_who && matches!(asked, Some(Ask::Name | Ask::Phone)) {
            return true;
        }
        if asked == Some(Ask::Time) && self.times.is_picked_by(said) {
            self.times.hear(setting, said, here, asked);
            return true;
        }
        // "Soy Nora" names neither a branch nor a colleague.
        let own = hearing.person.name.clone().filter(|name| Some(name) != name_before.as_ref());
        let about = &own.map_or_else(|| said.clone(), |name| said.without(&name)).without_denied();
        let is_what = self.hear_what(&mut Hearing {
            setting,
            said: about,
            asked,
            person: &mut *hearing.person,
            notes: &mut *hearing.notes,
        });
        let is_where = self.hear_where(setting, about, asked) | self.hear_who(setting, about);
        if let Some((said, near)) = not_of_the_team(business, about) {
            hearing.notes.push(Note::NoStaff { said, near });
        }
        let counts_people =
            asked == Some(Ask::Party) || self.service(business).is_some_and(Service::counts_people);
        let is_party = counts_people && self.hear_party(said, asked == Some(Ask::Party));
        let is_only_party = asked == Some(Ask::Party) && is_party && said.words.len() <= 3;
        // "La 2" is a place in the list that was read to them, and no hour.
        let is_choice =
            matches!(asked, Some(Ask::Service | Ask::WhichService | Ask::Branch)) && said.place(20).is_some();
        let (is_when, note) = if is_only_party || is_choice || asked == Some(Ask::Branch) && is_where {
            (false, None)
        } else {
            self.times.hear(setting, said, here, asked)
        };
        hearing.notes.extend(note);
        if let (Some(service), Some(staff)) = (self.service(business), self.member(business))
            && fitting(business, Some(service), Some(staff)).is_empty()
        {
            let note = Note::NotWithThem { staff: staff.id.clone(), service: service.id.clone() };
            hearing.notes.push(note);
            self.staff = None;
        }
        self.hear_wrong_branch(&mut Hearing {
            setting,
            said: about,
            asked,
            person: &mut *hearing.person,
            notes: &mut *hearing.notes,
        });
        if is_what || is_where {
            self.times.look_again();
        }
        let has_changed = is_what || is_where || is_when || is_party || is_who;
        self.is_confirmed = !has_changed && asked == Some(Ask::ConfirmBooking) && said.agrees();
        has_changed || self.is_confirmed
    }

    fn saw(&mut self, _setting: &Setting<'_>, used: &Used, notes: &mut Vec<Note>) -> Option<TaskOutcome> {
        match used.name.as_str() {
            "get_available_slots" => {
                let date = used.args.get("date").and_then(Value::as_str);
                self.times.found(&used.result, date);
                None
            }
            "create_appointment" => {
                self.is_confirmed = false;
                if used.success {
                    return Some(TaskOutcome::Booked { result: used.result.clone(), party: self.party });
                }
                not_made(used, &mut self.times, notes)
            }
            _ => None,
        }
    }

    fn next(&self, setting: &Setting<'_>, person: &Person, known: &KnownPerson) -> Step {
        let (business, language) = (setting.business, setting.language);
        let Some(service) = self.service(business) else { return self.which_service(setting) };
        if service.counts_people() && self.party.is_none() {
            let either: Vec<String> = self.parties.iter().map(ToString::to_string).collect();
            let line = match (language, either.is_empty()) {
                (_, true) => service.description.to(language).to_owned(),
                (Language::Es, false) => format!("¿{}?", listed_or(&either, language)),
                (Language::En, false) => format!("{}?", listed_or(&either, language)),
            };
            return say_and_ask([line], Ask::Party);
        }
        if let Some(misfit) = self.misfit(business) {
            return misfit.step(setting);
        }
        let branches = self.branches(business);
        if branches.len() > 1 && !self.any_branch && self.times.taken.is_none() {
            let lines: Vec<String> = branches.iter().map(|branch| branch_line(branch, language)).collect();
            let head = say(language, "Puede ser en:", "It can be at:").to_owned();
            return say_and_ask([head].into_iter().chain(numbered(&lines)), Ask::Branch);
        }
        let look = || {
            let mut args = Map::new();
            args.insert("service_id".to_owned(), json!(service.id));
            let branch = self.branch.clone().or_else(|| match branches.as_slice() {
                [only] => Some(only.id.clone()),
                _ => None,
            });
            args.extend(branch.map(|id| ("branch_id".to_owned(), json!(id))));
            args.extend(self.staff.as_ref().map(|id| ("staff_id".to_owned(), json!(id))));
            args.extend(self.party.map(|count| ("people".to_owned(), json!(count))));
            args.extend(self.times.date_to_look_for().map(|date| ("date".to_owned(), json!(date))));
            Value::Object(args)
        };
        // Of several branches each has reasons of its own.
        let here = branches.first().filter(|_| branches.len() == 1);
        let staff = self.staff_for(service, business);
        let at = Booked { branch: here.copied(), staff, service: Some(service) };
        if let Some(step) = self.times.next(setting, look, Ask::Day, at) {
            return step;
        }
        if person.name.is_none() {
            return say_and_ask(self.is_free(setting), Ask::Name);
        }
        if business.booking.requires_phone && person.phone.is_none() {
            return say_and_ask([], Ask::Phone);
        }
        if !self.is_confirmed {
            return say_and_ask(self.summary(setting, person, service), Ask::ConfirmBooking);
        }
        if let Some(step) = note_person(setting, &customer(person, known), known) {
            return step;
        }
        call("create_appointment", self.to_create(setting, (person, known), service))
    }

    fn service_in_hand<'b>(&self, business: &'b Business) -> Option<&'b Service> {
        self.service(business)
    }

    fn branch_in_hand<'b>(&self, business: &'b Business) -> Option<&'b Branch> {
        self.branch.as_ref().and_then(|id| business.branch(id))
    }
}

impl Book {
    /// Whether it says, in the place of a name, that another service is meant.
    fn is_another_service(&self, business: &Business, said: &Utterance) -> bool {
        let corrects = said.has(&[
            "no", "not", "mejor", "actually", "en vez", "en lugar", "instead", "perdon", "perdona", "sorry",
        ]);
        let named = || mentioned(&said.without_denied().text, &business.services, &plain_words(business));
        corrects
            && match named() {
                Mention::One(place) => business
                    .services
                    .get(place)
                    .is_some_and(|service| self.service.as_ref() != Some(&service.id)),
                Mention::Several(_) | Mention::Nothing => false,
            }
    }

    fn service<'b>(&self, business: &'b Business) -> Option<&'b Service> {
        self.service.as_ref().and_then(|id| business.service(id))
    }

    fn member<'b>(&self, business: &'b Business) -> Option<&'b Staff> {
        self.staff.as_ref().and_then(|id| business.member(id))
    }

    /// Who is asked for, or the only one who does it.
    fn staff_for<'b>(&self, service: &Service, business: &'b Business) -> Option<&'b Staff> {
        let mut able = business.staff.iter().filter(|staff| staff.services.contains(&service.id));
        let only = able.next().filter(|_| able.next().is_none() && service.takes_staff);
        self.member(business).or(only)
    }

    /// Where it may be.
    fn branches<'b>(&self, business: &'b Business) -> Vec<&'b Branch> {
        let all = fitting(business, self.service(business), self.member(business));
        match &self.branch {
            Some(id) => all.into_iter().filter(|branch| branch.id == *id).collect(),
            None => all,
        }
    }

    fn hear_what(&mut self, hearing: &mut Hearing<'_>) -> bool {
        let (business, said, asked) = (hearing.setting.business, hearing.said, hearing.asked);
        if matches!(asked, Some(Ask::Name | Ask::Phone | Ask::Party | Ask::Branch)) {
            return false;
        }
        let options = self.options(business);
        if asked == Some(Ask::WhichService) && !options.is_empty() {
            let by_place =
                said.place(options.len()).or_else(|| (options.len() == 1 && said.is_yes()).then_some(0));
            let by_name = match mentioned(&said.text, &options, &[]) {
                Mention::One(place) => Some(place),
                Mention::Several(_) | Mention::Nothing => None,
            };
            if let Some(service) = by_place.or(by_name).and_then(|place| options.get(place)) {
                self.service = Some(service.id.clone());
                self.options.clear();
                return true;
            }
        }
        if asked == Some(Ask::Service)
            && let Some(service) =
                said.place(business.services.len()).and_then(|place| business.services.get(place))
        {
            self.service = Some(service.id.clone());
            return true;
        }
        match mentioned(&said.text, &business.services, &plain_words(business)) {
            Mention::One(place) => {
                let found = business.services.get(place).map(|service| service.id.clone());
                let is_new = found != self.service;
                self.service = found;
                self.options.clear();
                is_new
            }
            Mention::Several(places) => {
                let ids: Vec<String> = places
                    .into_iter()
                    .filter_map(|place| business.services.get(place))
                    .map(|service| service.id.clone())
                    .collect();
                let is_known = self.service.as_ref().is_some_and(|service| ids.contains(service));
                let is_new = !is_known && ids != self.options;
                if !is_known {
                    (self.service, self.options) = (None, ids);
                }
                is_new
            }
            Mention::Nothing => {
                if matches!(asked, Some(Ask::Service | Ask::WhichService))
                    && !said.is_question()
                    && !said.is_yes()
                {
                    hearing.notes.push(Note::NoService(bare(&said.text)));
                }
                false
            }
        }
    }

    fn hear_where(&mut self, setting: &Setting<'_>, said: &Utterance, asked: Option<Ask>) -> bool {
        let business = setting.business;
        if business.branches.len() < 2 {
            return false;
        }
        let candidates: Vec<Branch> =
            fitting(business, self.service(business), self.member(business)).into_iter().cloned().collect();
        let place = match mentioned(&said.text, &candidates, &[]) {
            Mention::One(place) => Some(place),
            Mention::Several(_) | Mention::Nothing => None,
        };
        let place = place.or_else(|| said.place(candidates.len()).filter(|_| asked == Some(Ask::Branch)));
        if let Some(branch) = place.and_then(|place| candidates.get(place)) {
            let is_new = self.branch.as_ref() != Some(&branch.id);
            self.branch = Some(branch.id.clone());
            return is_new;
        }
        if asked == Some(Ask::Branch) && said.is_any() {
            self.any_branch = true;
            return true;
        }
        false
    }

    /// How many they are; whether that is news.
    fn hear_party(&mut self, said: &Utterance, was_asked: bool) -> bool {
        match said.party(was_asked) {
            Some(People::Said(count)) => {
                self.parties.clear();
                let is_new = self.party != Some(count);
                self.party = Some(count);
                is_new
            }
            Some(People::Either(all)) => {
                self.party = None;
                let is_new = self.parties != all;
                self.parties = all;
                is_new
            }
            None => false,
        }
    }

    fn hear_who(&mut self, setting: &Setting<'_>, said: &Utterance) -> bool {
        let found = staff_in(setting.business, said);
        let is_new = found.is_some() && found != self.staff;
        self.staff = found.or_else(|| self.staff.take());
        is_new
    }

    fn which_service(&self, setting: &Setting<'_>) -> Step {
        let business = setting.business;
        if self.options.is_empty() {
            let lines: Vec<String> =
                business.services.iter().map(|service| service_line(service, setting)).collect();
            let head =
                say(setting.language, "Esto es lo que ofrecemos:", "This is what we offer:").to_owned();
            return say_and_ask([head].into_iter().chain(numbered(&lines)), Ask::Service);
        }
        let lines: Vec<String> = self
            .options
            .iter()
            .filter_map(|id| business.service(id))
            .map(|service| service_line(service, setting))
            .collect();
        let head = say(setting.language, "Tenemos varias opciones:", "We have several options:").to_owned();
        say_and_ask([head].into_iter().chain(numbered(&lines)), Ask::WhichService)
    }

    /// Before anything is asked about the person: there is room for them.
    fn is_free(&self, setting: &Setting<'_>) -> Vec<String> {
        let Some(offer) = &self.times.taken else { return Vec::new() };
        let when = short_moment(offer.at(), setting);
        vec![match setting.language {
            Language::Es => format!("Sí hay lugar el {when}."),
            Language::En => format!("{when} is free."),
        }]
    }

    fn summary(&self, setting: &Setting<'_>, person: &Person, service: &Service) -> Vec<String> {
        let (business, language) = (setting.business, setting.language);
        let Some(offer) = &self.times.taken else { return Vec::new() };
        let mut lines = vec![format!("{}, {}", service.name.to(language), short_moment(offer.at(), setting))];
        let mut more = Vec::new();
        more.extend(self.party.map(|count| people(count, setting)));
        if business.branches.len() > 1 {
            more.extend(business.branch(&offer.branch).map(|branch| branch.name.to(language).to_owned()));
        }
        let staff = offer.staff.as_ref().and_then(|id| business.member(id));
        more.extend(staff.map(|staff| format!("{} {}", say(language, "con", "with"), staff.name)));
        let name = person.name.as_ref();
        more.extend(name.map(|name| format!("{} {name}", say(language, "a nombre de", "under the name"))));
        if let Some(first) = lines.first_mut() {
            for part in more {
                first.push_str(&format!(", {part}"));
            }
            first.push('.');
        }
        if service.price_max > 0 {
            let price = price(service, setting);
            let note =
                service.price_note.as_ref().map(|note| format!(" {}", note.to(language))).unwrap_or_default();
            lines.push(format!("{}: {price}.{note}", say(language, "Precio", "Price")));
        }
        if is_table(service) {
            lines.push(service.description.to(language).to_owned());
        }
        lines.extend(deposit(service, setting));
        if service.requires_consultation {
            lines.push(
                say(
                    language,
                    "Este servicio requiere una consulta previa; si aún no la ha tenido, dígamelo.",
                    "This service requires a consultation first; tell me if you have not had one yet.",
                )
                .to_owned(),
            );
        }
        lines
    }
}

fn is_table(service: &Service) -> bool {
    !service.takes_staff
}

/// The service for what cannot wait.
fn urgent_service(business: &Business) -> Option<&Service> {
    let is_urgent = |service: &&Service| {
        let names = [&service.name, &service.category].into_iter().flat_map(Text::all);
        names.chain([service.id.as_str()]).any(|name| fold(name).contains("urgen"))
    };
    business.services.iter().find(is_urgent)
}
