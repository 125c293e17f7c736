import type { Readable } from "node:stream";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { SecretBox } from "../platform/secret-box.ts";
import { createFile, type FileDraft } from "./create-file.ts";
import { downloadPath } from "./download-link.ts";
import { documentOf, type FileDocument, type FileServices } from "./file.ts";
import { findFile } from "./file-store.ts";
import { openFile } from "./open-file.ts";

export interface FilesOptions {
  readonly db: PostgresDatabase;
  readonly blobs: BlobStore;
  /** The service's own secret, which signs links. */
  readonly secret: string;
}

/** Files as the rest of the service uses them, also from a thread with its own database connection. */
export class Files implements FileServices {
  readonly db: PostgresDatabase;
  readonly blobs: BlobStore;
  readonly secrets: SecretBox;

  constructor({ db, blobs, secret }: FilesOptions) {
    this.db = db;
    this.blobs = blobs;
    this.secrets = new SecretBox(secret);
  }

  async find(orgId: string, id: string): Promise<FileDocument | undefined> {
    const file = await findFile(this.db, orgId, id);
    return file === undefined ? undefined : documentOf(file);
  }

  /** All bytes. Throws notFound, and conflict until all of them have arrived. */
  open(orgId: string, id: string): Promise<Readable> {
    return openFile(this, orgId, id);
  }

  /** Stores the stream. A stream that fails leaves nothing, and its error is thrown. */
  async create(orgId: string, actor: { readonly id: string }, draft: FileDraft): Promise<FileDocument> {
    return documentOf(await createFile(this, orgId, actor, draft));
  }

  /**
   * A link that needs no credential, valid for 24 hours. The base is the URL of the API's host, such as
   * https://weft.example.
   */
  linkTo(orgId: string, id: string, base: string): string {
    return `${base}/api${downloadPath(this.secrets, { orgId, fileId: id })}`;
  }
}
