import type { Entity } from "../entities/entity.ts";
import { composedFromIds } from "../entities/kinds/assortment-rules.ts";
import { conflict } from "../errors.ts";

/** A composite is changed only through its sources: the next publish of a source would undo any other change. */
export function refuseComposite(assortment: Entity): void {
  const sourceIds = composedFromIds(assortment);
  if (sourceIds.length > 0) {
    const detail = `The assortment ${assortment.id} is composed from others. Change those, or clear composedFromAssortmentIds first.`;
    throw conflict(detail, { composedFromAssortmentIds: sourceIds });
  }
}
