import type { Caller } from "../access/caller.ts";
import { decide, targetOf } from "../access/decide.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import { Coalescer } from "../platform/database/coalescer.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import {
  type EntityHeadRow,
  type EntityTextRow,
  findEntityHeads,
  findEntityHeadsByFederatedIds,
  findEntityText,
} from "./model/entity-store.ts";
import { onlyOne, possibleFederatedIds } from "./model/federated-id.ts";
import type { VisibleFields } from "./model/present-entity.ts";
import type { TypeCatalog } from "./model/type-catalog.ts";
import type { EntityAddress } from "./model/write-request.ts";

/** An entity that the caller may read, and its visible fields. */
interface ReadableEntity {
  readonly row: EntityHeadRow;
  readonly visible: VisibleFields;
}

/** Returns the same error, after the same work, if the entity is missing, not readable or of another kind. */
export async function readEntity(
  reader: EntityReader,
  caller: Caller,
  entityType: string,
  address: EntityAddress,
): Promise<ReadableEntity> {
  const rows = await findRows(reader, caller.org.id, entityType, address);
  const readable = rows.flatMap((row) => {
    const target = targetOf({ typePath: row.type_path, id: row.id, projectId: row.project_id });
    const decision = decide(caller, "read", target);
    return decision.isAllowed ? [{ row, visible: decision.fields, federatedId: row.federated_id }] : [];
  });
  const found = "id" in address ? readable[0] : onlyOne(address.federatedId, readable);
  if (found === undefined) {
    throw notFound(entityType, "id" in address ? address.id : address.federatedId);
  }
  return found;
}

/** A short federatedId may fit several entities. */
async function findRows(
  reader: EntityReader,
  orgId: string,
  entityType: string,
  address: EntityAddress,
): Promise<readonly EntityHeadRow[]> {
  if ("id" in address) {
    const row = await reader.find(orgId, entityType, address.id);
    return row === undefined ? [] : [row];
  }
  const types = await reader.types.typesOf(orgId);
  const wanted = possibleFederatedIds(entityType, address.federatedId, types);
  return findEntityHeadsByFederatedIds(reader.db.ofOrg(orgId), orgId, entityType, wanted);
}

/** The row with its properties. Those of a large entity are read now. */
export async function wholeRow(
  { db }: EntityReader,
  orgId: string,
  row: EntityHeadRow,
  openBudget: () => Budget,
): Promise<EntityTextRow> {
  const { properties } = row;
  if (properties !== null) {
    return { ...row, properties };
  }
  const { entity_type: entityType, id } = row;
  const budget = openBudget();
  const whole = await budget.read(() => findEntityText(db.ofOrg(orgId), orgId, { entityType, id }, budget));
  // Permissions were decided on the earlier type and project.
  if (whole === undefined || whole.type_path !== row.type_path || whole.project_id !== row.project_id) {
    throw notFound(entityType, id);
  }
  return whole;
}

const idsMax = 256;
const secondFrom = 16;

/**
 * Reads single entities. Requests that arrive while a query runs are combined into the next query. Large entities are
 * read without their properties.
 */
export class EntityReader {
  readonly db: PostgresDatabase;
  readonly types: TypeCatalog;
  readonly #coalescer: Coalescer<string, EntityHeadRow | undefined>;

  constructor(db: PostgresDatabase, types: TypeCatalog) {
    this.db = db;
    this.types = types;
    this.#coalescer = new Coalescer({ itemsMax: idsMax, secondFrom, run: (key, ids) => this.#findAll(key, ids) });
  }

  find(orgId: string, entityType: string, id: string): Promise<EntityHeadRow | undefined> {
    return this.#coalescer.add(`${orgId}/${entityType}`, id);
  }

  async #findAll(key: string, ids: readonly string[]) {
    const [orgId = "", entityType = ""] = key.split("/");
    const rows = await findEntityHeads(this.db.ofOrg(orgId), orgId, entityType, [...new Set(ids)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => ({ value: byId.get(id) }));
  }
}
