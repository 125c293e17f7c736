import type { JsonValue } from "../platform/json-value.ts";

/** The properties of an entity by slug. What is empty is absent. */
export type Properties = Readonly<Record<string, JsonValue>>;

/** An entity as it is stored. */
export interface Entity {
  readonly entityType: string;
  readonly id: string;
  readonly typePath: string;
  readonly name: string | null;
  readonly federatedId: string | null;
  /** The project that rights with a projectId look at. */
  readonly projectId: string | null;
  readonly version: number;
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly createdById: string | null;
  readonly updatedById: string | null;
  readonly properties: Properties;
}
