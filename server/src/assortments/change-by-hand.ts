import type { RequestFault } from "@weft/contract";
import { decide, targetOf } from "../access/decide.ts";
import type { Entity } from "../entities/model/entity.ts";
import type { WriteResult, Writer } from "../entities/model/write-request.ts";
import { composedFromIds } from "../entities/rules/assortment-rules.ts";
import { invalidFields } from "../platform/errors.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { composeMembers, refuseComposite } from "./composites.ts";
import { findMembers, inputMembers, recordedBatches, removeMembers, requireAllWritten } from "./members.ts";
import { publishWithComposites } from "./publish-assortment.ts";
import {
  type AssortmentServices,
  backgroundPatienceMs,
  type OpenAssortment,
  writeAssortment,
} from "./write-assortment.ts";

/** The requested change of an assortment. */
export type AssortmentInput =
  | { readonly verb: "add" | "remove"; readonly itemIds: readonly string[] }
  | { readonly verb: "publish" };

export interface ChangedByHand {
  readonly assortment: Entity;
  readonly publishChangeId?: string;
  readonly items: readonly ItemOutcome[];
}

/** Makes the requested change, then publishes all changes since the last publish. */
export async function changeByHand(
  open: OpenAssortment,
  input: AssortmentInput,
  expectation: { readonly expectedVersion?: number },
): Promise<ChangedByHand> {
  const items = await change(open, input);
  const published = await publishWithComposites(open, expectation);
  return { assortment: open.assortment, ...published, items };
}

async function change(open: OpenAssortment, input: AssortmentInput): Promise<readonly ItemOutcome[]> {
  switch (input.verb) {
    case "add":
      return addItems(open, input.itemIds);
    case "remove":
      return removeItems(open, input.itemIds);
    case "publish":
      if (composedFromIds(open.assortment).length > 0) {
        await composeMembers(open.write, open.assortment, open.writer);
      }
      return [];
  }
}

/** The last stored summary; none before the first publish. */
export function summaryOf({ properties }: Entity): JsonValue {
  return properties["summary"];
}

/** The outcome of an item in the request. */
interface ItemOutcome {
  readonly itemId: string;
  readonly outcome: "added" | "unchanged" | "removed" | "absent";
  readonly assortmentItemId?: string;
}

/** Adds the items that are not in the assortment yet. */
async function addItems(open: OpenAssortment, itemIds: readonly string[]): Promise<ItemOutcome[]> {
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
async function removeItems(open: OpenAssortment, itemIds: readonly string[]): Promise<ItemOutcome[]> {
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
  if (errors.length > 0) {
    throw invalidFields(errors.slice(0, errorsMax));
  }
}

const errorsMax = 100;

interface PublishRequest {
  readonly orgId: string;
  readonly assortmentId: string;
  readonly writer: Writer;
}

/** Publishes all changes since the last publish. Publishes nothing if there are none. */
export async function publishByHand(
  services: AssortmentServices,
  request: PublishRequest,
): Promise<{ readonly publishChangeId?: string }> {
  const address = { ...request, patienceMs: backgroundPatienceMs };
  const { publishChangeId } = await writeAssortment(services, address, (open) =>
    changeByHand(open, { verb: "publish" }, {}),
  );
  return publishChangeId === undefined ? {} : { publishChangeId };
}
