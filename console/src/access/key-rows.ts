import type { ApiKey, App } from "@weft/client";
import { type KeyFilter, passesFilter } from "./key-status.ts";

/** Apps, each with its keys below it. */
export type KeyRow =
  | { readonly kind: "app"; readonly app: App; readonly liveKeys: number }
  | { readonly kind: "key"; readonly app: App; readonly apiKey: ApiKey };

interface KeySearch {
  readonly filter: KeyFilter;
  readonly words: string;
  readonly nowMs: number;
}

/** Computed once: for ten thousand apps it is called a hundred thousand times. */
const order = new Intl.Collator("en");

/** With a search or a filter for some keys, an app without any of them is hidden. */
export function keyRows(apps: readonly App[], keys: readonly ApiKey[], search: KeySearch): readonly KeyRow[] {
  const { filter, nowMs } = search;
  const words = search.words.trim().toLowerCase();
  const keysOf = byApp(keys);
  const byName = [...apps].sort((one, other) => order.compare(one.name, other.name));
  return byName.flatMap((app) => {
    const own = keysOf.get(app.id) ?? [];
    const isNamed = `${app.name} ${app.description}`.toLowerCase().includes(words);
    const shown = own.filter((key) => passesFilter(key, filter, nowMs) && (isNamed || matches(key, words)));
    const isLeftOut = shown.length === 0 && (!isNamed || (filter !== "live" && filter !== "all"));
    const liveKeys = own.filter((key) => passesFilter(key, "live", nowMs)).length;
    const rows = shown.map((apiKey): KeyRow => ({ kind: "key", app, apiKey }));
    return isLeftOut ? [] : [{ kind: "app", app, liveKeys } satisfies KeyRow, ...rows];
  });
}

function byApp(keys: readonly ApiKey[]): ReadonlyMap<string, readonly ApiKey[]> {
  const groups = new Map<string, ApiKey[]>();
  for (const key of keys) {
    const place = key.appId ?? "";
    const group = groups.get(place) ?? [];
    groups.set(place, group);
    group.push(key);
  }
  return groups;
}

export function matches(key: Pick<ApiKey, "label" | "secretHint">, words: string): boolean {
  return `${key.label} ${key.secretHint}`.toLowerCase().includes(words);
}
