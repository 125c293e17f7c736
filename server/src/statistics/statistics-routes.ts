import { strict as assert } from "node:assert";
import { statisticsOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { findOrg } from "../access/org-store.ts";
import type { ReadingDatabase, Reads } from "../platform/database/replica-reads.ts";
import { type Route, routesFor } from "../platform/http/route.ts";
import type { Chart, ChartRange } from "./chart.ts";
import { chartChanges, chartConsumers } from "./chart-changes.ts";
import { chartLoads } from "./chart-loads.ts";
import { chartProcesses } from "./chart-processes.ts";
import { chartRate } from "./chart-rate.ts";
import { chartWebhooks } from "./chart-webhooks.ts";
import { type RangeInput, resolveRange } from "./resolve-range.ts";

const route = routesFor<Caller>();

type MakeChart = (db: ReadingDatabase, caller: Caller, range: ChartRange) => Promise<Chart>;

/** Charts need not include the last seconds. */
const chartAgeMsMax = 30_000;

export function statisticsRoutes(reads: Reads): Route[] {
  const { changes, loads, processes, webhooks, rate, consumers } = statisticsOperations;
  const answerWith =
    (makeChart: MakeChart) =>
    async ({ caller, query }: { readonly caller: Caller; readonly query: RangeInput }) => {
      const db = reads.forAge(caller.org.id, chartAgeMsMax);
      const range = await rangeOf(db, caller, query);
      return { status: 200 as const, body: await makeChart(db, caller, range) };
    };
  return [
    route(changes, answerWith(chartChanges)),
    route(loads, answerWith(chartLoads)),
    route(processes, answerWith(chartProcesses)),
    route(webhooks, answerWith(chartWebhooks)),
    route(rate, answerWith(chartRate)),
    route(consumers, answerWith(chartConsumers)),
  ];
}

async function rangeOf(db: ReadingDatabase, caller: Caller, input: RangeInput): Promise<ChartRange> {
  const org = await findOrg(db, caller.org.id);
  assert(org, "a caller without an org");
  return resolveRange(input, org.time_zone, new Date());
}
