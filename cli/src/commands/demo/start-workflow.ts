import { setTimeout as delay } from "node:timers/promises";
import { chosenStyles } from "./choose-styles.ts";
import type { DemoContext } from "./demo-context.ts";

const identifier = "demo-factory-quote";

/** An external task: completed by weft tasks complete, or by a worker. */
const workflow = {
  name: "Ask the factory for a quote",
  identifier,
  description:
    "When a style is approved, an external task asks for its production cost, and the style stores the result.",
  triggers: ["item|update"],
  // Options inherit the status of their family; only the family starts a run.
  conditional:
    "{newData.status} === 'approved' && {oldData.status} !== 'approved' && {newData.id} === {newData.itemFamilyId}",
  tasks: [
    {
      name: "Quote",
      action: "external",
      config: {
        style: "{newData.federatedId}",
        name: "{newData.name}",
        composition: "{newData.composition}",
        targetCost: "{newData.costPrice}",
      },
    },
    {
      name: "Take over",
      action: "update-entity",
      config: { entityName: "item", id: "{newData.id}", object: { costPrice: "{tasks.Quote.output.cost}" } },
    },
  ],
};

const lookEveryMs = 200;
const looksMax = 50;

/** Creates the workflow and approves a few styles, so that tasks wait for a callback. */
export async function startWorkflow({ weft, collection, signal }: DemoContext): Promise<void> {
  const criteria = { identifier };
  const { results } = await weft.entities.list({ entityName: "event-workflow", criteria, signal });
  if (results.length === 0) await weft.entities.create({ entityName: "event-workflow", object: workflow, signal });
  const { approved } = chosenStyles(collection);
  for (const { federatedId } of approved) {
    await weft.entities.upsert({ entityName: "item", federatedId, object: { status: "approved" }, signal });
  }
  // The commands printed at the end list these tasks. Without a node that runs workflows, they appear later.
  for (let looks = 0; looks < looksMax && (await countAwaiting({ weft, signal })) < approved.length; looks += 1) {
    await delay(lookEveryMs, undefined, { signal });
  }
}

async function countAwaiting({ weft, signal }: Pick<DemoContext, "weft" | "signal">): Promise<number> {
  const listing = { criteria: { status: "awaiting" }, includeTotal: true, limit: 1, signal } as const;
  const { total = 0 } = await weft.entities.list({ entityName: "event-workflow-task", ...listing });
  return total;
}
