/** What a line holds: a message, or a list of them; undefined for what is neither. */
export function parseMessage(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The id of the request that the client does not want any more, if the message says so. */
export function canceledId(message: object | undefined): unknown {
  return memberOf(message, "method") === "notifications/cancelled"
    ? memberOf(memberOf(message, "params"), "requestId")
    : undefined;
}

/** The headers that repeat what a message says, in the versions that want them: a proxy may look at them alone. */
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

/** The line that tells of a failure. */
export function rpcError(id: unknown, error: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error });
}

export function memberOf(value: unknown, name: string): unknown {
  const members: Readonly<Record<string, unknown>> = typeof value === "object" && value !== null ? { ...value } : {};
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** What no header can carry goes in base64, marked as the protocol says. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
