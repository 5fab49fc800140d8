//! What is booked in the end, and in whose name.

use conserje_desk::model::Service;
use serde_json::{Map, Value, json};

use super::Book;
use crate::desk::dialogue::hearing::{KnownPerson, Person, Setting};
use crate::desk::dialogue::wording::{exact, people};

impl Book {
    pub(super) fn to_create(
        &self,
        setting: &Setting<'_>,
        (person, known): (&Person, &KnownPerson),
        service: &Service,
    ) -> Value {
        let mut args = Map::new();
        if let Some(offer) = &self.times.taken {
            args.insert("date".to_owned(), json!(offer.date.to_string()));
            args.insert("time".to_owned(), json!(exact(offer.time)));
            args.insert("branch_id".to_owned(), json!(offer.branch));
        }
        args.insert("service_id".to_owned(), json!(service.id));
        args.extend(self.staff.as_ref().map(|id| ("staff_id".to_owned(), json!(id))));
        args.extend(self.party.map(|count| ("people".to_owned(), json!(count))));
        args.extend(self.party.map(|count| ("notes".to_owned(), json!(people(count, setting)))));
        // For somebody else than who writes; or nobody noted who writes.
        let is_own = known.name.as_ref().is_some_and(|own| person.name.as_ref() == Some(own));
        let name = person.name.as_ref().filter(|_| !is_own);
        args.extend(name.map(|name| ("for_name".to_owned(), json!(name))));
        Value::Object(args)
    }
}

/// Who writes: an appointment may be for somebody else, and they are called as before, or not known by name.
pub(super) fn customer(person: &Person, known: &KnownPerson) -> Person {
    let own = person.name.as_ref().filter(|_| !person.is_for_another);
    Person { name: known.name.as_ref().or(own).cloned(), ..person.clone() }
}
