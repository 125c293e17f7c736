import { revertedChangesMax } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import type { ChangeRow } from "../../changes/change.ts";
import { findLastVersions } from "../../changes/change-history-store.ts";
import { readWholeSet } from "../../changes/read-whole-set.ts";
import { readableChanges } from "../../changes/readable-changes.ts";
import { isEntityKindName } from "../../entity-types/type-tree.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import { conflict, notFound } from "../../platform/errors.ts";
import type { EntityServices } from "../entity-services.ts";
import type { Writer } from "../model/write-request.ts";
import { lockEntities } from "../write/lock-rows-store.ts";
import type { OpenWrite } from "../write/open-write.ts";
import { type NetChange, netChanges } from "./net-changes.ts";
import { type Kept, planReversal, type Reversal } from "./plan-reversal.ts";

export interface RevertCall {
  readonly caller: Caller;
  readonly writer: Writer;
  readonly changeSetId: string;
  readonly isDryRun: boolean;
  readonly budget: Budget;
}

interface Reverted {
  readonly reverted: readonly Reversal[];
  readonly kept: readonly Kept[];
}

/** Undoes what a set has changed, except what was changed since. The writes are ordinary ones of the caller. */
export async function revertChangeSet(services: EntityServices, call: RevertCall): Promise<Reverted> {
  const changes = netChanges(await readChanges(services, call));
  const work = (write: OpenWrite) => revert(services, call, write, changes);
  return services.writer.run(call.caller.org.id, work, { draftCount: changes.length });
}

async function readChanges({ reads }: EntityServices, call: RevertCall): Promise<readonly ChangeRow[]> {
  const { caller, changeSetId, budget } = call;
  const orgId = caller.org.id;
  const readable = readableChanges(caller, undefined);
  const wanted = { orgId, id: changeSetId, readable, limit: revertedChangesMax, budget };
  const set = await readWholeSet(reads.forAge(orgId, 0), wanted);
  const [first] = set?.rows ?? [];
  if (set === undefined || first === undefined) {
    throw notFound("change set", changeSetId);
  }
  if (!set.isComplete) {
    throw tooLarge(first);
  }
  return set.rows;
}

function tooLarge({ change_set_id, source, source_id }: ChangeRow) {
  const max = revertedChangesMax.toLocaleString("en");
  const detail = `The change set ${change_set_id} has more than ${max} changes.`;
  return source === "loader" && source_id !== null
    ? conflict(`${detail} Undo its load: POST /loader-processes/${source_id}/undo.`, { loaderProcessId: source_id })
    : conflict(`${detail} Restore its entities one by one.`);
}

async function revert(
  services: EntityServices,
  { caller, writer, isDryRun }: RevertCall,
  write: OpenWrite,
  changes: readonly NetChange[],
): Promise<Reverted> {
  const orgId = caller.org.id;
  const addresses = changes.filter(({ entityType }) => isEntityKindName(entityType));
  // Locked, so that nothing changes between the comparison and the write.
  const current = await lockEntities(write.tx, orgId, addresses, isDryRun ? "for key share" : "for update");
  const deletedIds = changes.flatMap(({ kind, id }) => (kind === "deleted" ? [id] : []));
  const { reversals, kept } = planReversal(changes, {
    rights: caller,
    types: await services.types.typesOf(orgId),
    current: new Map(current.map((entity) => [`${entity.entityType}:${entity.id}`, entity])),
    versions: deletedIds.length === 0 ? new Map() : await findLastVersions(write.tx, orgId, deletedIds),
  });
  const requests = reversals.map(({ draft }) => ({ draft, writer }));
  const plans = await write.add(requests, { isAtomic: false, isDryRun });
  const refused = plans.flatMap((plan, index): Kept[] => {
    const reversal = reversals[index];
    return "problem" in plan && reversal !== undefined ? [keptBy(reversal, plan.problem.detail)] : [];
  });
  const reverted = reversals.filter((_, index) => {
    const plan = plans[index];
    return plan !== undefined && !("problem" in plan);
  });
  return { reverted, kept: [...kept, ...refused] };
}

function keptBy({ entityReference, properties }: Reversal, reason: string): Kept {
  return { entityReference, ...(properties.length === 0 ? {} : { properties }), reason };
}
