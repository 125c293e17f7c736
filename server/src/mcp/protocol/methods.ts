import type { ToolContext } from "../tool-context.ts";
import { describeTools, toolNamed, toolNames } from "../tool-table.ts";
import { instructions, serverInfo } from "./introduction.ts";
import { type RpcFailure, type RpcParams, rpcCodes } from "./json-rpc.ts";
import { negotiateVersion, supportedVersions } from "./protocol-versions.ts";

export type Outcome = { readonly result: object } | { readonly failure: RpcFailure };
export type Methods = Readonly<Record<string, (params: RpcParams, context: ToolContext) => Promise<Outcome> | Outcome>>;

const capabilities = { tools: {} };

// The tools are the same for every key, and change only with a release.
const freshness = { ttlMs: 300_000, cacheScope: "public" };

/** For versions that start with initialize. */
export const handshakeMethods: Methods = {
  initialize: ({ protocolVersion }) => ({
    result: { protocolVersion: negotiateVersion(protocolVersion), capabilities, serverInfo, instructions },
  }),
  ping: () => ({ result: {} }),
  "tools/list": () => ({ result: { tools: describeTools() } }),
  "tools/call": callTool,
};

/** For versions with stateless requests. */
export const statelessMethods: Methods = {
  "server/discover": () => ({
    result: { supportedVersions, capabilities, serverInfo, instructions, ...freshness },
  }),
  "tools/list": () => ({ result: { tools: describeTools(), ...freshness } }),
  "tools/call": callTool,
};

async function callTool({ name, arguments: given }: RpcParams, context: ToolContext): Promise<Outcome> {
  const tool = toolNamed(name);
  if (tool !== undefined) {
    return { result: await tool.call(given ?? {}, context) };
  }
  const message = `Unknown tool: ${String(name)}. The tools are ${toolNames.join(", ")}.`;
  return { failure: { code: rpcCodes.invalidParams, message, status: 200 } };
}
