import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";
import type { EventListener } from "./entities/event-listener.ts";

/** What a node is made of. */
export interface ServiceOptions {
  readonly config: Config;
  readonly connectionString: string;
  readonly secret: string;
  readonly log: FastifyBaseLogger;
  /** The parts of the product that start work when something happens. */
  readonly listeners?: readonly EventListener[];
  /** Loads run beside the calls instead of in a thread of their own, which takes a second to start from source. */
  readonly runsLoadsHere?: boolean;
  /** Whether a person at a terminal can be shown the first credentials. Default: false. */
  readonly hasTerminal?: boolean;
  /** Left out, the console is the one that was built with the service. */
  readonly consoleFolder?: string;
}
