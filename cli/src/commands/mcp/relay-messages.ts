import type { Context } from "../../frame/context.ts";
import { readLines } from "./read-lines.ts";
import { relayMessage } from "./relay-message.ts";
import { canceledId, memberOf, parseMessage, rpcError } from "./rpc-message.ts";

/** Relays lines concurrently, and writes responses as they arrive. Ends with the input, after the last response. */
export async function relayMessages(context: Context): Promise<void> {
  const { terminal, signal } = context;
  const relay = new Relay(context);
  signal.addEventListener("abort", () => relay.endAll(), { once: true });
  for await (const line of readLines(terminal.inputBytes(signal))) {
    relay.take(line);
  }
  await relay.settled();
}

class Relay {
  readonly #context: Context;
  /** By request id; notifications have a unique key. */
  readonly #inProgress = new Map<unknown, { readonly ending: AbortController; readonly work: Promise<void> }>();

  constructor(context: Context) {
    this.#context = context;
  }

  take(line: string): void {
    const message = parseMessage(line);
    const canceled = canceledId(message);
    if (message === undefined) {
      this.#write(rpcError(undefined, { code: -32_700, message: "Parse error: each line is one JSON-RPC message." }));
    } else if (canceled === undefined) {
      const key = memberOf(message, "id") ?? Symbol("told");
      const ending = new AbortController();
      const work = this.#pass(line, message, ending.signal).finally(() => this.#inProgress.delete(key));
      this.#inProgress.set(key, { ending, work });
    } else {
      this.#inProgress.get(canceled)?.ending.abort();
    }
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#inProgress.values()].map(({ work }) => work));
  }

  endAll(): void {
    for (const { ending } of this.#inProgress.values()) ending.abort();
  }

  async #pass(line: string, message: object, ended: AbortSignal): Promise<void> {
    const answer = await relayMessage(this.#context, { line, message, signal: ended });
    // A client that canceled a request expects no response.
    if (answer !== undefined && !ended.aborted) this.#write(answer);
  }

  #write(answer: string): void {
    this.#context.terminal.out(`${answer}\n`);
  }
}
