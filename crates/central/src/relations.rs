//! How entities hang together: navigations, ids of others, and the way from one to another.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::catalogue::{Catalogue, Entity, Navigation, Property};

/// What one entity has to do with others.
#[derive(Clone, Debug, PartialEq)]
pub struct Relations<'a> {
    /// Where its navigations lead.
    pub leads_to: Vec<&'a Navigation>,
    /// Its properties that hold the id of another.
    pub holds: Vec<(&'a Property, &'a str)>,
    /// Who navigates to it, and by which name.
    pub reached_from: Vec<(&'a Entity, &'a Navigation)>,
    /// Who holds its id, and in which property.
    pub held_by: Vec<(&'a Entity, &'a Property)>,
}

/// One step of a way between entities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    pub from: String,
    /// The navigation, or the property that holds the id.
    pub by: String,
    pub to: String,
}

impl Catalogue {
    pub fn relations<'a>(&'a self, entity: &'a Entity) -> Relations<'a> {
        let holds = entity.properties.iter().filter_map(|one| Some((one, one.target.as_deref()?)));
        let others = || self.entities.iter().filter(|other| other.name != entity.name);
        let reached_from = others().flat_map(|other| {
            other.navigation.iter().filter(|one| one.target == entity.name).map(move |one| (other, one))
        });
        let held_by = others().flat_map(|other| {
            let ids = other.properties.iter();
            ids.filter(|one| one.target.as_deref() == Some(&entity.name)).map(move |one| (other, one))
        });
        Relations {
            leads_to: entity.navigation.iter().collect(),
            holds: holds.collect(),
            reached_from: reached_from.collect(),
            held_by: held_by.collect(),
        }
    }

    /// The shortest way; `None` if there is none. The company, which leads to everything, is no way.
    pub fn way(&self, from: &Entity, to: &Entity) -> Option<Vec<Hop>> {
        let mut came: BTreeMap<&str, Hop> = BTreeMap::new();
        let mut seen: BTreeSet<&str> = BTreeSet::from([from.name.as_str()]);
        let mut waiting: VecDeque<&Entity> = VecDeque::from([from]);
        while let Some(entity) = waiting.pop_front() {
            if entity.name == to.name {
                return Some(walked(&came, &to.name));
            }
            if entity.outside_company && entity.name != from.name {
                continue;
            }
            let navigations = entity.navigation.iter().map(|one| (one.name.as_str(), one.target.as_str()));
            let ids =
                entity.properties.iter().filter_map(|one| Some((one.name.as_str(), one.target.as_deref()?)));
            for (by, target) in navigations.chain(ids) {
                if let Some(next) = self.named(target)
                    && seen.insert(next.name.as_str())
                {
                    let hop = Hop { from: entity.name.clone(), by: by.to_owned(), to: next.name.clone() };
                    came.insert(next.name.as_str(), hop);
                    waiting.push_back(next);
                }
            }
        }
        None
    }
}

fn walked(came: &BTreeMap<&str, Hop>, to: &str) -> Vec<Hop> {
    let mut hops = Vec::new();
    let mut at = to;
    while let Some(hop) = came.get(at) {
        hops.push(hop.clone());
        at = &hop.from;
    }
    hops.reverse();
    hops
}
