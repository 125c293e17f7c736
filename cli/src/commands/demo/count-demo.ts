import type { EntityName } from "@weft/client";
import type { DemoContext } from "./demo-context.ts";

/** The number of stored demo entities. */
export type DemoCounts = Readonly<Record<string, number>>;

const counted: Readonly<Record<string, readonly [EntityName, object?]>> = {
  styles: ["item", { role: "family" }],
  options: ["item", { role: "option" }],
  colors: ["color"],
  sizeRangeTemplates: ["size-range-template"],
  suppliers: ["custom-entity", { typePath: "custom-entity:supplier" }],
  projects: ["project"],
  assortments: ["assortment"],
  assortmentItems: ["assortment-item"],
  loads: ["loader-process"],
  awaitingTasks: ["event-workflow-task", { status: "awaiting" }],
};

export async function countDemo({ weft, signal }: Pick<DemoContext, "weft" | "signal">): Promise<DemoCounts> {
  const entries = await Promise.all(
    Object.entries(counted).map(async ([name, [entityName, criteria]]) => {
      const filter = criteria === undefined ? {} : { criteria: { ...criteria } };
      const { total = 0 } = await weft.entities.list<object>({
        entityName,
        ...filter,
        includeTotal: true,
        limit: 1,
        signal,
      });
      return [name, total] as const;
    }),
  );
  return Object.fromEntries(entries);
}
