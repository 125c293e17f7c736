import { forceIndexScans } from "../changes/change-scan-store.ts";
import { decodeIdKey, encodeIdKey } from "../entities/list/id-page-key.ts";
import { invalidField } from "../errors.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { DeliveryRow } from "./delivery.ts";
import { readDeliveryCriteria } from "./delivery-criteria.ts";
import { countDeliveries, listDeliveries } from "./delivery-log-store.ts";
import { listWebhooks } from "./webhook-store.ts";

export interface DeliveryListQuery {
  readonly criteria: Readonly<Record<string, unknown>>;
  readonly order: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly nextPageKey: string | undefined;
  readonly includeTotal: boolean;
  readonly budget: Budget;
}

export interface ListedDeliveries {
  readonly rows: readonly DeliveryRow[];
  readonly nextPageKey: string | undefined;
  readonly total: number | undefined;
}

/** A page of the log, ordered by ids, which are in time order: fast however long the log is. */
export async function listDeliveryPage(
  db: PostgresDatabase,
  orgId: string,
  query: DeliveryListQuery,
): Promise<ListedDeliveries> {
  const isDescending = readOrder(query.order);
  const webhooks = await listWebhooks(db, orgId);
  const criteria = { ...readDeliveryCriteria(query.criteria), webhookIds: webhooks.map(({ id }) => id) };
  const { budget } = query;
  const page = { criteria, isDescending, after: decodeIdKey(query.nextPageKey), limit: query.limit + 1, budget };
  const read = async (tx: Transaction) => {
    await forceIndexScans(tx);
    return listDeliveries(tx, orgId, page);
  };
  const found = await budget.read(() => db.transaction(read));
  const rows = found.rows.slice(0, query.limit);
  const last = found.isCut || found.rows.length > query.limit ? rows.at(-1) : undefined;
  return {
    rows,
    nextPageKey: last === undefined ? undefined : encodeIdKey(last.id),
    total: query.includeTotal ? await countDeliveries(db, orgId, criteria) : undefined,
  };
}

/** True for newest first. */
function readOrder({ orderField = "createdOn", order = "asc", ...rest }: Readonly<Record<string, unknown>>): boolean {
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) {
    throw invalidField(`order.${unknown}`, "order accepts orderField and order.");
  }
  if (orderField !== "createdOn" && orderField !== "id") {
    throw invalidField("order.orderField", "Deliveries can be ordered by createdOn or id.");
  }
  if (order !== "asc" && order !== "desc") {
    throw invalidField("order.order", "order must be asc or desc.");
  }
  return order === "desc";
}
