//! Channels that people outside write from: what a tenant says of them, and the lines of what came and what goes.

use std::collections::BTreeMap;
use std::time::Duration;

use conserje_kernel::{
    ChannelId, ChannelKind, DeliveryId, DeliveryKind, DeliveryStatus, DeploymentScope, Page, PageRequest,
    Scope, Secret, SessionId, SetupAct, SetupPart, SystemJob, TenantId, Timestamp, UserId,
};
use conserje_store::channels::contacts::{self, Contact, Place};
use conserje_store::channels::incoming::{self, Arrived, NewArrival, Settled};
use conserje_store::channels::outgoing::{self, Delivery, ToSay};
use conserje_store::channels::{self, Channel, ChannelFacts, Traffic};
use conserje_store::desk::{Trace, customers, reminders};
use conserje_store::record::{self, By, NewEntry};
use conserje_store::{DeploymentTx, StoreError, Tx, secrets, sessions};

use crate::{Operate, OperateError};

/// Channels that a tenant may have.
const MOST_CHANNELS: usize = 100;

pub type Secrets = BTreeMap<String, Secret>;

/// A channel as it is listed.
pub struct ListedChannel {
    pub channel: Channel,
    /// Their names.
    pub secrets: Vec<String>,
    pub traffic: Traffic,
}

/// Something that a provider delivered, to be put in line.
pub struct Taken {
    pub provider_id: String,
    pub contact: String,
    pub content: String,
    /// Whether somebody wrote it, which is counted.
    pub is_message: bool,
}

/// How much of what one contact writes is taken, and what they are told beyond that.
#[derive(Clone)]
pub struct Pace {
    pub per_minute: i64,
    pub notice: String,
}

/// Who writes, and how a conversation with them is found.
pub struct Writer {
    pub channel: ChannelId,
    /// The kind of channel, where its names are the same people at every channel of it.
    pub known_as: Option<ChannelKind>,
    pub contact: String,
    pub user: UserId,
    pub name: Option<String>,
    pub phone: Option<String>,
    pub heard_at: Timestamp,
    /// After so long without a word another conversation begins.
    pub quiet: Duration,
    /// Whether answers are sent through the channel.
    pub is_sent_to: bool,
}

#[expect(clippy::disallowed_methods, reason = "channels are a named system job")]
fn job() -> DeploymentScope {
    DeploymentScope::system(SystemJob::Channels)
}

/// Where a channel's secrets are kept among the tenant's: a JSON object, by their names.
fn place(id: ChannelId) -> String {
    format!("channel:{id}")
}

fn opened(text: Option<&Secret>) -> Secrets {
    let named: BTreeMap<String, String> =
        text.and_then(|text| serde_json::from_str(text.expose()).ok()).unwrap_or_default();
    named.into_iter().map(|(name, text)| (name, Secret::new(text))).collect()
}

fn sealed(secrets: &Secrets) -> Secret {
    let named: BTreeMap<&str, &str> =
        secrets.iter().map(|(name, text)| (name.as_str(), text.expose())).collect();
    Secret::new(serde_json::json!(named).to_string())
}

/// Under the names that the API has for it: what is compared, and never kept.
fn shown(facts: &ChannelFacts, secrets: &Secrets) -> serde_json::Value {
    let settings: serde_json::Value = serde_json::from_str(&facts.settings).unwrap_or_default();
    let secrets: BTreeMap<&str, &str> =
        secrets.iter().map(|(name, text)| (name.as_str(), text.expose())).collect();
    serde_json::json!({"name": facts.name, "enabled": facts.is_enabled, "settings": settings, "secrets": secrets})
}

fn facts_of(channel: &Channel) -> ChannelFacts {
    let (kind, is_enabled) = (channel.kind, channel.is_enabled);
    ChannelFacts { kind, name: channel.name.clone(), settings: channel.settings.clone(), is_enabled }
}

fn recorded(
    tx: &mut Tx<'_>,
    by: By,
    (id, facts): (ChannelId, &ChannelFacts),
    (act, fields): (SetupAct, &[String]),
) -> Result<(), StoreError> {
    let (part, subject, note) = (SetupPart::Channel, id.to_string(), facts.kind.name());
    record::add(tx, by, &NewEntry { part, act, subject: &subject, name: &facts.name, fields, note })
}

fn no_channel() -> OperateError {
    OperateError::NotFound { what: "channel" }
}

fn name_taken(error: OperateError) -> OperateError {
    if matches!(error, OperateError::Store(StoreError::Duplicate)) {
        let problem = "another channel has this `name`; use another".to_owned();
        return OperateError::Invalid { problem };
    }
    error
}

/// In whose name a channel is served, before it is known who writes.
pub fn channel_scope(tenant: TenantId) -> Scope {
    job().within(tenant)
}

impl Operate {
    pub async fn channels(&self, scope: &Scope) -> Result<Vec<ListedChannel>, OperateError> {
        let keys = self.0.keys.clone();
        let read = move |tx: &mut Tx<'_>| {
            let mut listed = Vec::new();
            for channel in channels::all(tx)? {
                let secrets = opened(secrets::get(tx, &keys, &place(channel.id))?.as_ref());
                let traffic = channels::traffic(tx, channel.id)?;
                listed.push(ListedChannel { channel, secrets: secrets.into_keys().collect(), traffic });
            }
            Ok(listed)
        };
        self.0.store.read(scope, read).await
    }

    pub async fn channel(&self, scope: &Scope, id: ChannelId) -> Result<(Channel, Secrets), OperateError> {
        let keys = self.0.keys.clone();
        let read = move |tx: &mut Tx<'_>| {
            let channel = channels::find(tx, id)?.ok_or_else(no_channel)?;
            Ok((channel, opened(secrets::get(tx, &keys, &place(id))?.as_ref())))
        };
        self.0.store.read(scope, read).await
    }

    /// A channel of any tenant: whoever knows its secret speaks for it.
    pub async fn any_channel(&self, id: ChannelId) -> Result<Option<(Channel, Secrets)>, OperateError> {
        let found = self.0.store.read_all(job(), move |tx| channels::of_any_tenant(tx, id)).await?;
        let Some(channel) = found else { return Ok(None) };
        match self.channel(&channel_scope(channel.tenant), id).await {
            Ok(found) => Ok(Some(found)),
            Err(OperateError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The same id again is the same channel.
    pub async fn create_channel(
        &self,
        scope: &Scope,
        id: ChannelId,
        facts: ChannelFacts,
        secrets: Secrets,
    ) -> Result<(), OperateError> {
        let (keys, by) = (self.0.keys.clone(), By::from(scope));
        let write = move |tx: &mut Tx<'_>| {
            if channels::find(tx, id)?.is_some() {
                return Ok(());
            }
            if channels::all(tx)?.len() >= MOST_CHANNELS {
                let problem = format!("a tenant has at most {MOST_CHANNELS} channels; remove one first");
                return Err(OperateError::Invalid { problem });
            }
            channels::create(tx, id, &facts)?;
            recorded(tx, by, (id, &facts), (SetupAct::Added, &[]))?;
            Ok(secrets::put(tx, &keys, &place(id), &sealed(&secrets))?)
        };
        self.0.store.write(scope, write).await.map_err(name_taken)
    }

    pub async fn update_channel(
        &self,
        scope: &Scope,
        id: ChannelId,
        facts: ChannelFacts,
        secrets: Secrets,
    ) -> Result<(), OperateError> {
        let (keys, by) = (self.0.keys.clone(), By::from(scope));
        let write = move |tx: &mut Tx<'_>| {
            let known = facts_of(&channels::find(tx, id)?.ok_or_else(no_channel)?);
            let known = shown(&known, &opened(secrets::get(tx, &keys, &place(id))?.as_ref()));
            channels::update(tx, id, &facts)?;
            let fields = record::differing(&known, &shown(&facts, &secrets));
            if !fields.is_empty() {
                recorded(tx, by, (id, &facts), (SetupAct::Changed, &fields))?;
            }
            Ok(secrets::put(tx, &keys, &place(id), &sealed(&secrets))?)
        };
        self.0.store.write(scope, write).await.map_err(name_taken)?;
        // What waited while it was switched off goes on.
        self.tell_channel_work();
        Ok(())
    }

    pub async fn remove_channel(&self, scope: &Scope, id: ChannelId) -> Result<(), OperateError> {
        let by = By::from(scope);
        let write = move |tx: &mut Tx<'_>| {
            let known = facts_of(&channels::find(tx, id)?.ok_or_else(no_channel)?);
            secrets::remove(tx, &place(id))?;
            channels::remove(tx, id)?;
            Ok(recorded(tx, by, (id, &known), (SetupAct::Removed, &[]))?)
        };
        self.0.store.write(scope, write).await
    }

    /// Changes whenever there may be something in a line that was not there before.
    pub fn channel_work(&self) -> tokio::sync::watch::Receiver<u64> {
        self.0.channel_work.subscribe()
    }

    fn tell_channel_work(&self) {
        self.0.channel_work.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Puts what was delivered in line; what was delivered before is not put there again. Durable when this returns.
    pub async fn take_in(
        &self,
        channel: (TenantId, ChannelId),
        taken: Vec<Taken>,
        pace: Pace,
    ) -> Result<usize, OperateError> {
        let (tenant, channel) = channel;
        let take = move |tx: &mut Tx<'_>| {
            let mut new = 0;
            for one in &taken {
                let place = Place { channel, contact: &one.contact };
                let minute = tx.now().minus(Duration::from_secs(60));
                let is_too_much =
                    one.is_message && incoming::count_since(tx, place, minute)? >= pace.per_minute;
                let arrival = NewArrival {
                    place,
                    provider_id: &one.provider_id,
                    content: &one.content,
                    refused: is_too_much.then_some("too many messages in a minute"),
                };
                let is_new = incoming::take(tx, &arrival)?;
                new += usize::from(is_new);
                if is_new && is_too_much {
                    slow_down(tx, place, &pace.notice)?;
                }
            }
            Ok::<_, StoreError>(new)
        };
        let new = self.0.store.write(&channel_scope(tenant), take).await?;
        self.tell_channel_work();
        Ok(new)
    }

    pub async fn claim_arrivals(&self, limit: usize) -> Result<Vec<Arrived>, OperateError> {
        if !self.0.store.read_all(job(), incoming::any_due).await? {
            return Ok(Vec::new());
        }
        let (node, limit) = (self.0.node.clone(), i64::try_from(limit).unwrap_or(i64::MAX));
        let claim = move |tx: &mut DeploymentTx<'_>| incoming::claim(tx, &node, limit);
        Ok(self.0.store.write_all(job(), claim).await?)
    }

    pub async fn claim_deliveries(&self, limit: usize) -> Result<Vec<Delivery>, OperateError> {
        if !self.0.store.read_all(job(), outgoing::any_due).await? {
            return Ok(Vec::new());
        }
        let (node, limit) = (self.0.node.clone(), i64::try_from(limit).unwrap_or(i64::MAX));
        let claim = move |tx: &mut DeploymentTx<'_>| outgoing::claim(tx, &node, limit);
        Ok(self.0.store.write_all(job(), claim).await?)
    }

    /// Whoever has the data folder to itself need not wait for a dead process's leases to end.
    pub async fn release_channel_work(&self) -> Result<(), OperateError> {
        if self.0.store.is_shared() {
            return Ok(());
        }
        let node = self.0.node.clone();
        let release = move |tx: &mut DeploymentTx<'_>| {
            incoming::release_others(tx, &node)?;
            outgoing::release_others(tx, &node)
        };
        self.0.store.write_all(job(), release).await?;
        Ok(())
    }

    pub async fn settle_arrival(&self, arrived: &Arrived, how: Ended) -> Result<(), OperateError> {
        let position = arrived.position;
        let settle = move |tx: &mut Tx<'_>| match &how {
            Ended::Done => incoming::settle(tx, position, Settled::Done),
            Ended::Refused(why) => incoming::settle(tx, position, Settled::Refused(why)),
            Ended::Failed(why) => incoming::settle(tx, position, Settled::Failed(why)),
            Ended::Later(pause, why) => {
                let until = tx.now().plus(*pause);
                incoming::put_off(tx, position, until, why)
            }
        };
        self.0.store.write(&channel_scope(arrived.tenant), settle).await?;
        // The next in the contact's line may be due.
        self.tell_channel_work();
        Ok(())
    }

    /// The conversation that somebody writes in: the one of now, or another after a quiet time. It is with the customer
    /// that they are.
    pub async fn conversation_with(
        &self,
        tenant: TenantId,
        writer: Writer,
    ) -> Result<SessionId, OperateError> {
        let find = move |tx: &mut Tx<'_>| {
            let place = Place { channel: writer.channel, contact: &writer.contact };
            let known = contacts::find(tx, place)?;
            let customer = match (&known, &writer.known_as) {
                (Some(known), _) => Some(known.customer),
                (None, Some(kind)) => contacts::known_elsewhere(tx, *kind, &writer.contact)?,
                (None, None) => None,
            };
            let customer = match customer {
                Some(customer) => customer,
                None => {
                    let contact = customers::Contact {
                        name: writer.name.clone(),
                        email: None,
                        phone: writer.phone.clone(),
                    };
                    customers::create(tx, &contact, &Trace::default())?.id
                }
            };
            let mut session = None;
            if let Some(known) = known {
                // A reminder is answered where it was said.
                let reminded = reminders::last_told(tx, known.session)?;
                let last = reminded.unwrap_or(known.last_heard_at).max(known.last_heard_at);
                if writer.heard_at.since(last) < writer.quiet {
                    // One that was deleted is not gone on with.
                    session = sessions::find(tx, writer.user, known.session)?.map(|found| found.id);
                }
            }
            let session = session.unwrap_or_else(SessionId::generate);
            sessions::create(tx, session, writer.user)?;
            let contact = Contact { session, customer, last_heard_at: writer.heard_at };
            contacts::put(tx, place, &contact, writer.is_sent_to)?;
            customers::attach(tx, session, customer)?;
            Ok::<_, StoreError>(session)
        };
        Ok(self.0.store.write(&channel_scope(tenant), find).await?)
    }

    /// Says something in a conversation that is no answer of an assistant; once for a cause.
    pub async fn tell_contact(
        &self,
        tenant: TenantId,
        session: SessionId,
        cause: String,
        text: String,
    ) -> Result<(), OperateError> {
        let tell = move |tx: &mut Tx<'_>| {
            outgoing::queue(
                tx,
                &ToSay { session, cause: &cause, sequence: 0, kind: DeliveryKind::Notice, content: &text },
            )
        };
        self.0.store.write(&channel_scope(tenant), tell).await?;
        self.tell_channel_work();
        Ok(())
    }

    pub async fn last_heard(&self, delivery: &Delivery) -> Result<Option<Timestamp>, OperateError> {
        let (channel, contact) = (delivery.channel, delivery.contact.clone());
        let read = move |tx: &mut Tx<'_>| contacts::find(tx, Place { channel, contact: &contact });
        let found = self.0.store.read(&channel_scope(delivery.tenant), read).await?;
        Ok(found.map(|contact| contact.last_heard_at))
    }

    pub async fn part_sent(
        &self,
        delivery: &Delivery,
        provider_id: Option<String>,
        is_last: bool,
    ) -> Result<(), OperateError> {
        let own = delivery.clone();
        let note = move |tx: &mut Tx<'_>| outgoing::part_sent(tx, &own, provider_id.as_deref(), is_last);
        self.0.store.write(&channel_scope(delivery.tenant), note).await?;
        Ok(())
    }

    /// Tried again after a while, or given up on.
    pub async fn not_sent(
        &self,
        delivery: &Delivery,
        why: String,
        again_in: Option<Duration>,
    ) -> Result<(), OperateError> {
        let id = delivery.id;
        let note = move |tx: &mut Tx<'_>| {
            let again_at = again_in.map(|pause| tx.now().plus(pause));
            outgoing::not_sent(tx, id, &why, again_at)
        };
        self.0.store.write(&channel_scope(delivery.tenant), note).await?;
        Ok(())
    }

    /// What a provider says of what was sent; `false` if it is not known here, or not yet.
    pub async fn note_status(
        &self,
        arrived: &Arrived,
        provider_id: String,
        status: DeliveryStatus,
        error: Option<String>,
    ) -> Result<bool, OperateError> {
        let channel = arrived.channel;
        let note = move |tx: &mut Tx<'_>| {
            outgoing::note_status(tx, channel, &provider_id, (status, error.as_deref()))
        };
        Ok(self.0.store.write(&channel_scope(arrived.tenant), note).await?)
    }

    /// What the contact was sent so far was delivered or read.
    pub async fn note_all(
        &self,
        (tenant, channel): (TenantId, ChannelId),
        contact: String,
        status: DeliveryStatus,
    ) -> Result<(), OperateError> {
        let note =
            move |tx: &mut Tx<'_>| outgoing::note_all(tx, Place { channel, contact: &contact }, status);
        self.0.store.write(&channel_scope(tenant), note).await?;
        Ok(())
    }

    pub async fn deliveries(
        &self,
        scope: &Scope,
        channel: ChannelId,
        status: Option<DeliveryStatus>,
        page: PageRequest,
    ) -> Result<Page<Delivery>, OperateError> {
        let list = move |tx: &mut Tx<'_>| {
            channels::find(tx, channel)?.ok_or_else(no_channel)?;
            Ok(outgoing::list(tx, channel, status, &page)?)
        };
        self.0.store.read(scope, list).await
    }

    pub async fn retry_delivery(
        &self,
        scope: &Scope,
        channel: ChannelId,
        id: DeliveryId,
    ) -> Result<Delivery, OperateError> {
        let retry = move |tx: &mut Tx<'_>| {
            let found = outgoing::find(tx, channel, id)?;
            let status = found.ok_or(OperateError::NotFound { what: "delivery" })?.status;
            outgoing::retry(tx, channel, id)?.ok_or_else(|| OperateError::Invalid {
                problem: format!(
                    "delivery {id} is {status}; only one that failed, and still says something, can be sent again"
                ),
            })
        };
        let retried = self.0.store.write(scope, retry).await?;
        self.tell_channel_work();
        Ok(retried)
    }
}

/// What became of something that was delivered.
pub enum Ended {
    Done,
    Refused(String),
    Failed(String),
    Later(Duration, String),
}

/// Once a minute is enough.
fn slow_down(tx: &mut Tx<'_>, place: Place<'_>, text: &str) -> Result<(), StoreError> {
    let Some(contact) = contacts::find(tx, place)? else { return Ok(()) };
    let minute = tx.now().as_micros().div_euclid(60_000_000);
    let cause = format!("pace:{}:{minute}", place.contact);
    outgoing::queue(
        tx,
        &ToSay {
            session: contact.session,
            cause: &cause,
            sequence: 0,
            kind: DeliveryKind::Notice,
            content: text,
        },
    )?;
    Ok(())
}
