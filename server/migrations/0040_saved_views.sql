-- How lists of a type are shown: columns, filters, order and layout (contract/src/saved-views.ts).
create table saved_views (
  org_id text collate "C" not null references orgs,
  id text collate "C" not null,
  owner_id text collate "C" not null,
  -- Of a private view, its owner again, with whom it is deleted. A shared view stays.
  user_id text collate "C",
  app_id text collate "C",
  name text not null,
  viewed_type text collate "C" not null,
  scope text collate "C" not null check (scope in ('private', 'role', 'everyone')),
  is_default boolean not null,
  is_locked boolean not null,
  content jsonb not null,
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  updated_by_id text collate "C",
  primary key (org_id, id),
  check ((scope = 'private') = (user_id is not null or app_id is not null))
);

alter table saved_views add foreign key (org_id, user_id) references users on delete cascade;
alter table saved_views add foreign key (org_id, app_id) references apps on delete cascade;

create index saved_views_by_user on saved_views (user_id, org_id) where user_id is not null;
create index saved_views_by_app on saved_views (app_id, org_id) where app_id is not null;
create unique index saved_views_by_default on saved_views (viewed_type, org_id) where is_default;
