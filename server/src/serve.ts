import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import type { Config } from "./config/config.ts";
import type { FirstCredentials } from "./first-start.ts";
import { type Service, startService } from "./node.ts";

const shutdownDelayMsDefault = 5_000;
const stopWaitMs = 9_500;
const heldMs = 1_000;

/** Starts the service and runs until a signal stops it. */
export async function serve(config: Config, options: { readonly migrates: boolean }): Promise<void> {
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const stopping = watchStopSignals();
  const hasTerminal = process.stdout.isTTY === true;
  const service = await startService(config, log, { ...options, hasTerminal, stopping }).catch((error: unknown) =>
    failStart(error, stopping),
  );
  console.log(formatGreeting({ ...service, ...config, hasTerminal }));
  if (!stopping.aborted) {
    await once(stopping, "abort");
    service.drain();
    // A terminal has no load balancer in front of it, and its user waits.
    await delay(config.shutdownDelayMs ?? (hasTerminal ? 0 : shutdownDelayMsDefault));
  }
  await stopInTime(service);
}

/** Aborted by the first stop signal. A second one ends the process at once: no acknowledged write is lost. */
function watchStopSignals(): AbortSignal {
  const stopping = new AbortController();
  const onSignal = () => (stopping.signal.aborted ? process.exit(1) : stopping.abort());
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  return stopping.signal;
}

/** The service has closed its resources. Those of an operator's module must not keep the process running. */
function failStart(error: unknown, stopping: AbortSignal): never {
  if (stopping.aborted) {
    process.exit(0);
  }
  setTimeout(() => process.exit(1), heldMs).unref();
  throw error;
}

/** A stop that takes too long ends the process: no acknowledged write is lost. */
async function stopInTime(service: Service): Promise<void> {
  setTimeout(() => process.exit(1), stopWaitMs).unref();
  await service.stop();
  process.exit(0);
}

interface Greeting extends Pick<Service, "address" | "firstStart"> {
  readonly role: Config["role"];
  readonly publicUrl: string | undefined;
  readonly dataFolder: string;
  readonly hasTerminal: boolean;
}

/** Printed when the service is ready. Credentials go to terminals only: other output is often stored. */
export function formatGreeting({ address, role, firstStart, publicUrl, dataFolder, hasTerminal }: Greeting): string {
  const served =
    role === "worker"
      ? "a worker: health and metrics only"
      : `console; API ${address}/api, reference ${address}/api/docs`;
  const ready = `Weft is ready at ${address} (${served})`;
  const file = `${dataFolder}/first-credentials.json`;
  switch (firstStart.kind) {
    case "later":
      return ready;
    case "withheld":
      return `${formatWithheld(firstStart.orgSlug, dataFolder)}\n${ready}`;
    case "made": {
      const { credentials, isKept } = firstStart;
      const kept = isKept ? `It is also in ${file}, readable only by you.` : `${file} could not be written.`;
      return hasTerminal
        ? `${formatCredentials(credentials, publicUrl ?? address)}\n  This is shown once. ${kept}\n\n${ready}`
        : `The organization ${credentials.orgSlug} was created. Its first credentials are in ${file} (mode 600).\n${ready}`;
    }
  }
}

function formatCredentials({ orgSlug, apiKey, email, password, baseUrl }: FirstCredentials, site: string): string {
  return `
  Welcome to Weft. The first organization has been created:

    organization  ${orgSlug}
    API key       ${apiKey}
    email         ${email}
    password      ${password}

  Sign in to the console at ${site}/sign-in?org=${orgSlug} with the email and the password, or call the API:

    curl -H 'X-Api-Key: ${apiKey}' -H 'X-Api-Org: ${orgSlug}' ${baseUrl}/whoami
`;
}

function formatWithheld(orgSlug: string, dataFolder: string): string {
  return `No organization has been created: there is no terminal to show its credentials on, and ${dataFolder} cannot be written.
Create one with:
  weft admin orgs create ${orgSlug}
  weft admin users create <email> --org ${orgSlug} --role owner
  weft admin keys create --org ${orgSlug} --app <name> --preset admin`;
}
