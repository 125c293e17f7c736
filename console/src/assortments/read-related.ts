import type { AssortmentSummary } from "@weft/client";
import type { Pictured } from "../entities/pictures/entity-picture.ts";

/** The fields of a related entity that a list needs. */
export interface Related {
  readonly id: string;
  readonly name: string;
  readonly identifier: string | undefined;
  /** Distinguishes the options of one style. */
  readonly optionName: string | undefined;
  readonly federatedId: string | undefined;
  /** For its picture. */
  readonly entity: Pictured | undefined;
}

/** A relation is the whole entity, or missing where it may not be read. */
export function readRelated(value: unknown): Related | undefined {
  if (!isRecord(value) || typeof value["id"] !== "string") return undefined;
  const { id } = value;
  const [identifier, optionName, federatedId] = ["identifier", "optionName", "federatedId"].map((key) =>
    readString(value[key]),
  );
  return {
    id,
    name: readString(value["name"]) ?? identifier ?? federatedId ?? id,
    identifier,
    optionName,
    federatedId,
    entity: typeof value["typePath"] === "string" ? { ...value, typePath: value["typePath"] } : undefined,
  };
}

/** None before the first publish. */
export function readSummary(value: unknown): AssortmentSummary | undefined {
  if (!isRecord(value)) return undefined;
  const { itemCount, familyCount, optionCount, updatedOn } = value;
  const isWhole = typeof itemCount === "number" && typeof updatedOn === "string";
  return isWhole
    ? { itemCount, familyCount: readCount(familyCount), optionCount: readCount(optionCount), updatedOn }
    : undefined;
}

function readCount(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function readString(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
