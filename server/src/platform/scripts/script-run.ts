import type { JsonValue } from "../json-value.ts";

export type ScriptCall = (args: readonly JsonValue[]) => Promise<JsonValue>;

export interface ScriptRun {
  /** Owners get their turns in a fair way. */
  readonly owner: string;
  /** The body of an async function: it may return a value, and await. */
  readonly code: string;
  /** What the script reads by these names: data, frozen. */
  readonly globals: Readonly<Record<string, JsonValue>>;
  /**
   * What the script may call on the outside, by dotted name such as entities.get. The message of an error that is
   * thrown reaches the script, which is its author's: it must be fit to be read there.
   */
  readonly calls: Readonly<Record<string, ScriptCall>>;
  readonly callsMax: number;
  /** For the whole run, calls included; waiting for a thread is not counted. */
  readonly timeoutMs: number;
  readonly memoryBytesMax: number;
  readonly signal: AbortSignal;
}

export interface ScriptResult {
  /** What the script has returned, as JSON keeps it. */
  readonly output: JsonValue;
  /** What it wrote to the console, an entry for each call. */
  readonly logs: readonly string[];
}
