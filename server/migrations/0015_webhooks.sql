-- Addresses that are told of what happens.
create table webhooks (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  url text not null,
  -- Trigger keys, with * for a part or the whole.
  events text[] not null,
  filter text,
  auth_type text collate "C" not null check (auth_type in ('header', 'hmac', 'none')),
  header_name text,
  -- The value of the header or the signing secret, encrypted; and the signing secret before it, while both are good.
  secret bytea,
  secret_hint text,
  secret_since timestamptz(3),
  previous_secret bytea,
  previous_secret_since timestamptz(3),
  previous_secret_until timestamptz(3),
  is_active boolean not null default true,
  description text not null default '',
  headers jsonb not null default '{}',
  timeout_seconds integer not null default 15,
  -- Why and when the service itself has switched it off.
  disabled_reason text,
  disabled_on timestamptz(3),
  -- The first failure since the last success.
  failing_since timestamptz(3),
  last_delivered_on timestamptz(3),
  -- Nothing is sent before: the receiver has asked for it by Retry-After.
  paused_until timestamptz(3),
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  created_by_id text collate "C",
  updated_by_id text collate "C",
  primary key (org_id, id)
) with (fillfactor = 50);

-- What has happened and is told to at least one webhook, as text that is valid JSON.
create table webhook_events (
  org_id text collate "C" not null,
  id text collate "C" not null,
  trigger_key text collate "C" not null,
  occurred_on timestamptz(3) not null,
  -- The change behind it; its place in the history is looked up when it is sent.
  entity_type text collate "C",
  entity_id text collate "C",
  entity_version integer,
  document text not null,
  -- Those that it is told by. It is kept as long as one of them.
  delivery_ids text[] not null,
  created_on timestamptz(3) not null default now(),
  primary key (org_id, id)
);

create index webhook_events_by_age on webhook_events (created_on, id);

-- One event for one webhook. The log of what was sent is also the queue: who writes only inserts here, and all that
-- comes after is done by whoever holds the row of the webhook.
create table webhook_deliveries (
  org_id text collate "C" not null,
  id text collate "C" not null,
  -- The order of the deliveries about one entity is that of its changes, whose lock is held when this is drawn.
  number bigint generated always as identity,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  trigger_key text collate "C" not null,
  -- The entity that it is about (or the trigger key, for what is about none): its deliveries are sent one by one.
  line text collate "C" not null,
  -- Its place in the line, given after the commit; a fresh one has none.
  sequence bigint,
  status text collate "C" not null default 'pending'
    check (status in ('pending', 'delivered', 'parked', 'canceled')),
  is_test boolean not null default false,
  -- Those since it was made or replayed, and all of them.
  tries integer not null default 0,
  attempts integer not null default 0,
  -- When the foremost of its line may be sent. Those behind it have none, and neither has one that is being sent.
  due_on timestamptz(3),
  -- The node that sends it.
  claimed_by text collate "C",
  answer_status integer,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  ended_on timestamptz(3),
  primary key (org_id, id)
) with (fillfactor = 80);

create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, org_id, id);
create index webhook_deliveries_by_line on webhook_deliveries (line, org_id, id);
create index webhook_deliveries_parked on webhook_deliveries (webhook_id, org_id, id) where status = 'parked';
create index webhook_deliveries_fresh on webhook_deliveries (webhook_id, org_id, number) where sequence is null;
create index webhook_deliveries_in_line on webhook_deliveries (webhook_id, line, org_id, number)
  where status = 'pending' and sequence is not null;
create index webhook_deliveries_due on webhook_deliveries (webhook_id, org_id, due_on, number)
  where due_on is not null;
create index webhook_deliveries_claimed on webhook_deliveries (claimed_by) where claimed_by is not null;
-- Of one line, one at most is being sent or waits to be.
create unique index webhook_deliveries_foremost on webhook_deliveries (webhook_id, line, org_id)
  where due_on is not null or claimed_by is not null;

-- How far each line of a webhook has been counted.
create table webhook_lines (
  org_id text collate "C" not null,
  webhook_id text collate "C" not null,
  line text collate "C" not null,
  last_sequence bigint not null,
  primary key (org_id, webhook_id, line)
) with (fillfactor = 80);

create table webhook_attempts (
  org_id text collate "C" not null,
  delivery_id text collate "C" not null,
  -- From one, for each delivery.
  number integer not null,
  webhook_id text collate "C" not null,
  started_on timestamptz(3) not null,
  duration_ms integer not null,
  -- Without the values of secrets.
  request_headers jsonb not null,
  answer_status integer,
  answer_headers jsonb,
  answer_body text,
  is_answer_cut boolean not null default false,
  -- Why there is no answer, in words.
  failure text,
  primary key (org_id, delivery_id, number)
);

create index webhook_attempts_by_time on webhook_attempts (org_id, started_on);
