-- How the console shows entities of a type (contract/src/presentation.ts); null for a type without its own presentation.
alter table entity_types add column presentation jsonb;
