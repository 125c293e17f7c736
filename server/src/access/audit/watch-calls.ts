import { type Operation, operations, type Verb } from "@weft/contract";
import type { JsonObject } from "../../platform/json-value.ts";
import { Problem } from "../../platform/problem.ts";
import { type Caller, isCaller } from "../caller.ts";
import { isAdministered } from "../decide.ts";
import { isBulkExport } from "./audit-entry.ts";
import { actOfCaller, type RequestOrigin } from "./audit-log.ts";
import { type BoundedAuditServices, recordBounded } from "./bounded-audit.ts";

interface WatchedCall {
  readonly caller: unknown;
  readonly params: unknown;
  readonly query: unknown;
  readonly request: RequestOrigin;
}

interface CallWatcher {
  answered?(call: WatchedCall): Promise<void>;
  failed?(call: WatchedCall, error: unknown): Promise<void>;
}

/**
 * Watches the operations that the audit log records independently of their handlers; other operations have no overhead.
 */
export function watchCalls(services: BoundedAuditServices): (operation: Operation) => CallWatcher | undefined {
  return (operation) => {
    const kind = kindOf(operation);
    if (kind !== undefined && isAdministered(kind, verbOf(operation))) {
      return isBulkExport(operation)
        ? { ...exportWatcher(services, operation), ...refusalWatcher(services, operation, kind) }
        : refusalWatcher(services, operation, kind);
    }
    return isBulkExport(operation) ? exportWatcher(services, operation) : undefined;
  };
}

/** Before the first byte is sent: an export that cannot be recorded fails. */
function exportWatcher({ db, audit }: BoundedAuditServices, { id, tag }: Operation): CallWatcher {
  return {
    async answered({ caller, request, params, query }) {
      if (!isCaller(caller)) {
        return;
      }
      const targetId = textIn(params, "id");
      const target = { type: tag, ...(targetId === undefined ? {} : { id: targetId }) };
      const after = { operation: id, ...askedOf(query) };
      await audit.transaction(db, caller.org.id, actOfCaller(caller, request), (_tx, trail) =>
        trail.record({ action: "export.download", target, after }),
      );
    },
  };
}

function refusalWatcher(services: BoundedAuditServices, operation: Operation, kind: string): CallWatcher {
  return {
    async failed({ caller, request, params }: WatchedCall, error: unknown) {
      if (!isCaller(caller) || !isRefusal(caller, error)) {
        return;
      }
      const id = textIn(params, "id");
      await recordBounded(services, caller.org.id, {
        act: actOfCaller(caller, request),
        note: {
          action: "access.refused",
          outcome: "denied",
          target: { type: kind, ...(id === undefined ? {} : { id }) },
          after: { operation: operation.id, status: error.status },
        },
        subject: [caller.credential.type, caller.credential.id, operation.id],
      });
    },
  };
}

/** A key used from an address that it does not allow. */
export function recordRefusedAddress(
  services: BoundedAuditServices,
  caller: Caller,
  request: RequestOrigin,
): Promise<void> {
  const { type, id } = caller.credential;
  return recordBounded(services, caller.org.id, {
    act: actOfCaller(caller, request),
    note: {
      action: "access.refused",
      outcome: "denied",
      target: { type: "api-key", id },
      after: { reason: "address", status: 403 },
    },
    subject: [type, id, "address", request.address],
  });
}

/** Administrators see everything, so for them 404 means not found; for others it may be a denial. */
function isRefusal(caller: Caller, error: unknown): error is Problem {
  return (
    error instanceof Problem && (error.code === "forbidden" || (error.code === "not-found" && !caller.isAdministrator))
  );
}

const kindsOfPaths: ReadonlyMap<string, string> = new Map([
  ...operations.flatMap(({ aliasOf }) => (aliasOf === undefined ? [] : [[aliasOf.plural, aliasOf.singular] as const])),
  ["webhook-deliveries", "webhook-delivery"],
  ["org", "org"],
  ["audit-log", "audit-entry"],
]);

function kindOf({ path }: Operation): string | undefined {
  return kindsOfPaths.get(path.split("/")[1] ?? "");
}

const verbs = {
  GET: "read",
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "delete",
} as const satisfies Record<string, Verb>;

function verbOf({ method }: Operation): Verb {
  return verbs[method];
}

const textMax = 500;

function askedOf(query: unknown): JsonObject {
  const names = ["criteria", "entityType", "after"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = textIn(query, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A text member, if the database can store it. */
function textIn(given: unknown, name: string): string | undefined {
  const value: unknown =
    typeof given === "object" && given !== null ? new Map(Object.entries(given)).get(name) : undefined;
  return typeof value === "string" && value.isWellFormed() && !/\p{Cc}/u.test(value)
    ? value.slice(0, textMax)
    : undefined;
}
