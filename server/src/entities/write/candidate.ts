import type { RequestFault } from "@weft/contract";
import type { ResolvedType } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { Problem } from "../../platform/problem.ts";
import type { Entity, Properties } from "../entity.ts";
import type { SentFields, Writer } from "./write-request.ts";

/** An entity to be written: the sent fields merged into the stored entity, and every error found so far. */
export interface Candidate {
  readonly type: ResolvedType;
  readonly id: string;
  readonly before: Entity | undefined;
  readonly sent: SentFields;
  readonly rights: Writer["rights"];
  /** Whether it is an option of a family. An entity without levels counts as a family. */
  place: "family" | "option";
  name: string | null;
  federatedId: string | null;
  projectId: string | null;
  readonly properties: Record<string, JsonValue>;
  readonly errors: RequestFault[];
}

export function addError(candidate: Candidate, slug: string, code: string, detail: string): void {
  candidate.errors.push({ pointer: pointerTo(slug), code, detail });
}

/** The text of a property that holds one, such as an id. */
export function textOf(entity: { readonly properties: Properties } | undefined, slug: string): string | undefined {
  const value = entity?.properties[slug];
  return typeof value === "string" ? value : undefined;
}

/** Sets a value, or removes the property. */
export function setProperty(candidate: Candidate, slug: string, value: JsonValue): void {
  if (value === null || value === undefined) {
    delete candidate.properties[slug];
  } else {
    candidate.properties[slug] = value;
  }
}

export function requireNoErrors(errors: readonly RequestFault[]): void {
  const [first] = errors;
  if (first === undefined) {
    return;
  }
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  throw new Problem("invalid-request", `${first.detail}${more}`, { errors });
}

function pointerTo(slug: string): string {
  return `#/${slug.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
