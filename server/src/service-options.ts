import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config/config.ts";
import type { EventListener } from "./entities/write/event-listener.ts";

/** The configuration of a node. */
export interface ServiceOptions {
  readonly config: Config;
  readonly connectionString: string;
  /** Of the role that owns the schema, if it is another one. */
  readonly ownerConnectionString?: string;
  /** The current secret and the former ones. */
  readonly secrets: readonly string[];
  readonly log: FastifyBaseLogger;
  /** The parts of the product that react to events. */
  readonly listeners?: readonly EventListener[];
  /** Runs loads in the main thread instead of their own, which takes a second to start from source. */
  readonly runsLoadsHere?: boolean;
  /** Whether the first credentials can be shown on a terminal. Default: false. */
  readonly hasTerminal?: boolean;
  /** Default: the console built with the service. */
  readonly consoleFolder?: string;
  /** The metrics that are served. Default: those of this process. */
  readonly collectMetrics?: () => Promise<string>;
}
