/** Where a change comes from, as its record tells it. */
export type ChangeSource = "api" | "console" | "loader" | "workflow" | "cli" | "mcp";

/** Who changes something, on whose behalf, and what belongs together. Never shared by two callers. */
export interface Author {
  readonly actorId: string;
  readonly actorType: "user" | "app";
  readonly actorName: string;
  readonly changeSetId: string;
  readonly source: ChangeSource;
  readonly sourceId: string | null;
  /** The workflows that have led to it, the first one first: none may start itself again. Not kept in the history. */
  readonly causes?: readonly string[];
}

/** A change that is about to be recorded. */
export interface ChangeDraft {
  readonly entityType: string;
  readonly entityId: string;
  readonly typePath: string;
  readonly projectId: string | null;
  readonly action: "create" | "update" | "delete";
  readonly entityVersion: number;
  /** As JSON: an update has [old, new] by slug, with null for nothing; a create and a delete have the whole state. */
  readonly diffs: string;
  readonly author: Author;
}

export interface RecordingOptions {
  /** The version of the org's types that the changes were planned with. */
  readonly typesVersion: number;
  /** True when the changes concern the types themselves: whoever planned with the old ones must plan again. */
  readonly changesTypes: boolean;
}
