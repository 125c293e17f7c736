-- The end of each org's audit log. Whoever appends takes this row first, before the org's feed row and every other row,
-- so entries are numbered without gaps. Expired entries leave their last sequence and hash here as the checkpoint.
create table audit_heads (
  org_id text collate "C" primary key references orgs,
  last_sequence bigint not null default 0,
  last_hash bytea not null default decode(repeat('00', 32), 'hex'),
  last_stamp timestamptz(3) not null default '2000-01-01Z',
  checkpoint_sequence bigint not null default 0,
  checkpoint_hash bytea not null default decode(repeat('00', 32), 'hex'),
  checkpoint_on timestamptz(3)
) with (fillfactor = 50);

-- Append-only. Personal values are not here: digests holds salted digests of them by their place in the entry, and the
-- hash covers those, so that erasing a value leaves the chain intact.
create table audit_entries (
  org_id text collate "C" not null references orgs,
  sequence bigint not null,
  created_on timestamptz(3) not null,
  action text collate "C" not null,
  outcome text collate "C" not null,
  actor_type text collate "C" not null,
  actor_id text collate "C",
  credential_type text collate "C",
  credential_id text collate "C",
  target_type text collate "C" not null,
  target_id text collate "C",
  request_id text collate "C",
  before jsonb,
  after jsonb,
  digests jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (org_id, sequence)
);

create index audit_entries_by_time on audit_entries (org_id, created_on, sequence);
create index audit_entries_by_action on audit_entries (org_id, action, sequence);
create index audit_entries_by_actor on audit_entries (org_id, actor_id, sequence) where actor_id is not null;
create index audit_entries_by_target on audit_entries (org_id, target_id, sequence) where target_id is not null;

-- Names, emails, addresses and user agents of entries. A value of null is known by its digest only.
create table audit_personal_values (
  org_id text collate "C" not null references orgs,
  sequence bigint not null,
  place text collate "C" not null,
  -- The user or app that the value is about, for erasure.
  subject_id text collate "C",
  salt bytea not null,
  value text,
  primary key (org_id, sequence, place)
);

create index audit_personal_values_by_subject on audit_personal_values (org_id, subject_id)
  where subject_id is not null;

-- How often the same act that can be repeated at will, such as a failed sign-in, has happened in a minute. Only the first
-- of each is an entry of its own; the others are counted here until a job records their number.
create table audit_repeats (
  org_id text collate "C" not null references orgs,
  minute timestamptz(3) not null,
  action text collate "C" not null,
  -- A keyed digest of who and what; empty for the number of entries of the minute.
  subject bytea not null,
  count integer not null,
  primary key (org_id, minute, action, subject)
);

create index audit_repeats_by_minute on audit_repeats (minute);

-- Null: the operator's AUDIT_RETENTION_DAYS.
alter table orgs add column audit_retention_days integer check (audit_retention_days >= 90);
