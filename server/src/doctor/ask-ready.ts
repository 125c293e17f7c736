import { get as getPlain, type IncomingMessage } from "node:http";
import { get as getEncrypted } from "node:https";
import type { Config } from "../config/config.ts";

// A service without its database takes two seconds to report it.
const askTimeoutMs = 3_000;

/** The address for requests on this machine: the loopback address for a service on all interfaces. */
export function localAddress({ host, port, tls }: Config): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${tls === undefined ? "http" : "https"}://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const bodyCharactersMax = 10_000;

export async function askReady(address: string, signal?: AbortSignal): Promise<Answer> {
  const get = address.startsWith("https:") ? getEncrypted : getPlain;
  // The certificate does not cover the loopback address; checkTls checks it.
  const limit = AbortSignal.timeout(askTimeoutMs);
  const request = get(`${address}/health/ready`, {
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    agent: false,
    rejectUnauthorized: false,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  let body = "";
  for await (const text of response.setEncoding("utf8")) {
    body += text;
    if (body.length > bodyCharactersMax) {
      break;
    }
  }
  return { status: response.statusCode ?? 0, contentType: response.headers["content-type"] ?? "", body };
}

export function isReady({ status, body }: Answer): boolean {
  return status === 200 && body.includes('"ready"');
}
