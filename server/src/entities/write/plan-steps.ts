import { decide, targetOf } from "../../access/decide.ts";
import { conflict } from "../../errors.ts";
import type { Problem } from "../../platform/problem.ts";
import type { Entity } from "../entity.ts";
import { checkSize } from "./check-size.ts";
import { uniqueKeysOf } from "./unique-keys.ts";
import { type Step, textOfUniqueKey, type UniqueKey } from "./wants.ts";
import type { World } from "./world.ts";
import type { Writer } from "./write-request.ts";

/** Adds the steps to the plan, after checking that each takes no value that another entity holds. */
export function planSteps(world: World, steps: readonly Step[], writer: Writer): void {
  for (const step of steps) {
    const { before, after } = step;
    requireFreeKeys(world, step, writer);
    if (after !== undefined) {
      checkSize(after);
    }
    const [oldKeys, newKeys] = [keysOf(world, before), keysOf(world, after)];
    world.plan(step, keysWithout(oldKeys, newKeys), keysWithout(newKeys, oldKeys));
  }
}

/** Throws if the step takes a value that another entity holds. */
export function requireFreeKeys(world: World, { before, after }: Step, writer: Writer): void {
  if (after === undefined) {
    return;
  }
  const taken = keysWithout(keysOf(world, after), keysOf(world, before));
  world.holdersOf(taken).forEach((holder, index) => {
    if (holder !== undefined && holder !== after.id) {
      const slug = taken[index]?.slug ?? "";
      const [existing] = world.forKeyShare([{ entityType: after.entityType, id: holder }]);
      throw isTaken(`${slug.replace("+", " and ")} must be unique`, existing, writer, { property: slug });
    }
  });
}

export function requireFreeFederatedId(world: World, entity: Entity, writer: Writer): void {
  const { entityType, federatedId } = entity;
  const holder = federatedId === null ? undefined : world.toChangeByFederatedId(entityType, federatedId);
  if (holder !== undefined && holder.id !== entity.id) {
    throw isTaken(`The federatedId ${federatedId} is already in use`, holder, writer, { property: "federatedId" });
  }
}

/** Names the holder only to writers that may read it. */
function isTaken(what: string, holder: Entity | undefined, { rights }: Writer, members: object): Problem {
  const isReadable = holder !== undefined && decide(rights, "read", targetOf(holder)).isAllowed;
  return isReadable
    ? conflict(`${what}: the ${holder.entityType} ${holder.id} has this value.`, { ...members, existingId: holder.id })
    : conflict(`${what}: another entity has this value.`, { ...members });
}

function keysOf(world: World, entity: Entity | undefined): UniqueKey[] {
  return entity === undefined ? [] : uniqueKeysOf(world.typeAt(entity.typePath), entity);
}

function keysWithout(keys: readonly UniqueKey[], others: readonly UniqueKey[]): readonly UniqueKey[] {
  if (keys.length === 0 || others.length === 0) {
    return keys;
  }
  const texts = new Set(others.map(textOfUniqueKey));
  return keys.filter((key) => !texts.has(textOfUniqueKey(key)));
}
