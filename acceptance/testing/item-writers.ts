import { expect } from "vitest";

/** The URL, read for each request, and the credentials. */
export interface Target {
  readonly address: () => string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writers that run until they are stopped. */
export interface Writing {
  /** The id of each item with its last acknowledged version. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Responses other than an acknowledgement, as text. A broken connection does not count. */
  readonly refusals: readonly string[];
  stop(): Promise<void>;
}

const writersDefault = 8;

/** Creates and changes items until stopped, and records what was acknowledged. */
export function writeUntilStopped(target: Target, writersAtOnce = writersDefault): Writing {
  const acknowledged = new Map<string, number>();
  const refusals: string[] = [];
  let isStopped = false;
  const send = async (method: string, path: string, body: object): Promise<Written | undefined> => {
    try {
      const answer = await callOf(target, method, path, body);
      const text = await answer.text();
      if (answer.status < 300) return JSON.parse(text);
      refusals.push(`${answer.status} ${text}`);
    } catch {
      // The connection broke with the node: nothing was acknowledged.
    }
    return undefined;
  };
  const write = async (writer: number) => {
    for (let round = 0; !isStopped; round++) {
      const created = await send("POST", "/items", { name: `of ${writer}`, federatedId: `${writer}-${round}` });
      if (created === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      acknowledged.set(created.id, created.version);
      const changed = await send("PUT", `/items/${created.id}`, { round });
      acknowledged.set(created.id, changed?.version ?? created.version);
    }
  };
  const writers = Array.from({ length: writersAtOnce }, (_, writer) => write(writer));
  return {
    acknowledged,
    refusals,
    async stop() {
      isStopped = true;
      await Promise.all(writers);
    },
  };
}

interface Written {
  readonly id: string;
  readonly version: number;
}

interface ChangePage {
  readonly results: readonly { readonly entityId: string; readonly entityVersion: number }[];
  readonly coveredUntil: string;
}

/** Checks that every acknowledged write is stored, and that the history contains each of its versions. */
export async function requireAll(target: Target, acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const versions = new Map<string, number[]>();
  for (let cursor: string | undefined = "beginning"; cursor !== undefined; ) {
    const page: ChangePage = await readChanges(target, cursor);
    for (const { entityId, entityVersion } of page.results) {
      versions.set(entityId, [...(versions.get(entityId) ?? []), entityVersion]);
    }
    cursor = page.results.length === 0 ? undefined : page.coveredUntil;
  }
  for (const [id, version] of acknowledged) {
    const answer = await callOf(target, "GET", `/items/${id}`);
    const entity: Written = JSON.parse(await answer.text());
    expect(answer.status).toBe(200);
    expect(entity.version).toBeGreaterThanOrEqual(version);
    expect(versions.get(id)).toEqual(Array.from({ length: entity.version }, (_, index) => index + 1));
  }
}

async function readChanges(target: Target, after: string): Promise<ChangePage> {
  const answer = await callOf(target, "GET", `/change-history?after=${after}&limit=1000`);
  expect(answer.status).toBe(200);
  return JSON.parse(await answer.text());
}

/** Polls until stopped, and resumes at its position after a broken request. */
export function pollUntilStopped(target: Target) {
  const seen = new Map<string, number>();
  let cursor = "beginning";
  let isStopped = false;
  const poll = async (): Promise<number> => {
    const answer = await callOf(target, "GET", `/change-history?after=${cursor}&limit=1000`).catch(() => undefined);
    if (answer?.status !== 200) return 0;
    // An incomplete page does not count as read.
    const text = await answer.text().catch(() => undefined);
    const page: ChangePage | undefined = text === undefined ? undefined : JSON.parse(text);
    for (const { entityId, entityVersion } of page?.results ?? []) {
      const change = `${entityId} ${entityVersion}`;
      seen.set(change, (seen.get(change) ?? 0) + 1);
    }
    cursor = page?.coveredUntil ?? cursor;
    return page?.results.length ?? 0;
  };
  const polling = (async () => {
    while (!isStopped) {
      if ((await poll()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    while ((await poll()) > 0);
  })();
  return {
    /** How often each version of each entity was returned. */
    seen,
    async stop() {
      isStopped = true;
      await polling;
    },
  };
}

function callOf({ address, headers }: Target, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${address()}/api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
