//! Who may do what: one pure function, tested as a whole table.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::words::{UnknownName, words};

words! {
    /// What a person is inside a tenant.
    Role, "a role" {
        /// Everything, and the only one who can make another owner.
        Owner = "owner",
        /// Runs the tenant: people, keys, settings, jobs.
        Admin = "admin",
        /// A colleague: answers what assistants hand over, decides approvals.
        Agent = "agent",
        /// Chats.
        Member = "member",
        /// Writes from outside, through a channel or a widget: own conversations with the assistants that are for guests.
        Guest = "guest",
    }
}

words! {
    /// What a route asks for. Own sessions only: another user's session does not exist for the caller.
    Permission, "a permission" {
        ReadOwnAccount = "account:read",
        ManageOwnAccount = "account:manage",
        ReadSessions = "sessions:read",
        WriteSessions = "sessions:write",
        /// Say what was said before, and ask models by name.
        UseModels = "models:use",
        ReadUsers = "users:read",
        ManageUsers = "users:manage",
        ReadApiKeys = "keys:read",
        ManageApiKeys = "keys:manage",
        ReadJobs = "jobs:read",
        ManageJobs = "jobs:manage",
        /// Search, read and download the tenant's documents.
        ReadKnowledge = "knowledge:read",
        /// Add, change and delete documents: what everybody's answers are made of.
        WriteKnowledge = "knowledge:write",
        /// Choose the tenant's assistants and say how they speak.
        ManageAssistants = "assistants:manage",
        /// Connect the channels that people write from, and look at what they deliver.
        ManageChannels = "channels:manage",
        ReadUsage = "usage:read",
        ReadAudit = "audit:read",
        /// Decide what assistants ask in anybody's sessions; everyone decides in their own.
        DecideApprovals = "approvals:decide",
        /// Change the arguments of what is approved.
        EditApprovals = "approvals:edit",
        /// See the front desk: appointments, orders, customers.
        ReadDesk = "desk:read",
        /// Book, move, serve, and say what the business offers.
        WorkDesk = "desk:work",
        /// Take over conversations in which a person was asked for, and answer in them.
        WorkInbox = "inbox:work",
    }
}

words! {
    /// What an API key was made for: it narrows what its user may do, never widens it.
    KeyScope, "a key scope" {
        /// Talk: create, read and change the key's user's own sessions.
        Chat = "chat",
        /// Look, change nothing.
        Read = "read",
        /// All that its user may do.
        Admin = "admin",
    }
}

/// Whether a person of this role may do this.
pub fn allows(role: Role, permission: Permission) -> bool {
    match permission {
        Permission::ReadOwnAccount | Permission::ReadSessions | Permission::WriteSessions => true,
        Permission::ManageOwnAccount
        | Permission::UseModels
        | Permission::ReadKnowledge
        // Everyone has keys of their own; whose keys one sees is decided by role in the use case.
        | Permission::ReadApiKeys
        | Permission::ManageApiKeys => role != Role::Guest,
        Permission::ReadUsage
        | Permission::WriteKnowledge
        | Permission::DecideApprovals
        | Permission::EditApprovals
        | Permission::ReadDesk
        | Permission::WorkDesk
        | Permission::WorkInbox => !matches!(role, Role::Member | Role::Guest),
        Permission::ReadUsers
        | Permission::ManageUsers
        | Permission::ReadJobs
        | Permission::ManageJobs
        | Permission::ManageAssistants
        | Permission::ManageChannels
        | Permission::ReadAudit => matches!(role, Role::Owner | Role::Admin),
    }
}

impl KeyScope {
    fn covers(self, permission: Permission) -> bool {
        match self {
            Self::Admin => true,
            Self::Chat => matches!(
                permission,
                Permission::ReadOwnAccount
                    | Permission::ReadSessions
                    | Permission::WriteSessions
                    | Permission::UseModels
                    | Permission::ReadKnowledge
            ),
            Self::Read => match permission {
                Permission::ReadOwnAccount
                | Permission::ReadSessions
                | Permission::ReadUsers
                | Permission::ReadApiKeys
                | Permission::ReadJobs
                | Permission::ReadKnowledge
                | Permission::ReadUsage
                | Permission::ReadDesk
                | Permission::ReadAudit => true,
                Permission::ManageOwnAccount
                | Permission::WriteSessions
                | Permission::UseModels
                | Permission::ManageUsers
                | Permission::ManageApiKeys
                | Permission::ManageJobs
                | Permission::ManageAssistants
                | Permission::ManageChannels
                | Permission::WriteKnowledge
                | Permission::DecideApprovals
                | Permission::EditApprovals
                | Permission::WorkDesk
                | Permission::WorkInbox => false,
            },
        }
    }
}

/// The scopes of one key; a key without any can do nothing.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct KeyScopes(BTreeSet<KeyScope>);

impl KeyScopes {
    pub fn cover(&self, permission: Permission) -> bool {
        self.0.iter().any(|scope| scope.covers(permission))
    }

    pub fn iter(&self) -> impl Iterator<Item = KeyScope> {
        self.0.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<KeyScope> for KeyScopes {
    fn from_iter<I: IntoIterator<Item = KeyScope>>(scopes: I) -> Self {
        Self(scopes.into_iter().collect())
    }
}

impl fmt::Display for KeyScopes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(|scope| scope.name()).collect();
        out.write_str(&names.join(","))
    }
}

impl FromStr for KeyScopes {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::parse).collect()
    }
}

#[cfg(test)]
#[path = "access_tests.rs"]
mod tests;
