/** What a model is told when a tool cannot do what it was asked for. */
export interface FailureWords {
  /** A stable word; explain knows those of the API. */
  readonly code: string;
  readonly detail: string;
  readonly faults?: readonly { readonly pointer: string; readonly detail: string }[];
  /** What to do about it. */
  readonly next: string;
  /** Names the call in the service's log. */
  readonly requestId?: string;
}

/** An expected failure of a tool: the model reads it and may do better. */
export class ToolFailure extends Error {
  readonly words: FailureWords;

  constructor(words: FailureWords) {
    super(words.detail);
    this.name = "ToolFailure";
    this.words = words;
  }
}
