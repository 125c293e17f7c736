import type { RequestFault } from "@weft/contract";
import { decide, targetOf } from "../access/decide.ts";
import type { Entity } from "../entities/entity.ts";
import type { WriteResult, Writer } from "../entities/write/write-request.ts";
import { Problem } from "../platform/problem.ts";
import { findMembers } from "./find-members.ts";
import { refuseComposite } from "./refuse-composite.ts";
import { requireAllWritten } from "./require-all-written.ts";
import type { OpenAssortment } from "./write-assortment.ts";
import { inputMembers, recordedBatches, removeMembers } from "./write-members.ts";

/** The outcome of an item in the request. */
export interface ItemOutcome {
  readonly itemId: string;
  readonly outcome: "added" | "unchanged" | "removed" | "absent";
  readonly assortmentItemId?: string;
}

/** Adds the items that are not in the assortment yet. */
export async function addItems(open: OpenAssortment, itemIds: readonly string[]): Promise<ItemOutcome[]> {
  const { write, writer, assortment } = open;
  refuseComposite(assortment);
  const members = await membersOf(open, itemIds);
  const missing = [...new Set(itemIds)].filter((itemId) => !members.has(itemId));
  const inputs = missing.map((itemId) => ({ itemId, fields: {}, member: undefined }));
  const results = await inputMembers(recordedBatches(write), assortment, inputs, writer);
  requireAdded(results, missing, itemIds);
  const added = new Map(
    results.map((result, index) => [missing[index] ?? "", "problem" in result ? "" : result.entity.id]),
  );
  return itemIds.map((itemId, index): ItemOutcome => {
    const addedId = added.get(itemId);
    if (addedId !== undefined) {
      const isFirst = itemIds.indexOf(itemId) === index;
      return { itemId, outcome: isFirst ? "added" : "unchanged", assortmentItemId: addedId };
    }
    const member = members.get(itemId);
    const shown = member !== undefined && mayRead(writer, member) ? { assortmentItemId: member.id } : {};
    return { itemId, outcome: "unchanged", ...shown };
  });
}

/** Removes the items that are in the assortment. A member that may not be read counts as absent. */
export async function removeItems(open: OpenAssortment, itemIds: readonly string[]): Promise<ItemOutcome[]> {
  const { write, writer, assortment } = open;
  refuseComposite(assortment);
  const found = [...(await membersOf(open, itemIds))].filter(([, member]) => mayRead(writer, member));
  const members = new Map(found.map(([itemId, { id }]) => [itemId, id]));
  requireAllWritten(await removeMembers(recordedBatches(write), [...members.values()], writer));
  return itemIds.map((itemId): ItemOutcome => {
    const assortmentItemId = members.get(itemId);
    members.delete(itemId);
    return assortmentItemId === undefined
      ? { itemId, outcome: "absent" }
      : { itemId, outcome: "removed", assortmentItemId };
  });
}

function membersOf({ write, assortment }: OpenAssortment, itemIds: readonly string[]): Promise<Map<string, Entity>> {
  return findMembers(write.tx, write.orgId, assortment.id, itemIds);
}

function mayRead({ rights }: Writer, member: Entity): boolean {
  return decide(rights, "read", targetOf(member)).isAllowed;
}

/** Reports every item that cannot be added, with its index in the request. */
function requireAdded(results: readonly WriteResult[], missing: readonly string[], itemIds: readonly string[]): void {
  const errors = results.flatMap((result, index): RequestFault[] => {
    if (!("problem" in result)) {
      return [];
    }
    const { problem } = result;
    if (problem.code !== "invalid-request") {
      throw problem;
    }
    const pointer = `#/itemIds/${itemIds.indexOf(missing[index] ?? "")}`;
    return [{ pointer, code: problem.errors[0]?.code ?? "invalid-value", detail: problem.detail }];
  });
  const [first] = errors;
  if (first !== undefined) {
    throw new Problem("invalid-request", `${first.pointer}: ${first.detail}`, { errors: errors.slice(0, errorsMax) });
  }
}

const errorsMax = 100;
