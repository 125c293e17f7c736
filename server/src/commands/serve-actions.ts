import { pino } from "pino";
import type { Config } from "../config.ts";
import { type Service, startService } from "../service.ts";

const stopWaitMs = 9_500;
const heldMs = 1_000;

/** Starts the service and keeps the process until a signal ends it. */
export async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const stopping = Promise.race([signalled("SIGTERM"), signalled("SIGINT")]);
  const service = await startService(config, log).catch(failStart);
  greet(service, config);
  await stopping;
  await stopInTime(service);
}

/** The service has closed what it had opened. What a module of the operator has opened must not keep the process. */
function failStart(error: unknown): never {
  setTimeout(() => process.exit(1), heldMs).unref();
  throw error;
}

function signalled(signal: "SIGTERM" | "SIGINT"): Promise<void> {
  return new Promise((resolve) => process.once(signal, () => resolve()));
}

/** A second signal, or a stop that takes too long, ends the process at once; nothing acknowledged is lost by that. */
async function stopInTime(service: Service): Promise<void> {
  const giveUp = () => process.exit(1);
  process.once("SIGTERM", giveUp).once("SIGINT", giveUp);
  setTimeout(giveUp, stopWaitMs).unref();
  await service.stop();
  process.exit(0);
}

function greet({ address, firstCredentials }: Service, config: Config): void {
  if (firstCredentials !== undefined) {
    const { orgSlug, email, password, apiKey, baseUrl } = firstCredentials;
    console.log(`
  Welcome to Weft. The first organization has been made:

    organization  ${orgSlug}
    API key       ${apiKey}
    email         ${email}
    password      ${password}

  Sign in to the console at ${config.publicUrl ?? address}/sign-in?org=${orgSlug} with the email and the password, or call the API:

    curl -H 'X-Api-Key: ${apiKey}' -H 'X-Api-Org: ${orgSlug}' ${baseUrl}/whoami

  This is shown once. It is also in ${config.dataFolder}/first-credentials.json, readable by you alone.
`);
  }
  console.log(`Weft is ready at ${address} (console; API ${address}/api, reference ${address}/api/docs)`);
}
