import type { Entity } from "../entities/model/entity.ts";
import { composedFromIds } from "../entities/rules/assortment-rules.ts";
import type { FollowUp } from "../entities/write/open-write.ts";
import { composeMembers, findCompositesAbove } from "./composites.ts";
import { publishWithComposites } from "./publish-assortment.ts";
import { tryLocks } from "./published-member-store.ts";
import { AssortmentBusyError, beingWritten } from "./write-assortment.ts";

/**
 * Composes an assortment in the write that makes it a composite, or that changes its sources. Otherwise it would be
 * empty, or outdated, until the next publish of a source that changes it.
 */
export const composeOnWrite: FollowUp = {
  mayFollow(draft) {
    return draft.entityType === "assortment" && "object" in draft && "composedFromAssortmentIds" in draft.object;
  },
  isDueAfter({ before, after }) {
    return after !== undefined && isNewlyComposed(before, after);
  },
  async run(write, composite, writer) {
    const { tx, orgId } = write;
    const composites = await findCompositesAbove(tx, orgId, composite.id);
    // With its sources: a source that is being published knows nothing of this composite yet.
    const ids = [composite.id, ...composedFromIds(composite), ...composites.map(({ id }) => id)];
    if (!(await tryLocks(tx, orgId, [...new Set(ids)]))) {
      throw beingWritten(new AssortmentBusyError());
    }
    await composeMembers(write, composite, writer);
    const published = await publishWithComposites({ write, writer, assortment: composite, composites });
    return published?.assortment ?? composite;
  },
};

/** An assortment that is no longer composed keeps its members, which can then be changed one by one. */
function isNewlyComposed(before: Entity | undefined, after: Entity): boolean {
  const sources = composedFromIds(after);
  const known = new Set(before === undefined ? [] : composedFromIds(before));
  return sources.length > 0 && (sources.length !== known.size || sources.some((id) => !known.has(id)));
}
