-- The address ranges that a key may be used from; empty: any.
alter table api_keys add column allowed_addresses text[] not null default '{}';

-- The most days that a new key of the org is good for, and its default; null: as long as the caller says.
alter table orgs add column key_lifetime_days integer check (key_lifetime_days between 1 and 3650);
