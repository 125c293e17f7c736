import { EvaluationError } from "../expression-error.ts";

/** For calls that JavaScript rejects with an error, such as toFixed(200): caused by the values, not a bug. */
export function guarded<T>(hint: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof URIError)) throw error;
    throw new EvaluationError(`${error.message}; ${hint}.`, { cause: error });
  }
}
