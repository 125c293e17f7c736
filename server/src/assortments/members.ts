import { type Entity, entityOfRow } from "../entities/model/entity.ts";
import { findMemberKeys, findMemberRows } from "../entities/model/member-store.ts";
import {
  type Draft,
  requireWritten,
  type SentFields,
  type WriteRequest,
  type WriteResult,
  type Writer,
} from "../entities/model/write-request.ts";
import type { OpenWrite } from "../entities/write/open-write.ts";
import type { Prefetch } from "../entities/write/state/known-rows.ts";
import { pairKey } from "../entities/write/state/plan.ts";
import type { Database } from "../platform/database/database.ts";

/** An item that is to be a member with these fields, and its current member if there is one. */
interface MemberInput {
  readonly itemId: string;
  readonly fields: SentFields;
  readonly member: Pick<Entity, "id"> | undefined;
}

/** Writes one batch, with or without history and events. */
export type WriteBatch = (requests: readonly WriteRequest[], prefetch: Prefetch) => Promise<readonly WriteResult[]>;

export function recordedBatches(write: OpenWrite): WriteBatch {
  return (requests, prefetch) => write.add(requests, { prefetch });
}

export function directBatches(write: OpenWrite): WriteBatch {
  return (requests, prefetch) => write.add(requests, { prefetch, isRecorded: false });
}

/** Adds the items that are not members yet and updates the others. Returns one result per input. */
export function inputMembers(
  writeBatch: WriteBatch,
  assortment: Entity,
  inputs: readonly MemberInput[],
  writer: Writer,
): Promise<readonly WriteResult[]> {
  const requests = inputs.map((input) => ({ draft: draftOf(assortment, input), writer }));
  return writeBatch(requests, prefetchOf(assortment, inputs));
}

/** References to a removed member are cleared; they do not prevent its removal. */
export function removeMembers(
  writeBatch: WriteBatch,
  memberIds: readonly string[],
  writer: Writer,
): Promise<readonly WriteResult[]> {
  const requests = memberIds.map((id) => ({ draft: removalOf(id), writer }));
  return writeBatch(requests, {});
}

function removalOf(id: string): Draft {
  return { op: "delete", entityType: "assortment-item", address: { id }, cascades: true };
}

function draftOf({ id: assortmentId }: Entity, { itemId, fields, member }: MemberInput): Draft {
  const entityType = "assortment-item";
  if (member === undefined) {
    return { op: "create", entityType, object: { ...fields, assortmentId, itemId } };
  }
  const { assortmentId: _assortment, itemId: _item, ...object } = fields;
  return { op: "update", entityType, address: { id: member.id }, object };
}

function prefetchOf({ id: assortmentId, projectId }: Entity, inputs: readonly MemberInput[]): Prefetch {
  const added = inputs.filter(({ member }) => member === undefined).map(({ itemId }) => itemId);
  const inProject =
    projectId === null
      ? []
      : inputs.map(({ itemId }) => pairKey("project-item", ["projectId", projectId], ["itemId", itemId]));
  return {
    "for no key update": inputs.flatMap(({ member }) =>
      member === undefined ? [] : [{ entityType: "assortment-item", id: member.id }],
    ),
    "for key share": [
      { entityType: "assortment", id: assortmentId },
      ...added.map((id) => ({ entityType: "item", id })),
    ],
    holders: [
      ...added.map((id) => pairKey("assortment-item", ["assortmentId", assortmentId], ["itemId", id])),
      ...inProject,
    ],
  };
}

/** The members of the assortment that hold these items, by item. */
export async function findMembers(
  db: Database,
  orgId: string,
  assortmentId: string,
  itemIds: readonly string[],
): Promise<Map<string, Entity>> {
  if (itemIds.length === 0) {
    return new Map();
  }
  const keys = await findMemberKeys(db, orgId, assortmentId, itemIds);
  const memberIds = keys.map(({ member_id }) => member_id);
  const rows = keys.length === 0 ? [] : await findMemberRows(db, orgId, memberIds);
  const members = new Map(rows.map((row) => [row.id, entityOfRow(row)]));
  return new Map(
    keys.flatMap(({ item_id, member_id }) => {
      const member = members.get(member_id);
      return member === undefined ? [] : [[item_id, member] as const];
    }),
  );
}

/** For writes by the service itself: one rejected write rolls back the whole publish. */
export function requireAllWritten(results: readonly WriteResult[]): void {
  for (const result of results) {
    requireWritten(result);
  }
}

/** The order of the database's "C" collation for ids, which are ASCII. */
export function byCharacters(left: string, right: string): number {
  return left < right ? -1 : 1;
}
