//! What a tenant says of itself: kept in its row, and every change on record with who made it.

use std::collections::{BTreeMap, BTreeSet};

use conserje_kernel::{Address, Digest, Feature, Language, Scope, SetupAct, SetupKind, SetupPart, Zone};
use conserje_store::record::{self, By, NewEntry};
use conserje_store::setups::{self, NewVersion, Of};
use conserje_store::tenants::{self, Logo, Tenant};
use conserje_store::{StoreError, Tx};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::tenants::checked_name;
use super::{Operate, OperateError, VersionShown};

const SETTINGS: Of<'_> = Of { kind: SetupKind::Settings, name: "" };
/// What costs are told in where nobody says otherwise: what most providers ask for.
pub const USUAL_CURRENCY: &str = "USD";
/// The largest picture that stands for a tenant.
pub const LARGEST_LOGO: usize = 256 * 1024;
/// Pictures that browsers show and that hold no program.
const PICTURES: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];
/// Changes that are shown.
const SHOWN: i64 = 100;
/// As the record calls the picture.
const LOGO: &str = "logo";

/// What a tenant says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub name: String,
    pub language: Language,
    /// How everybody is addressed; if it does not say, members are otherwise than guests.
    pub address: Option<Address>,
    pub zone: Option<Zone>,
    pub currency: Option<String>,
    /// `#0f766e`.
    pub color: Option<String>,
    pub switched_off: BTreeSet<Feature>,
    /// Of its picture, if it has one.
    pub logo: Option<Digest>,
    /// Whether it runs the installation for all tenants.
    pub is_installation: bool,
}

/// What is said anew; what is not said stays.
#[derive(Clone, Debug, Default)]
pub struct SettingsChange {
    pub name: Option<String>,
    pub language: Option<Language>,
    pub address: Change<Address>,
    pub zone: Change<String>,
    pub currency: Change<String>,
    pub color: Change<String>,
    pub features: Vec<(Feature, bool)>,
}

/// Of what may be said or not.
#[derive(Clone, Debug, Default)]
pub enum Change<T> {
    #[default]
    Stays,
    Becomes(Option<T>),
}

impl<T> Change<T> {
    fn of(self, known: Option<T>) -> Option<T> {
        match self {
            Self::Stays => known,
            Self::Becomes(value) => value,
        }
    }

    fn checked<U>(self, check: impl FnOnce(T) -> Result<U, OperateError>) -> Result<Change<U>, OperateError> {
        Ok(match self {
            Self::Stays => Change::Stays,
            Self::Becomes(value) => Change::Becomes(value.map(check).transpose()?),
        })
    }
}

/// As a version has it.
#[derive(Serialize, Deserialize)]
struct Kept {
    name: String,
    language: Language,
    address: Option<Address>,
    time_zone: Option<String>,
    currency: Option<String>,
    color: Option<String>,
    #[serde(default)]
    switched_off: Vec<String>,
}

impl Kept {
    fn of(tenant: &Tenant) -> Self {
        Self {
            name: tenant.name.clone(),
            language: tenant.language,
            address: tenant.address,
            time_zone: tenant.zone.as_ref().map(ToString::to_string),
            currency: tenant.currency.clone(),
            color: tenant.color.clone(),
            switched_off: tenant.switched_off.iter().map(ToString::to_string).collect(),
        }
    }

    fn put_into(self, tenant: Tenant) -> Tenant {
        Tenant {
            name: self.name,
            language: self.language,
            address: self.address,
            zone: self.time_zone.and_then(|name| name.parse().ok()),
            currency: self.currency,
            color: self.color,
            switched_off: self.switched_off.iter().filter_map(|word| word.parse().ok()).collect(),
            ..tenant
        }
    }
}

fn invalid(problem: impl Into<String>) -> OperateError {
    OperateError::Invalid { problem: problem.into() }
}

fn checked_currency(code: String) -> Result<String, OperateError> {
    if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        Ok(code)
    } else {
        Err(invalid("a currency is the three capital letters of its code: EUR, MXN, USD"))
    }
}

/// `#0f766e`, in lower case.
pub(crate) fn checked_color(color: &str) -> Result<String, OperateError> {
    let digits = color.strip_prefix('#').unwrap_or_default();
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        Ok(color.to_ascii_lowercase())
    } else {
        Err(invalid("the colour is not of the form `#0f766e`"))
    }
}

impl Operate {
    pub async fn settings(&self, scope: &Scope) -> Result<Settings, OperateError> {
        let look = |tx: &mut Tx<'_>| Ok::<_, StoreError>((tenants::own(tx)?, tenants::logo_digest(tx)?));
        let (tenant, logo) = self.0.store.read(scope, look).await?;
        let tenant = tenant.ok_or(OperateError::NotFound { what: "tenant" })?;
        Ok(Settings {
            name: tenant.name,
            language: tenant.language,
            address: tenant.address,
            zone: tenant.zone,
            currency: tenant.currency,
            color: tenant.color,
            switched_off: tenant.switched_off,
            logo,
            is_installation: self.0.models.is_installation(scope).await?,
        })
    }

    pub async fn change_settings(
        &self,
        scope: &Scope,
        change: SettingsChange,
    ) -> Result<Settings, OperateError> {
        let name = change.name.as_deref().map(checked_name).transpose()?;
        let zone =
            change.zone.checked(|name| name.parse::<Zone>().map_err(|error| invalid(error.to_string())))?;
        let currency = change.currency.checked(checked_currency)?;
        let color = change.color.checked(|color| checked_color(&color))?;
        self.put_settings(scope, None, move |known| {
            let mut switched_off = known.switched_off.clone();
            for (feature, is_on) in change.features {
                if is_on {
                    switched_off.remove(&feature);
                } else {
                    switched_off.insert(feature);
                }
            }
            Ok(Tenant {
                name: name.unwrap_or(known.name),
                language: change.language.unwrap_or(known.language),
                address: change.address.of(known.address),
                zone: zone.of(known.zone),
                currency: currency.of(known.currency),
                color: color.of(known.color),
                switched_off,
                ..known
            })
        })
        .await
    }

    /// What was changed, the latest first.
    pub async fn settings_versions(&self, scope: &Scope) -> Result<Vec<VersionShown>, OperateError> {
        let found = self.0.store.read(scope, |tx| setups::versions(tx, SETTINGS, SHOWN)).await?;
        Ok(VersionShown::all(found))
    }

    /// Puts what was said before in force again.
    pub async fn restore_settings(&self, scope: &Scope, version: i64) -> Result<Settings, OperateError> {
        let found = self.0.store.read(scope, move |tx| setups::find(tx, SETTINGS, version)).await?;
        let found = found.ok_or(OperateError::NotFound { what: "version" })?;
        let kept: Kept = serde_json::from_str(&found.content)
            .map_err(|error| invalid(format!("version {version} cannot be read by this program: {error}")))?;
        let note = format!("version {version} again");
        self.put_settings(scope, Some(note), move |known| Ok(kept.put_into(known))).await
    }

    async fn put_settings(
        &self,
        scope: &Scope,
        note: Option<String>,
        change: impl FnOnce(Tenant) -> Result<Tenant, OperateError> + Send + 'static,
    ) -> Result<Settings, OperateError> {
        let by = By::from(scope);
        let write = move |tx: &mut Tx<'_>| {
            // Of two who change different things at once, neither takes back what the other did.
            tenants::lock(tx)?;
            let known = tenants::own(tx)?.ok_or(OperateError::NotFound { what: "tenant" })?;
            let changed = change(known.clone())?;
            let changes = told(&known, &changed);
            if changes.is_empty() {
                return Ok(());
            }
            let mut after = setups::latest(tx, SETTINGS)?.map_or(0, |latest| latest.version);
            if after == 0 {
                // Before the first change: what can be gone back to.
                put_version(tx, after, &known, ("as it was", None))?;
                after = 1;
            }
            let note = note.unwrap_or(changes);
            put_version(tx, after, &changed, (&note, by.user))?;
            let fields = record::differing(&shown(&known), &shown(&changed));
            recorded(tx, by, SetupAct::Changed, (&fields, &note))?;
            tenants::set(tx, &changed)?;
            Ok::<_, OperateError>(())
        };
        self.0.store.write(scope, write).await?;
        self.0.conversations.forget_assistants(scope);
        self.settings(scope).await
    }

    pub async fn logo(&self, scope: &Scope) -> Result<Logo, OperateError> {
        let found = self.0.store.read(scope, tenants::logo).await?;
        found.ok_or(OperateError::NotFound { what: "logo" })
    }

    /// Takes a picture to stand for the tenant.
    pub async fn put_logo(&self, scope: &Scope, content: Vec<u8>) -> Result<Settings, OperateError> {
        if content.is_empty() || content.len() > LARGEST_LOGO {
            return Err(invalid(format!("a logo has at most {} kB", LARGEST_LOGO / 1024)));
        }
        let media_type = infer::get(&content).map(|kind| kind.mime_type()).unwrap_or_default();
        if !PICTURES.contains(&media_type) {
            return Err(invalid("a logo is a picture in PNG, JPEG or WebP"));
        }
        let digest = Digest::new(Sha256::digest(&content).into());
        let logo = Logo { media_type: media_type.to_owned(), content, digest };
        let by = By::from(scope);
        let write = move |tx: &mut Tx<'_>| {
            if tenants::logo_digest(tx)? == Some(logo.digest) {
                return Ok(());
            }
            tenants::put_logo(tx, &logo)?;
            recorded(tx, by, SetupAct::Changed, (&[LOGO.to_owned()], ""))
        };
        self.0.store.write(scope, write).await?;
        self.settings(scope).await
    }

    pub async fn remove_logo(&self, scope: &Scope) -> Result<Settings, OperateError> {
        let by = By::from(scope);
        let write = move |tx: &mut Tx<'_>| -> Result<(), OperateError> {
            if !tenants::remove_logo(tx)? {
                return Err(OperateError::NotFound { what: "logo" });
            }
            Ok(recorded(tx, by, SetupAct::Removed, (&[LOGO.to_owned()], ""))?)
        };
        self.0.store.write(scope, write).await?;
        self.settings(scope).await
    }
}

fn recorded(
    tx: &mut Tx<'_>,
    by: By,
    act: SetupAct,
    (fields, note): (&[String], &str),
) -> Result<(), StoreError> {
    let part = SetupPart::Settings;
    record::add(tx, by, &NewEntry { part, act, subject: "", name: "", fields, note })
}

/// Under the names that the API has for it.
fn shown(tenant: &Tenant) -> serde_json::Value {
    let is_on = |feature: &Feature| (feature.name(), !tenant.switched_off.contains(feature));
    let features: BTreeMap<&str, bool> = Feature::ALL.iter().map(is_on).collect();
    serde_json::json!({
        "name": tenant.name, "language": tenant.language, "address": tenant.address,
        "timeZone": tenant.zone.as_ref().map(ToString::to_string), "currency": tenant.currency,
        "color": tenant.color, "features": features,
    })
}

fn put_version(
    tx: &mut Tx<'_>,
    after: i64,
    tenant: &Tenant,
    (note, by): (&str, Option<conserje_kernel::UserId>),
) -> Result<(), OperateError> {
    let content = serde_json::to_string(&Kept::of(tenant)).map_err(|error| invalid(error.to_string()))?;
    let new = NewVersion { after, content: &content, note, by };
    // Nobody else is in here: the tenant is locked.
    setups::add(tx, SETTINGS, new)?.map(drop).ok_or_else(|| StoreError::Duplicate.into())
}

/// What is different, for whoever looks at the record.
fn told(before: &Tenant, after: &Tenant) -> String {
    let changed = [
        ("name", before.name != after.name),
        ("language", before.language != after.language),
        ("form of address", before.address != after.address),
        ("time zone", before.zone != after.zone),
        ("currency", before.currency != after.currency),
        ("colour", before.color != after.color),
    ];
    let said = changed.into_iter().filter(|(_, is)| *is).map(|(what, _)| what.to_owned());
    let off = after.switched_off.difference(&before.switched_off).map(|feature| format!("{feature} off"));
    let on = before.switched_off.difference(&after.switched_off).map(|feature| format!("{feature} on"));
    said.chain(off).chain(on).collect::<Vec<_>>().join(", ")
}
