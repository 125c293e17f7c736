import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { inject } from "vitest";
import { AuditLog } from "../access/audit/audit-log.ts";
import { Passwords } from "../access/passwords.ts";
import { parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import type { EventListener } from "../entities/write/event-listener.ts";
import { createFirstOrg, type FirstCredentials } from "../first-start.ts";
import { startService } from "../node.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/** Tests access responses without types: a wrong assumption fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
export type JsonBody = any;

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonBody;
}

export interface CallOptions {
  /** Default: the first key of the first org. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string and bytes are sent as they are. */
  readonly body?: unknown;
}

export interface TestService {
  /** Such as http://127.0.0.1:40123. */
  readonly address: string;
  readonly database: TestDatabase;
  readonly first: FirstCredentials;
  readonly logLines: readonly string[];
  /** Calls a path below /api, without following redirects. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  stop(): Promise<void>;
}

/** For nodes whose log does not matter. */
export const silentLog = pino({ level: "silent" });

export const testSecret = "a secret that only the tests know, long enough";

/**
 * A whole node, reached over real HTTP, on a separate database or on that of the node it runs beside. Rate limits are
 * disabled unless the settings say otherwise.
 */
export async function startTestService(
  settings: RawSettings = {},
  beside?: Pick<TestService, "database"> & Partial<Pick<TestService, "first">>,
  parts: {
    readonly listeners?: readonly EventListener[];
    readonly consoleFolder?: string;
    /** Default: true. */
    readonly runsLoadsHere?: boolean;
  } = {},
): Promise<TestService> {
  const database = beside?.database ?? (await createTestDatabase());
  const dataFolder = await mkdtemp(join(inject("runFolder"), "service-"));
  const logLines: string[] = [];
  const config = parseConfig({
    PORT: "0",
    DATA_DIR: dataFolder,
    DATABASE_URL: database.connectionString,
    DATABASE_POOL: "4",
    WEFT_SECRET: testSecret,
    WEFT_RATE_LIMIT: "off",
    // On a distributed database, as an operator would set it.
    ...(inject("workerUrls").length === 0 ? {} : { DATABASE_WORKERS: "on" }),
    ...settings,
  });
  const service = await startService(
    config,
    pino({ level: "info", base: null }, { write: (line) => void logLines.push(line) }),
    { runsLoadsHere: true, ...parts },
  );
  const first = service.firstStart.kind === "made" ? service.firstStart.credentials : beside?.first;
  if (first === undefined) {
    throw new Error("A fresh database must greet with credentials.");
  }
  return {
    address: service.address,
    database,
    first,
    logLines,
    call: (method, path, options) =>
      callService(`${service.address}/api${path}`, method, { headers: keyHeaders(first), ...options }),
    async stop() {
      await service.stop();
      if (beside === undefined) {
        await database.drop();
      }
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/**
 * An org of its own on a node that the test files of a worker share. Starting a node takes most of a second: a test
 * starts its own only if it changes settings, stops the node, or looks at what belongs to all orgs.
 */
export async function shareTestService(settings: RawSettings = {}): Promise<TestService> {
  const node = await sharedNode(settings);
  const orgSlug = `org-${randomBytes(8).toString("hex")}`;
  const options = { orgSlug, baseUrl: `${node.address}/api`, audit: new AuditLog() };
  const first = await node.database.db.transaction(async (tx) =>
    createFirstOrg(tx, options, { password: testPassword, passwordHash: await hashOnce(testPassword) }),
  );
  const linesBefore = node.logLines.length;
  return {
    address: node.address,
    database: node.database,
    first,
    get logLines() {
      return node.logLines.slice(linesBefore);
    },
    call: (method, path, given) =>
      callService(`${node.address}/api${path}`, method, { headers: keyHeaders(first), ...given }),
    // The node ends with the worker.
    stop: async () => {},
  };
}

const sharedNodes = new Map<string, Promise<TestService>>();

function sharedNode(settings: RawSettings): Promise<TestService> {
  const key = JSON.stringify(settings);
  const node = sharedNodes.get(key) ?? startTestService(settings);
  sharedNodes.set(key, node);
  return node;
}

export const testPassword = "correct horse battery";

const hashes = new Map<string, Promise<string>>();

/** Hashing is slow on purpose; tests use the same few passwords. */
export function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? new Passwords().hash(password);
  hashes.set(password, hash);
  return hash;
}

export function keyHeaders({ apiKey, orgSlug }: { apiKey: string; orgSlug: string }): Record<string, string> {
  return { "x-api-key": apiKey, "x-api-org": orgSlug };
}

async function callService(url: string, method: string, { headers, body }: CallOptions): Promise<TestAnswer> {
  const answer = await fetch(url, {
    method,
    redirect: "manual",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined
      ? {}
      : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /^application\/(?:problem\+|scim\+|schema\+)?json/.test(answer.headers.get("content-type") ?? "");
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}
