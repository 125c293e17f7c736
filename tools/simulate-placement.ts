import { parseArgs } from "node:util";
import { isolateLarge, type Moves, orgLoads, placeByHash, rebalance, skewOf } from "./placement.ts";

/**
 * npx tsx tools/simulate-placement.ts --orgs 10000 --workers 16 --shards 32,128,512 --exponent 0.9 --seed 1
 * How evenly organizations spread over workers, and how much must be moved: as hashed, after moving shards, after giving
 * large organizations shards of their own, and after adding half as many workers.
 */
const { values } = parseArgs({
  options: {
    orgs: { type: "string", default: "10000" },
    workers: { type: "string", default: "16" },
    shards: { type: "string", default: "32,128,512" },
    exponent: { type: "string", default: "0.9" },
    seed: { type: "string", default: "1" },
  },
});

function positive(name: keyof typeof values, text: string): number {
  const number = Number(text);
  if (!(number > 0)) {
    throw new Error(`--${name} must be a positive number, not ${text}.`);
  }
  return number;
}

const workers = positive("workers", values.workers);
const loads = orgLoads(positive("orgs", values.orgs), positive("exponent", values.exponent));
// Beyond half of a worker's share, an organization dominates the shard that it is on.
const largeShare = 0.5 / workers;
const describeMoves = ({ count, share }: Moves) => `${count} moves, ${(share * 100).toFixed(0)} % of the data`;

console.log(
  `${loads.length} organizations on ${workers} workers; the largest has ${((loads[0] ?? 0) * 100).toFixed(1)} %.`,
);
console.log("Skew is the load of the fullest worker compared with the mean.\n");
console.log("| shards | as hashed | shards moved | large ones isolated | half as many workers more |");
console.log("|---:|---|---|---|---|");
for (const shards of values.shards.split(",").map((text) => positive("shards", text))) {
  const hashed = placeByHash(loads, { shards, workers, seed: positive("seed", values.seed) });
  const moved = rebalance(hashed);
  const isolated = rebalance(isolateLarge(moved.placement, loads, largeShare));
  const added = Array.from({ length: Math.ceil(workers / 2) }, () => []);
  const grown = rebalance([...isolated.placement, ...added]);
  const cells = [moved, isolated, grown].map(
    ({ placement, moves }) => `${skewOf(placement).toFixed(2)} (${describeMoves(moves)})`,
  );
  console.log(`| ${shards} | ${skewOf(hashed).toFixed(2)} | ${cells.join(" | ")} |`);
}
