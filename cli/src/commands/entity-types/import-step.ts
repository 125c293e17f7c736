import type { FileOptionSet, FileType } from "./type-file.ts";

/** One call that an import makes. */
export type ImportStep = {
  /** The path of the type or the key of the option set. */
  readonly key: string;
  /** What becomes different, in words. */
  readonly changes: readonly string[];
  /** Whether it only adds to what is there. */
  readonly isAdditive: boolean;
  /** Whether it needs what other steps do first: such a one cannot be rehearsed. */
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
      /** As it was read; not known where the import itself has changed it before. */
      readonly version: number | undefined;
    }
  | { readonly kind: "entity-type"; readonly action: "delete"; readonly version: number };

export interface ImportPlan {
  readonly steps: readonly ImportStep[];
  /** What is already as the file says it. */
  readonly unchanged: number;
  /** What is stored, is not in the file, and stays. */
  readonly kept: readonly string[];
  /** The ids of the option sets that are there, by the keys of the file. */
  readonly setIds: ReadonlyMap<string, string>;
}
