/** The duration of each of so many requests, in sequence on one connection, in milliseconds. */
export async function takeTimes(
  count: number,
  headers: Record<string, string>,
  urlOf: () => string,
  warmUps = 10,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = -warmUps; index < count; index++) {
    const url = urlOf();
    const before = performance.now();
    // Uncompressed, like the floor.
    const answer = await fetch(url, { headers: { ...headers, "accept-encoding": "identity" } });
    const text = await answer.text();
    if (answer.status !== 200) {
      throw new Error(`${url} returned ${answer.status}: ${text.slice(0, 500)}`);
    }
    if (index >= 0) {
      times.push(performance.now() - before);
    }
  }
  return times;
}

export function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

export function describeTimes(times: readonly number[]): { value: string; spread: string } {
  return {
    value: `p50 ${percentile(times, 50).toFixed(1)} ms`,
    spread: `p99 ${percentile(times, 99).toFixed(1)} ms`,
  };
}

/** The response of a GET, whose shape the caller knows. */
export async function readJson<Shape>(url: string, headers: Record<string, string>): Promise<Shape> {
  const answer = await fetch(url, { headers });
  const parsed: Shape = JSON.parse(await answer.text());
  return parsed;
}
