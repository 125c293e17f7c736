import type { JsonValue } from "../json-value.ts";

export type ScriptCall = (args: readonly JsonValue[]) => Promise<JsonValue>;

export interface ScriptRun {
  /** Owners share the threads fairly. */
  readonly owner: string;
  /** The body of an async function: it may return a value, and await. */
  readonly code: string;
  /** The globals of the script by name: data, frozen. */
  readonly globals: Readonly<Record<string, JsonValue>>;
  /**
   * What the script may call, by dotted name such as entities.get. The message of a thrown error reaches the script and
   * its author: it must be safe to show there.
   */
  readonly calls: Readonly<Record<string, ScriptCall>>;
  readonly callsMax: number;
  /** For the whole run, including calls; waiting for a thread is not counted. */
  readonly timeoutMs: number;
  readonly memoryBytesMax: number;
  readonly signal: AbortSignal;
}

export interface ScriptResult {
  /** The value that the script returned, as JSON. */
  readonly output: JsonValue;
  /** What it wrote to the console, an entry for each call. */
  readonly logs: readonly string[];
}
