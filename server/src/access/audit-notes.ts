import type { AuditNote } from "./audit/audit-entry.ts";
import type { OrgRow } from "./org-store.ts";
import type { UserRow } from "./user-store.ts";

/** Entities created without an API caller: by operators, on the first start, and by single sign-on. */
export function orgCreated({ id, slug, name }: OrgRow): AuditNote {
  return { action: "org.create", target: { type: "org", id }, after: { slug, name } };
}

export function userCreated({ id, email, name, role, password_hash, sso_subject }: UserRow): AuditNote {
  return {
    action: "user.create",
    target: { type: "user", id },
    after: { role, hasPassword: password_hash !== null, hasSignOn: sso_subject !== null },
    personal: [
      { place: "after.email", value: email, subjectId: id },
      { place: "after.name", value: name, subjectId: id },
    ],
  };
}

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

interface ProcessRestart {
  readonly processId: string;
  readonly taskId: string;
  readonly taskName: string;
  readonly isCorrected: boolean;
}

/** Without the output: the restarts of the process have what was replaced, for those who may read it. */
export function processRestarted({ processId, taskId, taskName, isCorrected }: ProcessRestart): AuditNote {
  return {
    action: "workflow.restart",
    target: { type: "event-workflow-process", id: processId },
    after: { fromTaskId: taskId, fromTaskName: taskName, isCorrected },
  };
}

function presentOwner(owner: Owner | null) {
  return owner === null ? { ownerId: null } : { ownerType: owner.type, ownerId: owner.id };
}
