import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { type Decision, decide, targetOf } from "../access/decide.ts";
import { type EntityReader, readEntity } from "../entities/read-entity.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { decodePageKey, encodePageKey } from "../platform/lists/page-key.ts";
import { findPublishChange, listPublishChanges, type PublishChangeRow } from "./publish-change-store.ts";
import { listDifferences, type PublishedDifference, type PublishedRow } from "./published-member-store.ts";

export interface HistoryServices {
  readonly db: BoundedDatabase;
  readonly reader: EntityReader;
}

interface PageQuery {
  readonly limit: number;
  readonly nextPageKey?: string | undefined;
}

/** The publishes of an assortment that the caller may read, newest first. */
export async function listHistory(
  { db, reader }: HistoryServices,
  caller: Caller,
  assortmentId: string,
  { limit, nextPageKey }: PageQuery,
): Promise<{ readonly changes: readonly PublishChangeRow[]; readonly nextPageKey?: string }> {
  await readEntity(reader, caller, "assortment", { id: assortmentId });
  const beforeNumber = Number(placeIn(nextPageKey, assortmentId, /^\d{1,15}$/) ?? Number.MAX_SAFE_INTEGER);
  const rows = await listPublishChanges(db, caller.org.id, assortmentId, { beforeNumber, limit: limit + 1 });
  const changes = rows.slice(0, limit);
  const last = rows.length > limit ? changes.at(-1) : undefined;
  return {
    changes,
    ...(last === undefined ? {} : { nextPageKey: encodePageKey(assortmentId, [String(last.number)]) }),
  };
}

/** A publish of an assortment that the caller may read. */
export async function readPublishChange(
  { db, reader }: HistoryServices,
  caller: Caller,
  { id, changeId }: { readonly id: string; readonly changeId: string },
): Promise<PublishChangeRow> {
  await readEntity(reader, caller, "assortment", { id });
  const change = isId.test(changeId) ? await findPublishChange(db, caller.org.id, id, changeId) : undefined;
  if (change === undefined) {
    throw notFound("publish change", changeId);
  }
  return change;
}

/** The effect of a publish on one member, restricted to what the caller may see. */
export interface PublishDetail {
  readonly action: "add" | "update" | "delete";
  readonly assortmentItemId: string;
  readonly itemId?: string;
  readonly before?: Record<string, JsonValue>;
  readonly after?: Record<string, JsonValue>;
}

export async function listDetails(
  db: BoundedDatabase,
  caller: Caller,
  { assortmentId, change }: { readonly assortmentId: string; readonly change: PublishChangeRow },
  { limit, nextPageKey, budget }: PageQuery & { readonly budget: Budget },
): Promise<{ readonly details: PublishDetail[]; readonly nextPageKey?: string }> {
  const afterItemId = placeIn(nextPageKey, change.id, isId) ?? "";
  const range = { orgId: caller.org.id, assortmentId, afterItemId, limit: limit + 1 };
  const { rows, isCut } = await budget.read(() => listDifferences(db, range, change.number, budget));
  const page = rows.slice(0, limit);
  const last = isCut || rows.length > limit ? page.at(-1) : undefined;
  return {
    details: page.flatMap((difference) => presentDifference(caller, difference)),
    ...(last === undefined ? {} : { nextPageKey: encodePageKey(change.id, [last.item_id]) }),
  };
}

function presentDifference(caller: Caller, { item_id, before, after }: PublishedDifference): PublishDetail[] {
  const member = after ?? before;
  const shown = member === null ? undefined : presentState(caller, member);
  if (member === null || shown === undefined) {
    return [];
  }
  const old = before === null ? undefined : presentState(caller, before);
  return [
    {
      action: actionOf(before, after),
      assortmentItemId: member.member_id,
      ...(shown["itemId"] === undefined ? {} : { itemId: item_id }),
      ...(old === undefined ? {} : { before: old }),
      ...(after === null ? {} : { after: shown }),
    },
  ];
}

function actionOf(before: PublishedRow | null, after: PublishedRow | null): PublishDetail["action"] {
  if (before === null) {
    return "add";
  }
  return after === null ? "delete" : "update";
}

const identifying: ReadonlySet<string> = new Set(["typePath", "name", "federatedId"]);

/** The fields of a published member that the caller may see; undefined if it may not see the member at all. */
export function presentState(
  caller: Caller,
  { member_id, project_id, state }: Pick<PublishedRow, "member_id" | "project_id" | "state">,
): Record<string, JsonValue> | undefined {
  const decision: Decision = decide(
    caller,
    "read",
    targetOf({ typePath: String(state["typePath"]), id: member_id, projectId: project_id }),
  );
  if (!decision.isAllowed) {
    return undefined;
  }
  const { fields } = decision;
  const shown = Object.entries(state).filter(([slug]) => fields === "all" || identifying.has(slug) || fields.has(slug));
  return Object.fromEntries(shown);
}

const isId = /^[A-Za-z0-9_-]{1,64}$/;

/** A key names the list that it belongs to, so that another list rejects it. */
function placeIn(key: string | undefined, list: string, pattern: RegExp): string | undefined {
  return decodePageKey(key, list, z.tuple([z.string().regex(pattern)]))?.[0];
}
