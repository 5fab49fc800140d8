//! URLs, made of catalogue names and checked keys: nothing that was given gets into one as it is.

use url::Url;
use uuid::Uuid;

use super::Client;
use super::error::ClientError;
use crate::catalogue::{Entity, Kind};

pub(super) fn set(
    client: &Client,
    entity: &Entity,
    parent: Option<(&Entity, &str)>,
) -> Result<Url, ClientError> {
    let path = match parent {
        None if entity.nested => {
            let (name, under) = (&entity.name, entity.under.join(", "));
            return Err(ClientError::asked(
                format!("`{name}` solo existe dentro de otra entidad; dé `parent`, una de: {under}."),
                format!("`{name}` is only found below another entity; give `parent`, one of: {under}."),
            ));
        }
        None => entity.set.clone(),
        Some((parent, id)) => {
            let navigation = parent.navigation.iter().find(|one| one.target == entity.name);
            let navigation = navigation.ok_or_else(|| {
                let (name, above) = (&entity.name, &parent.name);
                ClientError::asked(
                    format!("`{name}` no cuelga de `{above}`; quite `parent` o use otro."),
                    format!("`{name}` is not found below `{above}`; take `parent` out or use another."),
                )
            })?;
            format!("{}({})/{}", parent.set, key(parent, id)?, navigation.name)
        }
    };
    let outside = parent.map_or(entity.outside_company, |(parent, _)| parent.outside_company);
    Ok(join(client, &path, outside))
}

pub(super) fn one(
    client: &Client,
    entity: &Entity,
    parent: Option<(&Entity, &str)>,
    id: &str,
) -> Result<Url, ClientError> {
    let mut url = set(client, entity, parent)?;
    let path = format!("{}({})", url.path(), key(entity, id)?);
    url.set_path(&path);
    Ok(url)
}

pub(super) fn action(client: &Client, entity: &Entity, id: &str, action: &str) -> Result<Url, ClientError> {
    let action = entity.action(action).ok_or_else(|| {
        let (name, actions) = (&entity.name, entity.actions.join(", "));
        ClientError::asked(
            format!("`{name}` no tiene esa acción; tiene: {actions}."),
            format!("`{name}` has no such action; it has: {actions}."),
        )
    })?;
    let mut url = one(client, entity, None, id)?;
    let path = format!("{}/Microsoft.NAV.{action}", url.path());
    url.set_path(&path);
    Ok(url)
}

/// The page that follows: at the same place, or it is not followed.
pub(super) fn next(client: &Client, link: &str) -> Result<Url, ClientError> {
    let base = &client.inner.base;
    let next = Url::parse(link).ok().filter(|next| {
        next.origin() == base.origin() && next.path().starts_with(base.path()) && next.username().is_empty()
    });
    next.ok_or(ClientError::Unreadable { wrote: false })
}

fn join(client: &Client, path: &str, outside_company: bool) -> Url {
    let mut url = client.inner.base.clone();
    let company = &client.inner.settings.company;
    let path = if outside_company { path.to_owned() } else { format!("companies({company})/{path}") };
    let whole = format!("{}{path}", url.path());
    url.set_path(&whole);
    url
}

/// As it stands in parentheses.
fn key(entity: &Entity, id: &str) -> Result<String, ClientError> {
    let kind = entity.key_property().map_or(Kind::Guid, |property| property.kind);
    if kind == Kind::Guid {
        // Written anew, so that nothing else of what was given is in it.
        let id = Uuid::try_parse(id.trim()).map_err(|_| {
            let name = &entity.name;
            ClientError::asked(
                format!("El id de `{name}` no es un GUID; búsquelo con bc_query."),
                format!("The id of `{name}` is not a GUID; look for it with bc_query."),
            )
        })?;
        return Ok(id.hyphenated().to_string());
    }
    let safe = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.');
    if id.is_empty() || id.len() > 100 || !id.chars().all(safe) {
        let name = &entity.name;
        return Err(ClientError::asked(
            format!("El identificador de `{name}` tiene signos que no puede tener; revíselo."),
            format!("The id of `{name}` has signs that it cannot have; look at it again."),
        ));
    }
    Ok(format!("'{id}'"))
}
