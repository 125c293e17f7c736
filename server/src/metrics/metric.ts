import { type Aggregator, Counter, Gauge, type Registry } from "prom-client";

export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

export interface MetricDefinition {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Ends in _total: a number that only grows while the node runs. */
  readonly kind: "gauge" | "counter";
  /** How the values of several processes of a node become one. */
  readonly acrossProcesses: Exclude<Aggregator, "omit">;
  /** A metric whose values cannot be read is omitted, and the others are reported. */
  readonly read: () => Promise<readonly Sample[]> | readonly Sample[];
}

export function addMetric(
  registry: Registry,
  { name, help, labels, kind, acrossProcesses: aggregator, read }: MetricDefinition,
): void {
  const shared = { name, help, labelNames: [...labels], registers: [registry], aggregator };
  const samples = async () => {
    try {
      return await read();
    } catch {
      return [];
    }
  };
  if (kind === "counter") {
    new Counter({
      ...shared,
      async collect() {
        const found = await samples();
        this.reset();
        for (const [labelled, value] of found) this.inc({ ...labelled }, value);
      },
    });
  } else {
    new Gauge({
      ...shared,
      async collect() {
        const found = await samples();
        this.reset();
        // Without labels, a reset gauge would be reported as 0.
        if (labels.length === 0) this.remove();
        for (const [labelled, value] of found) this.set({ ...labelled }, value);
      },
    });
  }
}

/** One sample for each value of a label. */
export function by(label: string, values: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(values).map(([value, number]) => [{ [label]: value }, number]);
}

/** By default for values of the database, of which every node reports the same. */
const readAgainMs = 5_000;

/** Reads at most this often, so that frequent scrapes cost nothing. */
export function remembered<Value>(read: () => Promise<Value>, againMs = readAgainMs): () => Promise<Value> {
  let known: Promise<Value> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (known === undefined || performance.now() - askedAt > againMs) {
      askedAt = performance.now();
      known = read();
    }
    return known;
  };
}
