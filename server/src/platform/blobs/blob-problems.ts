import { unavailable } from "../errors.ts";
import { Problem } from "../problem.ts";

/** A failure of the store itself: not an error of the caller, and possibly temporary. */
export function storeAway(cause: unknown): Problem {
  return unavailable("The file store does not respond. Retry in a few seconds.", { retryAfterSeconds: 5, cause });
}

export function storageFull(cause: unknown): Problem {
  return new Problem("storage-full", "The file store is full. Nothing was stored.", { cause });
}

export function bytesNotHere(cause: unknown): Problem {
  return new Problem(
    "bytes-not-here",
    "This node does not have the file. Several nodes require S3, or a shared DATA_DIR/files.",
    { cause },
  );
}
