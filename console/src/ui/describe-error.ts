import { ApiError } from "@weft/client";

/** An error as shown to users. */
interface ErrorText {
  readonly title: string;
  readonly detail: string;
  /** Errors of single fields, each with its pointer. */
  readonly fields: readonly { readonly pointer: string; readonly message: string }[];
  readonly requestId: string | undefined;
}

/** A chunk of the console that no longer exists: the service was upgraded while the page was open. */
export function isStalePiece(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script|preload/i.test(error.message);
}

const stalePiece: ErrorText = {
  title: "New version available",
  detail: "The console was updated. Reload the page to continue.",
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

/** Whether the user may not see a thing, or the service hides it: then its card is not shown. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
