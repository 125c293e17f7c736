import type { Entity } from "../entities/entity.ts";
import type { OpenWrite } from "../entities/open-write.ts";
import { pairKey } from "../entities/write/unique-keys.ts";
import type { Foreseen } from "../entities/write/wants.ts";
import type { Draft, SentFields, WriteRequest, WriteResult, Writer } from "../entities/write/write-request.ts";

/** An item that shall be a member with these fields, and the member that it is already. */
export interface MemberWish {
  readonly itemId: string;
  readonly fields: SentFields;
  readonly member: Pick<Entity, "id"> | undefined;
}

/** Writes one batch: with history and events, or without. */
export type WriteBatch = (requests: readonly WriteRequest[], foreseen: Foreseen) => Promise<readonly WriteResult[]>;

export function recordedBatches(write: OpenWrite): WriteBatch {
  return (requests, foreseen) => write.add(requests, undefined, foreseen);
}

export function directBatches(write: OpenWrite): WriteBatch {
  return (requests, foreseen) => write.addUnrecorded(requests, foreseen);
}

/** Adds the items that are not members yet and changes the others; one result for each wish. */
export function wishMembers(
  writeBatch: WriteBatch,
  assortment: Entity,
  wishes: readonly MemberWish[],
  writer: Writer,
): Promise<readonly WriteResult[]> {
  const requests = wishes.map((wish) => ({ draft: draftOf(assortment, wish), writer }));
  return writeBatch(requests, foreseenOf(assortment, wishes));
}

/** What refers to a member loses its reference: membership is not kept up for its sake. */
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

function draftOf({ id: assortmentId }: Entity, { itemId, fields, member }: MemberWish): Draft {
  const entityType = "assortment-item";
  if (member === undefined) {
    return { op: "create", entityType, object: { ...fields, assortmentId, itemId } };
  }
  const { assortmentId: _assortment, itemId: _item, ...object } = fields;
  return { op: "update", entityType, address: { id: member.id }, object };
}

function foreseenOf({ id: assortmentId, projectId }: Entity, wishes: readonly MemberWish[]): Foreseen {
  const added = wishes.filter(({ member }) => member === undefined).map(({ itemId }) => itemId);
  const inProject =
    projectId === null
      ? []
      : wishes.map(({ itemId }) => pairKey("project-item", ["projectId", projectId], ["itemId", itemId]));
  return {
    toChange: wishes.flatMap(({ member }) =>
      member === undefined ? [] : [{ entityType: "assortment-item", id: member.id }],
    ),
    toReferTo: [{ entityType: "assortment", id: assortmentId }, ...added.map((id) => ({ entityType: "item", id }))],
    holders: [
      ...added.map((id) => pairKey("assortment-item", ["assortmentId", assortmentId], ["itemId", id])),
      ...inProject,
    ],
  };
}
