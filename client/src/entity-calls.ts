import type { Problem } from "./contract/schemas.ts";
import type { CallOptions } from "./operation-call.ts";
import type { QueryNames, QueryObject, QueryOrder, QueryValue } from "./query.ts";

/** Options of a list. */
export interface Listing extends PageOptions {
  /** {color: "red"} or {price: {gt: 10}}. */
  readonly criteria?: QueryObject | undefined;
  /** {orderField: "name", order: "asc"}, or up to three of them. */
  readonly order?: QueryOrder | undefined;
  /** References to expand. */
  readonly relations?: QueryNames | undefined;
  /** Only these fields; id is always included. */
  readonly fields?: QueryNames | undefined;
}

/** Options of a list that do not depend on its fields. */
export interface PageOptions extends CallOptions {
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

/** Options of an aggregation that do not depend on its fields. */
export interface AggregateOptions extends CallOptions {
  /** Up to two fields: "season", "price:50" for bands of 50, "launchDate:month". */
  readonly groupBy?: QueryNames | undefined;
  /** Up to ten metrics: "sum:price", "avg:price", "min:price", "max:price", "count:price". */
  readonly metrics?: QueryNames | undefined;
  /** Searches as in lists. */
  readonly q?: string | undefined;
  /** {orderField: "count", order: "desc"}; also a field of groupBy or a metric. */
  readonly order?: QueryObject | undefined;
  /** Maximum number of groups, at most 1,000. */
  readonly limit?: number | undefined;
}

export interface Page<Entity> {
  results: Entity[];
  /** Present while there are more. */
  nextPageKey?: string;
  /** With includeTotal. */
  total?: number;
}

/** Created is the draft of a new entity, which may require more fields than an update. */
export type BatchOperation<Draft, Created = Draft> =
  | {
      readonly op: "create";
      readonly object: Created;
      readonly federatedId?: string | undefined;
      readonly id?: undefined;
    }
  | ({ readonly op: "upsert"; readonly id?: undefined } & BatchUpsert<Draft>)
  | ({ readonly op: "update"; readonly object: Draft } & BatchAddress)
  | ({ readonly op: "delete"; readonly object?: undefined } & BatchAddress);

/** The external ID is in the operation or in its object. */
type BatchUpsert<Draft> =
  | { readonly federatedId: string; readonly object: Draft }
  | { readonly federatedId?: undefined; readonly object: Draft & { readonly federatedId: string } };

/** If both are given, the id counts. */
type BatchAddress =
  | { readonly id: string; readonly federatedId?: string | undefined }
  | { readonly federatedId: string; readonly id?: undefined };

export interface BatchResult<Entity> {
  /** The status of the single operation; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  object?: Entity;
  problem?: Partial<Problem>;
}
