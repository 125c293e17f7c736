import type { Context } from "../../frame/context.ts";
import { explainFailure } from "../../frame/explain-failure.ts";
import { headersOf, memberOf, rpcError } from "./rpc-message.ts";

interface Relayed {
  /** Unparsed: parsing and serializing would round large numbers. */
  readonly line: string;
  readonly message: object;
  readonly signal: AbortSignal;
}

/** A sibling of the API's base URL. */
const mcpPath = "/../mcp";

/** The response line for a message; notifications have none. An unavailable service gives an error response. */
export async function relayMessage(context: Context, relayed: Relayed): Promise<string | undefined> {
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
