import type { failureAreas, LoadConfiguration, loadStatuses, PropertyType } from "@weft/contract";
import type { Writer } from "../entities/model/write-request.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { LoadIssue } from "./load-issue.ts";

export type LoadStatus = (typeof loadStatuses)[number];
export type FailureArea = (typeof failureAreas)[number];

/** Identifies a load. */
export interface LoadAddress {
  readonly orgId: string;
  readonly loadId: string;
}

/** The request of a load, completed from its configuration file. */
export interface LoadRequest extends LoadConfiguration {
  readonly loaderConfigurationId?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly sampleRows?: number | undefined;
  readonly applyPlanOf?: string | undefined;
}

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly failed: number;
}

export type Phase = "waiting" | "checking" | "writing" | "publishing" | "done";

export interface Progress {
  readonly phase: Phase;
  /** 0 while the file is read for the first time, because the total is unknown. */
  readonly rowsTotal: number;
  readonly rowsDone: number;
  readonly rowsPerSecond: number;
  readonly percent: number;
  readonly etaSeconds: number;
}

export interface StepResult {
  readonly preprocessingStepName: string;
  readonly numberOfErrors: number;
  readonly numberOfWarnings: number;
  readonly fileId?: string;
}

export interface Sample {
  readonly preprocessingStepName: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly rowNumber: number; readonly values: readonly JsonValue[] }[];
}

/** A column that was stored as text, and a suggested definition. */
export interface UndescribedColumn {
  readonly columnName: string;
  /** The type that all rows with the column are at or below. */
  readonly typePath: string;
  readonly slug: string;
  readonly guessedKind: PropertyType;
  readonly examples: readonly string[];
}

/** A mapping whose source is not a column of the file: every row gets the text. */
export interface LiteralMapping {
  readonly target: string;
  readonly text: string;
  /** Whether the target identifies or names the entity of a row. */
  readonly isKey: boolean;
  readonly closestColumn?: string;
}

/** The report of an ended load. */
export interface LoadReport {
  readonly failureArea: FailureArea;
  readonly counts: Readonly<Record<string, Counts>>;
  readonly warnings: number;
  readonly errors: number;
  readonly issues: readonly LoadIssue[];
  readonly issuesFileId?: string;
  readonly resultFileId?: string;
  readonly planFileId?: string;
  /** The hash of a dry run's plan. Applying the plan must produce the same hash. */
  readonly planHash?: string;
  readonly preprocessingStepResults: readonly StepResult[];
  readonly literalMappings?: readonly LiteralMapping[];
  readonly undescribedColumns?: readonly UndescribedColumn[];
  readonly expressionReadings?: readonly object[];
  readonly samples?: readonly Sample[];
}

export interface Undo {
  readonly status: "pending" | "running" | "completed" | "failed";
  /** The caller that requested the undo, in whose name it is written. */
  readonly writer: Writer;
  /** The position up to which the changes of the load are undone, starting from the last change. */
  readonly before?: { readonly createdOn: string; readonly sequence: number };
  /** The assortments whose members were changed. They are published at the end. */
  readonly assortmentIds: readonly string[];
  /** The change sets of earlier attempts. Changes that they have undone are skipped. */
  readonly earlierSets?: readonly string[];
  readonly reverted: number;
  readonly notReverted: number;
  readonly reasons: readonly { readonly entityReference: string; readonly message: string }[];
}

/** A stored load. */
export interface Load {
  readonly id: string;
  readonly status: LoadStatus;
  readonly configuration: LoadRequest;
  readonly writer: Writer;
  readonly progress: Progress | undefined;
  readonly report: LoadReport | undefined;
  readonly undo: Undo | undefined;
  readonly isCancelAsked: boolean;
  readonly version: number;
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly createdById: string | null;
  readonly startedOn: Date | null;
  readonly endedOn: Date | null;
}

export const noCounts: Counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0 };

export const noProgress: Progress = {
  phase: "waiting",
  rowsTotal: 0,
  rowsDone: 0,
  rowsPerSecond: 0,
  percent: 0,
  etaSeconds: 0,
};

/** For a load that has not ended, or never started. */
export const emptyReport: LoadReport = {
  failureArea: "NONE",
  counts: {},
  warnings: 0,
  errors: 0,
  issues: [],
  preprocessingStepResults: [],
};

export function hasLoadEnded({ status }: Pick<Load, "status">): boolean {
  return status !== "pending" && status !== "running";
}

/** The main entity type of a load's rows, for counts of rows that produce no entity. */
export function mainTypeOf({ loadType = [] }: LoadRequest): string {
  const [first = "ITEM"] = loadType;
  return loadType.includes("ITEM") ? "item" : first.toLowerCase().replaceAll("_", "-");
}

/** The value inside assortmentSplit wins over its top-level counterpart. */
export function isPartialUpdate({ assortmentSplit, partialAssortmentUpdate }: LoadConfiguration): boolean {
  return assortmentSplit?.partialAssortmentUpdate ?? partialAssortmentUpdate ?? false;
}

/** Nodes publish the ids of loads that have made progress on this topic. */
export const loadsTopic = "loads";
