-- Loads find pictures by the names of their files.
-- compatible-from: 0000
create index files_by_name on files (org_id, lower(file_name), id);
