import type { failureAreas, LoadConfiguration, loadStatuses, PropertyType } from "@weft/contract";
import type { Writer } from "../entities/write/write-request.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { LoadIssue } from "./load-issue.ts";

export type LoadStatus = (typeof loadStatuses)[number];
export type FailureArea = (typeof failureAreas)[number];

/** Where a load is found. */
export interface LoadAddress {
  readonly orgId: string;
  readonly loadId: string;
}

/** What a load was asked to do, with the parts that came from a configuration file. */
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
  /** Unknown, and 0, while the file is read for the first time. */
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

/** A column that was stored as text, and how it may be described. */
export interface UndescribedColumn {
  readonly columnName: string;
  /** The type that all rows with it are at or below. */
  readonly typePath: string;
  readonly slug: string;
  readonly guessedKind: PropertyType;
  readonly examples: readonly string[];
}

/** All that a load has to tell when it has ended. */
export interface LoadReport {
  readonly failureArea: FailureArea;
  readonly counts: Readonly<Record<string, Counts>>;
  readonly warnings: number;
  readonly errors: number;
  readonly issues: readonly LoadIssue[];
  readonly issuesFileId?: string;
  readonly resultFileId?: string;
  readonly planFileId?: string;
  /** Of the plan of a dry run: whoever applies it must come to the same. */
  readonly planHash?: string;
  readonly preprocessingStepResults: readonly StepResult[];
  readonly undescribedColumns?: readonly UndescribedColumn[];
  readonly expressionReadings?: readonly object[];
  readonly samples?: readonly Sample[];
}

export interface Undo {
  readonly status: "pending" | "running" | "completed" | "failed";
  /** Whoever takes the load back, in whose name that is written. */
  readonly writer: Writer;
  /** Up to where the changes of the load, from the last one back, are taken back. */
  readonly before?: { readonly createdOn: string; readonly sequence: number };
  /** The assortments whose members were changed: they are published when all is done. */
  readonly assortmentIds: readonly string[];
  /** The change sets of earlier attempts: what they have taken back is left alone. */
  readonly earlierSets?: readonly string[];
  readonly reverted: number;
  readonly notReverted: number;
  readonly reasons: readonly { readonly entityReference: string; readonly message: string }[];
}

/** A load as it is stored. */
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

/** Of a load that has not ended, or never began. */
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

/** What the rows of a load are about, for counts of rows that come to nothing. */
export function mainTypeOf({ loadType = [] }: LoadRequest): string {
  const [first = "ITEM"] = loadType;
  return loadType.includes("ITEM") ? "item" : first.toLowerCase().replaceAll("_", "-");
}

/** The value inside assortmentSplit wins over its top-level twin. */
export function isPartialUpdate({ assortmentSplit, partialAssortmentUpdate }: LoadRequest): boolean {
  return assortmentSplit?.partialAssortmentUpdate ?? partialAssortmentUpdate ?? false;
}
