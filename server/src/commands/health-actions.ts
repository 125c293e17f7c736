import type { Config } from "../config/config.ts";
import { type Answer, askReady, isReady, localAddress } from "../doctor/ask-ready.ts";
import { rootCodeOf } from "../platform/error-code.ts";
import { StartError } from "../platform/start-error.ts";

/** Asks the node on this machine whether it accepts requests; throws why it does not. Nothing else is opened. */
export async function checkHealth(config: Config): Promise<string> {
  if (config.port === 0) {
    throw new StartError("PORT is 0: the service uses a free port that weft health does not know. Set PORT.");
  }
  const address = localAddress(config);
  const answer = await askReady(address).catch((cause: unknown) => {
    throw new StartError(`No service responds at ${address} (${rootCodeOf(cause) || "timeout"}).`, { cause });
  });
  if (!isReady(answer)) {
    throw new StartError(`The service at ${address} is not ready: ${reasonOf(answer)}`);
  }
  return `The service at ${address} is ready.`;
}

function reasonOf({ status, contentType, body }: Answer): string {
  if (!contentType.startsWith("application/problem+json")) {
    return `status ${status}, and the response is not Weft's.`;
  }
  const { detail }: { detail?: string } = JSON.parse(body);
  return detail ?? `status ${status}.`;
}
