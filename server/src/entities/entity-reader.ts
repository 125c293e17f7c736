import { Coalescer } from "../platform/database/coalescer.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { type EntityHeadRow, findEntityHeads } from "./entity-store.ts";

const idsMax = 256;
const secondFrom = 16;

/**
 * Reads single entities. Requests that arrive while a query runs are combined into the next query. Large entities are
 * read without their properties.
 */
export class EntityReader {
  readonly db: PostgresDatabase;
  readonly #coalescer: Coalescer<string, EntityHeadRow | undefined>;

  constructor(db: PostgresDatabase) {
    this.db = db;
    this.#coalescer = new Coalescer({ itemsMax: idsMax, secondFrom, run: (key, ids) => this.#findAll(key, ids) });
  }

  find(orgId: string, entityType: string, id: string): Promise<EntityHeadRow | undefined> {
    return this.#coalescer.add(`${orgId}/${entityType}`, id);
  }

  async #findAll(key: string, ids: readonly string[]) {
    const [orgId = "", entityType = ""] = key.split("/");
    const rows = await findEntityHeads(this.db, orgId, entityType, [...new Set(ids)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => ({ value: byId.get(id) }));
  }
}
