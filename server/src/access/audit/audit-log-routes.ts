import { exportAuditLog as exportOperation, listAuditLog as listOperation } from "@weft/contract";
import type { Database } from "../../platform/database/database.ts";
import { invalidRequest } from "../../platform/errors.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { parseAuditCriteria } from "./audit-criteria.ts";
import {
  type AuditSearch,
  cursorOf,
  exportAuditLog,
  findAuditRange,
  followAuditLog,
  listAuditLog,
  presentEntries,
} from "./read-audit-log.ts";

const route = routesFor<Caller>();

/** Reads the audit log; administrators only. No operation writes it. */
export function auditLogRoutes(db: Database): Route[] {
  return [
    route(listOperation, async ({ caller, query }) => {
      const search = searchOf(caller, query.criteria);
      const { after, limit, nextPageKey } = query;
      if (after !== undefined && nextPageKey !== undefined) {
        throw invalidRequest("Send either after or nextPageKey, not both. Continue with coveredUntil.");
      }
      const page =
        after === undefined
          ? await listAuditLog(db, search, { limit, nextPageKey })
          : await followAuditLog(db, search, { after, limit });
      return {
        status: 200,
        body: {
          results: await presentEntries(db, caller.org.id, page.rows),
          ...(page.nextPageKey === undefined ? {} : { nextPageKey: page.nextPageKey }),
          coveredUntil: cursorOf(page.coveredUntil),
        },
      };
    }),
    route(exportOperation, async ({ caller, query, ended }) => {
      const search = searchOf(caller, query.criteria);
      const range = await findAuditRange(db, caller.org.id, query.after ?? "beginning");
      return {
        status: 200,
        headers: { "x-covered-until": cursorOf(range.until) },
        stream: exportAuditLog(db, search, range, ended),
      };
    }),
  ];
}

function searchOf(caller: Caller, criteria: Readonly<Record<string, unknown>> = {}): AuditSearch {
  requireRight(caller, "read", { typePath: "audit-entry" }, "list");
  return { orgId: caller.org.id, criteria: parseAuditCriteria(criteria) };
}
