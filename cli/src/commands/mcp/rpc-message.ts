/** Parses a line: a message, or a list of them; undefined otherwise. */
export function parseMessage(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The id of the request that the message cancels, if any. */
export function canceledId(message: object | undefined): unknown {
  return memberOf(message, "method") === "notifications/cancelled"
    ? memberOf(memberOf(message, "params"), "requestId")
    : undefined;
}

/** The headers that repeat parts of a message, in versions that require them: a proxy may read only the headers. */
export function headersOf(message: object): Record<string, string> {
  const params = memberOf(message, "params");
  const version = memberOf(memberOf(params, "_meta"), "io.modelcontextprotocol/protocolVersion");
  if (typeof version !== "string") return {};
  const [method, name] = [memberOf(message, "method"), memberOf(params, "name")];
  return {
    "Mcp-Protocol-Version": headerText(version),
    ...(typeof method === "string" ? { "Mcp-Method": headerText(method) } : {}),
    ...(typeof name === "string" ? { "Mcp-Name": headerText(name) } : {}),
  };
}

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** The line of an error response. */
export function rpcError(id: unknown, error: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error });
}

export function memberOf(value: unknown, name: string): unknown {
  const members: Readonly<Record<string, unknown>> = typeof value === "object" && value !== null ? { ...value } : {};
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Values that a header cannot carry are sent as marked base64, as the protocol requires. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
