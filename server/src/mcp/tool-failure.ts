/** The error that a model sees if a tool fails. */
export interface FailureTexts {
  /** A stable code; explain knows those of the API. */
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /** How to fix it. */
  readonly next: string;
  /** Identifies the call in the service's log. */
  readonly requestId?: string;
}

/** An expected failure of a tool: the model reads it and can correct its call. */
export class ToolFailure extends Error {
  readonly words: FailureTexts;

  constructor(words: FailureTexts) {
    super(words.detail);
    this.name = "ToolFailure";
    this.words = words;
  }
}
