-- Access tokens of assistants that are connected by OAuth: with the rights of their user, narrowed by the scope. Their own
-- rights are empty, so that servers before this migration, which do not know scopes, grant them nothing.
-- compatible-from: 0000
alter table access_tokens add column scope text collate "C";
alter table access_tokens add column client_name text;
-- The family is the same in all refresh tokens of a connection. Its hash includes the client.
alter table access_tokens add column family_hash bytea;
alter table access_tokens add column refresh_hash bytea;
alter table access_tokens add column former_refresh_hash bytea;
alter table access_tokens add column refreshed_on timestamptz(3);
alter table access_tokens add constraint access_tokens_scope_check
  check (scope is null or (scope in ('read', 'write') and user_id is not null and rights is not null));

create index access_tokens_by_family on access_tokens (family_hash, org_id) where family_hash is not null;

alter table sign_on_attempts drop constraint sign_on_attempts_kind_check;
alter table sign_on_attempts add constraint sign_on_attempts_kind_check
  check (kind in ('browser', 'loopback', 'device', 'code', 'authorization'));
