import { benchAccess } from "./access-bench.ts";
import { benchAggregates } from "./aggregate-bench.ts";
import { benchCapacity } from "./capacity-bench.ts";
import { benchCitus } from "./citus-bench.ts";
import { benchConsole } from "./console-bench.ts";
import { benchEntities } from "./entity-bench.ts";
import { benchFilters } from "./filter-bench.ts";
import { benchLoads } from "./load-bench.ts";
import { benchOrgs } from "./org-bench.ts";
import { benchPeers } from "./peers-bench.ts";
import { benchPictures } from "./picture-bench.ts";
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
  console: benchConsole,
  entities: benchEntities,
  filters: benchFilters,
  loads: benchLoads,
  orgs: benchOrgs,
  peers: benchPeers,
  pictures: benchPictures,
  polls: benchPolls,
  processes: benchProcesses,
  search: benchSearch,
  spread: benchSpread,
  start: benchStart,
  webhooks: benchWebhooks,
  "workflow-rates": benchWorkflowRates,
  workflows: benchWorkflows,
};

// They download what they compare with, so they run only when they are named.
const namedOnly: ReadonlySet<string> = new Set(["peers"]);

/** npm run bench runs all but those; npm run bench -- entities only that part. bench/README.md has the options. */
const usual = Object.keys(benches).filter((name) => !namedOnly.has(name));
for (const name of partsAsked.length === 0 ? usual : partsAsked) {
  const bench = benches[name];
  if (bench === undefined) {
    throw new Error(`Unknown benchmark ${name}. Use one of ${Object.keys(benches).join(", ")}.`);
  }
  await bench();
}
