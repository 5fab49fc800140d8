//! Reading requests; what cannot be read is a documented error that says what to do.

use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use conserje_kernel::{Cursor, Language, PageRequest, PageSize};
use conserje_protocol::ErrorCode;
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use super::failure::Failure;
use super::said::said_in;

/// A JSON object as the body.
///
/// By hand over axum's `Json`: serde would also take an array, field by field, for an object.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        if !says_json(request.headers()) {
            let fix = "send the body as JSON, with `content-type: application/json`";
            return Err(Failure::new(ErrorCode::UnsupportedMediaType, fix));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Failure::new(ErrorCode::BodyTooLarge, "send a smaller body")
            } else {
                Failure::new(ErrorCode::InvalidRequest, rejection.body_text())
            }
        })?;
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(Failure::new(ErrorCode::InvalidJson, "the body is not a JSON object; send `{…}`"));
        }
        // serde's own words name the field and the place.
        let body = serde_json::from_slice(&bytes);
        body.map(Self).map_err(|error| Failure::new(ErrorCode::InvalidJson, error.to_string()))
    }
}

fn says_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// What is wrong, in the words of whoever found it.
fn cause_of(rejection: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(rejection), |error| error.source());
    causes.last().map(ToString::to_string).unwrap_or_default()
}

/// The part of the URL after `?`.
pub(crate) struct QueryOf<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryOf<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(query)) => Ok(Self(query)),
            Err(rejection) => Err(Failure::new(ErrorCode::InvalidRequest, cause_of(&rejection))),
        }
    }
}

/// An id in the path. One that is none names nothing, like one that does not exist.
pub(crate) struct PathId<T>(pub(crate) T);

impl<T: FromStr, S: Send + Sync> FromRequestParts<S> for PathId<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let text = Path::<String>::from_request_parts(parts, state).await.ok();
        text.and_then(|Path(text)| text.parse().ok())
            .map(Self)
            .ok_or_else(|| Failure::not_found("thing here"))
    }
}

/// Two ids in the path.
pub(crate) struct PathIds<T, U>(pub(crate) T, pub(crate) U);

impl<T: FromStr, U: FromStr, S: Send + Sync> FromRequestParts<S> for PathIds<T, U> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let texts = Path::<(String, String)>::from_request_parts(parts, state).await.ok();
        let ids = texts.and_then(|Path((first, second))| Some((first.parse().ok()?, second.parse().ok()?)));
        ids.map(|(first, second)| Self(first, second)).ok_or_else(|| Failure::not_found("thing here"))
    }
}

/// The language that `Accept-Language` asks for, if it is one of ours.
pub(crate) struct AcceptedLanguage(pub(crate) Option<Language>);

impl<S: Send + Sync> FromRequestParts<S> for AcceptedLanguage {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(&parts.headers))
    }
}

impl AcceptedLanguage {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Self(accepted.and_then(Language::preferred))
    }

    /// A sentence of ours as the reader speaks; in English for whoever does not say.
    pub(crate) fn told(&self, english: &str) -> String {
        said_in(self.0.unwrap_or(Language::En), english).into_owned()
    }
}

/// Which page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// `nextCursor` of the page before.
    pub(crate) cursor: Option<String>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    pub(crate) limit: Option<u16>,
}

impl PageQuery {
    pub(crate) fn request(self) -> Result<PageRequest, Failure> {
        let after = match self.cursor {
            None => None,
            Some(text) => {
                let cursor: Cursor = text
                    .parse()
                    .map_err(|error| Failure::new(ErrorCode::InvalidRequest, format!("{error}")))?;
                Some(cursor)
            }
        };
        Ok(PageRequest { size: page_size(self.limit)?, after })
    }
}

/// Entries of something numbered, after a number.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AfterQuery {
    /// Only what comes after this number; everything unless told.
    #[param(minimum = 0)]
    pub(crate) after: Option<i64>,
    /// 1 to 200, 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    pub(crate) limit: Option<u16>,
}

impl AfterQuery {
    pub(crate) fn read(&self) -> Result<(i64, usize), Failure> {
        let after = self.after.unwrap_or(0);
        if after < 0 {
            return Err(Failure::new(
                ErrorCode::InvalidRequest,
                format!("`after` is {after}; use 0 or more"),
            ));
        }
        Ok((after, page_size(self.limit)?.get()))
    }
}

pub(crate) fn page_size(limit: Option<u16>) -> Result<PageSize, Failure> {
    let Some(limit) = limit else { return Ok(PageSize::default()) };
    let wrong = || format!("`limit` is {limit}; use 1 to {}", PageSize::MAX);
    PageSize::new(limit).ok_or_else(|| Failure::new(ErrorCode::InvalidRequest, wrong()))
}
