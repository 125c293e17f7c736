import { errorCodeOf } from "../error-code.ts";

/** An error sent between threads: its class is lost, its name is kept. */
export interface SerializedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** Work in a thread has failed. */
export class ThreadError extends Error {
  readonly errorName: string;

  constructor({ name, message, stack }: SerializedError) {
    super(message);
    this.name = "ThreadError";
    this.errorName = name;
    this.stack = stack;
  }
}

export function serializeError(error: unknown): SerializedError {
  return error instanceof Error
    ? { name: errorNameOf(error), message: error.message, stack: error.stack ?? "" }
    : { name: "Error", message: String(error), stack: "" };
}

/** The name and the code of an error, from any thread. */
export function errorNameOf(error: unknown): string {
  if (error instanceof ThreadError) {
    return error.errorName;
  }
  if (!(error instanceof Error)) {
    return "Error";
  }
  const code = errorCodeOf(error);
  return code === "" ? error.name : `${error.name} ${code}`;
}
