import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "@weft/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BoundedAuditServices } from "./access/audit/bounded-audit.ts";
import { recordRefusedAddress } from "./access/audit/watch-calls.ts";
import type { Authenticator } from "./access/authenticator.ts";
import { type Caller, partyOf } from "./access/caller.ts";
import { sessionCookie } from "./access/credential.ts";
import { requireOperation } from "./access/decide.ts";
import {
  contradictingCredentials,
  forbidden,
  nothingFound,
  operatorUnauthenticated,
  unauthenticated,
} from "./platform/errors.ts";
import { readRequestCookie } from "./platform/http/cookies.ts";
import type { Gatekeeper } from "./platform/http/register-routes.ts";
import { factsOf } from "./platform/http/request-facts.ts";
import { isInRanges } from "./platform/network-address.ts";
import { Problem } from "./platform/problem.ts";
import { isSameText } from "./platform/secret-box.ts";
import type { CallCounter, Counted } from "./rate-limits/call-counter.ts";
import { rateLimitHeaders } from "./rate-limits/rate-limiter.ts";

interface GatekeeperServices extends BoundedAuditServices {
  readonly authenticator: Authenticator;
  readonly counter: CallCounter;
  /** Undefined: the operator's API does not exist. */
  readonly operatorToken: string | undefined;
}

/** Authenticates the caller, checks its address and its rate limit. Runs before the body is read. */
export function createGatekeeper(services: GatekeeperServices): Gatekeeper {
  const { authenticator, counter } = services;
  return {
    admit(
      operation: Pick<Operation, "access">,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Caller | undefined | Promise<Caller> {
      if (operation.access === "open") {
        requireRate(counter.countAddress(request.ip, 1), reply);
        return undefined;
      }
      if (operation.access === "operator") {
        admitOperator(services, request, reply);
        return undefined;
      }
      const session = readRequestCookie(factsOf(request), sessionCookie);
      const recalled = authenticator.recall(credentialHeaders(request), session);
      return recalled === undefined
        ? admitUnknown(services, operation, request, reply)
        : admitCaller(services, recalled, { operation, request, reply });
    },
  };
}

/**
 * Wrong tokens count toward the rate limit of the address; once it is exceeded, none is compared, so that they cannot be
 * guessed any faster.
 */
function admitOperator(
  { counter, operatorToken }: Pick<GatekeeperServices, "counter" | "operatorToken">,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (operatorToken === undefined) {
    throw nothingFound("The operator's API is disabled. The operator can enable it with WEFT_OPERATOR_TOKEN.");
  }
  if (counter.countAddress(request.ip, 0)?.verdict.remaining === 0) {
    requireRate(counter.countAddress(request.ip, 1), reply);
  }
  const { authorization = "" } = credentialHeaders(request);
  const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? "";
  // Digests have the same length, so that the comparison takes the same time for every token.
  if (!isSameText(hash("sha256", token), hash("sha256", operatorToken))) {
    requireRate(counter.countAddress(request.ip, 1), reply);
    throw operatorUnauthenticated();
  }
  request.party = { org: slugIn(request.params), actor: "operator", actorType: "operator" };
}

/** The organization that the operator's request is about. */
function slugIn(params: unknown): string | null {
  return typeof params === "object" && params !== null && "slug" in params ? String(params.slug) : null;
}

/**
 * Wrong credentials count toward the rate limit of the address; once it is exceeded, unknown ones are not looked up.
 */
async function admitUnknown(
  services: GatekeeperServices,
  operation: Pick<Operation, "access">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { authenticator, counter } = services;
  const headers = credentialHeaders(request);
  const session = readRequestCookie(factsOf(request), sessionCookie);
  const isUsedUp = counter.countAddress(request.ip, 0)?.verdict.remaining === 0;
  if (isUsedUp && !authenticator.hasSeen(headers, session)) {
    requireRate(counter.countAddress(request.ip, 1), reply);
  }
  const caller = await authenticator.lookUp(headers, session);
  if (caller === undefined) {
    requireRate(counter.countAddress(request.ip, 1), reply);
    throw headers.authorization === undefined || headers["x-api-key"] === undefined
      ? unauthenticated()
      : contradictingCredentials();
  }
  return admitCaller(services, caller, { operation, request, reply });
}

interface Admission {
  readonly operation: Pick<Operation, "access">;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function admitCaller(
  services: GatekeeperServices,
  caller: Caller,
  { operation, request, reply }: Admission,
): Caller | Promise<Caller> {
  request.party = partyOf(caller);
  requireRate(services.counter.count(caller), reply);
  requireOperation(caller, operation.access);
  if (caller.allowedAddresses !== undefined && !isInRanges(caller.allowedAddresses, request.ip)) {
    return refuseAddress(services, caller, request);
  }
  const isWrite = request.method !== "GET" && request.method !== "HEAD";
  if (caller.csrfTokens.length > 0 && isWrite) {
    const sent = csrfHeader(request);
    if (!caller.csrfTokens.some((token) => isSameText(sent, token))) {
      throw csrfTokenMissing();
    }
  }
  return caller;
}

/** A key used from elsewhere may be stolen, so the audit log records it for administrators. */
async function refuseAddress(services: GatekeeperServices, caller: Caller, request: FastifyRequest): Promise<never> {
  await recordRefusedAddress(services, caller, factsOf(request));
  throw forbidden(`This API key may not be used from ${request.ip}. See its allowedAddresses.`);
}

/**
 * Node keeps the first of several Authorization headers and drops the others; joined, they are rejected as malformed.
 */
function credentialHeaders({ headers, raw }: FastifyRequest): IncomingHttpHeaders {
  // An internal call, such as a tool's, has no raw headers.
  const lines = headers.authorization === undefined ? [] : (raw.headersDistinct?.["authorization"] ?? []);
  return lines.length > 1 ? { ...headers, authorization: lines.join(", ") } : headers;
}

function requireRate(counted: Counted | undefined, reply: FastifyReply): void {
  if (counted === undefined) {
    return;
  }
  const { policy, verdict } = counted;
  const headers = rateLimitHeaders(policy, verdict);
  reply.header("ratelimit-policy", headers["ratelimit-policy"]).header("ratelimit", headers.ratelimit);
  if (!verdict.allowed) {
    throw rateLimited(verdict.retryAfterSeconds, policy.name);
  }
}

function csrfTokenMissing(): Problem {
  return new Problem("csrf-token-missing", "Send the session's csrfToken (GET /api/whoami) as X-Csrf-Token.");
}

function csrfHeader(request: FastifyRequest): string {
  const header = request.headers["x-csrf-token"];
  return typeof header === "string" ? header : "";
}

// One operation of a batch costs a tenth of a request.
const operationsPerRequest = 10;

/** The batch itself was counted as one request on arrival. */
export function countBatch(counter: CallCounter, caller: Caller, operations: number): void {
  const { burst = Number.POSITIVE_INFINITY } = counter.policyOf(caller) ?? {};
  const counted = counter.countMore(caller, Math.max(0, Math.min(operations / operationsPerRequest, burst) - 1));
  if (counted !== undefined && !counted.verdict.allowed) {
    throw rateLimited(counted.verdict.retryAfterSeconds, counted.policy.name);
  }
}

function rateLimited(waitSeconds: number, policyName: string): Problem {
  return new Problem(
    "rate-limited",
    `Rate limit exceeded. Retry after ${waitSeconds} s, then use exponential backoff.`,
    {
      headers: { "retry-after": String(waitSeconds) },
      members: { "violated-policies": [policyName] },
    },
  );
}
