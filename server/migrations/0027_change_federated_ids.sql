-- The federatedId of an updated entity; empty if it had none. Null for a create and a delete, whose diffs have it, and for
-- an update recorded before this column. No default: that would rewrite the log.
alter table changes add column federated_id text collate "C";
