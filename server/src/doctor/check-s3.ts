import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { CredentialsError, formatSource } from "../platform/blobs/s3/credentials/credential-source.ts";
import type { S3Options } from "../platform/blobs/s3/s3-client.ts";
import { S3Error } from "../platform/blobs/s3/s3-error.ts";
import { S3BlobStore } from "../platform/blobs/s3-blob-store.ts";
import { errorCodeOf } from "../platform/error-code.ts";
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
  const ms = Math.round(performance.now() - began);
  const credentials = await formatCredentials(store, options);
  return ok(`${placeOf(options)} writes, reads and deletes objects, in ${ms} ms. ${credentials}`);
}

/** What signs the requests, and until when; never a part of it. */
async function formatCredentials(store: S3BlobStore, { credentials: source }: S3Options): Promise<string> {
  const { expiresOn } = await store.credentials();
  const minutes = expiresOn === undefined ? 0 : Math.floor((expiresOn.getTime() - Date.now()) / 60_000);
  const validity =
    expiresOn === undefined ? "which do not expire" : `valid for ${minutes} minutes, and renewed before they expire`;
  return `Credentials: ${formatSource(source)}, ${validity}.`;
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

const forbidden = 403;

/** By the error of S3. */
function adviceFor(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof CredentialsError) {
    return "Check the role that this node runs with, or set S3_ACCESS_KEY and S3_SECRET_KEY.";
  }
  switch (errorCodeOf(cause)) {
    case "NoSuchBucket":
      return "Create the bucket, or check S3_BUCKET and S3_ENDPOINT.";
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return "Check S3_ACCESS_KEY, S3_SECRET_KEY and S3_REGION.";
    case "AccessDenied":
    case "Forbidden":
      return "Allow the key or role to put, get and delete objects in the bucket.";
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect":
      return "Check S3_REGION and S3_ENDPOINT.";
    case "ExpiredToken":
    case "InvalidToken":
      return "Set a current S3_SESSION_TOKEN with its key, or use a role.";
    case "RequestTimeTooSkewed":
      return "Set this machine's clock.";
    default:
      return cause instanceof S3Error && cause.status === forbidden
        ? "Check the key or role, and its permissions on the bucket."
        : "Check S3_ENDPOINT, and that this machine can reach it.";
  }
}
