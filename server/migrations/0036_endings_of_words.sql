-- The terms of an entity include endings of words (entities/search/text-parts.ts). The version of the entity that they are
-- of is now stored as a negative number, so that rows with the terms of earlier releases are found by the index, and nodes
-- compute them again. Nothing is rewritten here. A server of an earlier release computes terms without endings, and finds
-- the rows of others without this index.
-- compatible-from: 0000
drop index entities_without_terms;
create index entities_without_terms on entities (org_id, entity_type, id)
  where search_version is distinct from -version;
