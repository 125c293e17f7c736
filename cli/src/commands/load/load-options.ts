import type { SharedOptions } from "../../frame/context.ts";

/** The options of weft load. */
export interface LoadOptions extends SharedOptions {
  readonly dryRun?: boolean;
  readonly sample?: string;
  readonly apply?: string;
  readonly watch: boolean;
  readonly onRowError?: "abort" | "skip";
  readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  readonly delimiter?: "," | ";" | "tab" | "|";
  readonly workspace?: string;
  readonly maxRemovals?: string;
  readonly strictColumns?: boolean;
}
