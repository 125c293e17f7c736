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
