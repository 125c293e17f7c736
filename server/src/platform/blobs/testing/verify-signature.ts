import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const claimPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, SignedHeaders=([a-z\d;-]+), Signature=([\da-f]{64})$/;

export interface ExpectedSigner {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken?: string;
  readonly region: string;
}

/** What a store checks before it reads the body. Returns the error code of S3; undefined for a valid signature. */
export function findSignatureError(request: IncomingMessage, signer: ExpectedSigner): string | undefined {
  const { authorization = "", host = "" } = request.headers;
  const [, accessKey, day = "", region = "", names = "", signature] = claimPattern.exec(authorization) ?? [];
  if (signature === undefined) {
    return "AccessDenied";
  }
  if (region !== signer.region) {
    return "AuthorizationHeaderMalformed";
  }
  if (accessKey !== signer.accessKey) {
    return "InvalidAccessKeyId";
  }
  const time = String(request.headers["x-amz-date"]);
  const signed = names.split(";");
  const required = Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"));
  if (host === "" || !time.startsWith(day) || ![...required, "host"].every((name) => signed.includes(name))) {
    return "SignatureDoesNotMatch";
  }
  if (request.headers["x-amz-security-token"] !== signer.sessionToken) {
    return "InvalidToken";
  }
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${hash(canonicalOf(request, signed))}`;
  let key: Buffer = Buffer.from(`AWS4${signer.secretKey}`);
  for (const part of [day, region, "s3", "aws4_request", text]) {
    key = createHmac("sha256", key).update(part).digest();
  }
  return key.toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}

function canonicalOf({ method, url = "", headers }: IncomingMessage, signed: readonly string[]): string {
  const [path = "", query = ""] = url.split("?");
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const segments = path.split("/").map((segment) => encode(decodeURIComponent(segment)));
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}`);
  return [
    method,
    segments.join("/"),
    parameters.join("&"),
    ...lines,
    "",
    signed.join(";"),
    headers["x-amz-content-sha256"],
  ].join("\n");
}

function encode(text: string): string {
  const isKept = (byte: number) => /[\w.~-]/.test(String.fromCharCode(byte)) && byte < 0x80;
  return [...Buffer.from(text)]
    .map((byte) => (isKept(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`))
    .join("");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Hashes the body as the store reads it. Returns whether it was the signed one. */
export function watchPayload(request: IncomingMessage): () => boolean {
  const digest = createHash("sha256");
  // Not a listener, which would begin the reading.
  const emit = request.emit.bind(request);
  request.emit = (event: string, ...args: unknown[]) => {
    if (event === "data" && args[0] instanceof Uint8Array) {
      digest.update(args[0]);
    }
    return emit(event, ...args);
  };
  return () => digest.digest("hex") === request.headers["x-amz-content-sha256"];
}
