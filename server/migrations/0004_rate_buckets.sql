-- Counts of requests that several nodes share. Unlogged: after a crash every bucket is simply full again.
create unlogged table rate_buckets (
  org_id text collate "C" not null,
  subject text collate "C" not null,
  tokens double precision not null,
  refilled_on timestamptz not null,
  primary key (org_id, subject)
);
