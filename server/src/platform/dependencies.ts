import { setTimeout as delay } from "node:timers/promises";
import { errorCodeOf } from "./error-code.ts";
import { Problem } from "./problem.ts";

/** What a node may depend on, and what an outage of it means; the text is part of the log line. */
const effects = {
  database: "requests return 503",
  replica: "all reads use the primary",
  workers: "requests of organizations on them go through the coordinator",
  redis: "this node counts rate limits on its own",
  s3: "files cannot be stored or read",
  disk: "files cannot be stored in DATA_DIR",
  smtp: "emails are not sent",
} as const;

export type DependencyName = keyof typeof effects;

interface OutageLog {
  warn(details: object, message: string): void;
}

export interface DependencyOptions {
  /** Uses the dependency as the node does, and leaves nothing behind. Rejects while it does not work. */
  readonly probe: () => Promise<unknown>;
  /** How long to wait between two probes of an outage. Default: 2 s. */
  readonly probeEveryMs?: number;
}

const probeEveryMsDefault = 2_000;
const probeTimeoutMs = 5_000;

/**
 * Whether a dependency works, as found by the calls that use it. A call that fails causes a probe. If the probe fails as
 * well, the dependency is down until a probe passes: one lost connection is not an outage, and a dependency that serves
 * some calls and fails others does not alternate. The log has one line for each change.
 */
class Dependency {
  readonly name: DependencyName;
  readonly #options: DependencyOptions;
  readonly #log: OutageLog;
  readonly #closing = new AbortController();
  #failures = 0;
  #lastError: unknown;
  #downSince: number | undefined;
  #isProbing = false;

  constructor(name: DependencyName, options: DependencyOptions, log: OutageLog) {
    this.name = name;
    this.#options = options;
    this.#log = log;
  }

  get isUp(): boolean {
    return this.#downSince === undefined;
  }

  /** Failed calls since the start of the node. */
  get failures(): number {
    return this.#failures;
  }

  /** The failure of an outage; undefined while the dependency works. */
  get outage(): unknown {
    return this.#downSince === undefined ? undefined : this.#lastError;
  }

  /** Reports a call that failed because of the dependency. */
  readonly fail = (error: unknown): void => {
    this.#failures += 1;
    // During an outage the probe knows the reason: calls may fail for what caused it.
    this.#lastError = this.isUp ? error : this.#lastError;
    if (!this.#isProbing && !this.#closing.signal.aborted) {
      this.#isProbing = true;
      void this.#probeUntilUp();
    }
  };

  close(): void {
    this.#closing.abort();
  }

  async #probeUntilUp(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && !(await this.#passesProbe())) {
      this.#noteDown();
      const waitMs = this.#options.probeEveryMs ?? probeEveryMsDefault;
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
    this.#isProbing = false;
    this.#noteUp();
  }

  async #passesProbe(): Promise<boolean> {
    const timeout = new AbortController();
    const late = delay(probeTimeoutMs, false, { signal: timeout.signal, ref: false }).catch(() => false);
    const passed = await Promise.race([this.#probe(), late]);
    timeout.abort();
    return passed;
  }

  async #probe(): Promise<boolean> {
    try {
      await this.#options.probe();
      return true;
    } catch (error) {
      this.#lastError = error;
      return false;
    }
  }

  #noteDown(): void {
    if (this.#downSince === undefined && !this.#closing.signal.aborted) {
      this.#downSince = performance.now();
      const details = { dependency: this.name, reason: reasonOf(this.#lastError) };
      this.#log.warn(details, `${this.name} is unavailable: ${effects[this.name]}`);
    }
  }

  #noteUp(): void {
    if (this.#downSince !== undefined && !this.#closing.signal.aborted) {
      const downSeconds = Math.round((performance.now() - this.#downSince) / 100) / 10;
      this.#downSince = undefined;
      this.#log.warn({ dependency: this.name, downSeconds }, `${this.name} is available again`);
    }
    this.#lastError = undefined;
  }
}

/** The message for the log: that of the dependency, not the public text about it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || errorCodeOf(cause) : String(cause);
}

export type { Dependency };

/** The dependencies of a node: those that its settings name. */
export class Dependencies {
  readonly #log: OutageLog;
  readonly #watched = new Map<DependencyName, Dependency>();

  constructor(log: OutageLog) {
    this.#log = log;
  }

  watch(name: DependencyName, options: DependencyOptions): Dependency {
    const dependency = new Dependency(name, options, this.#log);
    this.#watched.set(name, dependency);
    return dependency;
  }

  find(name: DependencyName): Dependency | undefined {
    return this.#watched.get(name);
  }

  get all(): readonly Dependency[] {
    return [...this.#watched.values()];
  }

  close(): void {
    for (const dependency of this.all) {
      dependency.close();
    }
  }
}
