import type { Problem } from "./contract/schemas.ts";
import type { CallOptions } from "./operation-call.ts";
import type { QueryNames, QueryObject, QueryValue } from "./query.ts";

/** Options of a list. */
export interface Listing extends CallOptions {
  /** {color: "red"} or {price: {gt: 10}}. */
  readonly criteria?: QueryObject | undefined;
  /** {orderField: "name", order: "asc"}. */
  readonly order?: QueryObject | undefined;
  /** References to expand. */
  readonly relations?: QueryNames | undefined;
  /** Only these fields; id is always included. */
  readonly fields?: QueryNames | undefined;
  /** Searches name, federatedId and searchable text properties. */
  readonly q?: string | undefined;
  /** Page size, at most 1,000. */
  readonly limit?: number | undefined;
  /** From the previous page. */
  readonly nextPageKey?: string | undefined;
  /** Adds the exact total. */
  readonly includeTotal?: boolean | undefined;
  /** The same by parameter name, for example {limit: 10}. */
  readonly queryParams?: Readonly<Record<string, QueryValue>> | undefined;
}

export interface Page<Entity> {
  results: Entity[];
  /** Present while there are more. */
  nextPageKey?: string;
  /** With includeTotal. */
  total?: number;
}

export interface BatchOperation<Draft> {
  readonly op: "create" | "update" | "upsert" | "delete";
  readonly id?: string | undefined;
  readonly federatedId?: string | undefined;
  readonly object?: Draft | undefined;
}

export interface BatchResult<Entity> {
  /** The status of the single operation; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  object?: Entity;
  problem?: Partial<Problem>;
}
