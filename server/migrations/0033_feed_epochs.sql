-- The server cluster and the timeline on which changes were last written. A promotion and a point-in-time recovery begin
-- another timeline; another identifier is a database that was restored or moved elsewhere.
create table feed_timeline (
  is_only boolean primary key default true check (is_only),
  system_identifier text collate "C" not null,
  timeline text collate "C" not null,
  since timestamptz(3) not null default now()
);

-- The last number of each earlier epoch of a change history. What was numbered after it on another timeline is lost.
create table feed_forks (
  org_id text collate "C" not null references orgs,
  sequence bigint not null,
  primary key (org_id, sequence)
);
