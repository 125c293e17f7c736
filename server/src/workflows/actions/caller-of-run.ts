import type { Caller } from "../../access/caller.ts";
import type { ActionRun } from "./action.ts";

/** The owner of the workflow, as a caller for the functions that require one. */
export function callerOfRun({ org, writer, process }: Pick<ActionRun, "org" | "writer" | "process">): Caller {
  const { author, rights } = writer;
  return {
    org: { ...org, name: org.slug },
    actor: { id: author.actorId, type: author.actorType, name: author.actorName, email: undefined },
    credential: { type: "app-key", id: process.workflowId, label: undefined, expiresOn: undefined },
    role: undefined,
    isAdministrator: rights.isAdministrator,
    rights: rights.rights,
    isNarrowed: true,
    taskId: undefined,
    ratePerSecond: undefined,
    allowedAddresses: undefined,
    csrfToken: undefined,
  };
}
