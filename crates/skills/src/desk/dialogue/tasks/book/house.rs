//! What a booking may not be: for more people than fit, or where nobody does it. Said when it is heard.

use conserje_desk::model::{Business, Service};

use super::{Book, fitting};
use crate::desk::dialogue::hearing::mention::{Mention, mentioned};
use crate::desk::dialogue::hearing::{Ask, Hearing, Note};
use crate::desk::dialogue::wording::{Misfit, not_there};

impl Book {
    /// What is chosen is not for so many.
    pub(super) fn misfit<'b>(&self, business: &'b Business) -> Option<Misfit<'b>> {
        let (service, party) = (self.service(business)?, self.party?);
        let people = service.people.filter(|people| !people.takes(party))?;
        let others = business.for_people(party).collect();
        Some(Misfit { service, people, party, others, branches: self.branches(business) })
    }

    /// The services of which one is to be chosen: those that may be meant, or those that so many may book.
    pub(super) fn options(&self, business: &Business) -> Vec<Service> {
        if self.options.is_empty() {
            let others = self.misfit(business).map(|misfit| misfit.others);
            return others.unwrap_or_default().into_iter().cloned().collect();
        }
        self.options.iter().filter_map(|id| business.service(id)).cloned().collect()
    }

    /// A branch that is named, where what is wanted is not done, or not by them.
    pub(super) fn hear_wrong_branch(&mut self, hearing: &mut Hearing<'_>) {
        let (setting, business) = (hearing.setting, hearing.setting.business);
        if business.branches.len() < 2 || matches!(hearing.asked, Some(Ask::Name | Ask::Phone)) {
            return;
        }
        let Mention::One(place) = mentioned(&hearing.said.text, &business.branches, &[]) else { return };
        let (service, staff) = (self.service(business), self.member(business));
        let there = fitting(business, service, staff);
        let Some(named) = business.branches.get(place) else { return };
        if there.is_empty() || there.iter().any(|branch| branch.id == named.id) {
            return;
        }
        let text = not_there(named, &there, (service, staff), setting);
        hearing.notes.extend(text.map(Note::Reason));
        self.branch = self.branch.take().filter(|id| *id != named.id);
    }
}
