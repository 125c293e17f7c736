import { EvaluationError } from "../expression-error.ts";

/** For what JavaScript itself refuses with an error, such as toFixed(200): the fault of the values, not of ours. */
export function guarded<T>(hint: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof URIError)) throw error;
    throw new EvaluationError(`${error.message}; ${hint}.`, { cause: error });
  }
}
