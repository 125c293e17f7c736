import type { Weft } from "@weft/client";
import { Printer } from "../output/printer.ts";
import { explainRefusal } from "../session/explain-refusal.ts";
import { openSession, type Session } from "../session/open-session.ts";
import type { Terminal } from "./terminal.ts";

/** The options that every command has. */
export interface SharedOptions {
  readonly json?: boolean;
  readonly profile?: string;
  readonly org?: string;
  readonly baseUrl?: string;
}

/** The context of a command. */
export class Context {
  readonly terminal: Terminal;
  readonly print: Printer;
  readonly options: SharedOptions;
  /** Aborts on an interrupt. */
  readonly signal: AbortSignal;
  #session: Promise<Session> | undefined;

  constructor(terminal: Terminal, options: SharedOptions, signal: AbortSignal) {
    this.terminal = terminal;
    this.options = options;
    this.signal = signal;
    this.print = new Printer(terminal, options.json === true);
  }

  get isJson(): boolean {
    return this.options.json === true;
  }

  /** Uses the credentials of the options, the environment or the profile. */
  session(): Promise<Session> {
    this.#session ??= openSession(this.terminal, this.options);
    return this.#session;
  }

  async weft(): Promise<Weft> {
    return (await this.session()).weft;
  }

  /** Explains rejected credentials; returns any other error unchanged. */
  async explain(error: unknown): Promise<unknown> {
    const session = await this.#session?.catch(() => undefined);
    return session === undefined ? error : explainRefusal(error, session);
  }
}
