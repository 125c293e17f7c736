import { benchAccess } from "./access-bench.ts";
import { benchAggregates } from "./aggregate-bench.ts";
import { benchCapacity } from "./capacity-bench.ts";
import { benchCitus } from "./citus-bench.ts";
import { benchEntities } from "./entity-bench.ts";
import { benchFilters } from "./filter-bench.ts";
import { benchLoads } from "./load-bench.ts";
import { benchOrgs } from "./org-bench.ts";
import { benchPolls } from "./poll-bench.ts";
import { benchProcesses } from "./processes-bench.ts";
import { partsAsked } from "./scale.ts";
import { benchSearch } from "./search-bench.ts";
import { benchSpread } from "./spread-bench.ts";
import { benchStart } from "./start-bench.ts";
import { benchWebhooks } from "./webhook-bench.ts";
import { benchWorkflows } from "./workflow-bench.ts";
import { benchWorkflowRates } from "./workflow-rate-bench.ts";

const benches: Readonly<Record<string, () => Promise<void>>> = {
  access: benchAccess,
  aggregates: benchAggregates,
  capacity: benchCapacity,
  citus: benchCitus,
  entities: benchEntities,
  filters: benchFilters,
  loads: benchLoads,
  orgs: benchOrgs,
  polls: benchPolls,
  processes: benchProcesses,
  search: benchSearch,
  spread: benchSpread,
  start: benchStart,
  webhooks: benchWebhooks,
  "workflow-rates": benchWorkflowRates,
  workflows: benchWorkflows,
};

/** npm run bench runs all; npm run bench -- entities only that part, with --entities, --connections or --rows for another size. */
for (const name of partsAsked.length === 0 ? Object.keys(benches) : partsAsked) {
  const bench = benches[name];
  if (bench === undefined) {
    throw new Error(`Unknown benchmark ${name}. Use one of ${Object.keys(benches).join(", ")}.`);
  }
  await bench();
}
