import type { LookupAddress } from "node:dns";
import { request } from "node:http";
import { connect, type Socket, type TcpNetConnectOpts } from "node:net";
import { buildConnector } from "undici";
import { bracketedHost, unbracketedHost } from "../network-address.ts";
import { type AddressFinderOptions, createAddressFinder } from "./address-rules.ts";
import { startDeadline, untilAborted } from "./deadline.ts";
import { OutboundError } from "./outbound-error.ts";
import type { OutboundRoute } from "./outbound-route.ts";

export interface GuardedConnectorOptions extends AddressFinderOptions, OutboundRoute {
  /** For name resolution, connection, proxy and TLS together. */
  readonly timeoutMs: number;
  /** The trusted certificate authorities. Default: Node's. */
  readonly authorities?: string | undefined;
}

export interface OpenedConnection {
  readonly socket: Socket;
  /** The checked address, even through a proxy. */
  readonly address: string;
}

export type ConnectionTarget = Pick<buildConnector.Options, "hostname" | "host" | "protocol" | "port" | "servername">;

export type ConnectionOpener = (target: ConnectionTarget, signal?: AbortSignal) => Promise<OpenedConnection>;

/** Opens connections only to checked addresses. A name is resolved once, and only its checked addresses are tried. */
export function createConnectionOpener(options: GuardedConnectorOptions): ConnectionOpener {
  const { timeoutMs, authorities } = options;
  const findAddresses = createAddressFinder(options);
  const startTls = buildConnector({ timeout: 0, ...(authorities === undefined ? {} : { ca: authorities }) });
  return async (target, callerSignal) => {
    const deadline = startDeadline(timeoutMs, callerSignal);
    const way = { ...options, port: portOf(target), signal: deadline.signal };
    try {
      const addresses = await untilAborted(way.signal, findAddresses(target.hostname));
      const opened = await connectToOne(addresses, way);
      if (target.protocol !== "https:") return opened;
      return { ...opened, socket: await encrypt(startTls, target, opened.socket, way.signal) };
    } finally {
      deadline.stop();
    }
  };
}

/** The same for undici's agents. */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const open = createConnectionOpener(options);
  return (target, callback) => {
    open(target).then(
      ({ socket }) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

function portOf({ port, protocol }: ConnectionTarget): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}

interface Way extends OutboundRoute {
  readonly port: number;
  readonly signal: AbortSignal;
}

async function connectToOne(addresses: LookupAddress[], way: Way): Promise<OpenedConnection> {
  const { proxyUrl, sourceAddress } = way;
  const opened =
    proxyUrl === undefined && sourceAddress === undefined
      ? await connectToFirst(addresses, way)
      : await connectInTurn(addresses, (address) =>
          proxyUrl === undefined
            ? connectSocket({ host: address, port: way.port, localAddress: sourceAddress }, way.signal)
            : openTunnel(address, { ...way, proxyUrl }),
        );
  // Until the HTTP client listens, an error without a listener would end the server.
  opened.socket.on("error", () => {});
  return opened;
}

/** The socket itself tries the addresses one after the other, and both families in parallel. */
async function connectToFirst(addresses: LookupAddress[], way: Way): Promise<OpenedConnection> {
  const socket = await connectSocket(
    {
      // Not the name: it is already resolved, and must not be resolved again.
      host: "checked.invalid",
      port: way.port,
      lookup: (_hostname, _options, callback) => callback(null, addresses),
      autoSelectFamily: true,
    },
    way.signal,
  );
  return { socket, address: socket.remoteAddress ?? "" };
}

/** A socket bound to a source address accepts one address only, and so does a proxy. */
async function connectInTurn(
  addresses: LookupAddress[],
  connectTo: (address: string) => Promise<Socket>,
): Promise<OpenedConnection> {
  const failures: unknown[] = [];
  for (const { address } of addresses) {
    try {
      return { socket: await connectTo(address), address };
    } catch (error) {
      failures.push(error);
    }
  }
  // The last failure may be the timeout.
  throw failures.at(-1);
}

function connectSocket(options: TcpNetConnectOpts, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = connect({ noDelay: true, keepAlive: true, ...options });
    const giveUp = () => socket.destroy(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    socket.on("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", giveUp);
      resolve(socket);
    });
  });
}

async function encrypt(
  startTls: buildConnector.connector,
  target: ConnectionTarget,
  plain: Socket,
  signal: AbortSignal,
): Promise<Socket> {
  const encrypted = new Promise<Socket>((resolve, reject) => {
    startTls({ ...target, httpSocket: plain }, (error, socket) => (error === null ? resolve(socket) : reject(error)));
  });
  try {
    return await untilAborted(signal, encrypted);
  } catch (error) {
    plain.destroy();
    throw error;
  }
}

interface TunnelOptions extends OutboundRoute {
  readonly proxyUrl: URL;
  /** Of the host, not of the proxy. */
  readonly port: number;
  readonly signal: AbortSignal;
}

/**
 * Makes the proxy connect to a checked address. The name never reaches the proxy, so it cannot resolve it differently.
 */
function openTunnel(address: string, options: TunnelOptions): Promise<Socket> {
  const { proxyUrl, port, sourceAddress, signal } = options;
  const authority = `${bracketedHost(address)}:${port}`;
  return new Promise((resolve, reject) => {
    const call = request({
      host: unbracketedHost(proxyUrl.hostname),
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
        reject(new OutboundError("proxy", explainStatus(statusCode)));
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

function unreachable(cause: Error): OutboundError {
  return new OutboundError("proxy", "The proxy for outbound requests does not respond. Ask the operator to check it.", {
    cause,
  });
}
