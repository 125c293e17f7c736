import type { Database, Transaction } from "../platform/database/database.ts";
import { type JsonbParameter, jsonList, prepared, type SqlStatement, sql } from "../platform/database/sql.ts";
import type { Author, ChangeDraft, RecordingOptions } from "./change.ts";

/** The end of the log after changes were recorded. */
export interface Recorded {
  readonly lastSequence: number;
  readonly stamp: Date;
}

/** Creates the org's feed row if necessary and returns the version of its types. */
export async function openFeed(db: Database, orgId: string): Promise<number> {
  const [feed] = await db.query<{ types_version: number }>(prepared`
    select types_version from org_feeds where org_id = ${orgId}`);
  if (feed !== undefined) {
    return feed.types_version;
  }
  // A row that another transaction has created meanwhile may have a later version: recording the write finds that.
  await db.query(prepared`insert into org_feeds (org_id) values (${orgId}) on conflict do nothing`);
  return 0;
}

/** Blocks every writer of the org until the transaction ends, and returns the version of its types. */
export async function lockFeed(tx: Transaction, orgId: string): Promise<number | undefined> {
  const rows = await tx.query<{ types_version: number }>(prepared`
    select types_version from org_feeds where org_id = ${orgId} for update`);
  return rows[0]?.types_version;
}

/** Changes serialized for the database: a JSON list of rows, numbered in list order. */
export interface SerializedChanges<List = JsonbParameter> {
  readonly count: number;
  readonly rows: List;
}

export function serializeChanges(changes: readonly ChangeDraft[]): SerializedChanges<readonly string[]> {
  return { count: changes.length, rows: changes.map(changeAsJson) };
}

/** Returns undefined if the org's types no longer have the expected version. */
export async function appendChanges(
  tx: Transaction,
  orgId: string,
  changes: SerializedChanges,
  options: RecordingOptions,
): Promise<Recorded | undefined> {
  const advance = advanceFeed(orgId, changes.count, options);
  const insert = insertChanges(orgId, changes, options);
  // Another writer may have set the version that new types result in, so what to insert is not known before.
  if (options.changesTypes) {
    const feed = recordedIn(await tx.query<FeedEnd>(advance));
    await tx.queryAll(feed === undefined ? [] : [insert]);
    return feed;
  }
  const [feeds = []] = await tx.queryAll<FeedEnd>(changes.count === 0 ? [advance] : [advance, insert]);
  return recordedIn(feeds);
}

interface FeedEnd {
  readonly last_sequence: number;
  readonly last_stamp: Date;
}

function recordedIn([feed]: readonly FeedEnd[]): Recorded | undefined {
  return feed && { lastSequence: feed.last_sequence, stamp: feed.last_stamp };
}

/**
 * Reserves the numbers of the changes, if the org's types have the expected version. Without changes the end of the log
 * stays: cursors at it would be of a time that the log may never reach after a failover.
 */
function advanceFeed(orgId: string, count: number, { typesVersion, changesTypes }: RecordingOptions): SqlStatement {
  return prepared`
    update org_feeds
    set last_sequence = last_sequence + ${count},
        last_stamp = greatest(last_stamp, least(${count === 0 ? "-infinity" : null}::timestamptz,
          date_trunc('milliseconds', statement_timestamp()))),
        types_version = types_version + ${changesTypes ? 1 : 0}
    where org_id = ${orgId} and types_version = ${typesVersion}
    returning last_sequence, last_stamp`;
}

/** Inserts the changes with the last numbers of the feed. Nothing if its types do not have the version that results. */
function insertChanges(
  orgId: string,
  { count, rows }: SerializedChanges,
  { typesVersion, changesTypes }: RecordingOptions,
): SqlStatement {
  return prepared`
    insert into changes (
      org_id, created_on, sequence, entity_type, entity_id, type_path, project_id, action, entity_version,
      actor_id, actor_type, actor_name, change_set_id, source, source_id, federated_id, diffs)
    select
      feed.org_id, feed.last_stamp, feed.last_sequence - ${count} + input.ordinality, input.entity_type,
      input.entity_id, input.type_path, input.project_id, input.action, input.entity_version, input.actor_id,
      input.actor_type, input.actor_name, input.change_set_id, input.source, input.source_id, input.federated_id,
      input.diffs
    from org_feeds as feed, rows from (jsonb_to_recordset(${rows}::jsonb) as (
      entity_type text, entity_id text, type_path text, project_id text, action text, entity_version integer,
      actor_id text, actor_type text, actor_name text, change_set_id text, source text, source_id text,
      federated_id text, diffs jsonb)) with ordinality as input
    where feed.org_id = ${orgId} and feed.types_version = ${typesVersion + (changesTypes ? 1 : 0)}`;
}

/** Changes of one of several organizations. */
export interface OrgChanges {
  readonly orgId: string;
  readonly typesVersion: number;
  readonly changes: SerializedChanges<readonly string[]>;
}

/** The statements that record changes of several organizations, all of which have some. */
export function recordingOfOrgs(orgs: readonly OrgChanges[]): readonly [SqlStatement, SqlStatement] {
  const rows = orgs.flatMap(({ orgId, changes }) =>
    changes.rows.map((row, index) => {
      const place = JSON.stringify({ org_id: orgId, later: changes.count - 1 - index });
      return `${place.slice(0, -1)},${row.slice(1)}`;
    }),
  );
  return [advanceFeeds(orgs), insertChangesOfOrgs(jsonList(rows))];
}

/** Returns a row for each organization whose types have the expected version. Feeds are locked in one order. */
function advanceFeeds(orgs: readonly OrgChanges[]): SqlStatement {
  const ids = orgs.map(({ orgId }) => orgId);
  const versions = orgs.map(({ typesVersion }) => typesVersion);
  const counts = orgs.map(({ changes }) => changes.count);
  return prepared`
    /* of all orgs: those that write together */ update org_feeds
    set last_sequence = org_feeds.last_sequence + input.count,
        last_stamp = greatest(org_feeds.last_stamp, date_trunc('milliseconds', statement_timestamp()))
    from (
      select feed.org_id, expected.count
      from unnest(${ids}::text[], ${versions}::integer[], ${counts}::integer[]) as expected (org_id, version, count)
      join org_feeds as feed on feed.org_id = expected.org_id and feed.types_version = expected.version
      order by feed.org_id for update of feed
    ) as input
    where org_feeds.org_id = input.org_id
    returning org_feeds.org_id`;
}

function insertChangesOfOrgs(rows: JsonbParameter): SqlStatement {
  return prepared`
    insert into changes (
      org_id, created_on, sequence, entity_type, entity_id, type_path, project_id, action, entity_version,
      actor_id, actor_type, actor_name, change_set_id, source, source_id, federated_id, diffs)
    select
      feed.org_id, feed.last_stamp, feed.last_sequence - input.later, input.entity_type,
      input.entity_id, input.type_path, input.project_id, input.action, input.entity_version, input.actor_id,
      input.actor_type, input.actor_name, input.change_set_id, input.source, input.source_id, input.federated_id,
      input.diffs
    from jsonb_to_recordset(${rows}::jsonb) as input (
      org_id text, later integer, entity_type text, entity_id text, type_path text, project_id text, action text,
      entity_version integer, actor_id text, actor_type text, actor_name text, change_set_id text, source text,
      source_id text, federated_id text, diffs jsonb)
    join org_feeds as feed on feed.org_id = input.org_id`;
}

function changeAsJson({ author, diffs, ...change }: ChangeDraft): string {
  const fields = JSON.stringify({
    entity_type: change.entityType,
    entity_id: change.entityId,
    type_path: change.typePath,
    project_id: change.projectId,
    action: change.action,
    entity_version: change.entityVersion,
    // The state of a create or a delete has it.
    ...(change.action === "update" ? { federated_id: change.federatedId ?? "" } : {}),
  });
  return `${fields.slice(0, -1)},${authorAsJson(author)},"diffs":${diffs}}`;
}

const authors = new WeakMap<Author, string>();

/** The fields of an author, without braces. Serialized once, because one author may make all changes of a long load. */
function authorAsJson(author: Author): string {
  let text = authors.get(author);
  if (text === undefined) {
    const fields = JSON.stringify({
      actor_id: author.actorId,
      actor_type: author.actorType,
      actor_name: author.actorName,
      change_set_id: author.changeSetId,
      source: author.source,
      source_id: author.sourceId,
    });
    text = fields.slice(1, -1);
    authors.set(author, text);
  }
  return text;
}

/** A temporary table: private to the transaction, not logged, dropped on commit. */
export async function makeWaitingTable(tx: Transaction): Promise<void> {
  await tx.query(sql`
    create temporary table waiting_changes (
      number bigint, entity_type text, entity_id text, type_path text, project_id text, action text,
      entity_version integer, actor_id text, actor_type text, actor_name text, change_set_id text, source text,
      source_id text, federated_id text, diffs jsonb
    ) on commit drop`);
}

/** Appends the changes after those that are already waiting. */
export async function putAside(tx: Transaction, waitingCount: number, changes: readonly ChangeDraft[]): Promise<void> {
  await tx.query(sql`
    insert into pg_temp.waiting_changes
    select ${waitingCount}::bigint + input.ordinality, input.entity_type, input.entity_id, input.type_path,
      input.project_id, input.action, input.entity_version, input.actor_id, input.actor_type, input.actor_name,
      input.change_set_id, input.source, input.source_id, input.federated_id, input.diffs
    from rows from (jsonb_to_recordset(${jsonList(serializeChanges(changes).rows)}::jsonb) as (
      entity_type text, entity_id text, type_path text, project_id text, action text, entity_version integer,
      actor_id text, actor_type text, actor_name text, change_set_id text, source text, source_id text,
      federated_id text, diffs jsonb)) with ordinality as input`);
}

/** Returns false if the org's types no longer have the expected version. */
export async function appendWaitingChanges(
  tx: Transaction,
  orgId: string,
  count: number,
  options: RecordingOptions,
): Promise<boolean> {
  const feed = recordedIn(await tx.query<FeedEnd>(advanceFeed(orgId, count, options)));
  if (feed === undefined) {
    return false;
  }
  await tx.query(sql`
    insert into changes (
      org_id, created_on, sequence, entity_type, entity_id, type_path, project_id, action, entity_version,
      actor_id, actor_type, actor_name, change_set_id, source, source_id, federated_id, diffs)
    select ${orgId}, ${feed.stamp}, ${feed.lastSequence - count}::bigint + number, entity_type, entity_id, type_path,
      project_id, action, entity_version, actor_id, actor_type, actor_name, change_set_id, source, source_id,
      federated_id, diffs
    from pg_temp.waiting_changes order by number`);
  return true;
}
