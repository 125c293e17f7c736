/** What a model is told when a tool cannot do what it was asked for. */
export interface FailureTexts {
  /** A stable word; explain knows those of the API. */
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /** What to do about it. */
  readonly next: string;
  /** Names the call in the service's log. */
  readonly requestId?: string;
}

/** An expected failure of a tool: the model reads it and may do better. */
export class ToolFailure extends Error {
  readonly words: FailureTexts;

  constructor(words: FailureTexts) {
    super(words.detail);
    this.name = "ToolFailure";
    this.words = words;
  }
}
