import type { Problem } from "./contract/schemas.ts";
import type { CallOptions } from "./operation-call.ts";
import type { QueryNames, QueryObject, QueryValue } from "./query.ts";

/** What a list may be asked for. */
export interface Listing extends CallOptions {
  /** {color: "red"} or {price: {gt: 10}}. */
  readonly criteria?: QueryObject | undefined;
  /** {orderField: "name", order: "asc"}. */
  readonly order?: QueryObject | undefined;
  /** References to show as entities. */
  readonly relations?: QueryNames | undefined;
  /** Only these fields; id is always there. */
  readonly fields?: QueryNames | undefined;
  /** Words in name, federatedId and searchable text properties. */
  readonly q?: string | undefined;
  /** Of a page, at most 1,000. */
  readonly limit?: number | undefined;
  /** As the page before has answered it. */
  readonly nextPageKey?: string | undefined;
  /** Adds total, exact. */
  readonly includeTotal?: boolean | undefined;
  /** The same by the names of the parameters, for example {limit: 10}. */
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
  /** As the single operation would have answered; 424 when an atomic batch failed. */
  status: number;
  id?: string;
  object?: Entity;
  problem?: Partial<Problem>;
}
