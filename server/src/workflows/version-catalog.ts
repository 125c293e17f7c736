import assert from "node:assert";
import { LRUCache } from "lru-cache";
import type { Database } from "../platform/database/database.ts";
import type { WorkflowVersion } from "./workflow.ts";
import { findVersion } from "./workflow-store.ts";

const versionsMax = 1_000;

/** Caches versions of definitions, which are immutable once saved. */
export class VersionCatalog {
  readonly #known = new LRUCache<string, WorkflowVersion>({ max: versionsMax });

  async versionOf(
    db: Database,
    orgId: string,
    { workflowId, workflowVersion }: { readonly workflowId: string; readonly workflowVersion: number },
  ): Promise<WorkflowVersion> {
    const key = `${orgId} ${workflowId} ${workflowVersion}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      return known;
    }
    const found = await findVersion(db, orgId, workflowId, workflowVersion);
    assert(found !== undefined, "a process of a version that was never saved");
    this.#known.set(key, found);
    return found;
  }
}
