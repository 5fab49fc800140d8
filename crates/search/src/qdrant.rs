//! The home in a Qdrant server, for indexes that outgrow one machine.
//!
//! All tenants share collections, so isolation is a filter: [`only`] is the one place where a
//! filter begins, and it begins with the tenant; [`of_tenant`] does the same for the numbers of points.
//!
//! - `{prefix}_words` holds a point for each passage: its terms as a sparse vector and what filters need.
//! - `{prefix}_dense_{dims}` holds the vectors of all spaces of that many dimensions.
//! - `{prefix}_spaces` says for each tenant which label its spaces have, so that a swap is one write.
//!
//! It differs from the home in this process in that alternatives of a term add up, and that fusion looks at the best
//! few hundred of each side.
mod payload;
mod search;
mod terms;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use conserje_kernel::{CollectionId, DocumentId, TenantId};
use conserje_text::language_of;
use qdrant_client::Payload;
use qdrant_client::qdrant::{
    Condition, CountPointsBuilder, CreateCollectionBuilder, CreateFieldIndexCollectionBuilder,
    DeletePointsBuilder, Distance, Filter, GetPointsBuilder, KeywordIndexParamsBuilder, NamedVectors,
    PointId, PointStruct, PointsIdsList, SparseVectorParamsBuilder, SparseVectorsConfigBuilder,
    UpsertPointsBuilder, Vector, VectorParamsBuilder, Vectors, VectorsConfigBuilder,
};
use serde::{Deserialize, Serialize};

use crate::bm25::Bm25;
use crate::error::SearchError;
use crate::fuse::Fusion;
use crate::query::{Found, Indexed, Query, SpaceStats, Stats};
use payload::{FILTERED, PassagePayload};
use terms::{phrase_numbers, sparse_vector};

/// The name of the sparse vectors.
const TERMS: &str = "terms";
/// A server that makes collections or indexes a large batch may take its time.
const PATIENCE: Duration = Duration::from_secs(60);
/// Points in one request.
const BATCH: usize = 256;

/// Cheap to clone.
#[derive(Clone)]
pub(crate) struct Qdrant {
    client: qdrant_client::Qdrant,
    prefix: String,
    /// Collections that are known to be there.
    made: Arc<Mutex<HashSet<String>>>,
}

/// Which spaces a tenant has.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Spaces {
    next: u64,
    by_name: BTreeMap<String, SpaceLabel>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SpaceLabel {
    /// Of its points, in the collection of its dimensions.
    label: String,
    dims: usize,
}

impl Qdrant {
    pub(crate) fn connect(url: &str, key: Option<&str>, prefix: &str) -> Result<Self, SearchError> {
        let mut config = qdrant_client::Qdrant::from_url(url).timeout(PATIENCE);
        config.check_compatibility = false;
        if let Some(key) = key {
            config = config.api_key(key);
        }
        Ok(Self { client: config.build()?, prefix: prefix.to_owned(), made: Arc::default() })
    }

    pub(crate) async fn upsert(&self, tenant: TenantId, items: Vec<Indexed>) -> Result<(), SearchError> {
        // Of equal ids the last one counts.
        let mut latest: BTreeMap<&str, &Indexed> = BTreeMap::new();
        for item in &items {
            latest.insert(&item.passage.id, item);
        }
        let mut spaces = self.spaces(tenant).await?;
        let mut is_new = false;
        for vector in latest.values().flat_map(|item| &item.vectors) {
            is_new |= spaces.admit(&vector.space, vector.values.len())?;
        }
        let bm25 = Bm25::default();
        let words = self.words().await?;
        let mut points = Vec::new();
        let mut dense: BTreeMap<&str, Vec<PointStruct>> = BTreeMap::new();
        let mut bare: BTreeMap<&str, Vec<PointId>> = BTreeMap::new();
        for item in latest.values() {
            let language = language_of(&item.passage.text);
            let payload = PassagePayload::new(tenant, &item.passage, language);
            let (indices, values) = sparse_vector(&item.passage, language, &bm25);
            let vectors = NamedVectors::from(vec![(TERMS, Vector::new_sparse(indices, values))]);
            let mut with_phrases = payload.clone();
            with_phrases.phrases = phrase_numbers(&item.passage, language);
            points.push(point(of_tenant(tenant, "", &item.passage.id), vectors.into(), &with_phrases)?);
            for (name, space) in &spaces.by_name {
                let id = of_tenant(tenant, &space.label, &item.passage.id);
                match item.vectors.iter().rfind(|vector| vector.space == *name) {
                    Some(vector) => {
                        let payload = PassagePayload { space: Some(space.label.clone()), ..payload.clone() };
                        let vectors = Vectors::from(vector.values.clone());
                        dense.entry(name).or_default().push(point(id, vectors, &payload)?);
                    }
                    None => bare.entry(name).or_default().push(id),
                }
            }
        }
        for (name, points) in dense {
            if let Some(space) = spaces.by_name.get(name) {
                self.put(&self.dense(space.dims).await?, points).await?;
            }
        }
        for (name, ids) in bare {
            if let Some(space) = spaces.by_name.get(name) {
                let collection = self.dense(space.dims).await?;
                let ids = PointsIdsList { ids };
                self.client
                    .delete_points(DeletePointsBuilder::new(collection).points(ids).wait(true))
                    .await?;
            }
        }
        if is_new {
            self.set_spaces(tenant, &spaces).await?;
        }
        self.put(&words, points).await
    }

    pub(crate) async fn set_vectors(
        &self,
        tenant: TenantId,
        space: String,
        vectors: Vec<(String, Vec<f32>)>,
    ) -> Result<usize, SearchError> {
        let mut spaces = self.spaces(tenant).await?;
        let mut is_new = false;
        for (_, values) in &vectors {
            is_new |= spaces.admit(&space, values.len())?;
        }
        let Some(label) = spaces.by_name.get(&space).cloned() else { return Ok(0) };
        let words = self.words().await?;
        let dense = self.dense(label.dims).await?;
        let mut set = 0;
        for batch in vectors.chunks(BATCH) {
            let ids: Vec<PointId> = batch.iter().map(|(id, _)| of_tenant(tenant, "", id)).collect();
            let got = self.client.get_points(GetPointsBuilder::new(&words, ids).with_payload(true)).await?;
            let mut payloads: BTreeMap<String, PassagePayload> = BTreeMap::new();
            for point in got.result {
                let payload = PassagePayload::read(point.payload)?;
                payloads.insert(payload.id.clone(), payload);
            }
            let mut points = Vec::new();
            for (id, values) in batch {
                let Some(payload) = payloads.get(id) else { continue };
                let payload = PassagePayload {
                    space: Some(label.label.clone()),
                    phrases: Vec::new(),
                    ..payload.clone()
                };
                let id = of_tenant(tenant, &label.label, id);
                points.push(point(id, Vectors::from(values.clone()), &payload)?);
            }
            set += points.len();
            self.put(&dense, points).await?;
        }
        if is_new {
            self.set_spaces(tenant, &spaces).await?;
        }
        Ok(set)
    }

    pub(crate) async fn swap_space(
        &self,
        tenant: TenantId,
        from: String,
        to: String,
    ) -> Result<(), SearchError> {
        let mut spaces = self.spaces(tenant).await?;
        let Some(label) = spaces.by_name.remove(&from) else { return Err(spaces.unknown(&from)) };
        let old = spaces.by_name.insert(to, label);
        self.set_spaces(tenant, &spaces).await?;
        self.forget(tenant, old).await
    }

    pub(crate) async fn drop_space(&self, tenant: TenantId, space: String) -> Result<(), SearchError> {
        let mut spaces = self.spaces(tenant).await?;
        let old = spaces.by_name.remove(&space);
        if old.is_some() {
            self.set_spaces(tenant, &spaces).await?;
        }
        self.forget(tenant, old).await
    }

    async fn forget(&self, tenant: TenantId, old: Option<SpaceLabel>) -> Result<(), SearchError> {
        let Some(old) = old else { return Ok(()) };
        let collection = self.dense(old.dims).await?;
        let filter = only(tenant, [Condition::matches("space", old.label)]);
        self.client.delete_points(DeletePointsBuilder::new(collection).points(filter).wait(true)).await?;
        Ok(())
    }

    pub(crate) async fn remove_documents(
        &self,
        tenant: TenantId,
        documents: Vec<DocumentId>,
    ) -> Result<(), SearchError> {
        let documents: Vec<String> = documents.iter().map(ToString::to_string).collect();
        self.remove(only(tenant, [Condition::matches("document", documents)])).await
    }

    pub(crate) async fn remove_collection(
        &self,
        tenant: TenantId,
        collection: CollectionId,
    ) -> Result<(), SearchError> {
        self.remove(only(tenant, [Condition::matches("collection", collection.to_string())])).await
    }

    pub(crate) async fn remove_tenant(&self, tenant: TenantId) -> Result<(), SearchError> {
        self.remove(only(tenant, [])).await
    }

    async fn remove(&self, filter: Filter) -> Result<(), SearchError> {
        let listed = self.client.list_collections().await?;
        for collection in listed.collections.into_iter().map(|collection| collection.name) {
            if collection.strip_prefix(&self.prefix).is_some_and(|rest| rest.starts_with('_')) {
                let delete = DeletePointsBuilder::new(collection).points(filter.clone()).wait(true);
                self.client.delete_points(delete).await?;
            }
        }
        Ok(())
    }

    /// The server takes what was deleted off its disk by itself, when it optimises.
    #[expect(clippy::unused_async, reason = "the interface of both homes")]
    pub(crate) async fn purge(&self, _: TenantId) -> Result<(), SearchError> {
        Ok(())
    }

    pub(crate) async fn stats(&self, tenant: TenantId) -> Result<Stats, SearchError> {
        let passages = self.count(self.words().await?, only(tenant, [])).await?;
        let mut spaces = BTreeMap::new();
        for (name, space) in self.spaces(tenant).await?.by_name {
            let filter = only(tenant, [Condition::matches("space", space.label)]);
            let vectors = self.count(self.dense(space.dims).await?, filter).await?;
            spaces.insert(name, SpaceStats { dims: space.dims, vectors });
        }
        Ok(Stats { passages, spaces, bytes_on_disk: 0 })
    }

    pub(crate) async fn search(
        &self,
        tenant: TenantId,
        query: Query,
        fusion: Arc<Fusion>,
    ) -> Result<Found, SearchError> {
        search::search(self, tenant, &query, &fusion).await
    }

    async fn count(&self, collection: String, filter: Filter) -> Result<u64, SearchError> {
        let counted =
            self.client.count(CountPointsBuilder::new(collection).filter(filter).exact(true)).await?;
        Ok(counted.result.map_or(0, |result| result.count))
    }

    async fn put(&self, collection: &str, points: Vec<PointStruct>) -> Result<(), SearchError> {
        for batch in points.chunks(BATCH) {
            let upsert = UpsertPointsBuilder::new(collection, batch.to_vec()).wait(true);
            self.client.upsert_points(upsert).await?;
        }
        Ok(())
    }

    async fn spaces(&self, tenant: TenantId) -> Result<Spaces, SearchError> {
        let collection = self.manifest().await?;
        let ids = vec![of_tenant(tenant, "spaces", "")];
        let got = self.client.get_points(GetPointsBuilder::new(collection, ids).with_payload(true)).await?;
        let Some(point) = got.result.into_iter().next() else { return Ok(Spaces::default()) };
        let manifest: Manifest = Payload::from(point.payload).deserialize()?;
        Ok(manifest.spaces)
    }

    async fn set_spaces(&self, tenant: TenantId, spaces: &Spaces) -> Result<(), SearchError> {
        let manifest = Manifest { tenant: tenant.to_string(), spaces: spaces.clone() };
        let vectors = NamedVectors::default().into();
        let point = point(of_tenant(tenant, "spaces", ""), vectors, &manifest)?;
        self.put(&self.manifest().await?, vec![point]).await
    }

    async fn words(&self) -> Result<String, SearchError> {
        let name = format!("{}_words", self.prefix);
        let mut sparse = SparseVectorsConfigBuilder::default();
        sparse.add_named_vector_params(TERMS, SparseVectorParamsBuilder::default());
        let create = CreateCollectionBuilder::new(&name).sparse_vectors_config(sparse);
        self.make(name, create).await
    }

    async fn dense(&self, dims: usize) -> Result<String, SearchError> {
        let name = format!("{}_dense_{dims}", self.prefix);
        let vectors = VectorParamsBuilder::new(dims as u64, Distance::Cosine);
        let create = CreateCollectionBuilder::new(&name).vectors_config(vectors);
        self.make(name, create).await
    }

    async fn manifest(&self) -> Result<String, SearchError> {
        let name = format!("{}_spaces", self.prefix);
        let create = CreateCollectionBuilder::new(&name).vectors_config(VectorsConfigBuilder::default());
        self.make(name, create).await
    }

    /// Makes a collection with its indexes, unless it is there.
    async fn make(&self, name: String, create: CreateCollectionBuilder) -> Result<String, SearchError> {
        if self.made.lock().unwrap_or_else(PoisonError::into_inner).contains(&name) {
            return Ok(name);
        }
        if !self.client.collection_exists(&name).await? {
            let created = self.client.create_collection(create).await;
            // Somebody else may have been faster.
            if created.is_err() && !self.client.collection_exists(&name).await? {
                created?;
            }
        }
        for (field, kind) in FILTERED {
            let mut index = CreateFieldIndexCollectionBuilder::new(&name, field, kind).wait(true);
            if field == "tenant" {
                index = index.field_index_params(KeywordIndexParamsBuilder::default().is_tenant(true));
            }
            self.client.create_field_index(index).await?;
        }
        self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone());
        Ok(name)
    }
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    tenant: String,
    spaces: Spaces,
}

impl Spaces {
    /// Whether the space is new; an error if it is not but has other dimensions.
    fn admit(&mut self, space: &str, given: usize) -> Result<bool, SearchError> {
        if let Some(known) = self.by_name.get(space) {
            let wanted = known.dims;
            return if wanted == given {
                Ok(false)
            } else {
                Err(SearchError::Dimensions { space: space.to_owned(), wanted, given })
            };
        }
        if given == 0 {
            return Err(SearchError::Dimensions { space: space.to_owned(), wanted: 1, given });
        }
        self.next += 1;
        let label = format!("{space}#{}", self.next);
        self.by_name.insert(space.to_owned(), SpaceLabel { label, dims: given });
        Ok(true)
    }

    fn unknown(&self, space: &str) -> SearchError {
        let known = self.by_name.keys().cloned().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>();
        SearchError::UnknownSpace { space: space.to_owned(), known: known.join(", ") }
    }
}

/// A point's number: the same id of another tenant is another point.
fn of_tenant(tenant: TenantId, label: &str, id: &str) -> PointId {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(format!("{tenant}\0{label}\0{id}"));
    let bytes = digest.first_chunk::<16>().copied().unwrap_or_default();
    PointId::from(uuid::Builder::from_custom_bytes(bytes).into_uuid().to_string())
}

/// Every filter is made here.
fn only(tenant: TenantId, further: impl IntoIterator<Item = Condition>) -> Filter {
    let own = Condition::matches("tenant", tenant.to_string());
    Filter::must(std::iter::once(own).chain(further))
}

fn point(id: PointId, vectors: Vectors, payload: &impl Serialize) -> Result<PointStruct, SearchError> {
    let payload = serde_json::to_value(payload).map_err(std::io::Error::from)?;
    Ok(PointStruct::new(id, vectors, Payload::try_from(payload)?))
}
