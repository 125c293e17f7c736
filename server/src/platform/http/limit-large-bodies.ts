import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import type { ByteQuota } from "../budgets/byte-quota.ts";
import { bodyAboveLimit, bodyTooLarge } from "../errors.ts";
import type { Problem } from "../problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The handler reads its body as a stream. */
    streamsBody?: boolean;
  }
}

export interface LargeBodies {
  readonly quota: ByteQuota;
  readonly tenantOf: (request: FastifyRequest) => string;
}

const largeBytes = 1_048_576;

/**
 * Bodies over 1 MiB share a quota of the node's memory until their call is answered: parsing and planning take several
 * bytes for each of theirs. Small bodies never wait.
 */
export function limitLargeBodies(app: FastifyInstance, bodies: LargeBodies): void {
  app.addHook("preParsing", (request, reply, payload, done) => {
    const length = Number(request.headers["content-length"] ?? 0);
    const isOfUnknownLength = request.headers["transfer-encoding"] !== undefined;
    if (request.routeOptions.config.streamsBody === true || (length <= largeBytes && !isOfUnknownLength)) {
      done(null, payload);
    } else if (isOfUnknownLength) {
      done(
        null,
        Readable.from(
          readLimited(payload, request.routeOptions.bodyLimit, bodies.quota, () => hold(bodies, request, reply)),
          { objectMode: false },
        ),
      );
    } else {
      admit(bodies, request, reply, length).then(() => done(null, payload), done);
    }
  });
}

async function admit(bodies: LargeBodies, request: FastifyRequest, reply: FastifyReply, length: number): Promise<void> {
  const { bodyLimit } = request.routeOptions;
  // A body above the route's limit is rejected without a wait.
  if (bodyLimit === undefined || length <= bodyLimit) {
    if (length > bodies.quota.bytesMaxOfTenant) {
      throw tooLarge(bodies.quota);
    }
    await hold(bodies, request, reply, length);
  }
}

/** Holds the bytes until the call is answered. */
async function hold(
  { quota, tenantOf }: LargeBodies,
  request: FastifyRequest,
  reply: FastifyReply,
  length = request.routeOptions.bodyLimit ?? largeBytes,
): Promise<number> {
  const tenant = tenantOf(request);
  const bytes = Math.min(length, quota.bytesMaxOfTenant);
  const ended = new AbortController();
  const leave = () => ended.abort();
  reply.raw.once("close", leave);
  await quota.take(tenant, bytes, ended.signal);
  reply.raw.off("close", leave);
  if (ended.signal.aborted || reply.raw.destroyed) {
    quota.give(tenant, bytes);
  } else {
    reply.raw.once("close", () => quota.give(tenant, bytes));
  }
  return bytes;
}

/** A body of unknown length is charged to the quota once it turns out to be large, and ends where its limits do. */
async function* readLimited(
  payload: RequestPayload,
  bytesMax: number | undefined,
  quota: ByteQuota,
  holdBytes: () => Promise<number>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let bytesHeld = Number.POSITIVE_INFINITY;
  // Destroying the payload would end the connection that the response is sent on.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytesMax !== undefined && bytes > bytesMax) {
      throw bodyAboveLimit(bytesMax);
    }
    if (bytes > largeBytes && bytesHeld === Number.POSITIVE_INFINITY) {
      bytesHeld = await holdBytes();
    }
    if (bytes > bytesHeld) {
      throw tooLarge(quota);
    }
    yield Buffer.from(chunk);
  }
}

function tooLarge({ bytesMaxOfTenant }: ByteQuota): Problem {
  const detail = `The body is larger than the ${bytesMaxOfTenant} bytes that this node processes at once. Split the request; an operator can raise WEFT_LARGE_BODIES_BYTES_MAX.`;
  return bodyTooLarge(detail);
}
