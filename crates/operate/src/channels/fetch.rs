//! Files that come with messages: fetched from the provider, within limits, and read as any document is.

use conserje_documents::{LibraryError, NewFile};
use conserje_kernel::{CollectionId, DocumentId, Scope};
use conserje_tools::SendError;
use conserje_tools::retrieval::context::{self, Grounding, Grounds};

use super::client::Fetched;
use super::kinds::of_kind;
use super::provider::{Channel, Media, Message, Provider};
use crate::app::App;
use crate::{OperateError, channel_scope};

/// As much as providers let people send.
const LARGEST: usize = 16 << 20;
/// Of more files in one message the rest is left.
const MOST: usize = 4;
/// Where what people send is kept: apart from what answers are made of.
const COLLECTION: &str = "channel-files";

/// What came of a message's files.
pub(super) enum Attached {
    None,
    Files(Grounds),
    /// None can be taken, for this reason.
    Refused(String),
    /// The provider does not give them now.
    NotNow(String),
}

enum Got {
    File(DocumentId),
    Refused(String),
    NotNow(String),
}

pub(super) async fn attach(
    app: &App,
    channel: &Channel,
    (scope, message): (&Scope, &Message),
) -> Result<Attached, OperateError> {
    if message.media.is_empty() {
        return Ok(Attached::None);
    }
    let provider = of_kind(channel.kind);
    let collection = collection(app, channel).await?;
    let (mut files, mut refused) = (Vec::new(), String::new());
    for media in message.media.iter().take(MOST) {
        match get(app, (channel, provider), (scope, collection), media).await? {
            Got::File(id) => files.push(id),
            Got::Refused(why) => refused = why,
            Got::NotNow(why) => return Ok(Attached::NotNow(why)),
        }
    }
    if files.is_empty() {
        return Ok(Attached::Refused(refused));
    }
    let agent = Some(channel.setting("agent")).filter(|name| !name.is_empty());
    let room = app.conversations().room(scope, agent).await?;
    let asked = Grounding { question: &message.text, attachments: &files, is_searched: false, room };
    // A guest sees no files but those that they send: the channel reads them for the guest.
    let door = channel_scope(channel.tenant);
    let grounds = context::ground(app.library(), &door, &asked).await?;
    if grounds.text.is_empty() && grounds.images.is_empty() {
        return Ok(Attached::Refused("nothing could be read from the file".to_owned()));
    }
    Ok(Attached::Files(grounds))
}

async fn get(
    app: &App,
    (channel, provider): (&Channel, &dyn Provider),
    (scope, collection): (&Scope, CollectionId),
    media: &Media,
) -> Result<Got, OperateError> {
    let fetched = match fetch(app, channel, provider, media).await {
        Ok(fetched) => fetched,
        Err(SendError::Refused(why)) => return Ok(Got::Refused(why.to_string())),
        Err(error) => return Ok(Got::NotNow(error.to_string())),
    };
    let Some(Fetched { status, content_type, bytes, is_cut }) = fetched else {
        return Ok(Got::Refused("the provider does not say where the file is".to_owned()));
    };
    match status {
        200..=299 => {}
        408 | 429 | 500..=599 => return Ok(Got::NotNow(format!("the provider answered {status}"))),
        _ => return Ok(Got::Refused(format!("the provider answered {status}"))),
    }
    if is_cut {
        return Ok(Got::Refused(format!("the file has more than {} MB", LARGEST >> 20)));
    }
    if app.limits().admit_upload(scope, bytes.len() as u64).is_err() {
        return Ok(Got::Refused("the contact sends more than may be taken in an hour".to_owned()));
    }
    let declared = media.mime_type.clone().or(content_type);
    let name = media.name.clone().unwrap_or_else(|| named_after(declared.as_deref()));
    let new = NewFile { name, declared, collection: Some(collection), parent: None };
    match app.library().accept(scope, new, bytes.into()).await {
        Ok(accepted) => Ok(Got::File(accepted.document.id)),
        Err(error) if error.is_transient() => Err(error.into()),
        Err(error) => Ok(Got::Refused(error.to_string())),
    }
}

/// One request, or two where the first only says where the file is.
async fn fetch(
    app: &App,
    channel: &Channel,
    provider: &dyn Provider,
    media: &Media,
) -> Result<Option<Fetched>, SendError> {
    let Some(first) = provider.media(channel, media) else { return Ok(None) };
    let client = app.channels();
    if !provider.says_where() {
        return client.fetch(&first, LARGEST).await.map(Some);
    }
    let answer = client.call(&first).await?;
    match provider.media_place(channel, &answer.body) {
        Some(request) => client.fetch(&request, LARGEST).await.map(Some),
        None => {
            let (status, bytes) = (answer.status, Vec::new());
            let is_told = !(200..300).contains(&status);
            Ok(is_told.then_some(Fetched { status, content_type: None, bytes, is_cut: false }))
        }
    }
}

/// A name with an ending, for files that come without one.
fn named_after(mime_type: Option<&str>) -> String {
    let ending = match mime_type.unwrap_or_default() {
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "image/webp" => "webp",
        "image/gif" => "gif",
        "application/pdf" => "pdf",
        "audio/ogg" => "ogg",
        "audio/mpeg" => "mp3",
        "video/mp4" => "mp4",
        "text/plain" => "txt",
        _ => "bin",
    };
    format!("file.{ending}")
}

/// Made with the first file. Not searched for answers: it weighs nothing, and is not public.
async fn collection(app: &App, channel: &Channel) -> Result<CollectionId, OperateError> {
    let door = channel_scope(channel.tenant);
    let find = async || -> Result<Option<CollectionId>, LibraryError> {
        let all = app.library().collections(&door).await?;
        Ok(all.into_iter().find(|one| one.name == COLLECTION).map(|one| one.id))
    };
    if let Some(found) = find().await? {
        return Ok(found);
    }
    match app.library().create_collection(&door, COLLECTION, 0.0).await {
        Ok(made) => Ok(made.id),
        // Somebody else was first.
        Err(LibraryError::AlreadyExists { .. }) => {
            Ok(find().await?.ok_or(LibraryError::NotFound { what: "collection" })?)
        }
        Err(error) => Err(error.into()),
    }
}
