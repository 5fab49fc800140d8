//! What people see of their own assistants, and change.

use std::collections::{BTreeMap, BTreeSet};

use conserje_agents::{Agent, AssistantForm, PackFiles};
use conserje_conversation::There;
use conserje_kernel::{Bilingual, Scope, SetupAct, SetupKind, SetupPart, Timestamp, UserId};
use conserje_store::Tx;
use conserje_store::record::{self, By, NewEntry};
use conserje_store::setups::{self, ENDED, NewVersion, Of, Version};

use super::{AssistantError, Beginning, FieldFault, Outcome, archive, begin, content, hints, in_fields};
use crate::Operate;

/// Versions that are shown.
const SHOWN: i64 = 100;
/// Assistants that a tenant may have of its own.
const MOST: usize = 50;
const LONGEST_NOTE: usize = 300;

/// Which version, and who made it when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub version: i64,
    pub by: Option<UserId>,
    pub at: Timestamp,
}

#[derive(Clone, Debug)]
pub struct OwnShown {
    pub name: String,
    pub title: Bilingual,
    pub description: Bilingual,
    pub picture: String,
    pub live: Option<Made>,
    pub draft: Option<Made>,
    pub is_enabled: bool,
    /// Those for every tenant that it stands for, or will.
    pub replaces: Vec<String>,
    /// Why what is in force does not answer.
    pub problem: Option<String>,
}

/// One with all its files, as somebody works on it.
#[derive(Clone, Debug)]
pub struct OwnDetail {
    pub shown: OwnShown,
    pub files: PackFiles,
    /// None if `pack.toml` is no TOML.
    pub form: Option<AssistantForm>,
    pub faults: Vec<FieldFault>,
    /// What is not wrong, and yet worth a look.
    pub hints: Vec<FieldFault>,
}

#[derive(Clone, Debug)]
pub struct OwnVersion {
    pub made: Made,
    pub note: String,
    pub is_live: bool,
}

/// What somebody wants a draft to be.
#[derive(Clone, Debug)]
pub enum Change {
    Files(PackFiles),
    Form(Box<AssistantForm>),
}

/// What is kept of one.
struct Kept {
    live: Option<Version>,
    draft: Option<Version>,
}

fn live(name: &str) -> Of<'_> {
    Of { kind: SetupKind::Assistant, name }
}

fn draft(name: &str) -> Of<'_> {
    Of { kind: SetupKind::AssistantDraft, name }
}

fn made(version: &Version) -> Made {
    Made { version: version.version, by: version.made_by, at: version.made_at }
}

fn form_of(version: &Version) -> Option<AssistantForm> {
    AssistantForm::of(&content::read(&version.content)?)
}

fn look(tx: &mut Tx<'_>, name: &str) -> Result<Kept, conserje_store::StoreError> {
    let is_there = |version: &Version| version.content != ENDED;
    Ok(Kept {
        live: setups::latest(tx, live(name))?.filter(is_there),
        draft: setups::latest(tx, draft(name))?.filter(is_there),
    })
}

/// Puts a version in force, or says that somebody was faster.
fn put(tx: &mut Tx<'_>, of: Of<'_>, content: &str, (note, by): (&str, By)) -> Result<i64, AssistantError> {
    let latest = setups::latest(tx, of)?;
    let after = latest.as_ref().map_or(0, |latest| latest.version);
    let new = NewVersion { after, content, note, by: by.user };
    let made = setups::add(tx, of, new)?.ok_or(AssistantError::ChangedMeanwhile)?;
    // What somebody works on answers nobody.
    if of.kind == SetupKind::Assistant {
        let before = latest.filter(|latest| latest.content != ENDED);
        let act = match before {
            _ if content == ENDED => SetupAct::Removed,
            None => SetupAct::Added,
            Some(_) => SetupAct::Changed,
        };
        // By their paths: what is in them is in the version.
        let fields = match before {
            Some(before) if act == SetupAct::Changed => content::differing(&before.content, content),
            Some(_) | None => Vec::new(),
        };
        let (part, subject, name) = (SetupPart::Assistant, of.name, of.name);
        record::add(tx, by, &NewEntry { part, act, subject, name, fields: &fields, note })?;
    }
    Ok(made)
}

impl Kept {
    fn latest(&self) -> Result<&Version, AssistantError> {
        self.draft.as_ref().or(self.live.as_ref()).ok_or(AssistantError::NotFound { what: "assistant" })
    }
}

impl Operate {
    /// What every tenant has, which its own stand beside.
    pub(super) fn there(&self) -> There {
        There { packs: self.0.conversations.all_packs(), tools: self.0.conversations.registry() }
    }

    /// Those for every tenant whose agents it has.
    pub(super) fn replaced_by(&self, about: &AssistantForm) -> Vec<String> {
        let has = |agent: &Agent| about.agents.iter().any(|own| own.name == agent.name);
        let packs = self.0.conversations.all_packs();
        packs.iter().filter(|pack| pack.agents.iter().any(has)).map(|pack| pack.name.clone()).collect()
    }

    pub async fn own_assistants(&self, scope: &Scope) -> Result<Vec<OwnShown>, AssistantError> {
        let names = |tx: &mut Tx<'_>| -> Result<_, AssistantError> {
            let mut all = BTreeMap::new();
            for kind in [SetupKind::Assistant, SetupKind::AssistantDraft] {
                for (name, _) in setups::names(tx, kind)? {
                    let kept = look(tx, &name)?;
                    all.insert(name, kept);
                }
            }
            Ok(all)
        };
        let all = self.0.store.read(scope, names).await?;
        let mut shown = Vec::new();
        for (name, kept) in all {
            shown.push(self.summary(scope, &name, &kept).await?);
        }
        Ok(shown)
    }

    pub async fn own_assistant(&self, scope: &Scope, name: &str) -> Result<OwnDetail, AssistantError> {
        let kept = self.kept(scope, name).await?;
        self.detail(scope, name, &kept).await
    }

    async fn kept(&self, scope: &Scope, name: &str) -> Result<Kept, AssistantError> {
        let name = name.to_owned();
        Ok(self.0.store.read(scope, move |tx| look(tx, &name)).await?)
    }

    async fn outcome(&self, scope: &Scope, of: Of<'_>, version: &Version) -> Result<Outcome, AssistantError> {
        Ok(self.0.assistants.read(scope, of, version.version, &self.there()).await?)
    }

    /// What is worked on is not read for this: a list would take long.
    async fn summary(&self, scope: &Scope, name: &str, kept: &Kept) -> Result<OwnShown, AssistantError> {
        let about = form_of(kept.latest()?).unwrap_or_default();
        let problem = match &kept.live {
            Some(version) => {
                let read = self.outcome(scope, live(name), version).await?;
                read.err().and_then(|faults| faults.first().map(ToString::to_string))
            }
            None => None,
        };
        let choices = self.0.conversations.assistants(scope).await?;
        Ok(OwnShown {
            name: name.to_owned(),
            live: kept.live.as_ref().map(made),
            draft: kept.draft.as_ref().map(made),
            is_enabled: choices.choices().get(name).is_none_or(|choice| choice.enabled),
            replaces: self.replaced_by(&about),
            problem,
            title: about.title,
            description: about.description,
            picture: about.picture,
        })
    }

    async fn detail(&self, scope: &Scope, name: &str, kept: &Kept) -> Result<OwnDetail, AssistantError> {
        let latest = kept.latest()?;
        let of = if kept.draft.is_some() { draft(name) } else { live(name) };
        let faults = self.outcome(scope, of, latest).await?.err();
        let files = content::read(&latest.content).unwrap_or_default();
        let form = AssistantForm::of(&files);
        Ok(OwnDetail {
            shown: self.summary(scope, name, kept).await?,
            faults: faults.map(|faults| in_fields(&files, &faults)).unwrap_or_default(),
            hints: form.as_ref().map(|form| hints::hints(form, &self.there())).unwrap_or_default(),
            form,
            files,
        })
    }

    /// Begins one: its first draft.
    pub async fn begin_assistant(
        &self,
        scope: &Scope,
        name: &str,
        beginning: Beginning,
    ) -> Result<OwnDetail, AssistantError> {
        content::check_name(name)?;
        let there = self.there();
        if there.packs.iter().any(|pack| pack.name == name) {
            return Err(AssistantError::AlreadyExists { name: name.to_owned() });
        }
        let packaged = |wanted: &str| there.packs.iter().find(|pack| pack.name == wanted);
        let files = match beginning {
            Beginning::Files(files) => begin::named(files, name),
            Beginning::CopyOf(other) => {
                let files = match packaged(&other) {
                    Some(pack) => begin::copied(pack)?,
                    None => self.own_assistant(scope, &other).await?.files,
                };
                begin::named(files, name)
            }
            Beginning::About(about) => {
                let desk = packaged(begin::FRONT_DESK).map(|pack| begin::copied(pack)).transpose()?;
                begin::made(name, &about, desk)?
            }
        };
        content::check(&files)?;
        let (content, by, id) = (content::written(files)?, By::from(scope), name.to_owned());
        let write = move |tx: &mut Tx<'_>| -> Result<(), AssistantError> {
            conserje_store::tenants::lock(tx)?;
            let kept = look(tx, &id)?;
            if kept.live.is_some() || kept.draft.is_some() {
                return Err(AssistantError::AlreadyExists { name: id.clone() });
            }
            let mut there = setups::names(tx, SetupKind::Assistant)?;
            there.extend(setups::names(tx, SetupKind::AssistantDraft)?);
            // One that is in force and worked on is one.
            let there: BTreeSet<String> = there.into_iter().map(|(name, _)| name).collect();
            if there.len() >= MOST {
                return Err(AssistantError::invalid(format!(
                    "there are {MOST} assistants already; remove one"
                )));
            }
            put(tx, draft(&id), &content, ("begun", by)).map(drop)
        };
        self.changed(scope, name, write).await
    }

    /// Keeps a draft. What is wrong with it is said, and does not stop anybody from keeping it.
    pub async fn save_draft(
        &self,
        scope: &Scope,
        name: &str,
        (after, change): (i64, Change),
    ) -> Result<OwnDetail, AssistantError> {
        let kept = self.kept(scope, name).await?;
        let files = match change {
            Change::Files(files) => files,
            Change::Form(form) => {
                let before = content::read(&kept.latest()?.content).unwrap_or_default();
                form.put_into(&before).ok_or_else(|| {
                    AssistantError::invalid(
                        "`pack.toml` is no TOML, which a form cannot change; send `files`",
                    )
                })?
            }
        };
        content::check(&files)?;
        let (content, by, id) = (content::written(files)?, By::from(scope), name.to_owned());
        let write = move |tx: &mut Tx<'_>| -> Result<(), AssistantError> {
            conserje_store::tenants::lock(tx)?;
            let kept = look(tx, &id)?;
            kept.latest()?;
            if kept.draft.map_or(0, |draft| draft.version) != after {
                return Err(AssistantError::ChangedMeanwhile);
            }
            put(tx, draft(&id), &content, ("saved", by)).map(drop)
        };
        self.changed(scope, name, write).await
    }

    /// Throws a draft away; what is in force stays.
    pub async fn drop_draft(&self, scope: &Scope, name: &str) -> Result<(), AssistantError> {
        let (id, by) = (name.to_owned(), By::from(scope));
        let write = move |tx: &mut Tx<'_>| -> Result<(), AssistantError> {
            conserje_store::tenants::lock(tx)?;
            if look(tx, &id)?.draft.is_none() {
                return Err(AssistantError::NotFound { what: "draft" });
            }
            put(tx, draft(&id), ENDED, ("thrown away", by)).map(drop)
        };
        self.0.store.write(scope, write).await?;
        self.0.conversations.forget_assistants(scope);
        Ok(())
    }

    /// Puts the draft in force: it answers from the next message on.
    pub async fn go_live(
        &self,
        scope: &Scope,
        name: &str,
        (revision, note): (i64, String),
    ) -> Result<OwnDetail, AssistantError> {
        if note.chars().count() > LONGEST_NOTE {
            return Err(AssistantError::invalid(format!("`note` is at most {LONGEST_NOTE} characters long")));
        }
        let kept = self.kept(scope, name).await?;
        let found = kept.draft.ok_or(AssistantError::NotFound { what: "draft" })?;
        if found.version != revision {
            return Err(AssistantError::ChangedMeanwhile);
        }
        if let Err(faults) = self.outcome(scope, draft(name), &found).await? {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            let problem = format!("it cannot answer as it is ({} faults): {first}", faults.len());
            return Err(AssistantError::Invalid { problem });
        }
        let (id, by) = (name.to_owned(), By::from(scope));
        let write = move |tx: &mut Tx<'_>| -> Result<(), AssistantError> {
            conserje_store::tenants::lock(tx)?;
            let now = look(tx, &id)?.draft.ok_or(AssistantError::ChangedMeanwhile)?;
            if now.version != revision {
                return Err(AssistantError::ChangedMeanwhile);
            }
            put(tx, live(&id), &now.content, (&note, by))?;
            put(tx, draft(&id), ENDED, ("in force", by)).map(drop)
        };
        self.changed(scope, name, write).await
    }

    /// What was in force, the latest first.
    pub async fn assistant_versions(
        &self,
        scope: &Scope,
        name: &str,
    ) -> Result<Vec<OwnVersion>, AssistantError> {
        let id = name.to_owned();
        let found = self.0.store.read(scope, move |tx| setups::versions(tx, live(&id), SHOWN)).await?;
        let latest = found.first().filter(|version| version.content != ENDED).map(|version| version.version);
        if found.is_empty() {
            self.kept(scope, name).await?.latest()?;
        }
        let shown = |version: &Version| OwnVersion {
            made: made(version),
            note: version.note.clone(),
            is_live: Some(version.version) == latest,
        };
        Ok(found.iter().filter(|version| version.content != ENDED).map(shown).collect())
    }

    /// The files of a version.
    pub async fn assistant_version(
        &self,
        scope: &Scope,
        name: &str,
        version: i64,
    ) -> Result<(OwnVersion, PackFiles), AssistantError> {
        let id = name.to_owned();
        let look = move |tx: &mut Tx<'_>| -> Result<_, AssistantError> {
            Ok((setups::find(tx, live(&id), version)?, setups::latest(tx, live(&id))?))
        };
        let (found, latest) = self.0.store.read(scope, look).await?;
        let found = found.filter(|found| found.content != ENDED);
        let found = found.ok_or(AssistantError::NotFound { what: "version" })?;
        let shown = OwnVersion {
            made: made(&found),
            note: found.note.clone(),
            is_live: latest.is_some_and(|latest| latest.version == version),
        };
        Ok((shown, content::read(&found.content).unwrap_or_default()))
    }

    /// Puts an earlier version in force again, if this program can still read it.
    pub async fn restore_assistant(
        &self,
        scope: &Scope,
        name: &str,
        version: i64,
    ) -> Result<OwnDetail, AssistantError> {
        let (_, files) = self.assistant_version(scope, name, version).await?;
        if let Err(faults) = self.0.assistants.read(scope, live(name), version, &self.there()).await? {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            return Err(AssistantError::invalid(format!(
                "version {version} cannot answer any more: {first}"
            )));
        }
        let (content, by, id) = (content::written(files)?, By::from(scope), name.to_owned());
        let write = move |tx: &mut Tx<'_>| -> Result<(), AssistantError> {
            conserje_store::tenants::lock(tx)?;
            put(tx, live(&id), &content, (&format!("version {version} again"), by)).map(drop)
        };
        self.changed(scope, name, write).await
    }

    /// Takes it out of force and out of the list. Its versions stay on record.
    pub async fn remove_assistant(&self, scope: &Scope, name: &str) -> Result<(), AssistantError> {
        let (id, by) = (name.to_owned(), By::from(scope));
        let write = move |tx: &mut Tx<'_>| -> Result<(), AssistantError> {
            conserje_store::tenants::lock(tx)?;
            let kept = look(tx, &id)?;
            kept.latest()?;
            for (of, is_there) in [(live(&id), kept.live.is_some()), (draft(&id), kept.draft.is_some())] {
                if is_there {
                    put(tx, of, ENDED, ("removed", by))?;
                }
            }
            Ok(())
        };
        self.0.store.write(scope, write).await?;
        self.0.conversations.forget_assistants(scope);
        Ok(())
    }

    /// Its folder as a zip, as it is worked on, else as it is in force.
    pub async fn export_assistant(&self, scope: &Scope, name: &str) -> Result<Vec<u8>, AssistantError> {
        archive::pack(name, &self.own_assistant(scope, name).await?.files)
    }

    /// Takes a zip as the draft; one that is not there is begun.
    pub async fn import_assistant(
        &self,
        scope: &Scope,
        name: &str,
        packed: &[u8],
    ) -> Result<OwnDetail, AssistantError> {
        content::check_name(name)?;
        let files = begin::named(archive::unpack(packed)?, name);
        let kept = self.kept(scope, name).await?;
        if kept.latest().is_err() {
            return self.begin_assistant(scope, name, Beginning::Files(files)).await;
        }
        let after = kept.draft.map_or(0, |draft| draft.version);
        self.save_draft(scope, name, (after, Change::Files(files))).await
    }

    async fn changed(
        &self,
        scope: &Scope,
        name: &str,
        write: impl FnOnce(&mut Tx<'_>) -> Result<(), AssistantError> + Send + 'static,
    ) -> Result<OwnDetail, AssistantError> {
        self.0.store.write(scope, write).await?;
        self.0.conversations.forget_assistants(scope);
        self.own_assistant(scope, name).await
    }
}
