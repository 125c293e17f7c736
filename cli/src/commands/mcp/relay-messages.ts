import type { Context } from "../../frame/context.ts";
import { explainFailure } from "../../frame/explain-failure.ts";
import { canceledId, headersOf, memberOf, parseMessage, rpcError } from "./rpc-message.ts";

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

/** Splits the input into lines at line feeds only: readline would also split at separators that are valid in JSON. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of bytes) {
    const [first = "", ...others] = decoder.decode(piece, { stream: true }).split("\n");
    const lines = [rest + first, ...others];
    rest = lines.pop() ?? "";
    yield* lines.filter(isFilled);
  }
  rest += decoder.decode();
  if (isFilled(rest)) yield rest;
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}

interface Relayed {
  /** Unparsed: parsing and serializing would round large numbers. */
  readonly line: string;
  readonly message: object;
  readonly signal: AbortSignal;
}

/** A sibling of the API's base URL. */
const mcpPath = "/../mcp";

/** The response line for a message; notifications have none. An unavailable service gives an error response. */
async function relayMessage(context: Context, relayed: Relayed): Promise<string | undefined> {
  const { line, message, signal } = relayed;
  try {
    const weft = await context.weft();
    const request = {
      method: "POST",
      path: mcpPath,
      headers: { "Content-Type": "application/json", Accept: "application/json", ...headersOf(message) },
      body: line,
      isWhole: true,
      // A tool call must not run twice.
      isRepeatable: memberOf(message, "method") !== "tools/call",
      takesJsonRefusals: true,
    } as const;
    const response = await weft.send(request, { signal });
    // In JSON, line breaks occur only between tokens.
    return response.status === 202 ? undefined : (await response.text()).replaceAll(/[\r\n]+/g, " ");
  } catch (error) {
    return signal.aborted ? undefined : failureResponse(context, message, error);
  }
}

async function failureResponse(context: Context, message: object, error: unknown): Promise<string | undefined> {
  const { message: detail, next, code, status, requestId } = explainFailure(await context.explain(error));
  const words = next === undefined ? detail : `${detail} ${next}`;
  context.terminal.err(`weft mcp: ${words.replaceAll("\n", " ")}\n`);
  const id = memberOf(message, "id");
  return id === undefined && !Array.isArray(message)
    ? undefined
    : rpcError(id, { code: -32_603, message: words, data: { code, status, requestId } });
}
