import type { JsonValue } from "../../../platform/json-value.ts";

/** An entity as a list returns it. */
type Listed = Readonly<Record<string, JsonValue>>;

export interface ModelGroup {
  readonly group: Readonly<Record<string, { value: JsonValue; to?: number }>>;
  readonly count: number;
  readonly metrics: Readonly<Record<string, JsonValue>>;
}

/** Computes the groups in memory, from the entities of a list: a field that is hidden there is absent here. */
export function modelGroups(
  entities: readonly Listed[],
  groupBy: readonly string[],
  metrics: readonly string[],
): ModelGroup[] {
  const groups = new Map<string, { keys: Key[]; members: Listed[] }>();
  for (const entity of entities) {
    for (const keys of combinations(groupBy.map((one) => keysOf(entity, one)))) {
      const id = JSON.stringify(keys);
      const group = groups.get(id) ?? { keys, members: [] };
      group.members.push(entity);
      groups.set(id, group);
    }
  }
  if (groupBy.length === 0 && entities.length === 0) {
    groups.set("", { keys: [], members: [] });
  }
  return [...groups.values()].map(({ keys, members }) => ({
    group: Object.fromEntries(groupBy.map((one, index) => [nameOf(one), keys[index] ?? { value: null }])),
    count: members.length,
    metrics: Object.fromEntries(metrics.map((metric) => [metric, measure(members, metric)])),
  }));
}

interface Key {
  readonly value: JsonValue;
  readonly to?: number;
}

function nameOf(grouping: string): string {
  return grouping.split(":")[0] ?? "";
}

function combinations([first, ...rest]: readonly (readonly Key[])[]): Key[][] {
  return first === undefined ? [[]] : first.flatMap((key) => combinations(rest).map((keys) => [key, ...keys]));
}

const charactersOf: Readonly<Record<string, number>> = { year: 4, month: 7, day: 10 };

function keysOf(entity: Listed, grouping: string): Key[] {
  const [name = "", step] = grouping.split(":");
  const value = entity[name];
  if (Array.isArray(value)) {
    return value.length === 0 ? [{ value: null }] : value.map((element) => ({ value: element }));
  }
  const characters = charactersOf[step ?? ""];
  if (characters !== undefined) {
    return [{ value: typeof value === "string" ? value.slice(0, characters) : null }];
  }
  if (step !== undefined) {
    const width = Number(step);
    const from = typeof value === "number" ? Math.floor(value / width) * width : undefined;
    return [from === undefined ? { value: null } : { value: from, to: from + width }];
  }
  return [{ value: value ?? null }];
}

function measure(members: readonly Listed[], metric: string): JsonValue {
  const [asked, field = ""] = metric.split(":");
  const present = members.map((entity) => entity[field]).filter((value) => value !== undefined);
  const numbers = present.filter((value) => typeof value === "number");
  const sum = numbers.reduce((total, value) => total + value, 0);
  switch (asked) {
    case "count":
      return present.length;
    case "sum":
      return numbers.length === 0 ? null : sum;
    case "avg":
      return numbers.length === 0 ? null : sum / numbers.length;
    case "min":
      return numbers.length === 0 ? null : Math.min(...numbers);
    default:
      return numbers.length === 0 ? null : Math.max(...numbers);
  }
}
