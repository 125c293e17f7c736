import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type Logger, pino } from "pino";
import { changedSettings } from "./config/changed-settings.ts";
import type { Config, LoadedSettings } from "./config/config.ts";
import type { FirstCredentials } from "./first-start.ts";
import type { Service } from "./node.ts";
import { formatSource } from "./platform/blobs/s3/credentials/credential-source.ts";
import { buildIdentity } from "./platform/own-package.ts";
import { maskUrl } from "./platform/parse-url.ts";

const shutdownDelayMsDefault = 5_000;
const stopWaitMs = 9_500;
const heldMs = 1_000;

/** Starts the service and runs until a signal stops it. SIGHUP reads the settings again, unless a terminal sends it. */
export async function serve(load: () => LoadedSettings, options: { readonly migrates: boolean }): Promise<void> {
  if (cluster.isWorker) {
    const { runProcess } = await import("./processes/run-process.ts");
    return runProcess(load);
  }
  const settings = load();
  const { config } = settings;
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const hasTerminal = process.stdout.isTTY === true;
  // A terminal that is closed sends SIGHUP to its programs.
  const mayHangUp = hasTerminal || process.stdin.isTTY === true;
  const stopping = watchSignals(["SIGTERM", "SIGINT", ...(mayHangUp ? (["SIGHUP"] as const) : [])]);
  let reload = () => log.warn("SIGHUP ignored: the service is starting");
  let restart = () => log.warn("SIGUSR2 ignored: the service is starting");
  process.on("SIGUSR2", () => restart());
  if (!mayHangUp) {
    process.on("SIGHUP", () => reload());
  }
  const start = await findStart(config);
  const service = await start(config, log, { ...options, hasTerminal, stopping }).catch((error: unknown) =>
    failStart(error, stopping),
  );
  reload = reloader(service, settings, { load, log });
  restart = () => restartProcesses(service, log);
  greet(service, config, { log, hasTerminal });
  if (!stopping.aborted) {
    await once(stopping, "abort");
    service.drain();
    // A terminal has no load balancer in front of it, and its user waits.
    await delay(config.shutdownDelayMs ?? (hasTerminal ? 0 : shutdownDelayMsDefault));
  }
  const signal: unknown = stopping.reason;
  await stopInTime(
    service,
    (ms) => hasTerminal || always(log).info({ signal, ms, ...buildIdentity }, "Weft has stopped"),
  );
}

/** Loads only what the process runs: a supervisor serves nothing. */
async function findStart({ processes }: Config) {
  return processes > 1
    ? (await import("./processes/supervise.ts")).startProcesses
    : (await import("./node.ts")).startService;
}

function restartProcesses({ restart }: Service, log: Logger): void {
  if (restart === undefined) {
    log.warn("SIGUSR2 ignored: it replaces the processes of a node one after the other, and this node has only one");
  } else {
    void restart();
  }
}

/** These lines are for every log level: they say what the other lines are about. */
function always(log: Logger): Logger {
  return log.child({}, { level: "info" });
}

interface Output {
  readonly log: Logger;
  readonly hasTerminal: boolean;
}

/** For people on a terminal, and elsewhere as JSON like all other lines. */
function greet(service: Service, config: Config, { log, hasTerminal }: Output): void {
  if (hasTerminal) {
    console.log(formatGreeting({ ...service, ...config }));
    return;
  }
  const notice = describeFirstStart(service.firstStart, config.dataFolder);
  if (notice !== undefined) {
    always(log).info(notice);
  }
  always(log).info(startFacts(service, config), formatReady(service.address, config.role));
}

export function startFacts({ address }: Pick<Service, "address">, config: Config): object {
  const { databaseUrl, role, processes, dataFolder, s3 } = config;
  const database = databaseUrl === undefined ? "embedded" : maskUrl(databaseUrl);
  const ofS3 = s3 === undefined ? {} : { s3Credentials: formatSource(s3.credentials) };
  return { ...buildIdentity, role, processes, database, dataFolder, ...ofS3, address, pid: process.pid };
}

/** Applies what can change while the service runs, and names the rest. Invalid settings change nothing. */
function reloader(
  service: Service,
  started: LoadedSettings,
  { load, log }: { readonly load: () => LoadedSettings; readonly log: Logger },
): () => void {
  let before = started;
  return () => {
    try {
      const after = load();
      const { applied } = changedSettings(before, after);
      // Named again each time until there is a restart.
      const { needRestart } = changedSettings(started, after);
      service.reload(after.config);
      before = after;
      const advice = needRestart.length === 0 ? "" : `; restart to apply ${needRestart.join(", ")}`;
      always(log).info({ applied, needRestart }, `settings reloaded${advice}`);
    } catch (err) {
      always(log).error({ err }, "settings not reloaded: the previous ones stay in effect");
    }
  };
}

/** Aborted by the first of the signals. A second one ends the process at once: no acknowledged write is lost. */
function watchSignals(signals: readonly NodeJS.Signals[]): AbortSignal {
  const stopping = new AbortController();
  for (const signal of signals) {
    process.on(signal, () => (stopping.signal.aborted ? process.exit(1) : stopping.abort(signal)));
  }
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
async function stopInTime(service: Service, onStopped: (ms: number) => void): Promise<void> {
  const began = Date.now();
  setTimeout(() => process.exit(1), stopWaitMs).unref();
  await service.stop();
  onStopped(Date.now() - began);
  process.exit(0);
}

interface Greeting extends Pick<Service, "address" | "firstStart"> {
  readonly role: Config["role"];
  readonly publicUrl: string | undefined;
  readonly dataFolder: string;
}

/** Printed on a terminal when the service is ready. Credentials go to terminals only: other output is often stored. */
export function formatGreeting({ address, role, firstStart, publicUrl, dataFolder }: Greeting): string {
  const ready = formatReady(address, role);
  if (firstStart.kind !== "made") {
    return [describeFirstStart(firstStart, dataFolder), ready].filter((text) => text !== undefined).join("\n");
  }
  const { credentials, isKept } = firstStart;
  const file = credentialsFile(dataFolder);
  const kept = isKept ? `It is also in ${file}, readable only by you.` : `${file} could not be written.`;
  return `${formatCredentials(credentials, publicUrl ?? address)}\n  This is shown once. ${kept}\n\n${ready}`;
}

function formatReady(address: string, role: Config["role"]): string {
  const served =
    role === "worker"
      ? "a worker: health and metrics only"
      : `console; API ${address}/api, reference ${address}/api/docs`;
  return `Weft is ready at ${address} (${served})`;
}

/** What the first start has created, without credentials. */
export function describeFirstStart(firstStart: Service["firstStart"], dataFolder: string): string | undefined {
  switch (firstStart.kind) {
    case "later":
      return undefined;
    case "withheld":
      return formatWithheld(firstStart.orgSlug, dataFolder);
    case "made":
      return `The organization ${firstStart.credentials.orgSlug} was created. Its first credentials are in ${credentialsFile(dataFolder)} (mode 600).`;
  }
}

function credentialsFile(dataFolder: string): string {
  return `${dataFolder}/first-credentials.json`;
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
