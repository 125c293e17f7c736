-- What is known of a file. Its bytes lie in the blob store, in one piece or, when its upload was resumed, in several.
create table files (
  org_id text collate "C" not null,
  id text collate "C" not null,
  file_name text not null,
  content_type text collate "C" not null,
  size bigint not null,
  uploaded_size bigint not null,
  status text collate "C" not null,
  sha256 text collate "C",
  -- [{"key": …, "size": …}] in the order of the bytes.
  pieces jsonb not null default '[]',
  created_by_id text collate "C",
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  updated_on timestamptz(3) not null default now(),
  primary key (org_id, id)
);

create index files_by_abandonment on files (updated_on) where status = 'uploading';

-- Bytes that no file owns: those that are being written, and those to be removed. Noted before the first byte is
-- written, so that whatever a killed node leaves behind is found without searching the store.
create table loose_blobs (
  org_id text collate "C" not null,
  key text collate "C" not null,
  -- Once true, no file can take it any more.
  is_doomed boolean not null,
  since timestamptz(3) not null default now(),
  primary key (org_id, key)
);

create index loose_blobs_by_age on loose_blobs (since);
