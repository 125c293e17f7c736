import autocannon from "autocannon";
import type { BenchServer } from "./bench-world.ts";
import { cpuMicrosecondsOf } from "./process-usage.ts";
import { connections } from "./scale.ts";

export const secondsEach = 2;
export const rounds = 7;

export interface Target {
  readonly name: string;
  readonly server: BenchServer;
  readonly method?: "GET" | "POST" | "PUT";
  readonly headers: Record<string, string> | (() => Record<string, string>);
  /** Called for the path of each request. */
  readonly path: () => string;
  readonly body?: () => string;
}

export interface Sample {
  readonly requestsPerSecond: number;
  /** CPU time of the server process: more stable than requests per second on a shared machine. */
  readonly cpuMicrosecondsEach: number;
  readonly requests: number;
}

/** In turns, so that noise affects all of them, after one round to warm up. */
export async function measure(targets: readonly Target[]): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const sample = await measureOnce(target);
      if (round > 0) {
        samples.get(target.name)?.push(sample);
      }
    }
  }
  return samples;
}

export async function measureOnce({ name, server, method = "GET", headers, path, body }: Target): Promise<Sample> {
  const before = cpuMicrosecondsOf(server.pid);
  const result = await autocannon({
    url: server.address,
    connections,
    duration: secondsEach,
    requests: [
      {
        method,
        setupRequest: (request) => ({
          ...request,
          path: path(),
          headers: {
            ...(typeof headers === "function" ? headers() : headers),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: body() }),
        }),
      },
    ],
  });
  const used = cpuMicrosecondsOf(server.pid) - before;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`);
  }
  return {
    requestsPerSecond: result.requests.average,
    cpuMicrosecondsEach: used / result.requests.total,
    requests: result.requests.total,
  };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function rateOf(samples: readonly Sample[]): number {
  return median(samples.map(({ requestsPerSecond }) => requestsPerSecond));
}

export function cpuOf(samples: readonly Sample[]): number {
  return median(samples.map(({ cpuMicrosecondsEach }) => cpuMicrosecondsEach));
}

export function spreadOf(samples: readonly Sample[]): string {
  const rates = samples.map(({ requestsPerSecond }) => requestsPerSecond);
  return `${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))} a second`;
}
