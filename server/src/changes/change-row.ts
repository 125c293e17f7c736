import type { ChangeAction } from "@weft/contract";
import type { JsonValue } from "../platform/json-value.ts";
import type { Position } from "./change-cursor.ts";
import type { ChangeSource } from "./change-draft.ts";

/** A stored record of the log. */
export interface ChangeRow {
  readonly created_on: Date;
  readonly sequence: number;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly type_path: string;
  readonly project_id: string | null;
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
