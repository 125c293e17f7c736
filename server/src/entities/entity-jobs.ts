import { searchableIndexTask } from "../entity-types/entity-type-kind.ts";
import { findSearchableProperties } from "../entity-types/entity-type-store.ts";
import { orderingOf } from "../entity-types/kinds/property-kinds.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { deleteOldKeys } from "./idempotency/idempotency-store.ts";
import { syncSearchableIndexes } from "./list/searchable-index-store.ts";
import { refreshTermsJob } from "./search/refresh-terms.ts";

export function entityJobs(db: PostgresDatabase, ownerDb: PostgresDatabase): Job[] {
  return [
    ...searchableIndexJobs(db, ownerDb),
    refreshTermsJob(db),
    { task: "forget-idempotency-keys", schedule: "17 * * * *", run: () => db.transaction(deleteOldKeys) },
  ];
}

/** Runs when properties become searchable or stop being so. The schedule covers missed runs. */
export function searchableIndexJobs(db: PostgresDatabase, ownerDb: PostgresDatabase): Job[] {
  return [
    {
      task: searchableIndexTask,
      schedule: "*/5 * * * *",
      async run() {
        const properties = await findSearchableProperties(db);
        const wanted = properties.map((property) => ({ slug: property.slug, ordering: orderingOf(property) }));
        await syncSearchableIndexes(ownerDb, wanted);
      },
    },
  ];
}
