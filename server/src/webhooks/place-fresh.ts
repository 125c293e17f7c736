import type { Transaction } from "../platform/database/database.ts";
import {
  type Claim,
  countOn,
  type FreshRow,
  findFresh,
  type Placement,
  placeDeliveries,
} from "./delivery-queue-store.ts";

/**
 * Assigns sequence numbers to new deliveries in the order of their changes, and claims up to the limit of those that
 * are first in their line. Returns the claimed ids, and the number of deliveries placed.
 */
export async function placeFresh(
  tx: Transaction,
  claim: Claim,
  placesMax: number,
): Promise<{ readonly claimed: readonly string[]; readonly placed: number }> {
  const fresh = await findFresh(tx, { ...claim, limit: placesMax });
  if (fresh.length === 0) {
    return { claimed: [], placed: 0 };
  }
  const counts = new Map<string, number>();
  for (const { line } of fresh) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lastSequences = await countOn(tx, claim, counts);
  const firstSequences = new Map(
    [...counts].map(([line, count]) => [line, (lastSequences.get(line) ?? count) - count + 1]),
  );
  const placements = placementsOf(fresh, firstSequences, claim.limit);
  await placeDeliveries(tx, claim, placements);
  const claimed = placements.filter(({ fate }) => fate === "claimed").map(({ id }) => id);
  return { claimed, placed: fresh.length };
}

function placementsOf(
  fresh: readonly FreshRow[],
  firstSequences: ReadonlyMap<string, number>,
  claimsMax: number,
): Placement[] {
  const next = new Map(firstSequences);
  let claims = 0;
  return fresh.map(({ id, line, is_behind }) => {
    const sequence = next.get(line) ?? 0;
    next.set(line, sequence + 1);
    if (is_behind || sequence !== firstSequences.get(line)) {
      return { id, sequence, fate: "behind" };
    }
    claims += 1;
    return { id, sequence, fate: claims <= claimsMax ? "claimed" : "due" };
  });
}
