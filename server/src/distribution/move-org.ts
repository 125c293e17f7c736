import type { Database } from "../platform/database/database.ts";
import { invalidRequest } from "../platform/errors.ts";
import { StartError } from "../platform/start-error.ts";
import { isDistributed } from "./distribution-store.ts";
import * as store from "./org-shard-store.ts";

export interface OrgMove {
  readonly orgId: string;
  /** The address of a worker, with or without its port. */
  readonly to: string;
  readonly mode: store.TransferMode;
}

export type MoveStep = "isolate" | "move";

/** Moves an organization to a worker, on a shard of its own. Repeated after an interruption, it continues. */
export async function moveOrg(
  db: Database,
  { orgId, to, mode }: OrgMove,
  onStep: (step: MoveStep, shard: store.OrgShard) => void,
): Promise<store.OrgShard> {
  if (!(await isDistributed(db))) {
    throw new StartError(
      "The database is not distributed, so an organization cannot be moved. See weft admin distribute.",
    );
  }
  const target = await requireWorker(db, to);
  let shard = await store.findOrgShard(db, orgId);
  if (shard.orgs > 1) {
    onStep("isolate", shard);
    await store.isolateOrg(db, orgId, mode);
    shard = await store.findOrgShard(db, orgId);
  }
  if (shard.workerId === target) {
    return shard;
  }
  onStep("move", shard);
  await store.moveShard(db, shard, target, mode);
  return store.findOrgShard(db, orgId);
}

async function requireWorker(db: Database, to: string): Promise<number> {
  const workers = await store.listWorkerIds(db);
  const named = [...workers].filter(([address]) => address === to || address.replace(/:\d+$/, "") === to);
  const [found, ...others] = named.map(([, id]) => id);
  if (found === undefined || others.length > 0) {
    throw invalidRequest(`--to must be one of the workers: ${[...workers.keys()].join(", ")}.`);
  }
  return found;
}
