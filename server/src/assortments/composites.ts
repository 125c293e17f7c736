import type { Entity } from "../entities/entity.ts";
import { entityOfRow } from "../entities/entity-row.ts";
import { composedFromIds } from "../entities/kinds/assortment-rules.ts";
import { findComposites } from "../entities/member-store.ts";
import { conflict } from "../errors.ts";
import type { Database } from "../platform/database/database.ts";

/** The maximum number of composites that one publish may update. */
const compositesMax = 200;

/**
 * The assortments that are composed from this one, directly or indirectly, each after its sources. Cycles are rejected
 * on write; a cycle older than that rule is traversed once.
 */
export async function findCompositesAbove(db: Database, orgId: string, assortmentId: string): Promise<Entity[]> {
  const found = new Map<string, Entity>();
  for (let level = [assortmentId]; level.length > 0; ) {
    const rows = await findComposites(db, orgId, level, compositesMax + 1);
    const next = rows.map(entityOfRow).filter(({ id }) => id !== assortmentId && !found.has(id));
    for (const composite of next) {
      found.set(composite.id, composite);
    }
    if (found.size > compositesMax) {
      throw conflict(`More than ${compositesMax} assortments are composed from ${assortmentId}. Use fewer.`);
    }
    level = next.map(({ id }) => id);
  }
  return behindTheirSources([...found.values()]);
}

function behindTheirSources(composites: readonly Entity[]): Entity[] {
  const ordered: Entity[] = [];
  const waiting = new Map(composites.map((composite) => [composite.id, composite]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter((one) => !composedFromIds(one).some((id) => waiting.has(id)));
    const [first] = waiting.values();
    for (const composite of ready.length > 0 || first === undefined ? ready : [first]) {
      ordered.push(composite);
      waiting.delete(composite.id);
    }
  }
  return ordered;
}
