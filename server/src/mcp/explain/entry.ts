/** Something that can be explained. */
export interface Entry {
  readonly sort: "error code" | "operation" | "setting" | "topic";
  readonly name: string;
  /** What else it is called. */
  readonly aliases: readonly string[];
  /** What else it is found by, as by its name. */
  readonly words?: string;
  /** Where more can be found than in the summary. */
  readonly text?: string;
  /** In one line, for lists. */
  readonly summary: string;
  /** All that is known of it. */
  details(): object;
}
