import type { BenchServer } from "./bench-world.ts";
import { memoryMbOf } from "./process-usage.ts";
import { entityCount } from "./scale.ts";

const batchSize = 500;

/** The twenty properties of bench/fill-entities.ts. */
export function itemOf(number: number): object {
  return {
    typePath: "item",
    name: `Parka ${number}`,
    federatedId: `ST-${number}`,
    roles: ["family"],
    style: `ST-${number}`,
    color: `color ${number % 50}`,
    season: `FW${number % 4}`,
    gender: ["men", "women", "kids"][number % 3],
    price: (number % 900) * 0.5,
    cost: (number % 300) * 0.25,
    weight: number % 1_700,
    supplier: `supplier ${number % 400}`,
    fabric: `cotton ${number % 12}`,
    lining: number % 2 === 0,
    country: `country ${number % 30}`,
    care: "wash at 30 degrees",
    description: `A parka of the collection for cold days, number ${number}`,
    launch: `2026-0${1 + (number % 9)}-15`,
    category: `category ${number % 25}`,
    pockets: number % 9,
    hood: number % 3 === 0,
    rating: number % 6,
  };
}

/** Writes in batches, two at a time, and returns the most memory that the node has used. */
export async function writeItems(
  { address, pid }: BenchServer,
  headers: Record<string, string>,
  operationOf: (number: number) => object,
): Promise<number> {
  let next = 0;
  let memoryMb = 0;
  const write = async () => {
    for (let first = next; first < entityCount; first = next) {
      next += batchSize;
      const operations = Array.from({ length: batchSize }, (_, index) => operationOf(first + index));
      const answer = await fetch(`${address}/api/items/batch`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ operations }),
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 500)}`);
      memoryMb = Math.max(memoryMb, await memoryMbOf(pid));
    }
  };
  await Promise.all([write(), write()]);
  return memoryMb;
}
