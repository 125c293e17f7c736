import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../config/config.ts";
import { rootCodeOf } from "../platform/error-code.ts";
import { explainListenFailure } from "../platform/start-error.ts";
import { type Answer, askReady, isReady, localAddress } from "./ask-ready.ts";
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
      const address = localAddress(config);
      return askReady(address, signal).then(
        (answer) => [evaluateAnswer(address, answer)],
        () => [evaluatePort(config, bindError)],
      );
    },
  };
}

export function evaluateAnswer(address: string, answer: Answer): CheckResult {
  const { status, contentType } = answer;
  if (isReady(answer)) {
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
