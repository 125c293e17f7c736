-- Whose addresses a sign-on admits (empty: all), and whether it is the only way to sign in.
alter table org_sign_on
  add column email_domains text[] not null default '{}',
  add column is_required boolean not null default false;

-- What identity providers keep with users and groups by SCIM. Groups are roles.
alter table users
  add column external_id text collate "C",
  add column given_name text,
  add column family_name text;

-- Not unique: an external id is unique within the client that issued it.
create index users_by_external_id on users (external_id, org_id) where external_id is not null;

alter table roles
  add column display_name text,
  add column external_id text collate "C";
