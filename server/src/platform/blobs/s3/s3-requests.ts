import { childOf, escapeXml, parseXml, textOf, type XmlElement } from "./parse-xml.ts";
import type { Payload, S3Client, S3Response } from "./s3-client.ts";
import { sha256 } from "./signature.ts";

const partialContent = 206;

/** Both ends inclusive. The body of the response is the range. */
export async function getRange(client: S3Client, key: string, first: number, last: number): Promise<S3Response> {
  const response = await client.send({ method: "GET", key, headers: { range: `bytes=${first}-${last}` } });
  // A body that is destroyed on purpose emits an error, which would end the process without a listener.
  response.body.on("error", () => {});
  const isWhole = first === 0 && Number(response.headers["content-length"]) <= last + 1;
  if (response.statusCode !== partialContent && !isWhole) {
    response.body.destroy();
    throw new Error(`The store does not support ranges: it returned status ${response.statusCode}.`);
  }
  return response;
}

export async function getSize(client: S3Client, key: string): Promise<number> {
  const { headers } = await client.sendShort({ method: "HEAD", key });
  const size = Number(headers["content-length"]);
  if (!Number.isSafeInteger(size)) {
    throw new Error("The store returned no size of the object.");
  }
  return size;
}

// The store would otherwise choose one.
const bytesType = { "content-type": "application/octet-stream" };

export async function putObject(client: S3Client, key: string, payload: Payload): Promise<void> {
  await client.sendShort({ method: "PUT", key, payload, headers: bytesType });
}

export async function deleteObject(client: S3Client, key: string): Promise<void> {
  await client.sendShort({ method: "DELETE", key });
}

/** A multipart upload. Its parts take up space until it is completed or aborted. */
export interface MultipartUpload {
  readonly key: string;
  readonly id: string;
}

export async function createUpload(client: S3Client, key: string): Promise<MultipartUpload> {
  const { text } = await client.sendShort({ method: "POST", key, query: [["uploads", ""]], headers: bytesType });
  const id = textOf(parseXml(text), "UploadId");
  if (id === "") {
    throw new Error("The store returned no id of the multipart upload.");
  }
  return { key, id };
}

interface PartRequest {
  /** From 1. */
  readonly number: number;
  readonly payload: Payload;
  readonly signal: AbortSignal;
}

/** Returns the ETag of the part, which completes the upload. */
export async function putPart(
  client: S3Client,
  { key, id }: MultipartUpload,
  { number, payload, signal }: PartRequest,
): Promise<string> {
  const query = [
    ["partNumber", String(number)],
    ["uploadId", id],
  ] as const;
  const { headers } = await client.sendShort({ method: "PUT", key, query, payload, signal });
  const { etag } = headers;
  if (typeof etag !== "string") {
    throw new Error("The store returned no ETag of a part.");
  }
  return etag;
}

export async function completeUpload(
  client: S3Client,
  { key, id }: MultipartUpload,
  etags: readonly string[],
): Promise<void> {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  const body = Buffer.from(`<CompleteMultipartUpload ${namespace}>${parts.join("")}</CompleteMultipartUpload>`);
  await client.sendShort({
    method: "POST",
    key,
    query: [["uploadId", id]],
    payload: { bytes: body.length, sha256: sha256(body), blocks: () => [body] },
    headers: { "content-type": "application/xml" },
  });
}

export async function abortUpload(client: S3Client, { key, id }: MultipartUpload): Promise<void> {
  await client.sendShort({ method: "DELETE", key, query: [["uploadId", id]] });
}

// A page has up to 1,000 uploads.
const pagesMax = 100;

/** The unfinished uploads of the key. */
export async function listUploads(client: S3Client, key: string): Promise<MultipartUpload[]> {
  const found: MultipartUpload[] = [];
  let next: readonly (readonly [string, string])[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const query = [["uploads", ""], ["prefix", key], ...next] as const;
    const list = parseXml((await client.sendShort({ method: "GET", query })).text);
    const uploads = list.children.filter(({ name }) => name === "Upload").map(readUpload);
    found.push(...uploads.filter((upload) => upload.key === key));
    // In the order of keys, so that the key itself comes before those that begin with it.
    if (textOf(list, "IsTruncated") !== "true" || uploads.at(-1)?.key !== key) {
      break;
    }
    next = [
      ["key-marker", textOf(list, "NextKeyMarker")],
      ["upload-id-marker", textOf(list, "NextUploadIdMarker")],
    ];
  }
  return found;
}

function readUpload(element: XmlElement): MultipartUpload {
  return { key: childOf(element, "Key")?.text ?? "", id: textOf(element, "UploadId") };
}
