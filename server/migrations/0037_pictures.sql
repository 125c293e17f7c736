-- What is known of a file that is a picture: its status, its size, its dominant color, and where its thumbnails are. Null
-- for files that were never examined: those of earlier releases are examined when their first thumbnail is requested. A
-- server of an earlier release ignores the column, and leaves the thumbnails of a file that it deletes in the store.
alter table files add column picture jsonb;
