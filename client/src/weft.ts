import { Assortments } from "./assortments/assortments.ts";
import { AuditLog } from "./audit/audit-log.ts";
import { callOperation } from "./call-operation.ts";
import { Changes } from "./changes/changes.ts";
import { clientVersion } from "./contract/version.ts";
import {
  type Credentials,
  type Environment,
  type PasswordCredentials,
  processEnvironment,
  proofOf,
  readEnvironment,
} from "./credentials.ts";
import { Entities } from "./entities.ts";
import { Files } from "./files/files.ts";
import type { Hooks } from "./hooks.ts";
import { Loader } from "./loader/loader.ts";
import type { CallArguments, Caller, CallOptions, OperationAnswer, OperationId, RawRequest } from "./operation-call.ts";
import type { TaskHandler, WorkerOptions } from "./tasks/task-handler.ts";
import { TaskWorker } from "./tasks/task-worker.ts";
import { Tasks } from "./tasks/tasks.ts";
import { type Fetch, Transport } from "./transport.ts";
import { Workflows } from "./workflows/workflows.ts";

const baseUrlDefault = "http://127.0.0.1:3000/api";
/** Longer than the service holds any request. */
const timeoutDefaultMs = 60_000;

/** Enough for any program, and few enough connections for any service. */
const concurrencyDefault = 100;

export interface ConnectionOptions extends Hooks {
  /** Base URL of the API, ending in /api. Default: http://127.0.0.1:3000/api. */
  readonly baseUrl?: string | undefined;
  /** Replaces the runtime's fetch. */
  readonly fetch?: Fetch | undefined;
  /** Timeout per attempt. Default: one minute. */
  readonly timeoutMs?: number | undefined;
  /** Time limit for a whole call, with all its attempts and waits. Default: none. */
  readonly deadlineMs?: number | undefined;
  /** Maximum retries per call. Default: 4. */
  readonly retries?: number | undefined;
  /** Maximum requests at once; other calls wait. Requests that the service holds, as of polls, do not count. Default: 100. */
  readonly maxConcurrency?: number | undefined;
  /** Identifies the program in the service's log. */
  readonly userAgent?: string | undefined;
}

/** Without credentials, only public operations can be called. */
export type WeftOptions = ConnectionOptions &
  (Credentials | { readonly apiKey?: undefined; readonly accessToken?: undefined; readonly csrfToken?: undefined });

/** A session: credentials, and all operations with them. Several can be used in parallel. */
export class Weft implements Caller {
  readonly baseUrl: string;
  readonly entities: Entities;
  readonly audit: AuditLog;
  readonly changes: Changes;
  readonly files: Files;
  readonly loader: Loader;
  readonly tasks: Tasks;
  readonly workflows: Workflows;
  readonly assortments: Assortments;
  readonly #transport: Transport;

  /**
   * A session with the credentials of the environment: WEFT_API_KEY (or WEFT_ACCESS_TOKEN), WEFT_ORG and WEFT_BASE_URL, as for
   * the command line. A baseUrl in the options counts more.
   */
  static fromEnvironment(options: ConnectionOptions = {}, environment: Environment = processEnvironment()): Weft {
    const { baseUrl, ...credentials } = readEnvironment(environment);
    return new Weft({ ...options, ...credentials, baseUrl: options.baseUrl ?? baseUrl });
  }

  constructor(options: WeftOptions = {}) {
    this.baseUrl = checkBaseUrl(options.baseUrl ?? baseUrlDefault);
    const connection = {
      baseUrl: this.baseUrl,
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      userAgent: options.userAgent ?? `weft-client/${clientVersion}`,
      timeoutMs: options.timeoutMs ?? timeoutDefaultMs,
      deadlineMs: options.deadlineMs ?? 0,
      retries: options.retries,
      maxConcurrency: Math.max(1, options.maxConcurrency ?? concurrencyDefault),
      hooks: { onRequest: options.onRequest, onResponse: options.onResponse, onRetry: options.onRetry },
    } satisfies Omit<ConstructorParameters<typeof Transport>[0], "proof">;
    const proof = proofOf(options, (credentials) => signIn(new Transport(connection), credentials));
    this.#transport = new Transport({ ...connection, proof });
    this.entities = new Entities(this);
    this.audit = new AuditLog(this);
    this.changes = new Changes(this);
    this.files = new Files(this);
    this.loader = new Loader(this);
    this.tasks = new Tasks(this);
    this.workflows = new Workflows(this);
    this.assortments = new Assortments(this);
  }

  call<Id extends OperationId>(id: Id, ...args: CallArguments<Id>): Promise<OperationAnswer<Id>> {
    return callOperation((request, options) => this.send(request, options), id, args);
  }

  send(request: RawRequest, options?: CallOptions): Promise<Response> {
    return this.#transport.send(request, options);
  }

  /** Handles the external tasks of an action, such as external, until it is stopped. */
  worker(action: string, handler: TaskHandler, options?: WorkerOptions): TaskWorker {
    return new TaskWorker(this, action, handler, options);
  }
}

async function signIn(transport: Transport, { email, password, orgSlug }: PasswordCredentials): Promise<string> {
  const body = { email, password, orgSlug };
  const send = (request: RawRequest, options?: CallOptions) => transport.send(request, options);
  // The call that needs the token is retried, and this one with it.
  const { accessToken = "" } = await callOperation(send, "login", [{ body }, { retries: 0 }]);
  return accessToken;
}

/** Accepts a trailing slash; an invalid URL is rejected here instead of at the first call. */
function checkBaseUrl(given: string): string {
  const text = String(given).trim();
  try {
    const { protocol, username, password, search, hash } = new URL(text);
    const isPlain = [username, password, search, hash].every((part) => part === "");
    if (isPlain && (protocol === "http:" || protocol === "https:")) return text.replace(/\/+$/, "");
  } catch {
    // Reported below, like other URLs that are not allowed.
  }
  // Before an @ there may be a password, which must not be in an error.
  const shown = text.includes("@") ? "The given value" : text;
  throw new TypeError(
    `${shown} is not a valid base URL: use a URL such as https://weft.example.com/api, without a user or query.`,
  );
}
