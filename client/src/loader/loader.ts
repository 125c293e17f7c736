import { callUnchecked } from "../call-operation.ts";
import type { LoaderProcess, LoaderProcessCreate, LoaderProcessSummary } from "../contract/schemas.ts";
import { Entities } from "../entities.ts";
import type { Listing, Page } from "../entity-calls.ts";
import type { Download } from "../files/download.ts";
import { Files } from "../files/files.ts";
import type { TransferOptions, UploadProgress } from "../files/upload-file.ts";
import type { Uploadable } from "../files/upload-source.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { type Following, followLoad } from "./follow-load.ts";

/** A load configuration, also in a constant, whose texts and lists the compiler knows only as string and string[]. */
export type LoadConfig = Given<LoaderProcessCreate>;

type Given<Type> = Type extends string
  ? Type | (string & Record<never, never>)
  : Type extends readonly (infer Element)[]
    ? readonly Given<Element>[]
    : Type extends object
      ? { readonly [Name in keyof Type]: Given<Type[Name]> }
      : Type;

/** Options for starting a load. Use your own idempotencyKey with config.fileLocation, not with file. */
export interface LoadStart extends Omit<CallOptions, "ifMatch"> {
  /** The load configuration, described in docs/loads.md. */
  readonly config: LoadConfig;
  /** The CSV file. Default: the uploaded file in config.fileLocation. */
  readonly file?: Uploadable | undefined;
  /** Default: the name of the File or source, or load.csv. */
  readonly fileName?: string | undefined;
  /** Called during the upload. */
  readonly onUpload?: ((progress: UploadProgress) => void) | undefined;
  /** Validates and plans without writing. */
  readonly dryRun?: boolean | undefined;
  /** With dryRun: returns immediately, with so many rows per step. */
  readonly sampleRows?: number | undefined;
}

/** One load, by its id. */
type OneLoad = { readonly id: string } & CallOptions;

/** Loads of CSV files. */
export class Loader {
  readonly #caller: Caller;
  readonly #files: Files;
  readonly #entities: Entities;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.#files = new Files(caller);
    this.#entities = new Entities(caller);
  }

  /**
   * Uploads the file, starts the load, follows it and returns it when it has ended. A failed or canceled load is returned
   * too: check its status, and its issues for errors by row. Aborting the signal only stops following; the load continues
   * unless loader.cancel is called.
   */
  async run(load: LoadStart & Following): Promise<LoaderProcess> {
    const { onProgress, pollSeconds, outageSeconds, ...start } = load;
    const { signal, timeoutMs, retries } = start;
    const begun = await this.start(start);
    return followLoad(this.#caller, begun, { onProgress, pollSeconds, outageSeconds, signal, timeoutMs, retries });
  }

  /** Uploads the file and starts the load, which is then queued; use follow for its result. */
  async start({ config, file, fileName, onUpload, dryRun, sampleRows, ...options }: LoadStart): Promise<LoaderProcess> {
    const { idempotencyKey, ...transfer } = options;
    if (file !== undefined && idempotencyKey !== undefined) {
      // A second upload has another id, and a load from another file is another request.
      throw new TypeError(
        "An idempotencyKey applies to one uploaded file: pass its id as config.fileLocation instead of file.",
      );
    }
    const uploaded = file === undefined ? {} : await this.#upload(file, { fileName, onUpload, transfer });
    const body = {
      ...config,
      ...uploaded,
      ...(dryRun === undefined ? {} : { dryRun }),
      ...(sampleRows === undefined ? {} : { sampleRows }),
    };
    return callUnchecked((...sent) => this.#caller.send(...sent), "create-loader-process", { body }, options);
  }

  /** Waits until a load has ended, and its undo if there is one, and returns it. An abort does not affect the load. */
  async follow({ id, ...following }: { readonly id: string } & Following & TransferOptions): Promise<LoaderProcess> {
    const { signal, timeoutMs, retries } = following;
    return followLoad(this.#caller, await this.get({ id, signal, timeoutMs, retries }), following);
  }

  /** The current state of a load: its progress, counts and first 1,000 issues. */
  get({ id, ...options }: OneLoad): Promise<LoaderProcess> {
    return this.#caller.call("get-loader-process", { params: { id } }, options);
  }

  /** One page of loads, oldest first unless ordered otherwise, without issues and samples. */
  list(listing: Omit<Listing, "relations" | "q"> = {}): Promise<Page<LoaderProcessSummary>> {
    return this.#entities.list({ entityName: "loader-process", ...listing });
  }

  /** Cancels a load after the current batch; earlier writes are kept. */
  cancel({ id, ...options }: OneLoad): Promise<LoaderProcess> {
    return this.#caller.call("cancel-loader-process", { params: { id } }, options);
  }

  /** Starts to undo a load, except entities changed since; use follow for its result. */
  undo({ id, ...options }: OneLoad): Promise<LoaderProcess> {
    return this.#caller.call("undo-loader-process", { params: { id } }, options);
  }

  /** The CSV of the rows with issues, to correct and load again; undefined if there are none. */
  async issues({ id, ...options }: { readonly id: string } & TransferOptions): Promise<Download | undefined> {
    const { issuesFileId } = await this.get({ id, ...options });
    return issuesFileId === undefined ? undefined : this.#files.download({ id: issuesFileId, ...options });
  }

  async #upload(file: Uploadable, { fileName, onUpload, transfer }: UploadInput): Promise<{ fileLocation: string }> {
    const name = fileName ?? nameOf(file) ?? "load.csv";
    const { id } = await this.#files.upload({ file, fileName: name, onProgress: onUpload, ...transfer });
    return { fileLocation: id };
  }
}

interface UploadInput extends Pick<LoadStart, "fileName" | "onUpload"> {
  readonly transfer: TransferOptions;
}

function nameOf(file: Uploadable): string | undefined {
  return typeof file === "object" && "name" in file && typeof file.name === "string" ? file.name : undefined;
}
