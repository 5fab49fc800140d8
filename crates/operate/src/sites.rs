//! Pages of a business that show the widget, and what their visitors get.

use conserje_accounts::Token;
use conserje_desk::front_desk::DeskError;
use conserje_desk::model::Business;
use conserje_kernel::{DeploymentScope, Digest, Scope, SetupAct, SetupPart, SiteId, SystemJob, TenantId};
use conserje_store::record::{self, By, NewEntry};
use conserje_store::sites::{self, Site as Row};
use conserje_store::tenants::{self, Logo};
use conserje_store::{DeploymentTx, StoreError, Tx};
use reqwest::Url;

use super::settings::checked_color;
use super::{Operate, OperateError};

/// Of a widget of which nobody says otherwise.
pub const USUAL_COLOR: &str = "#0f766e";
const MOST_SITES: usize = 100;
const MOST_ORIGINS: usize = 50;
const LONGEST_NAME: usize = 100;
const LONGEST_GREETING: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub id: SiteId,
    pub created_at: conserje_kernel::Timestamp,
    pub facts: SiteFacts,
}

/// What its owner says of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFacts {
    pub name: String,
    /// Of the pages that may show it.
    pub origins: Vec<String>,
    pub title: String,
    pub greeting: String,
    pub color: String,
    pub is_open: bool,
}

fn site(row: Row) -> Site {
    Site {
        id: row.id,
        created_at: row.created_at,
        facts: SiteFacts {
            name: row.name,
            // We wrote it.
            origins: serde_json::from_str(&row.origins).unwrap_or_default(),
            title: row.title,
            greeting: row.greeting,
            color: row.color,
            is_open: row.is_open,
        },
    }
}

/// `https://example.com`, as browsers say where a page is from.
fn origin(text: &str) -> Result<String, OperateError> {
    let invalid = || OperateError::Invalid {
        problem: format!(
            "`{}` is no origin; write where pages come from, such as `https://www.example.com`",
            text.chars().take(100).collect::<String>()
        ),
    };
    let url = Url::parse(text.trim()).map_err(|_| invalid())?;
    let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let has_nobody = url.username().is_empty() && url.password().is_none();
    let is_web = matches!(url.scheme(), "http" | "https");
    if is_web && is_bare && has_nobody && url.has_host() {
        Ok(url.origin().ascii_serialization())
    } else {
        Err(invalid())
    }
}

impl SiteFacts {
    fn checked(self) -> Result<Self, OperateError> {
        let invalid = |problem: String| Err(OperateError::Invalid { problem });
        for (what, text, longest) in [
            ("name", &self.name, LONGEST_NAME),
            ("title", &self.title, LONGEST_NAME),
            ("greeting", &self.greeting, LONGEST_GREETING),
        ] {
            if text.chars().count() > longest {
                return invalid(format!("the {what} is longer than {longest} characters"));
            }
        }
        if self.name.trim().is_empty() {
            return invalid("the name is empty; say which site it is".to_owned());
        }
        let color = checked_color(&self.color)?;
        if self.origins.len() > MOST_ORIGINS {
            return invalid(format!("there are more than {MOST_ORIGINS} origins"));
        }
        let mut origins = self.origins.iter().map(|text| origin(text)).collect::<Result<Vec<_>, _>>()?;
        origins.sort();
        origins.dedup();
        Ok(Self { origins, color, ..self })
    }

    /// Under the names that the API has for them.
    fn shown(&self) -> serde_json::Value {
        serde_json::json!({
            "name": self.name, "origins": self.origins, "title": self.title, "greeting": self.greeting,
            "color": self.color, "open": self.is_open,
        })
    }

    /// Whether pages of this server may show it: it says so, or names no other pages.
    pub fn allows(&self, server: &str) -> bool {
        self.origins.is_empty() || origin(server).is_ok_and(|own| self.origins.contains(&own))
    }

    fn row(&self, id: SiteId, created_at: conserje_kernel::Timestamp) -> Row {
        Row {
            id,
            name: self.name.trim().to_owned(),
            origins: serde_json::Value::from(self.origins.clone()).to_string(),
            title: self.title.trim().to_owned(),
            greeting: self.greeting.trim().to_owned(),
            color: self.color.clone(),
            is_open: self.is_open,
            created_at,
        }
    }
}

impl Operate {
    pub async fn sites(&self, scope: &Scope) -> Result<Vec<Site>, OperateError> {
        let rows = self.0.store.read(scope, sites::all).await?;
        Ok(rows.into_iter().map(site).collect())
    }

    /// Made again under the same id, it is as it was said last.
    pub async fn make_site(&self, scope: &Scope, id: SiteId, facts: SiteFacts) -> Result<Site, OperateError> {
        let (facts, by) = (facts.checked()?, By::from(scope));
        let make = move |tx: &mut Tx<'_>| -> Result<Site, OperateError> {
            if sites::all(tx)?.len() >= MOST_SITES {
                let problem = format!("there are {MOST_SITES} sites already; remove one that is not needed");
                return Err(OperateError::Invalid { problem });
            }
            let row = facts.row(id, tx.now());
            let known = sites::find(tx, id)?.map(site);
            sites::put(tx, &row)?;
            let made = site(row);
            match known {
                Some(known) => changed(tx, by, &known, &made)?,
                None => recorded(tx, by, &made, (SetupAct::Added, &[]))?,
            }
            Ok(made)
        };
        self.0.store.write(scope, make).await
    }

    pub async fn change_site(
        &self,
        scope: &Scope,
        id: SiteId,
        change: impl FnOnce(SiteFacts) -> SiteFacts + Send + 'static,
    ) -> Result<Site, OperateError> {
        let by = By::from(scope);
        let write = move |tx: &mut Tx<'_>| -> Result<Site, OperateError> {
            let known = site(sites::find(tx, id)?.ok_or(OperateError::NotFound { what: "site" })?);
            let row = change(known.facts.clone()).checked()?.row(id, known.created_at);
            sites::put(tx, &row)?;
            let made = site(row);
            changed(tx, by, &known, &made)?;
            Ok(made)
        };
        self.0.store.write(scope, write).await
    }

    pub async fn remove_site(&self, scope: &Scope, id: SiteId) -> Result<(), OperateError> {
        let by = By::from(scope);
        let remove = move |tx: &mut Tx<'_>| -> Result<(), OperateError> {
            let known = site(sites::find(tx, id)?.ok_or(OperateError::NotFound { what: "site" })?);
            sites::remove(tx, id)?;
            Ok(recorded(tx, by, &known, (SetupAct::Removed, &[]))?)
        };
        self.0.store.write(scope, remove).await
    }

    /// A site that shows its widget, to whoever asks, and whose it is.
    #[expect(clippy::disallowed_methods, reason = "opening a widget is a named system job")]
    pub async fn open_site(&self, id: SiteId) -> Result<(TenantId, Site), OperateError> {
        let find = move |tx: &mut DeploymentTx<'_>| sites::open(tx, id);
        let found = self.0.store.read_all(DeploymentScope::system(SystemJob::Widget), find).await?;
        let (tenant, row) = found.ok_or(OperateError::NotFound { what: "site" })?;
        Ok((tenant, site(row)))
    }

    /// A site and what names its tenant's picture, if there is one: how its widget looks.
    pub async fn widget(&self, id: SiteId) -> Result<(Site, Option<Digest>), OperateError> {
        let (tenant, site) = self.open_site(id).await?;
        Ok((site, self.0.store.read(&opening(tenant), tenants::logo_digest).await?))
    }

    /// That of the business whose site it is.
    pub async fn logo_of_site(&self, id: SiteId) -> Result<Logo, OperateError> {
        let (tenant, _) = self.open_site(id).await?;
        self.logo(&opening(tenant)).await
    }

    /// A site and what the business says of itself, if there is one: what a page of the business shows.
    pub async fn shop_window(&self, id: SiteId) -> Result<(Site, Option<Business>), OperateError> {
        let (tenant, site) = self.open_site(id).await?;
        match self.0.front_desk.business(&opening(tenant)).await {
            Ok(business) => Ok((site, Some(business))),
            Err(DeskError::NoBusiness) => Ok((site, None)),
            Err(error) => Err(error.into()),
        }
    }

    /// What a new visitor of a site is known by from now on.
    pub async fn visit(&self, id: SiteId) -> Result<Token, OperateError> {
        let (tenant, _) = self.open_site(id).await?;
        Ok(self.0.access.visitor(&opening(tenant), &id.to_string()).await?)
    }
}

/// Puts on record which facts became others, if any did.
fn changed(tx: &mut Tx<'_>, by: By, before: &Site, after: &Site) -> Result<(), StoreError> {
    let fields = record::differing(&before.facts.shown(), &after.facts.shown());
    if fields.is_empty() { Ok(()) } else { recorded(tx, by, after, (SetupAct::Changed, &fields)) }
}

fn recorded(
    tx: &mut Tx<'_>,
    by: By,
    site: &Site,
    (act, fields): (SetupAct, &[String]),
) -> Result<(), StoreError> {
    let (part, subject, name) = (SetupPart::Site, site.id.to_string(), site.facts.name.as_str());
    record::add(tx, by, &NewEntry { part, act, subject: &subject, name, fields, note: "" })
}

#[expect(clippy::disallowed_methods, reason = "opening a widget is a named system job")]
fn opening(tenant: TenantId) -> Scope {
    Scope::system(tenant, SystemJob::Widget)
}

#[cfg(test)]
mod tests {
    use super::{SiteFacts, origin};

    fn facts() -> SiteFacts {
        SiteFacts {
            name: "Web".to_owned(),
            origins: vec!["https://www.example.com/".to_owned(), "https://WWW.example.com".to_owned()],
            title: String::new(),
            greeting: String::new(),
            color: "#0F766E".to_owned(),
            is_open: true,
        }
    }

    #[test]
    fn origins_are_those_that_browsers_say() {
        let checked = facts().checked().unwrap();
        assert_eq!(checked.origins, ["https://www.example.com"]);
        assert_eq!(origin("http://localhost:3000").unwrap(), "http://localhost:3000");
        for bad in [
            "example.com",
            "https://example.com/shop",
            "ftp://example.com",
            "https://a@example.com",
            "*",
            "",
            "https://x.example; script-src *",
        ] {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_site_of_other_pages_is_not_shown_on_ours() {
        let here = "http://127.0.0.1:8484";
        let with = |origins: &[&str]| SiteFacts {
            origins: origins.iter().map(|&text| text.to_owned()).collect(),
            ..facts()
        };
        assert!(with(&[]).allows(here) && with(&["https://www.example.com", here]).allows(here));
        assert!(!facts().checked().unwrap().allows(here));
    }

    #[test]
    fn what_cannot_be_shown_is_refused() {
        let with = |change: fn(&mut SiteFacts)| {
            let mut facts = facts();
            change(&mut facts);
            facts.checked()
        };
        assert!(with(|facts| facts.name = "  ".to_owned()).is_err());
        assert!(with(|facts| facts.color = "red".to_owned()).is_err());
        assert!(with(|facts| facts.color = "#12345ñ".to_owned()).is_err());
        assert!(with(|facts| facts.greeting = "x".repeat(501)).is_err());
        assert!(with(|facts| facts.origins = vec!["https://a.example".to_owned(); 51]).is_err());
    }
}
