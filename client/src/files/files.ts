import type { Operations } from "../contract/operation-types.ts";
import type { StoredFile } from "../contract/schemas.ts";
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

  /** Uploads a file. Files larger than 8 MiB are sent in chunks, so that a lost connection costs at most one. */
  upload(upload: Upload): Promise<StoredFile> {
    return uploadFile(this.#caller, upload);
  }

  /** Opens the content of a file. A lost connection is resumed where it stopped. */
  download({ id, ...options }: { readonly id: string } & TransferOptions): Promise<Download> {
    return openDownload(this.#caller, id, options);
  }

  /** A thumbnail of a picture as a WebP: its longest side has at most size pixels. */
  async thumbnail({ id, size, v, ...options }: ThumbnailQuery): Promise<Blob> {
    const query = new URLSearchParams({ size, ...(v === undefined ? {} : { v }) });
    const path = `/files/${encodeURIComponent(id)}/thumbnail?${query}`;
    const answer = await this.#caller.send({ method: "GET", path, isWhole: true }, options);
    return answer.blob();
  }

  /** The metadata of a file. */
  get({ id, ...options }: { readonly id: string } & CallOptions): Promise<StoredFile> {
    return this.#caller.call("get-file", { params: { id } }, options);
  }

  /** One page of files, oldest first unless ordered otherwise. nextPageKey is present while there are more. */
  list(listing: Omit<Listing, "relations" | "q"> = {}): Promise<Page<StoredFile>> {
    return this.#entities.list({ entityName: "file", ...listing });
  }

  /** Deletes a file and its content. */
  async delete(removal: Removal): Promise<void> {
    await this.#entities.delete({ entityName: "file", ...removal });
  }
}

interface ThumbnailQuery extends CallOptions {
  readonly id: string;
  readonly size: Operations["get-file-thumbnail"]["query"]["size"];
  /** The first characters of the file's sha256: the response can then be cached permanently. */
  readonly v?: string | undefined;
}

interface Removal extends CallOptions {
  readonly id: string;
  /** Only checks whether it can be deleted. */
  readonly dryRun?: boolean | undefined;
}
