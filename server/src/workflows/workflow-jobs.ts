import { findStandings } from "../access/keys/standing-credential.ts";
import { listUsers } from "../access/user-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import type { WorkflowServices } from "./workflow-services.ts";
import {
  clearStopped,
  deleteOldProcesses,
  deleteUnusedVersions,
  findOrgsWithWorkflows,
  listActiveWorkflows,
  markStopped,
} from "./workflow-store.ts";

const keptDays = 90;
const batch = 1_000;

const notifyStoppedTask = "notify-stopped-workflows";

type JobServices = Pick<WorkflowServices, "db" | "mailer">;

/**
 * Notifies administrators of workflows whose owner can no longer act, and deletes processes that ended long ago, with
 * their tasks and logs, in small batches.
 */
export function workflowJobs({ db, mailer }: JobServices): Job[] {
  return [
    {
      task: notifyStoppedTask,
      schedule: "* * * * *",
      async run(_payload, stopping) {
        for (const orgId of stopping.aborted ? [] : await findOrgsWithWorkflows(db)) {
          await notifyStopped({ db, mailer }, orgId);
        }
      },
    },
    {
      task: "forget-processes",
      schedule: "23 * * * *",
      async run(_payload, stopping) {
        let deleted = batch;
        while (deleted === batch && !stopping.aborted) {
          deleted = await db.transaction((tx) => deleteOldProcesses(tx, keptDays, batch));
        }
        await db.transaction(deleteUnusedVersions);
      },
    },
  ];
}

/** Notifies the administrators of an org once for each workflow whose owner can no longer act. */
export async function notifyStopped({ db, mailer }: JobServices, orgId: string): Promise<void> {
  const workflows = await listActiveWorkflows(db, orgId);
  const standingOf = await findStandings(
    db,
    orgId,
    workflows.map(({ owner }) => owner),
  );
  const isMarked = ({ stopped_on }: { readonly stopped_on: Date | null }) => stopped_on !== null;
  const idsOf = (isStopped: boolean) =>
    workflows
      .filter((workflow) => isMarked(workflow) !== isStopped && standingOf(workflow.owner).isActive !== isStopped)
      .map(({ id }) => id);
  const [toMark, toClear] = [idsOf(true), idsOf(false)];
  if (toMark.length === 0 && toClear.length === 0) {
    return;
  }
  const marked = await db.transaction(async (tx) => {
    await clearStopped(tx, orgId, toClear);
    return markStopped(tx, orgId, toMark, new Date());
  });
  const lines = workflows
    .filter(({ id }) => marked.has(id))
    .map(({ id, name, owner }) => {
      const standing = standingOf(owner);
      return `- ${name} (${id}): ${standing.isActive ? "" : standing.reason}`;
    });
  if (lines.length > 0) {
    await mailer.send({ orgId, to: await administratorsOf(db, orgId), ...textOf(lines) });
  }
}

async function administratorsOf(db: PostgresDatabase, orgId: string): Promise<string[]> {
  const users = await listUsers(db, orgId);
  return users
    .filter(({ is_active, role }) => is_active && (role === "owner" || role === "admin"))
    .map(({ email }) => email);
}

function textOf(lines: readonly string[]) {
  const subject = lines.length === 1 ? "A workflow is stopped" : `${lines.length} workflows are stopped`;
  const text = [
    "The owner of these workflows can no longer act, so their runs fail until someone takes them over:",
    ...lines,
    "",
    "To let one act as you, open it in the console and choose Take over, or:",
    "weft workflows take-over <id>",
    "POST /api/event-workflows/<id>/take-over",
  ].join("\n");
  return { subject, text };
}
