import type { Verb } from "@weft/contract";
import { decide, targetOf } from "../../access/decide.ts";
import { isCovered, rightsOn } from "../../access/readable-rights.ts";
import { forbidden, notFound } from "../../errors.ts";
import type { Entity } from "../entity.ts";
import type { Writer } from "./write-request.ts";

type Rights = Writer["rights"];

/** An entity that may not be read does not exist, also for a writer. */
export function requireReadable(rights: Rights, entity: Entity): void {
  if (!decide(rights, "read", targetOf(entity)).isAllowed) {
    throw notFound(entity.entityType, entity.id);
  }
}

/** Throws unless the writer may do this to the entity, which is readable or its own, and to these of its properties. */
export function requireWriteRight(
  rights: Rights,
  verb: "create" | "update" | "delete",
  entity: Entity,
  slugs: () => readonly string[] = () => [],
): void {
  const decision = decide(rights, verb, targetOf(entity));
  if (!decision.isAllowed) {
    throw forbidden(`This credential may not ${verb} ${entity.typePath}${entity.projectId === null ? "" : " there"}.`);
  }
  if (decision.fields !== "all") {
    const { fields } = decision;
    const closed = slugs().filter((slug) => !fields.has(slug));
    if (closed.length > 0) {
      throw forbidden(`This credential may not write ${closed.join(", ")} of ${entity.typePath}.`);
    }
  }
}

export function mayDo(rights: Rights, verb: Verb, entity: Entity, slugs: readonly string[]): boolean {
  const decision = decide(rights, verb, targetOf(entity));
  if (!decision.isAllowed) {
    return false;
  }
  const { fields } = decision;
  return fields === "all" || slugs.every((slug) => fields.has(slug));
}

/** Checked first, as far as the type is known: a writer that may create none of the type learns nothing else. */
export function requireCreatableType(rights: Rights, root: string, typePath: string): void {
  const isCreatable = rightsOn(rights, "create", root).some(({ project: _, ...right }) =>
    isCovered(right, { typePath }),
  );
  if (!isCreatable) {
    throw forbidden(`This credential may not create ${typePath}.`);
  }
}

/** Whether the property is hidden from this writer. A correct guess at a hidden value must look like a wrong one. */
export function isHidden(rights: Rights, entity: Entity, slug: string): boolean {
  const decision = decide(rights, "read", targetOf(entity));
  return decision.isAllowed && decision.fields !== "all" && !decision.fields.has(slug);
}
