import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { FirstCredentials } from "../access/first-start.ts";
import { parseConfig } from "../config.ts";
import type { RawSettings } from "../config-sources.ts";
import type { EventListener } from "../entities/event-listener.ts";
import { startService } from "../service.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/** Tests access responses without types: a wrong assumption fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type JsonBody = any;

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonBody;
}

export interface CallOptions {
  /** Default: the first key of the first org. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as is. */
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

export const testSecret = "a secret that only the tests know, long enough";

/**
 * A whole node, reached over real HTTP, on a separate database or on that of the node it runs beside. Rate limits are
 * disabled unless the settings say otherwise.
 */
export async function startTestService(
  settings: RawSettings = {},
  beside?: TestService,
  parts: { readonly listeners?: readonly EventListener[]; readonly consoleFolder?: string } = {},
): Promise<TestService> {
  const database = beside?.database ?? (await createTestDatabase());
  const dataFolder = await mkdtemp(join(tmpdir(), "weft-service-"));
  const logLines: string[] = [];
  const config = parseConfig({
    PORT: "0",
    DATA_DIR: dataFolder,
    DATABASE_URL: database.connectionString,
    DATABASE_POOL: "4",
    WEFT_SECRET: testSecret,
    WEFT_RATE_LIMIT: "off",
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

export function keyHeaders({ apiKey, orgSlug }: { apiKey: string; orgSlug: string }): Record<string, string> {
  return { "x-api-key": apiKey, "x-api-org": orgSlug };
}

async function callService(url: string, method: string, { headers, body }: CallOptions): Promise<TestAnswer> {
  const answer = await fetch(url, {
    method,
    redirect: "manual",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /^application\/(?:problem\+|scim\+)?json/.test(answer.headers.get("content-type") ?? "");
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}
