/** A subject that can be explained. */
export interface Entry {
  readonly sort: "error code" | "operation" | "setting" | "topic";
  readonly name: string;
  /** Alternative names. */
  readonly aliases: readonly string[];
  /** Additional search terms, ranked like the name. */
  readonly words?: string;
  /** Text to search instead of the summary. */
  readonly text?: string;
  /** One line, for lists. */
  readonly summary: string;
  /** The full explanation. */
  details(): object;
}
