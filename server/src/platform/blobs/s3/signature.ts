import { createHash, createHmac } from "node:crypto";

export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string | undefined;
}

export interface SignableRequest {
  readonly method: string;
  /** Percent-encoded, as it is sent. */
  readonly path: string;
  /** Not encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** All are signed, so that host must be one of them. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The SHA-256 of the body, in hexadecimal. */
  readonly payloadHash: string;
}

export interface SigningScope {
  readonly credentials: Credentials;
  readonly region: string;
  readonly service: string;
  readonly now: Date;
}

/** The headers of the request, with its AWS Signature Version 4. */
export function signRequest(request: SignableRequest, scope: SigningScope): Record<string, string> {
  const { credentials, region, service, now } = scope;
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const headers = {
    ...request.headers,
    "x-amz-date": time,
    ...(credentials.sessionToken === undefined ? {} : { "x-amz-security-token": credentials.sessionToken }),
  };
  const names = Object.keys(headers).sort().join(";");
  const place = `${day}/${region}/${service}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, place, sha256(canonicalRequest({ ...request, headers }))].join("\n");
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${credentials.secretKey}`);
  const signature = hmac(key, text).toString("hex");
  const claim = `Credential=${credentials.accessKey}/${place}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization: `AWS4-HMAC-SHA256 ${claim}` };
}

function canonicalRequest({ method, path, query, headers, payloadHash }: SignableRequest): string {
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, " ")}\n`);
  return [method, path, encodeQuery(query), lines.join(""), names.join(";"), payloadHash].join("\n");
}

/** In the order of the signature, which is a valid order to send them in. */
export function encodeQuery(query: SignableRequest["query"]): string {
  const pairs = query.map(([name, value]) => [encodePart(name), encodePart(value)] as const);
  return pairs
    .sort(([name, value], [other, otherValue]) => order(name, other) || order(value, otherValue))
    .map((pair) => pair.join("="))
    .join("&");
}

/** Every character of a key is kept, and slashes separate segments, even empty ones. */
export function encodePath(path: string): string {
  return path.split("/").map(encodePart).join("/");
}

/** Leaves only A–Z, a–z, 0–9, -, ., _ and ~, as the signature requires. */
function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** By code unit: the names are ASCII by then, and the order must not depend on a language. */
function order(one: string, other: string): number {
  if (one === other) {
    return 0;
  }
  return one < other ? -1 : 1;
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
