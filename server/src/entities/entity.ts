import type { JsonValue } from "../platform/json-value.ts";

/** The properties of an entity by slug. Empty values are absent. */
export type Properties = Readonly<Record<string, JsonValue>>;

/** A stored entity. */
export interface Entity {
  readonly entityType: string;
  readonly id: string;
  readonly typePath: string;
  readonly name: string | null;
  readonly federatedId: string | null;
  /** The project that rights with a projectId are checked against. */
  readonly projectId: string | null;
  readonly version: number;
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly createdById: string | null;
  readonly updatedById: string | null;
  readonly properties: Properties;
}
