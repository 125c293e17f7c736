import { request } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { OutboundFailure } from "./outbound-failure.ts";
import type { OutboundRoute } from "./outbound-route.ts";

export interface TunnelOptions extends OutboundRoute {
  readonly proxyUrl: URL;
  /** Of the host, not of the proxy. */
  readonly port: number;
  readonly signal: AbortSignal;
}

/**
 * Makes the proxy connect to a checked address. The name never reaches the proxy, so it cannot resolve it differently.
 */
export function openTunnel(address: string, options: TunnelOptions): Promise<Socket> {
  const { proxyUrl, port, sourceAddress, signal } = options;
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  return new Promise((resolve, reject) => {
    const call = request({
      host: proxyUrl.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: proxyUrl.port === "" ? 80 : Number(proxyUrl.port),
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxyUrl) },
      agent: false,
      signal,
      ...(sourceAddress === undefined ? {} : { localAddress: sourceAddress }),
    });
    call.once("connect", ({ statusCode = 0 }, socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        reject(new OutboundFailure("proxy", explainStatus(statusCode)));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    call.once("error", (cause) => reject(signal.aborted ? signal.reason : unreachable(cause)));
    call.end();
  });
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function explainStatus(status: number): string {
  return status === 407
    ? "The proxy for outbound requests rejected its user and password. Ask the operator to correct them."
    : `The proxy for outbound requests could not connect to the host: it returned ${status}.`;
}

function unreachable(cause: Error): OutboundFailure {
  return new OutboundFailure(
    "proxy",
    "The proxy for outbound requests does not respond. Ask the operator to check it.",
    {
      cause,
    },
  );
}
