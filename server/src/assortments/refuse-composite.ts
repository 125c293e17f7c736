import type { Entity } from "../entities/entity.ts";
import { composedFromIds } from "../entities/kinds/assortment-rules.ts";
import { conflict } from "../errors.ts";

/** What is made from others is changed through them: the next publish of one would undo every other change. */
export function refuseComposite(assortment: Entity): void {
  const sourceIds = composedFromIds(assortment);
  if (sourceIds.length > 0) {
    const detail = `The assortment ${assortment.id} is composed from others. Change those, or clear composedFromAssortmentIds first.`;
    throw conflict(detail, { composedFromAssortmentIds: sourceIds });
  }
}
