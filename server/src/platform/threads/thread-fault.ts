/** An error on its way between threads: a class does not survive it, its name does. */
export interface ThreadFault {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** Work in a thread has failed. */
export class ThreadError extends Error {
  readonly faultName: string;

  constructor({ name, message, stack }: ThreadFault) {
    super(message);
    this.name = "ThreadError";
    this.faultName = name;
    this.stack = stack;
  }
}

export function faultOf(error: unknown): ThreadFault {
  return error instanceof Error
    ? { name: faultNameOf(error), message: error.message, stack: error.stack ?? "" }
    : { name: "Error", message: String(error), stack: "" };
}

/** The name and the code of an error, wherever it was thrown. */
export function faultNameOf(error: unknown): string {
  if (error instanceof ThreadError) {
    return error.faultName;
  }
  if (!(error instanceof Error)) {
    return "Error";
  }
  return "code" in error && typeof error.code === "string" ? `${error.name} ${error.code}` : error.name;
}
