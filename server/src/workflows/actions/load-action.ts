import { jsonObjectSchema, loadOperations } from "@weft/contract";
import { z } from "zod";
import { emptyReport, hasLoadEnded, type Load } from "../../loader/load.ts";
import type { LoadServices } from "../../loader/load-services.ts";
import { findLoad } from "../../loader/load-store.ts";
import { startLoad } from "../../loader/requests/start-load.ts";
import { type Action, ActionError, type ActionRun, callerOfRun, done, orPlaceholder, readConfig } from "./action.ts";

const configSchema = z.strictObject({ config: loadOperations.create.body });
const firstLookSeconds = 1;
const lookSecondsMax = 15;

/** Starts a load and polls it until it ends. The load's id is the task's idempotency key. */
export function loadAction(services: LoadServices): Action {
  return {
    config: z.strictObject({ config: orPlaceholder(jsonObjectSchema, "the configuration of the load as an object") }),
    // Braces in these members name columns of the file.
    plainMembers: ["config/conditionalColumns"],
    timeoutSeconds: 24 * 3_600,
    async run(run) {
      const { id: orgId } = run.org;
      const loadId = run.task.idempotencyKey;
      const load = (await findLoad(services.db, orgId, loadId)) ?? (await start(services, run, loadId));
      return hasLoadEnded(load) ? ended(load) : lookAgain(run);
    },
  };
}

function start(services: LoadServices, run: ActionRun, id: string): Promise<Load> {
  const { config: request } = readConfig(configSchema, run.config);
  return startLoad(services, { id, caller: callerOfRun(run), writer: run.writer, request, ended: run.signal });
}

/** Polls with increasing delays: short loads are noticed early, and long ones cost little. */
function lookAgain({ task }: ActionRun) {
  const before = task.state?.["seconds"];
  const seconds = typeof before === "number" ? Math.min(before * 1.5, lookSecondsMax) : firstLookSeconds;
  return { kind: "again", on: new Date(Date.now() + seconds * 1000), state: { seconds } } as const;
}

function ended(load: Load) {
  const { counts, warnings, errors, failureArea } = load.report ?? emptyReport;
  if (load.status !== "completed") {
    const verb = load.status === "canceled" ? "was" : "has";
    throw new ActionError(`The load ${load.id} ${verb} ${load.status} (${failureArea}, errors: ${errors}).`);
  }
  const tallies = Object.fromEntries(Object.entries(counts).map(([kind, tally]) => [kind, { ...tally }]));
  return done({ loaderProcessId: load.id, status: load.status, counts: tallies, warnings, errors });
}
