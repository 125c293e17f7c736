import { Coalescer } from "../platform/database/coalescer.ts";
import type { Database } from "../platform/database/database.ts";
import { type EntityTextRow, findEntityTexts } from "./entity-store.ts";

const idsMax = 256;
const secondFrom = 16;

/** Reads single entities; those that are asked for while a query runs are read together by the next. */
export class EntityReader {
  readonly db: Database;
  readonly #coalescer: Coalescer<string, EntityTextRow | undefined>;

  constructor(db: Database) {
    this.db = db;
    this.#coalescer = new Coalescer({ itemsMax: idsMax, secondFrom, run: (key, ids) => this.#findAll(key, ids) });
  }

  find(orgId: string, entityType: string, id: string): Promise<EntityTextRow | undefined> {
    return this.#coalescer.add(`${orgId}/${entityType}`, id);
  }

  async #findAll(key: string, ids: readonly string[]) {
    const [orgId = "", entityType = ""] = key.split("/");
    const rows = await findEntityTexts(this.db, orgId, entityType, [...new Set(ids)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => ({ value: byId.get(id) }));
  }
}
