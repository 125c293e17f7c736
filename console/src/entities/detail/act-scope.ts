import type { Weft } from "@weft/client";
import { pluralize } from "../../ui/format.ts";
import type { AnyEntity } from "../any-entity.ts";
import { kindOfType, wordOf } from "../entity-kind.ts";

const countedMax = 100;

/** What the act of a change set changed, as seen from one entity of it: this style and 6 colorways. */
export async function readActScope(
  weft: Weft,
  entity: AnyEntity,
  changeSetId: string,
  signal: AbortSignal,
): Promise<string> {
  const query = { criteria: { changeSetId }, limit: countedMax };
  const { results } = await weft.call("list-changes", { query }, { signal });
  const others = new Set(results.map(({ entityId }) => entityId));
  others.delete(entity.id);
  if (others.size === 0) return "";
  const options = others.size < countedMax - 1 ? await readOptions(weft, entity, [...others], signal) : [];
  return describeScope(entity, others.size, options);
}

/** In words. Options are those of a style among the others. */
export function describeScope(entity: AnyEntity, otherCount: number, options: readonly AnyEntity[]): string {
  if (options.length === otherCount) {
    const isColorways = options.every(({ optionGroup }) => /colou?r/i.test(String(optionGroup ?? "color")));
    return `this style and ${pluralize(otherCount, isColorways ? "colorway" : "option")}`;
  }
  const kind = kindOfType(entity.entityType);
  const word = kind === undefined ? "entity" : wordOf(kind);
  return `this ${word} and ${otherCount < countedMax - 1 ? pluralize(otherCount, "other") : "many others"}`;
}

async function readOptions(
  weft: Weft,
  { id, entityType }: AnyEntity,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly AnyEntity[]> {
  if (entityType !== "item") return [];
  const criteria = { itemFamilyId: id, id: { in: ids } };
  return (await weft.entities.list<AnyEntity>({ entityName: "item", criteria, limit: countedMax, signal })).results;
}
