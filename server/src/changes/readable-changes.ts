import { isKindName, isSystemField, kindAccess, problemOfRight, type Right, typesWithHistory } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { decide } from "../access/decide.ts";
import { invalidCriterion } from "../platform/lists/criteria.ts";
import { type ChangeCriteria, entityTypeOfCriteria } from "./change-criteria.ts";

type Reader = Pick<Caller, "rights" | "isAdministrator" | "taskId">;

/** The records that a caller may see, as a condition on sets of records: the inverse of decide.ts. */
export interface ReadableChanges {
  /** The kinds outside product data, which rights do not cover. */
  readonly administeredTypes: readonly string[];
  readonly productData: readonly ReadableTypes[];
}

/** The types that rights grant, on one project or on all. */
export interface ReadableTypes {
  readonly projectId: string | undefined;
  readonly isEverything: boolean;
  readonly typePaths: readonly string[];
  /** Types including all types below them. */
  readonly baseTypePaths: readonly string[];
}

/** The kinds with a history that rights do not cover. */
export const administeredTypes: readonly string[] = typesWithHistory.filter(
  (type) => kindAccess[type].administered.length > 0,
);

/**
 * The records that the caller may see. With a slug, only those where the caller may see that slug, so that a search by
 * touched field reveals nothing where the field is masked.
 */
export function readableChanges(caller: Reader, slug: string | undefined): ReadableChanges {
  const rights = caller.rights.filter(
    (right) => right.verbs.includes("read") && showsField(right, slug) && problemOfRight(right) === undefined,
  );
  const projectIds = [...new Set(rights.map(({ projectId }) => projectId))];
  return {
    administeredTypes: administeredTypes.filter((type) => isReadable(caller, type)),
    productData: projectIds.map((projectId) =>
      readableTypes(
        projectId,
        rights.filter((right) => right.projectId === projectId),
      ),
    ),
  };
}

/** Rejects a search for a field that may not be read: the results would reveal its values. */
export function requireReadableField(caller: Reader, criteria: ChangeCriteria): void {
  const { changed } = criteria;
  if (changed === undefined) {
    return;
  }
  const entityType = entityTypeOfCriteria(criteria);
  const { productData, administeredTypes: readable } = readableChanges(caller, changed);
  const isReadableField =
    entityType !== undefined && administeredTypes.includes(entityType)
      ? readable.includes(entityType)
      : productData.some((types) => mayHold(types, entityType));
  if (!isReadableField) {
    throw invalidCriterion("changed", `This credential may not read the field ${changed}.`);
  }
}

/** The record of an org holds what GET /org shows to administrators only. */
function isReadable(caller: Reader, administeredType: string): boolean {
  return (
    decide(caller, "read", { typePath: administeredType }).isAllowed &&
    (administeredType !== "org" || caller.isAdministrator)
  );
}

function showsField({ fields }: Right, slug: string | undefined): boolean {
  return fields === undefined || slug === undefined || isSystemField(slug) || fields.includes(slug);
}

function readableTypes(projectId: string | undefined, rights: readonly Right[]): ReadableTypes {
  const patterns = rights.map(({ typePath }) => typePath);
  return {
    projectId,
    isEverything: patterns.includes("*"),
    typePaths: patterns.filter((pattern) => !pattern.endsWith("*")),
    baseTypePaths: patterns.filter((pattern) => pattern.endsWith(":*")).map((pattern) => pattern.slice(0, -2)),
  };
}

function mayHold(
  { projectId, isEverything, typePaths, baseTypePaths }: ReadableTypes,
  entityType: string | undefined,
): boolean {
  const isOfType = (typePath: string) => entityType === undefined || typePath.split(":", 1)[0] === entityType;
  const isCoverable = projectId === undefined || entityType === undefined || isOfProject(entityType);
  return isCoverable && (isEverything || [...typePaths, ...baseTypePaths].some(isOfType));
}

function isOfProject(entityType: string): boolean {
  return isKindName(entityType) && kindAccess[entityType].project !== "none";
}
