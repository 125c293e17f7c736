import { parseXml, textOf, type XmlElement } from "./parse-xml.ts";

export interface S3Failure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** An error response. The message is for the operator: it has what the store says, and what to do if that is known. */
export class S3Error extends Error {
  /** That of S3, such as NoSuchKey. */
  readonly code: string;
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, { status, headers }: Pick<S3Failure, "status" | "headers">) {
    super(`${message} (${code})`);
    this.name = "S3Error";
    this.code = code;
    this.status = status;
    const seconds = Number(headerOf(headers, "retry-after") || Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  }
}

/** Reads only what is known to be safe: a response to a wrong signature repeats the request with its session token. */
export function readS3Error(failure: S3Failure, now: Date): S3Error {
  const document = documentOf(failure.text);
  const error = document?.name === "ErrorResponse" ? (document.children[0] ?? document) : document;
  const read = (name: string) => (error === undefined ? "" : printable(textOf(error, name)));
  const code = read("Code") || (codesByStatus[failure.status] ?? `HTTP ${failure.status}`);
  const reported = read("Message") || `The store returned status ${failure.status}.`;
  const region = headerOf(failure.headers, "x-amz-bucket-region") || read("Region");
  const message = advice({ ...failure, code, region, endpoint: read("Endpoint"), now });
  return new S3Error(code, message === "" ? reported : message, failure);
}

// A response to HEAD has no body.
const codesByStatus: Readonly<Record<number, string>> = {
  301: "PermanentRedirect",
  307: "TemporaryRedirect",
  400: "BadRequest",
  403: "Forbidden",
  404: "NotFound",
  501: "NotImplemented",
  503: "ServiceUnavailable",
};

interface KnownFailure extends S3Failure {
  readonly code: string;
  readonly region: string;
  readonly endpoint: string;
  readonly now: Date;
}

function advice({ status, headers, code, region, endpoint, now }: KnownFailure): string {
  if (code === "RequestTimeTooSkewed") {
    return `This machine's clock is wrong${differenceTo(headerOf(headers, "date"), now)}. Set it.`;
  }
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect || code === "AuthorizationHeaderMalformed" || code === "IllegalLocationConstraintException") {
    return adviceOnRegion(region, isRedirect ? endpoint : "");
  }
  return "";
}

function adviceOnRegion(region: string, endpoint: string): string {
  if (region !== "") {
    const place = `On Amazon S3 also set S3_ENDPOINT=https://s3.${region}.amazonaws.com.`;
    return `The bucket is in the region ${region}. Set S3_REGION=${region}. ${place}`;
  }
  return endpoint === "" ? "" : `The bucket is at another endpoint, ${endpoint}. Set S3_ENDPOINT and S3_REGION.`;
}

function differenceTo(date: string, now: Date): string {
  const minutes = Math.round((now.getTime() - Date.parse(date)) / 60_000);
  if (!Number.isFinite(minutes) || minutes === 0) {
    return "";
  }
  return `: it is ${Math.abs(minutes)} minutes ${minutes > 0 ? "ahead of" : "behind"} the clock of the store`;
}

function documentOf(text: string): XmlElement | undefined {
  try {
    return parseXml(text);
  } catch {
    return undefined; // A proxy in front of the store responds with a page, or with nothing.
  }
}

const textLengthMax = 300;

function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, textLengthMax);
}

function headerOf(headers: S3Failure["headers"], name: string): string {
  return printable([headers[name] ?? ""].flat()[0] ?? "");
}
