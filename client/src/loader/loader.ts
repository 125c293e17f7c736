import type { LoaderProcess, LoaderProcessCreate, LoaderProcessSummary } from "../contract/schemas.ts";
import { Entities } from "../entities.ts";
import type { Listing, Page } from "../entity-calls.ts";
import type { Download } from "../files/download.ts";
import { Files } from "../files/files.ts";
import type { TransferOptions, UploadProgress } from "../files/upload-file.ts";
import type { Uploadable } from "../files/upload-source.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { type Following, followLoad } from "./follow-load.ts";

/** What a load is started with. An idempotencyKey of your own goes with config.fileLocation, not with file. */
export interface LoadStart extends Omit<CallOptions, "ifMatch"> {
  /** What the columns mean, as docs/loads.md has it. */
  readonly config: LoaderProcessCreate;
  /** The CSV file. Left out, config.fileLocation names one that is uploaded already. */
  readonly file?: Uploadable | undefined;
  /** Left out: the name of the File or source, or load.csv. */
  readonly fileName?: string | undefined;
  /** Told while the file is uploaded. */
  readonly onUpload?: ((progress: UploadProgress) => void) | undefined;
  /** Everything but the writes, with a plan of them. */
  readonly dryRun?: boolean | undefined;
  /** With dryRun: answers at once, with so many rows by step. */
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
   * Uploads the file, starts the load, follows it and answers it when it has ended. A load that has failed or was
   * canceled is answered too: look at its status, and at issues for what is wrong with which row. An abort of the signal
   * only stops following; the load goes on, unless loader.cancel ends it.
   */
  async run(load: LoadStart & Following): Promise<LoaderProcess> {
    const { onProgress, pollSeconds, outageSeconds, ...start } = load;
    const { signal, timeoutMs, retries } = start;
    const begun = await this.start(start);
    return followLoad(this.#caller, begun, { onProgress, pollSeconds, outageSeconds, signal, timeoutMs, retries });
  }

  /** Uploads the file and starts the load, which is queued then: follow tells how it ends. */
  async start({ config, file, fileName, onUpload, dryRun, sampleRows, ...options }: LoadStart): Promise<LoaderProcess> {
    const { idempotencyKey, ...transfer } = options;
    if (file !== undefined && idempotencyKey !== undefined) {
      // Uploaded anew it has another id, and a load from another file is another request.
      throw new TypeError(
        "An idempotencyKey holds for one uploaded file: give its id as config.fileLocation, not file.",
      );
    }
    const uploaded = file === undefined ? {} : await this.#upload(file, { fileName, onUpload, transfer });
    const body = {
      ...config,
      ...uploaded,
      ...(dryRun === undefined ? {} : { dryRun }),
      ...(sampleRows === undefined ? {} : { sampleRows }),
    };
    return this.#caller.call("create-loader-process", { body }, options);
  }

  /** Waits until a load has ended, and its undo if there is one, and answers it. An abort leaves it as it is. */
  async follow({ id, ...following }: { readonly id: string } & Following & TransferOptions): Promise<LoaderProcess> {
    const { signal, timeoutMs, retries } = following;
    return followLoad(this.#caller, await this.get({ id, signal, timeoutMs, retries }), following);
  }

  /** A load as it is now: its progress, counts and first 1,000 issues. */
  get({ id, ...options }: OneLoad): Promise<LoaderProcess> {
    return this.#caller.call("get-loader-process", { params: { id } }, options);
  }

  /** One page of loads, oldest first unless ordered otherwise, without issues and samples. */
  list(listing: Omit<Listing, "relations" | "q"> = {}): Promise<Page<LoaderProcessSummary>> {
    return this.#entities.list({ entityName: "loader-process", ...listing });
  }

  /** Ends a load after the batch under way; what is written stays. */
  cancel({ id, ...options }: OneLoad): Promise<LoaderProcess> {
    return this.#caller.call("cancel-loader-process", { params: { id } }, options);
  }

  /** Begins to take back what a load has changed, where nobody has changed it since; follow tells how it ends. */
  undo({ id, ...options }: OneLoad): Promise<LoaderProcess> {
    return this.#caller.call("undo-loader-process", { params: { id } }, options);
  }

  /** The CSV of the rows with issues, ready to be mended and loaded again; undefined when there are none. */
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
