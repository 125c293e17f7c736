import type { DemoContext } from "./demo-context.ts";
import { lineKeys } from "./demo-csv.ts";
import { lines, type Season, seasons } from "./seasons.ts";
import { sizeRuns } from "./size-runs.ts";
import { suppliers } from "./suppliers.ts";

/** Entities that the collection refers to: size runs and suppliers. */
export async function buildMasterData({ weft, signal }: DemoContext): Promise<void> {
  await weft.entities.batch({
    entityName: "size-range-template",
    operations: Object.values(sizeRuns).map(({ federatedId, name, sizes }) => ({
      op: "upsert",
      federatedId,
      object: { name, sizeRange: { sizes: [...sizes] } },
    })),
    signal,
  });
  await weft.entities.batch({
    entityName: "custom-entity",
    operations: suppliers.map(({ federatedId, name, country, city, leadTimeDays, certificates }) => ({
      op: "upsert",
      federatedId,
      object: { typePath: "custom-entity:supplier", name, country, city, leadTimeDays, certificates },
    })),
    signal,
  });
}

/** A project for each season, with workspaces and assortments. */
export async function buildSeasons(context: DemoContext): Promise<void> {
  for (const season of seasons) {
    await buildSeason(context, season);
  }
}

async function buildSeason({ weft, signal }: DemoContext, { identifier, name }: Season): Promise<void> {
  const project = await weft.entities.upsert({
    entityName: "project",
    federatedId: identifier,
    object: { name, identifier },
    signal,
  });
  const parentWorkspaceId = project.rootWorkspaceId ?? "";
  await weft.entities.batch({
    entityName: "workspace",
    operations: Object.entries({ womenswear: "Womenswear", menswear: "Menswear" }).map(([key, label]) => ({
      op: "upsert",
      federatedId: `${identifier}-${key}`,
      object: { name: `${label} ${name}`, identifier: `${identifier}-${key}`, parentWorkspaceId },
    })),
    signal,
  });
  const { results } = await weft.entities.batch({
    entityName: "assortment",
    operations: [...lineKeys.map((key) => [key, lines[key]] as const), ["capsule", "Press capsule"] as const].map(
      ([key, label]) => ({
        op: "upsert",
        federatedId: `${identifier}-${key}`,
        object: { name: `${label} ${name}`, identifier: `${identifier}-${key}`, workspaceId: parentWorkspaceId },
      }),
    ),
    signal,
  });
  const composedFromAssortmentIds = results.slice(0, lineKeys.length).flatMap(({ id }) => id ?? []);
  await weft.entities.upsert({
    entityName: "assortment",
    federatedId: `${identifier}-all`,
    object: {
      name: `All channels ${name}`,
      identifier: `${identifier}-all`,
      workspaceId: parentWorkspaceId,
      composedFromAssortmentIds,
    },
    signal,
  });
}
