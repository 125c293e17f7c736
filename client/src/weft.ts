import { AuditLog } from "./audit/audit-log.ts";
import { callOperation } from "./call-operation.ts";
import { Changes } from "./changes/changes.ts";
import { clientVersion } from "./contract/version.ts";
import { type Credentials, type PasswordCredentials, proofOf } from "./credentials.ts";
import { Entities } from "./entities.ts";
import { Files } from "./files/files.ts";
import { Loader } from "./loader/loader.ts";
import type { CallArguments, Caller, CallOptions, OperationAnswer, OperationId, RawRequest } from "./operation-call.ts";
import type { TaskHandler, WorkerOptions } from "./tasks/task-handler.ts";
import { TaskWorker } from "./tasks/task-worker.ts";
import { Tasks } from "./tasks/tasks.ts";
import { type Fetch, Transport } from "./transport.ts";

const baseUrlDefault = "http://127.0.0.1:3000/api";
/** Longer than the service holds any answer. */
const timeoutDefaultMs = 60_000;

export interface ConnectionOptions {
  /** Where the API is, ending in /api. Left out: http://127.0.0.1:3000/api. */
  readonly baseUrl?: string | undefined;
  /** Instead of the runtime's own fetch. */
  readonly fetch?: Fetch | undefined;
  /** For each attempt of a call. Left out: a minute. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is made again. Left out: four times. */
  readonly retries?: number | undefined;
  /** Names the program in the service's log. */
  readonly userAgent?: string | undefined;
}

/** Without credentials, only what needs none can be called. */
export type WeftOptions = ConnectionOptions &
  (Credentials | { readonly apiKey?: undefined; readonly accessToken?: undefined; readonly csrfToken?: undefined });

/** A session: credentials, and everything that can be done with them. Several can be used side by side. */
export class Weft implements Caller {
  readonly baseUrl: string;
  readonly entities: Entities;
  readonly audit: AuditLog;
  readonly changes: Changes;
  readonly files: Files;
  readonly loader: Loader;
  readonly tasks: Tasks;
  readonly #transport: Transport;

  constructor(options: WeftOptions = {}) {
    this.baseUrl = checkBaseUrl(options.baseUrl ?? baseUrlDefault);
    const connection = {
      baseUrl: this.baseUrl,
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      userAgent: options.userAgent ?? `weft-client/${clientVersion}`,
      timeoutMs: options.timeoutMs ?? timeoutDefaultMs,
      retries: options.retries,
    } satisfies Omit<ConstructorParameters<typeof Transport>[0], "proof">;
    const proof = proofOf(options, (credentials) => signIn(new Transport(connection), credentials));
    this.#transport = new Transport({ ...connection, proof });
    this.entities = new Entities(this);
    this.audit = new AuditLog(this);
    this.changes = new Changes(this);
    this.files = new Files(this);
    this.loader = new Loader(this);
    this.tasks = new Tasks(this);
  }

  call<Id extends OperationId>(id: Id, ...args: CallArguments<Id>): Promise<OperationAnswer<Id>> {
    return callOperation((request, options) => this.send(request, options), id, args);
  }

  send(request: RawRequest, options?: CallOptions): Promise<Response> {
    return this.#transport.send(request, options);
  }

  /** Handles the tasks of an action, such as external, that wait for somebody outside, until it is stopped. */
  worker(action: string, handler: TaskHandler, options?: WorkerOptions): TaskWorker {
    return new TaskWorker(this, action, handler, options);
  }
}

async function signIn(transport: Transport, { email, password, orgSlug }: PasswordCredentials): Promise<string> {
  const body = { email, password, orgSlug };
  const send = (request: RawRequest, options?: CallOptions) => transport.send(request, options);
  // The call that needs the token is made again, and with it this one.
  const { accessToken = "" } = await callOperation(send, "login", [{ body }, { retries: 0 }]);
  return accessToken;
}

/** A trailing slash does no harm; an address that is none is said at once instead of at the first call. */
function checkBaseUrl(given: string): string {
  const text = String(given).trim();
  try {
    const { protocol, username, password, search, hash } = new URL(text);
    const isPlain = [username, password, search, hash].every((part) => part === "");
    if (isPlain && (protocol === "http:" || protocol === "https:")) return text.replace(/\/+$/, "");
  } catch {
    // Told below, with the others.
  }
  // Before an @ there may be a password, which must be in no error.
  const shown = text.includes("@") ? "What was given" : text;
  throw new TypeError(
    `${shown} is not the address of an API: write it as https://weft.example.com/api, with no user or query in it.`,
  );
}
