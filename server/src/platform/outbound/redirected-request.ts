import { OutboundRefused } from "./outbound-refused.ts";

export interface OutboundRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

/** The request that follows a redirect, by the rules of the Fetch standard, but stricter about headers. */
export function redirectedRequest(request: OutboundRequest, status: number, location: string): OutboundRequest {
  if (!URL.canParse(location, request.url.href)) {
    throw new OutboundRefused("url", "The answer redirects to something that is not a URL.");
  }
  const url = new URL(location, request.url);
  const kept = url.origin === request.url.origin ? request.headers : harmlessHeaders(request.headers);
  return becomesGet(request.method, status)
    ? { url, method: "GET", headers: withoutBodyHeaders(kept), body: null }
    : { url, method: request.method, headers: kept, body: request.body };
}

// Any other header may be a secret under a name we do not know (X-Api-Key, a webhook's own header).
const harmlessNames = ["accept", "accept-encoding", "accept-language", "content-type", "user-agent"];

function harmlessHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => harmlessNames.includes(name)));
}

function becomesGet(method: string, status: number): boolean {
  return status === 303 ? method !== "GET" && method !== "HEAD" : status < 303 && method === "POST";
}

function withoutBodyHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !name.startsWith("content-")));
}
