-- Documents that are searched together.
-- tenant table: collections
CREATE TABLE collections (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    weight REAL NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (tenant_id, name)
) STRICT;

-- A file and what became of it. `content_hash` is NULL while its bytes arrive; `stem` begins the ids of its chunks.
-- tenant table: documents
CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    collection_id TEXT NOT NULL REFERENCES collections (id),
    user_id TEXT NOT NULL,
    parent_id TEXT,
    file_name TEXT NOT NULL,
    search_name TEXT NOT NULL,
    stem TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    content_hash BLOB,
    blob TEXT NOT NULL,
    processing_status TEXT NOT NULL,
    embedding_status TEXT NOT NULL,
    progress INTEGER NOT NULL,
    error TEXT,
    notices TEXT NOT NULL,
    title TEXT,
    facts TEXT NOT NULL,
    pages INTEGER,
    chunk_count INTEGER NOT NULL,
    text_hash BLOB,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (tenant_id, stem),
    UNIQUE (tenant_id, collection_id, content_hash)
) STRICT;
CREATE INDEX documents_of_tenant ON documents (tenant_id, created_at, id);
CREATE INDEX documents_by_name ON documents (tenant_id, search_name);
CREATE INDEX documents_of_parent ON documents (tenant_id, parent_id);

-- What search finds. `passage` is the whole of it as JSON; the other columns are what it is looked up by.
-- tenant table: chunks
CREATE TABLE chunks (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    document_id TEXT NOT NULL REFERENCES documents (id),
    collection_id TEXT NOT NULL,
    chunk_index INTEGER NOT NULL,
    law_key TEXT,
    article_key TEXT,
    passage TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT;
CREATE INDEX chunks_of_document ON chunks (tenant_id, document_id, chunk_index);
CREATE INDEX chunks_of_article ON chunks (tenant_id, law_key, article_key);

-- Other words for a term, chosen by the tenant.
-- tenant table: synonyms
CREATE TABLE synonyms (
    tenant_id TEXT NOT NULL,
    term TEXT NOT NULL,
    alternatives TEXT NOT NULL,
    PRIMARY KEY (tenant_id, term)
) STRICT;

-- Vectors of texts that were embedded before. Each tenant has its own: a hit tells nobody what others have.
-- tenant table: embeddings
CREATE TABLE embeddings (
    tenant_id TEXT NOT NULL,
    model TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, model, text_hash)
) STRICT;
CREATE INDEX embeddings_by_age ON embeddings (created_at);

-- Where in the document an answer's source stands, and in which version of it.
ALTER TABLE message_citations ADD COLUMN chunk_id TEXT;
ALTER TABLE message_citations ADD COLUMN text_hash TEXT;
ALTER TABLE message_citations ADD COLUMN start_offset INTEGER;
ALTER TABLE message_citations ADD COLUMN end_offset INTEGER;
ALTER TABLE message_citations ADD COLUMN marker INTEGER;

-- What kind of event waits: most are in no projection and need not be read again. Empty if not known.
ALTER TABLE outbox ADD COLUMN event_type TEXT NOT NULL DEFAULT '';
