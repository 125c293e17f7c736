import type { Entity } from "../entities/entity.ts";
import type { OpenWrite } from "../entities/open-write.ts";
import { pairKey } from "../entities/write/unique-keys.ts";
import type { Prefetch } from "../entities/write/wants.ts";
import type { Draft, SentFields, WriteRequest, WriteResult, Writer } from "../entities/write/write-request.ts";

/** An item that is to be a member with these fields, and its current member if there is one. */
export interface MemberInput {
  readonly itemId: string;
  readonly fields: SentFields;
  readonly member: Pick<Entity, "id"> | undefined;
}

/** Writes one batch, with or without history and events. */
export type WriteBatch = (requests: readonly WriteRequest[], foreseen: Prefetch) => Promise<readonly WriteResult[]>;

export function recordedBatches(write: OpenWrite): WriteBatch {
  return (requests, foreseen) => write.add(requests, undefined, foreseen);
}

export function directBatches(write: OpenWrite): WriteBatch {
  return (requests, foreseen) => write.addUnrecorded(requests, foreseen);
}

/** Adds the items that are not members yet and updates the others. Returns one result per input. */
export function inputMembers(
  writeBatch: WriteBatch,
  assortment: Entity,
  inputs: readonly MemberInput[],
  writer: Writer,
): Promise<readonly WriteResult[]> {
  const requests = inputs.map((input) => ({ draft: draftOf(assortment, input), writer }));
  return writeBatch(requests, foreseenOf(assortment, inputs));
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

function foreseenOf({ id: assortmentId, projectId }: Entity, inputs: readonly MemberInput[]): Prefetch {
  const added = inputs.filter(({ member }) => member === undefined).map(({ itemId }) => itemId);
  const inProject =
    projectId === null
      ? []
      : inputs.map(({ itemId }) => pairKey("project-item", ["projectId", projectId], ["itemId", itemId]));
  return {
    toChange: inputs.flatMap(({ member }) =>
      member === undefined ? [] : [{ entityType: "assortment-item", id: member.id }],
    ),
    forKeyShare: [{ entityType: "assortment", id: assortmentId }, ...added.map((id) => ({ entityType: "item", id }))],
    holders: [
      ...added.map((id) => pairKey("assortment-item", ["assortmentId", assortmentId], ["itemId", id])),
      ...inProject,
    ],
  };
}
