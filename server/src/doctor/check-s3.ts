import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { S3BlobStore, type S3Options } from "../platform/blobs/s3-blob-store.ts";
import { newId } from "../platform/ids.ts";
import { maskUrl } from "../platform/parse-url.ts";
import { type Check, type CheckResult, explainError, fault, ok, skipped, warning } from "./finding.ts";

export function checkS3({ s3 }: Config): Check {
  return {
    name: "s3",
    look: async (signal) =>
      s3 === undefined
        ? [skipped("S3_ENDPOINT is not set: files are stored in DATA_DIR.")]
        : [await tryStore(s3, signal)],
  };
}

const content = "Written by weft doctor, which deletes it again.";

async function tryStore(options: S3Options, signal: AbortSignal): Promise<CheckResult> {
  const store = new S3BlobStore(options);
  signal.addEventListener("abort", () => void store.close(), { once: true });
  try {
    return await tryObject(store, options);
  } catch (error) {
    return fault(`${placeOf(options)} cannot be used: ${explainError(error)}`, adviceFor(error));
  } finally {
    await store.close();
  }
}

async function tryObject(store: S3BlobStore, options: S3Options): Promise<CheckResult> {
  const key = `doctor/${newId()}`;
  const began = performance.now();
  await store.put(key, Readable.from([Buffer.from(content)]));
  const found = await readBack(store, key).catch(asError);
  const leftBy = await store.delete(key).catch(asError); // Deleted even if it could not be read.
  if (found instanceof Error) {
    throw found;
  }
  if (found !== content) {
    return fault(`${placeOf(options)} returned different bytes than were written.`, "Check the storage behind it.");
  }
  if (leftBy instanceof Error) {
    return warning(
      `${placeOf(options)} does not delete: ${explainError(leftBy)} The object ${key} was not deleted.`,
      "Allow the key to delete objects; otherwise deleted files keep using space.",
    );
  }
  return ok(`${placeOf(options)} writes, reads and deletes objects, in ${Math.round(performance.now() - began)} ms.`);
}

async function readBack(store: S3BlobStore, key: string): Promise<string> {
  return text(await store.read(key, { first: 0, last: content.length - 1 }));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function placeOf({ endpoint, bucket }: S3Options): string {
  return `The bucket ${bucket} at ${maskUrl(endpoint)}`;
}

/** By S3 error name. */
function adviceFor(error: unknown): string {
  const name = error instanceof Error && error.cause instanceof Error ? error.cause.name : "";
  switch (name) {
    case "NoSuchBucket":
      return "Create the bucket, or check S3_BUCKET and S3_ENDPOINT.";
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return "Check S3_ACCESS_KEY, S3_SECRET_KEY and S3_REGION.";
    case "AccessDenied":
    case "Forbidden":
      return "Allow the key to put, get and delete objects in the bucket.";
    case "RequestTimeTooSkewed":
      return "Set this machine's clock.";
    default:
      return "Check S3_ENDPOINT, and that this machine can reach it.";
  }
}
