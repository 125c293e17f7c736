import type { TestService } from "../../testing/test-service.ts";
import { keyHeaders } from "../../testing/test-service.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Sends a body to /mcp as a program would. Default: with the first key. */
export async function postMcp(
  service: TestService,
  body: unknown,
  headers: Readonly<Record<string, string>> = keyHeaders(service.first),
): Promise<McpAnswer> {
  const answer = await fetch(`${service.address}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Calls a tool and returns its structured content, or its error. */
export async function callTool(
  service: TestService,
  name: string,
  args: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Json> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { body } = await postMcp(service, message, headers);
  if (body?.result === undefined) {
    throw new Error(`${name}: ${JSON.stringify(body)}`);
  }
  return body.result.structuredContent;
}
