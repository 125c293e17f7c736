import type { Role } from "../config/config.ts";
import type { DatabaseAccess } from "../config/open-database.ts";
import type { FirstStart } from "../first-start.ts";

/** What a process of a node is started with. Sent, not in its environment, which other programs may read. */
export interface ProcessTask {
  /** From 1. */
  readonly number: number;
  readonly role: Role;
  /** Its part of DATABASE_POOL. */
  readonly databasePool: number;
  readonly port: number;
  readonly access: Omit<DatabaseAccess, "close">;
  readonly hasTerminal: boolean;
}

/** From the supervisor to a process. */
export type Order =
  | { readonly kind: "start"; readonly task: ProcessTask }
  /** The node as a whole remains ready if other processes take over. */
  | { readonly kind: "drain"; readonly isReplaced: boolean }
  | { readonly kind: "reload" }
  | { readonly kind: "stop" }
  | { readonly kind: "measure"; readonly id: number }
  | { readonly kind: "metrics"; readonly id: number; readonly text: string };

/** From a process to the supervisor. */
export type Report =
  /** It receives orders from now on; earlier ones would be lost. */
  | { readonly kind: "loaded" }
  | { readonly kind: "ready"; readonly address: string; readonly firstStart: FirstStart }
  /** The start failed. Expected failures are explained by their message. */
  | { readonly kind: "failed"; readonly message: string; readonly isExpected: boolean }
  | { readonly kind: "measured"; readonly id: number; readonly metrics: readonly object[] }
  /** The process was asked for the metrics of the node. */
  | { readonly kind: "scraped"; readonly id: number };

const orderKinds: ReadonlySet<string> = new Set<Order["kind"]>([
  "start",
  "drain",
  "reload",
  "stop",
  "measure",
  "metrics",
]);
const reportKinds: ReadonlySet<string> = new Set<Report["kind"]>(["loaded", "ready", "failed", "measured", "scraped"]);

export function isOrder(message: unknown): message is Order {
  return hasKind(message) && orderKinds.has(message.kind);
}

export function isReport(message: unknown): message is Report {
  return hasKind(message) && reportKinds.has(message.kind);
}

function hasKind(message: unknown): message is { readonly kind: string } {
  return typeof message === "object" && message !== null && "kind" in message && typeof message.kind === "string";
}
