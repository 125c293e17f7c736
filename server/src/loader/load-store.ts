import type { Writer } from "../entities/model/write-request.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import type { Load, LoadReport, LoadRequest, LoadStatus, Progress, Undo } from "./load.ts";

interface LoadRow {
  readonly id: string;
  readonly status: LoadStatus;
  readonly configuration: LoadRequest;
  readonly writer: Writer;
  readonly progress: Progress | null;
  readonly report: LoadReport | null;
  readonly undo: Undo | null;
  readonly is_cancel_asked: boolean;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly started_on: Date | null;
  readonly ended_on: Date | null;
}

function loadOfRow(row: LoadRow): Load {
  return {
    id: row.id,
    status: row.status,
    configuration: row.configuration,
    writer: row.writer,
    progress: row.progress ?? undefined,
    report: row.report ?? undefined,
    undo: row.undo ?? undefined,
    isCancelAsked: row.is_cancel_asked,
    version: row.version,
    createdOn: row.created_on,
    updatedOn: row.updated_on,
    createdById: row.created_by_id,
    startedOn: row.started_on,
    endedOn: row.ended_on,
  };
}

interface NewLoad {
  readonly id: string;
  readonly configuration: LoadRequest;
  readonly writer: Writer;
}

export async function insertLoad(
  tx: Transaction,
  orgId: string,
  { id, configuration, writer }: NewLoad,
): Promise<void> {
  const { rights, isAdministrator, taskId } = writer.rights;
  const kept = { rights: { rights, isAdministrator, taskId }, author: writer.author };
  await tx.query(prepared`
    insert into loads (org_id, id, configuration, writer, created_by_id)
    values (${orgId}, ${id}, ${JSON.stringify(configuration)}, ${JSON.stringify(kept)}, ${writer.author.actorId})`);
}

export async function findLoad(db: Database, orgId: string, id: string): Promise<Load | undefined> {
  const rows = await db.query<LoadRow>(prepared`
    select id, status, configuration, writer, nullif(progress, '{}') as progress, nullif(report, '{}') as report, undo,
      is_cancel_asked, version, created_on, updated_on, created_by_id, started_on, ended_on
    from loads where org_id = ${orgId} and id = ${id}`);
  return rows[0] && loadOfRow(rows[0]);
}

export async function lockLoad(tx: Transaction, orgId: string, id: string): Promise<Load | undefined> {
  const rows = await tx.query<LoadRow>(prepared`
    select id, status, configuration, writer, nullif(progress, '{}') as progress, nullif(report, '{}') as report, undo,
      is_cancel_asked, version, created_on, updated_on, created_by_id, started_on, ended_on
    from loads where org_id = ${orgId} and id = ${id} for update`);
  return rows[0] && loadOfRow(rows[0]);
}

const loadsMax = 20_000;

/** Omits issues and samples, which may be long. If there are more loads than the limit, returns the newest. */
export async function listLoads(db: Database, orgId: string): Promise<Load[]> {
  const rows = await db.query<LoadRow>(prepared`
    select * from (
      select id, status, configuration, writer, nullif(progress, '{}') as progress,
        nullif(report, '{}') - 'issues' - 'samples' - 'preprocessingStepResults' - 'expressionReadings'
          - 'undescribedColumns' - 'literalMappings' as report, undo,
        is_cancel_asked, version, created_on, updated_on, created_by_id, started_on, ended_on
      from loads where org_id = ${orgId} order by id desc limit ${loadsMax}
    ) as newest order by id`);
  return rows.map(loadOfRow);
}

export async function deleteLoad(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(prepared`delete from loads where org_id = ${orgId} and id = ${id}`);
}

/** Marks the load as running under the claim. Also for a load that was already running, because its node has died. */
export async function beginLoad(tx: Transaction, orgId: string, id: string, claim: string): Promise<void> {
  await tx.query(prepared`
    update loads set status = 'running', claim = ${claim}, started_on = least(started_on, now()), updated_on = now(),
      version = version + 1
    where org_id = ${orgId} and id = ${id} and status in ('pending', 'running')`);
}

/** A run of a load: its claim and its progress. */
interface RunProgress {
  readonly claim: string;
  readonly progress: Progress;
}

/** Returns whether cancellation was requested; undefined if the load is no longer running, or not under this claim. */
export async function saveProgress(
  db: Database,
  orgId: string,
  id: string,
  { claim, progress }: RunProgress,
): Promise<boolean | undefined> {
  const rows = await db.query<{ is_cancel_asked: boolean }>(prepared`
    update loads set progress = ${JSON.stringify(progress)}, updated_on = now(), version = version + 1
    where org_id = ${orgId} and id = ${id} and status = 'running' and claim = ${claim} returning is_cancel_asked`);
  return rows[0]?.is_cancel_asked;
}

export interface LoadEnd {
  readonly status: "completed" | "failed" | "canceled";
  readonly progress: Progress;
  readonly report: LoadReport;
  /** The claim of the run that ends it. Absent if it is ended from outside. */
  readonly claim?: string;
}

/** Returns false if it has already ended, or another run has taken over. */
export async function endLoad(
  tx: Transaction,
  orgId: string,
  id: string,
  { status, progress, report, claim }: LoadEnd,
): Promise<boolean> {
  const rows = await tx.query(prepared`
    update loads set status = ${status}, progress = ${JSON.stringify(progress)}, report = ${JSON.stringify(report)},
      ended_on = now(), updated_on = now(), version = version + 1
    where org_id = ${orgId} and id = ${id} and status in ('pending', 'running')
      and claim is not distinct from coalesce(${claim ?? null}, claim) returning id`);
  return rows.length > 0;
}

export async function askCancel(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(prepared`
    update loads set is_cancel_asked = true, updated_on = now(), version = version + 1
    where org_id = ${orgId} and id = ${id}`);
}

export async function saveUndo(db: Database, orgId: string, id: string, undo: Undo): Promise<void> {
  await db.query(prepared`
    update loads set undo = ${JSON.stringify(undo)}, updated_on = now(), version = version + 1
    where org_id = ${orgId} and id = ${id}`);
}
