import type { FileOptionSet, FileType } from "./type-file.ts";

/** One request of an import. */
export type ImportStep = {
  /** The path of the type or the key of the option set. */
  readonly key: string;
  /** Readable descriptions of the changes. */
  readonly changes: readonly string[];
  /** Whether it only adds. */
  readonly isAdditive: boolean;
  /** Whether it depends on other steps: such a step does not support a dry run. */
  readonly isDependent: boolean;
} & Work;

type Work = OptionSetWork | TypeWork;

export type OptionSetWork =
  | { readonly kind: "option-set"; readonly action: "create"; readonly set: FileOptionSet }
  | {
      readonly kind: "option-set";
      readonly action: "update";
      readonly set: FileOptionSet;
      readonly id: string;
      readonly version: number;
    }
  | { readonly kind: "option-set"; readonly action: "delete"; readonly id: string; readonly version: number };

export type TypeWork =
  | { readonly kind: "entity-type"; readonly action: "create"; readonly type: FileType }
  | {
      readonly kind: "entity-type";
      readonly action: "update";
      readonly type: FileType;
      /** As read; undefined if the import itself changed it before. */
      readonly version: number | undefined;
    }
  | { readonly kind: "entity-type"; readonly action: "delete"; readonly version: number };

export interface ImportPlan {
  readonly steps: readonly ImportStep[];
  /** The number of entities that already match the file. */
  readonly unchanged: number;
  /** Stored entities that are not in the file, and are kept. */
  readonly kept: readonly string[];
  /** Ids of the stored option sets, by their keys in the file. */
  readonly setIds: ReadonlyMap<string, string>;
}
