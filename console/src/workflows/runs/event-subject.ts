import type { JsonObject } from "@weft/client";
import { kindTable } from "@weft/client";
import { isObject } from "../definition/draft.ts";

/** The subject of an event, and its page. */
export interface Subject {
  readonly name: string;
  readonly kind: string;
  readonly id: string;
  /** In the address of the entity's page; undefined for other things. */
  readonly plural: string | undefined;
}

/** The entity of an event, by its reference item:<id>. */
export function subjectOf(event: JsonObject): Subject | undefined {
  const reference = textAt(event, "entityReference");
  const at = reference?.indexOf(":") ?? -1;
  if (reference === undefined || at < 1) return undefined;
  const kind = reference.slice(0, at);
  const id = reference.slice(at + 1);
  const entry = Object.entries(kindTable).find(([name]) => name === kind);
  const isEntity = entry?.[1].verbs.some((verb) => verb === "batch") === true;
  return {
    kind,
    id,
    name: nameIn(event) ?? kind.replaceAll("-", " "),
    plural: isEntity ? entry?.[1].plural : undefined,
  };
}

/** Whether there is a page to link to. */
export function hasSubject(event: JsonObject): boolean {
  return subjectOf(event) !== undefined || (textAt(event, "assortmentId") ?? "") !== "";
}

function nameIn({ newData, oldData }: JsonObject): string | undefined {
  for (const state of [newData, oldData]) {
    const name = isObject(state) ? textAt(state, "name") : undefined;
    if (name !== undefined && name !== "") return name;
  }
  return undefined;
}

export function textAt(object: JsonObject, member: string): string | undefined {
  const value = object[member];
  return typeof value === "string" ? value : undefined;
}
