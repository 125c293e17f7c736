import { once } from "node:events";
import { get as getPlain, type IncomingMessage } from "node:http";
import { get as getEncrypted } from "node:https";
import { createServer } from "node:net";
import type { Config } from "../config/config.ts";
import { rootCodeOf } from "../platform/error-code.ts";
import { explainListenFailure } from "../platform/start-error.ts";
import { type Check, type CheckResult, explainError, fault, ok, skipped, warning } from "./finding.ts";

export function checkService(config: Config): Check {
  return {
    name: "service",
    async look(signal) {
      if (config.port === 0) {
        return [skipped("PORT is 0: the service uses a free port that weft doctor does not know.")];
      }
      const bindError = await tryPort(config);
      // Even without permission to listen on the port, a service there can be queried.
      if (!["EADDRINUSE", "EACCES"].includes(rootCodeOf(bindError))) {
        return [evaluatePort(config, bindError)];
      }
      const address = addressOf(config);
      return askReady(address, AbortSignal.any([signal, AbortSignal.timeout(askTimeoutMs)])).then(
        (answer) => [evaluateAnswer(address, answer)],
        () => [evaluatePort(config, bindError)],
      );
    },
  };
}

// A service without its database takes two seconds to report it.
const askTimeoutMs = 3_000;

/** The address for local requests: the loopback address for a service on all interfaces. */
function addressOf({ host, port, tls }: Config): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${tls === undefined ? "http" : "https"}://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const bodyCharactersMax = 10_000;

async function askReady(address: string, signal: AbortSignal): Promise<Answer> {
  const get = address.startsWith("https:") ? getEncrypted : getPlain;
  // The certificate does not cover the loopback address; checkTls checks it.
  const request = get(`${address}/health/ready`, { signal, agent: false, rejectUnauthorized: false });
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

export function evaluateAnswer(address: string, { status, contentType, body }: Answer): CheckResult {
  if (status === 200 && body.includes('"ready"')) {
    return ok(`A service is ready at ${address}.`);
  }
  if (status === 503 && contentType.startsWith("application/problem+json")) {
    return warning(
      `The service at ${address} is not ready: it is starting or stopping, or its database is unavailable.`,
      "Check again in a few seconds, then read its log.",
    );
  }
  return fault(
    `${address} responds with status ${status}, but it is not Weft.`,
    "Stop it, or set another PORT for the service.",
  );
}

/** Returns the error of listening on the port; undefined if it is free. */
async function tryPort({ host, port }: Config): Promise<unknown> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return undefined;
  } catch (error) {
    return error;
  }
}

function evaluatePort({ host, port }: Config, error: unknown): CheckResult {
  if (error === undefined) {
    return ok(`No service runs at ${host}:${port}, and the port is free.`);
  }
  const code = rootCodeOf(error);
  const { why, advice } = explainListenFailure({ host, port }, code) ?? {
    why: `The service could not listen at ${host}:${port}: ${explainError(error)}`,
    advice: "Check HOST and PORT.",
  };
  // A program holds the port, but did not respond as a service.
  const isOther = code === "EADDRINUSE";
  return fault(
    isOther ? `${host}:${port} is in use by a program that does not respond like a Weft with this configuration.` : why,
    advice,
  );
}
