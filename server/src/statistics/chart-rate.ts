import type { Caller } from "../access/caller.ts";
import { findCredentialLabels } from "../access/credential-store.ts";
import type { Database } from "../platform/database/database.ts";
import { sumUses, sumUsesOf, type UseCount } from "../rate-limits/rate-count-store.ts";
import { type Chart, type ChartRange, chartOf, countSeries, slicesOf, sumOf, type Values } from "./chart.ts";

const credentialsMax = 20;

/** A credential, or all that are not listed individually. */
interface Shown {
  readonly id: string | null;
  readonly label: string;
}

/**
 * Calls, and those rejected by the rate limit: of all credentials for administrators, otherwise of the caller's own.
 */
export async function chartRate(db: Database, caller: Caller, range: ChartRange): Promise<Chart> {
  const { id, label } = caller.credential;
  if (!caller.isAdministrator) {
    const own = { id, label: labelOf({ owner: caller.actor.name, label: label ?? null }, id) };
    return chartUses(range, [own], await sumUsesOf(db, caller.org.id, slicesOf(range), id));
  }
  const counts = await sumUses(db, caller.org.id, slicesOf(range), credentialsMax);
  const busiest = byCalls(counts);
  const labels = await findCredentialLabels(db, caller.org.id, busiest);
  const named = busiest.map((other): Shown => ({ id: other, label: labelOf(labels.get(other), other) }));
  const hasOthers = counts.some(({ credential_id }) => credential_id === null);
  return chartUses(range, [...named, ...(hasOthers ? [{ id: null, label: "others" }] : [])], counts);
}

/** The credentials that are listed, the busiest first. */
function byCalls(counts: readonly UseCount[]): string[] {
  const calls = new Map<string, number>();
  for (const { credential_id, calls: more } of counts) {
    if (credential_id !== null) {
      calls.set(credential_id, (calls.get(credential_id) ?? 0) + more);
    }
  }
  const sorted = [...calls].sort(([id, left], [otherId, right]) => right - left || (id < otherId ? -1 : 1));
  return sorted.map(([id]) => id);
}

function chartUses(range: ChartRange, credentials: readonly Shown[], counts: readonly UseCount[]): Chart {
  const shown = credentials.flatMap(({ id, label }) => {
    const key = id ?? "other";
    const own = counts.filter(({ credential_id }) => credential_id === id);
    return [
      { head: { key: `calls:${key}`, label, unit: "calls" }, values: valuesOf(own, "calls") },
      {
        head: { key: `refused:${key}`, label: `${label}, rate limited`, unit: "calls" },
        values: valuesOf(own, "refused"),
      },
    ];
  });
  return chartOf(
    range,
    shown.map(({ head, values }) => countSeries(range, head, values)),
    {
      ...Object.fromEntries(shown.map(({ head, values }) => [head.key, sumOf(values)])),
      calls: counts.reduce((sum, { calls }) => sum + calls, 0),
      refused: counts.reduce((sum, { refused }) => sum + refused, 0),
    },
  );
}

function valuesOf(counts: readonly UseCount[], name: "calls" | "refused"): Values {
  return new Map(counts.map((count) => [count.interval, count[name]]));
}

/** A deleted credential is known only by its id. */
function labelOf(known: { readonly owner: string; readonly label: string | null } | undefined, id: string): string {
  if (known === undefined) {
    return id;
  }
  return known.label === null || known.label === "" ? known.owner : `${known.owner} (${known.label})`;
}
