-- What a business answers to what people ask besides prices and hours: insurers, ways to pay, parking, pets.

-- tenant table: desk_facts
CREATE TABLE desk_facts (
    tenant_id TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    topic TEXT NOT NULL,
    -- JSON, as the business's owner says it.
    facts TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT;
