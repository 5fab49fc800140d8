-- The embedders whose vectors a document's passages have, as one text: another one means that they are out of date.
ALTER TABLE documents ADD COLUMN embedded_with TEXT NOT NULL DEFAULT '';
