import { chosenStyles } from "./choose-styles.ts";
import type { DemoContext } from "./demo-context.ts";
import { lineKeys } from "./demo-csv.ts";
import { seasons } from "./seasons.ts";

/** Changes after the load. Each is idempotent: a second run finds it done. */
export async function makeHistory(context: DemoContext): Promise<void> {
  await addFootwearDetails(context);
  await reducePrices(context);
  await publishCapsule(context);
  await dropStyle(context);
}

const soles = ["rubber", "leather", "eva", "jute"];

/** In one change set. */
async function addFootwearDetails({ weft, collection, signal }: DemoContext): Promise<void> {
  const shoes = collection.filter(({ garment }) => garment.type === "footwear");
  await weft.entities.batch({
    entityName: "item",
    operations: shoes.map(({ federatedId }, index) => ({
      op: "upsert",
      federatedId,
      object: { heelHeight: 15 + (index % 6) * 10, sole: soles[index % soles.length] },
    })),
    signal,
  });
}

/** One by one, like manual edits. */
async function reducePrices({ weft, collection, signal }: DemoContext): Promise<void> {
  for (const { federatedId, retailPrice } of chosenStyles(collection).reduced) {
    const object = { retailPrice: Math.floor(retailPrice * 0.8) - 0.05 };
    await weft.entities.upsert({ entityName: "item", federatedId, object, signal });
  }
}

async function publishCapsule({ weft, collection, signal }: DemoContext): Promise<void> {
  const [cold] = seasons;
  const keys = chosenStyles(collection).capsule.flatMap(({ options }) => options.map(({ federatedId }) => federatedId));
  const itemIds = await findIds({ weft, signal }, keys);
  const id = await assortmentId({ weft, signal }, `${cold.identifier}-capsule`);
  await weft.call("add-assortment-items", { params: { id }, body: { itemIds } }, { signal });
}

/** It stays in the season, and leaves all published assortments. */
async function dropStyle({ weft, collection, signal }: DemoContext): Promise<void> {
  const [, warm] = seasons;
  const { federatedId, options } = chosenStyles(collection).dropped;
  await weft.entities.upsert({ entityName: "item", federatedId, object: { status: "dropped" }, signal });
  const itemIds = await findIds(
    { weft, signal },
    options.map((option) => option.federatedId),
  );
  for (const key of lineKeys) {
    const id = await assortmentId({ weft, signal }, `${warm.identifier}-${key}`);
    await weft.call("remove-assortment-items", { params: { id }, body: { itemIds } }, { signal });
  }
}

type Calls = Pick<DemoContext, "weft" | "signal">;

async function findIds({ weft, signal }: Calls, federatedId: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  const listing = { entityName: "item", criteria: { federatedId }, fields: "id", limit: 1000, signal } as const;
  for await (const { id } of weft.entities.all(listing)) {
    ids.push(id);
  }
  return ids;
}

async function assortmentId({ weft, signal }: Calls, federatedId: string): Promise<string> {
  return (await weft.entities.get({ entityName: "assortment", federatedId, signal })).id;
}
