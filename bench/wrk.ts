import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connections, entityCount } from "./scale.ts";

export const wrkSeconds = 4;

/** A request among many of its kind: a %d in the path or the body becomes a random number, in the path up to the number of entities. */
export interface WrkRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly body?: string;
}

export interface WrkRun {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: WrkRequest;
  /** The same seed gives the same numbers. */
  readonly seed: number;
}

export interface WrkResult {
  readonly rate: number;
  readonly requests: number;
}

const script = fileURLToPath(new URL("requests.lua", import.meta.url));

/** A load generator that takes little of a core, and is not part of every machine. */
export function hasWrk(): boolean {
  return spawnSync("wrk", ["--version"]).error === undefined;
}

/** Sends the requests from one thread. Fails if one of them does. */
export async function runWrk({ address, headers, request, seed }: WrkRun): Promise<WrkResult> {
  const { method, path, body } = request;
  const sent = { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const { stdout } = await promisify(execFile)("wrk", [
    ...["-t1", `-c${connections}`, `-d${wrkSeconds}s`, "--timeout", "10s", "-s", script],
    ...Object.entries(sent).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ...[address, "--", method, path, String(entityCount), String(seed)],
    ...(body === undefined ? [] : [body]),
  ]);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  if (/Non-2xx|Socket errors/.test(stdout) || !(requests > 0)) {
    throw new Error(`${method} ${address}${path} failed: ${stdout}`);
  }
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), requests };
}
