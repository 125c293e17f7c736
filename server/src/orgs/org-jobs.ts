import type { Job } from "../platform/jobs/job.ts";
import { deleteDueOrgs, type OrgDeletionServices } from "./delete-org.ts";

/** Deletes organizations whose waiting time is over. A run takes as long as it needs; the next continues it if it ends early. */
export function orgJobs(services: OrgDeletionServices): Job[] {
  return [
    { task: "delete-orgs", schedule: "* * * * *", run: (_payload, stopping) => deleteDueOrgs(services, stopping) },
  ];
}
