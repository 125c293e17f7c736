import type { Dispatch } from "react";
import type { Draft } from "./draft.ts";
import type { Edit } from "./edit-draft.ts";
import type { FieldError } from "./field-errors.ts";
import type { KnownProperty } from "./use-properties.ts";

/** The props of every part of the editor. */
export interface EditorProps {
  readonly draft: Draft;
  readonly keys: readonly number[];
  readonly dispatch: Dispatch<Edit>;
  readonly errors: readonly FieldError[];
  readonly propertiesOf: (kind: string) => readonly KnownProperty[];
  /** Whether it was saved before, and so may have secrets that are never shown. */
  readonly isSaved: boolean;
}
