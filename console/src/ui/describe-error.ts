import { ApiError } from "@weft/client";

/** What people are told of a fault. */
export interface ErrorText {
  readonly title: string;
  readonly detail: string;
  /** Faults of single fields, each with the place it is about. */
  readonly fields: readonly { readonly pointer: string; readonly message: string }[];
  readonly requestId: string | undefined;
}

/** A piece of the console that is no longer there: the service was upgraded while the page was open. */
export function isStalePiece(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script|preload/i.test(error.message);
}

const stalePiece: ErrorText = {
  title: "The console has been updated",
  detail: "This page is of the version before. Load it anew to go on.",
  fields: [],
  requestId: undefined,
};

export function describeError(error: unknown): ErrorText {
  if (isStalePiece(error)) return stalePiece;
  if (!(error instanceof ApiError)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { title: "Something went wrong", detail, fields: [], requestId: undefined };
  }
  const { title, detail, errors = [] } = error.problem;
  return {
    title,
    detail,
    fields: errors.map((error) => ({ pointer: error.pointer.replace(/^#?\//, ""), message: error.detail })),
    requestId: error.requestId === "" ? undefined : error.requestId,
  };
}
