import type { ChangeAction } from "@weft/contract";
import type { JsonValue } from "../platform/json-value.ts";
import type { Position } from "./change-cursor.ts";

/** The source of a change, as recorded. */
export type ChangeSource = "api" | "console" | "loader" | "workflow" | "cli" | "mcp";

/** Who makes the change, on whose behalf, and what belongs together. Never shared by two callers. */
export interface Author {
  readonly actorId: string;
  readonly actorType: "user" | "app";
  readonly actorName: string;
  readonly changeSetId: string;
  readonly source: ChangeSource;
  readonly sourceId: string | null;
  /** The workflows that caused the change, first cause first. None of them may trigger itself again. Not recorded. */
  readonly causes?: readonly string[];
}

/** A change that is not recorded yet. */
export interface ChangeDraft {
  readonly entityType: string;
  readonly entityId: string;
  readonly typePath: string;
  readonly projectId: string | null;
  /** Null if the entity has none. */
  readonly federatedId: string | null;
  readonly action: "create" | "update" | "delete";
  readonly entityVersion: number;
  /**
   * JSON. An update has [old, new] by slug, with null for absent values; a create and a delete have the whole state.
   */
  readonly diffs: string;
  readonly author: Author;
}

export interface RecordingOptions {
  /** The version of the org's types that the changes were planned with. */
  readonly typesVersion: number;
  /** True when the changes concern the types themselves. Writes planned with the old types must be planned again. */
  readonly changesTypes: boolean;
}

/** A stored record of the log. */
export interface ChangeRow {
  readonly created_on: Date;
  readonly sequence: number;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly type_path: string;
  readonly project_id: string | null;
  /** Of an update: empty if the entity had none, null if the record is older than the column. */
  readonly federated_id: string | null;
  readonly action: ChangeAction;
  readonly entity_version: number;
  readonly actor_id: string | null;
  readonly actor_type: "user" | "app" | null;
  readonly actor_name: string | null;
  readonly change_set_id: string;
  readonly source: ChangeSource;
  readonly source_id: string | null;
  /** An update has [old, new] by slug, with null for absent values; a create and a delete have the whole state. */
  readonly diffs: Readonly<Record<string, JsonValue>>;
}

export function positionOf({ sequence, created_on }: Pick<ChangeRow, "sequence" | "created_on">): Position {
  return { sequence, stamp: created_on.getTime() };
}
