-- The secret before the last rotation is accepted until previous_secret_until.
alter table inbound_webhooks
  add column secret_since timestamptz(3) not null default now(),
  add column previous_secret bytea,
  add column previous_secret_since timestamptz(3),
  add column previous_secret_until timestamptz(3);

update inbound_webhooks set secret_since = created_on;
