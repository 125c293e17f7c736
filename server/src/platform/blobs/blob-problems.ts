import { Problem } from "../problem.ts";

const retryAfterSeconds = "5";

/** The store itself fails: that is no fault of the caller, and may be over soon. */
export function storeAway(cause: unknown): Problem {
  return new Problem("unavailable", "The store for file bytes does not answer. Retry in a few seconds.", {
    headers: { "retry-after": retryAfterSeconds },
    cause,
  });
}

export function storageFull(cause: unknown): Problem {
  return new Problem("storage-full", "The store for file bytes is full. Nothing was kept.", { cause });
}

export function bytesNotHere(cause: unknown): Problem {
  return new Problem(
    "bytes-not-here",
    "This node does not have the bytes. Several nodes need S3, or one DATA_DIR/files for all of them.",
    { cause },
  );
}
