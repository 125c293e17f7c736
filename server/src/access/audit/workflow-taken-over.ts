import type { AuditNote } from "./audit-entry.ts";

/** A credential that a workflow acts with. */
interface Owner {
  readonly type: string;
  readonly id: string;
}

interface TakeOver {
  readonly workflowId: string;
  readonly before: Owner | null;
  readonly after: Owner | null;
}

/** For the trail of ChangeOptions, in the transaction that changes the owner of a workflow. */
export function workflowTakenOver({ workflowId, before, after }: TakeOver): AuditNote {
  return {
    action: "workflow.take-over",
    target: { type: "event-workflow", id: workflowId },
    before: presentOwner(before),
    after: presentOwner(after),
  };
}

function presentOwner(owner: Owner | null) {
  return owner === null ? { ownerId: null } : { ownerType: owner.type, ownerId: owner.id };
}
