import { parseUrl } from "../parse-url.ts";
import { OutboundRefusedError } from "./outbound-error.ts";

export type HeaderPair = readonly [name: string, value: string];

export interface OutboundRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  /** Names of headers that carry a secret, in lower case: they never leave the origin, even if the name is harmless. */
  readonly secretNames: readonly string[];
  readonly body: string | Uint8Array | null;
}

/** The request that follows a redirect, by the rules of the Fetch standard, but stricter about headers. */
export function redirectedRequest(request: OutboundRequest, status: number, location: string): OutboundRequest {
  const url = parseUrl(location, request.url);
  if (url === undefined) throw new OutboundRefusedError("url", "The response redirects to an invalid URL.");
  const kept = url.origin === request.url.origin ? request.headers : harmlessHeaders(request);
  return becomesGet(request.method, status)
    ? { ...request, url, method: "GET", headers: withoutBodyHeaders(kept), body: null }
    : { ...request, url, headers: kept };
}

// Any other header may be a secret under an unknown name (X-Api-Key, a webhook's custom header).
const harmlessNames = ["accept", "accept-encoding", "accept-language", "content-type", "user-agent"];

function harmlessHeaders({ headers, secretNames }: OutboundRequest): HeaderPair[] {
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return harmlessNames.includes(lower) && !secretNames.includes(lower);
  });
}

function becomesGet(method: string, status: number): boolean {
  return status === 303 ? method !== "GET" && method !== "HEAD" : status < 303 && method === "POST";
}

function withoutBodyHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  return headers.filter(([name]) => !name.toLowerCase().startsWith("content-"));
}

const redirectStatuses = [301, 302, 303, 307, 308];

/** The redirect target of a response; undefined for any other response. */
export function redirectLocation(status: number, location: string | string[] | undefined): string | undefined {
  // Two Location headers are not followed.
  if (!redirectStatuses.includes(status) || typeof location !== "string") return undefined;
  // undici decodes one character per byte, and some servers send UTF-8.
  return Buffer.from(location, "latin1").toString("utf8");
}
