import type { RequestFault } from "@weft/contract";
import type { ResolvedType } from "../../entity-types/type-tree.ts";
import { invalidFields } from "../../platform/errors.ts";
import { makeIdentifier } from "../../platform/ids.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Entity, Properties } from "../model/entity.ts";
import type { Draft, SentFields, Writer } from "../model/write-request.ts";
import type { Referral } from "../write/state/known-rows.ts";
import type { PlanState } from "../write/state/plan-state.ts";

/** The rules of one kind of entity beyond the properties of its type. */
export interface KindRules {
  /** Values taken from other entities may have changed since, so an update without changes is completed as well. */
  readonly takesFromOthers?: true;
  /** The type of a new entity that was sent without one. Default: the root type. */
  typePathOf?(sent: SentFields, rights: Writer["rights"], state: PlanState): string | undefined;
  /** Completes the candidate from itself and from what it refers to, and adds errors. Runs before the common checks. */
  complete?(candidate: Candidate, state: PlanState): void;
  /** The drafts that are written together with an entity of this kind. */
  besides?(candidate: Candidate): readonly Draft[];
}

/** Derives a missing identifier from the name, so that a first POST with only a name succeeds. */
export function completeIdentifier(candidate: Candidate): void {
  if (candidate.properties["identifier"] === undefined && candidate.name !== null) {
    setProperty(candidate, "identifier", makeIdentifier(candidate.name, candidate.id));
  }
}

/**
 * The contents of a workspace or an assortment belong to its project as well, so only an empty one can change its
 * project.
 */
export function refuseMoveWithContents(
  candidate: Candidate,
  state: PlanState,
  slug: string,
  contents: readonly Pick<Referral, "entityType" | "slug">[],
): void {
  const { before, id } = candidate;
  if (before === undefined || before.projectId === candidate.projectId) {
    return;
  }
  state.forUpdate(before);
  const found = state.referrersOf(contents.map((content) => ({ ...content, isList: false, id })));
  if (found.flat().length > 0) {
    addError(
      candidate,
      slug,
      "invalid-value",
      "Its content belongs to its project, so it cannot be moved to another project.",
    );
  }
}

/** An entity to be written: the sent fields merged into the stored entity, and every error found so far. */
export interface Candidate {
  readonly type: ResolvedType;
  readonly id: string;
  readonly before: Entity | undefined;
  readonly sent: SentFields;
  readonly rights: Writer["rights"];
  /** Whether a deleted entity comes back. */
  readonly isRestored: boolean;
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
  if (errors.length > 0) {
    throw invalidFields(errors, ({ detail }, more) => `${detail}${more}`);
  }
}

export function pointerTo(slug: string): string {
  return `#/${slug.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
