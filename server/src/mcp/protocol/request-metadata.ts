import { z } from "zod";
import { type RpcFailure, type RpcMessage, rpcCodes } from "./json-rpc.ts";

/** The headers that repeat members of a message, if sent. */
export interface RpcHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** Whether the message names its version itself, instead of an earlier initialize. */
export function isStatelessRequest({ params }: RpcMessage, headers: RpcHeaders): boolean {
  return params?._meta?.[versionKey] !== undefined || isStateless(headers.version ?? "");
}

/** Returns an error if the version of a message, or a header that repeats it, is invalid. */
export function findMetadataError(message: RpcMessage, headers: RpcHeaders): RpcFailure | undefined {
  const asked = message.params?._meta?.[versionKey] ?? headers.version;
  if (asked !== undefined && !supportedVersions.some((version) => version === asked)) {
    return {
      code: rpcCodes.unsupportedVersion,
      message: "Unsupported protocol version",
      data: { supported: supportedVersions, requested: asked },
      status: 400,
    };
  }
  return message.id !== undefined && isStatelessRequest(message, headers)
    ? (findMissing(message) ?? findMismatch(message, headers))
    : undefined;
}

function findMissing({ params }: RpcMessage): RpcFailure | undefined {
  const needed = z.looseObject({ [versionKey]: z.string(), [capabilitiesKey]: z.looseObject({}) });
  return needed.safeParse(params?._meta).success
    ? undefined
    : {
        code: rpcCodes.invalidParams,
        message: `params._meta requires ${versionKey} and ${capabilitiesKey}.`,
        status: 400,
      };
}

/** Proxies read only the headers, so they must match the body. */
function findMismatch({ method, params }: RpcMessage, headers: RpcHeaders): RpcFailure | undefined {
  const repeated = [
    { header: "MCP-Protocol-Version", sent: headers.version, said: params?._meta?.[versionKey] },
    { header: "Mcp-Method", sent: headers.method, said: method },
    ...(method === "tools/call"
      ? [{ header: "Mcp-Name", sent: decodeName(headers.name), said: params?.["name"] }]
      : []),
  ];
  const wrong = repeated.find(({ sent, said }) => sent !== said);
  return wrong === undefined
    ? undefined
    : {
        code: rpcCodes.headerMismatch,
        message: `Header mismatch: ${wrong.header} is required and must match the body.`,
        status: 400,
      };
}

/** A name that is not a valid header value is sent in base64. */
function decodeName(name: string | undefined): string | undefined {
  const [, packed] = /^=\?base64\?(.*)\?=$/s.exec(name ?? "") ?? [];
  return packed === undefined ? name : Buffer.from(packed, "base64").toString("utf8");
}

/** Versions that start with initialize, newest first. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** Versions in which every request names its version. */
const statelessVersions = ["2026-07-28"] as const;

export const supportedVersions: readonly string[] = [...statelessVersions, ...handshakeVersions];

/** The version that allows several messages in a body, and whose clients do not send their version. */
export const batchVersion = "2025-03-26";

/** The requested version if it is supported; otherwise the newest, and the client decides whether to continue. */
export function negotiateVersion(asked: unknown): string {
  return handshakeVersions.find((version) => version === asked) ?? handshakeVersions[0];
}

function isStateless(version: string): boolean {
  return statelessVersions.some((known) => known === version);
}
