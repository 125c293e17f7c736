import type { ApiKey, App } from "@weft/client";
import { dayMs } from "../ui/durations.ts";
import { compareNames } from "../ui/format.ts";

const expiringDays = 30;
const unusedDays = 90;

interface Dated {
  readonly expiresOn: string | null;
  readonly revokedOn: string | null;
  readonly lastUsedOn: string | null;
  readonly createdOn: string;
}

type KeyStatus = "active" | "expiring" | "expired" | "revoked";

/** The key filters: active keys, unused or expiring ones, inactive ones. */
export const keyFilters = ["live", "unused", "expiring", "ended", "all"] as const;
export type KeyFilter = (typeof keyFilters)[number];

export function keyStatus({ revokedOn, expiresOn }: Pick<Dated, "revokedOn" | "expiresOn">, nowMs: number): KeyStatus {
  if (revokedOn !== null) return "revoked";
  if (expiresOn === null) return "active";
  const leftMs = Date.parse(expiresOn) - nowMs;
  if (leftMs <= 0) return "expired";
  return leftMs <= expiringDays * dayMs ? "expiring" : "active";
}

export function passesFilter(key: Dated, filter: KeyFilter, nowMs: number): boolean {
  const status = keyStatus(key, nowMs);
  const isLive = status === "active" || status === "expiring";
  switch (filter) {
    case "all":
      return true;
    case "live":
      return isLive;
    case "ended":
      return !isLive;
    case "expiring":
      return status === "expiring";
    case "unused":
      // A new key had no chance to be used: its age counts like its last use.
      return isLive && nowMs - Date.parse(key.lastUsedOn ?? key.createdOn) > unusedDays * dayMs;
  }
}

/** Apps, each with its keys below it. */
export type KeyRow =
  | { readonly kind: "app"; readonly app: App; readonly liveKeys: number }
  | { readonly kind: "key"; readonly app: App; readonly apiKey: ApiKey };

interface KeySearch {
  readonly filter: KeyFilter;
  readonly words: string;
  readonly nowMs: number;
}

/** With a search or a filter for some keys, an app without any of them is hidden. */
export function keyRows(apps: readonly App[], keys: readonly ApiKey[], search: KeySearch): readonly KeyRow[] {
  const { filter, nowMs } = search;
  const words = search.words.trim().toLowerCase();
  const keysOf = byApp(keys);
  const byName = [...apps].sort((one, other) => compareNames(one.name, other.name));
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
