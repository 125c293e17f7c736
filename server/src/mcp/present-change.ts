import type { listChanges } from "@weft/contract";
import type { z } from "zod";
import { cut } from "./result-size.ts";

type ChangeRecord = z.output<(typeof listChanges)["answers"][200]["body"]>["results"][number];

const limits = { textMax: 200, listMax: 20 };

/** A short form of a change: its action, its author, and each value before and after. */
export function presentChange(change: ChangeRecord): object {
  const { id, entityReference, federatedId, typePath, action, createdOn, createdBy, createdById, source, changeSetId } =
    change;
  return {
    cursor: id,
    entityReference,
    federatedId,
    typePath,
    action,
    createdOn,
    by: createdBy?.name ?? createdById,
    source,
    changeSetId,
    version: change.entityVersion,
    values: cut(valuesOf(change), limits),
  };
}

/** The whole state for create and delete; from and to for update. */
function valuesOf({ action, propertyDiffs }: ChangeRecord): Record<string, unknown> {
  const show = shown[action];
  return Object.fromEntries(Object.entries(propertyDiffs).map(([slug, diff]) => [slug, show(diff)]));
}

type Diff = ChangeRecord["propertyDiffs"][string];

const shown = {
  create: ({ newValue }: Diff) => newValue,
  update: ({ oldValue, newValue }: Diff): unknown => ({ from: oldValue, to: newValue }),
  delete: ({ oldValue }: Diff) => oldValue,
} as const;
