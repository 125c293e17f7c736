import type { File } from "../contract/schemas.ts";
import { Entities } from "../entities.ts";
import type { Listing, Page } from "../entity-calls.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { type Download, openDownload } from "./download.ts";
import { type TransferOptions, type Upload, uploadFile } from "./upload-file.ts";

/** Files: a CSV to load, an image of an item, the issues of a load. */
export class Files {
  readonly #caller: Caller;
  readonly #entities: Entities;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.#entities = new Entities(caller);
  }

  /** Sends a file. What is larger than 8 MiB goes in pieces, so that a lost connection costs no more than one. */
  upload(upload: Upload): Promise<File> {
    return uploadFile(this.#caller, upload);
  }

  /** Opens the bytes of a file. A connection that breaks while they are read is opened again where it stopped. */
  download({ id, ...options }: { readonly id: string } & TransferOptions): Promise<Download> {
    return openDownload(this.#caller, id, options);
  }

  /** What is known of a file. */
  get({ id, ...options }: { readonly id: string } & CallOptions): Promise<File> {
    return this.#caller.call("get-file", { params: { id } }, options);
  }

  /** One page of files, oldest first unless ordered otherwise. nextPageKey is there while there are more. */
  list(listing: Omit<Listing, "relations" | "q"> = {}): Promise<Page<File>> {
    return this.#entities.list({ entityName: "file", ...listing });
  }

  /** Deletes a file with its bytes. */
  delete(removal: Removal): Promise<void> {
    return this.#entities.delete({ entityName: "file", ...removal });
  }
}

interface Removal extends CallOptions {
  readonly id: string;
  /** Only looks whether it could be deleted. */
  readonly dryRun?: boolean | undefined;
}
