import type { Readable } from "node:stream";
import type { Caller } from "../access/caller.ts";
import { decide } from "../access/decide.ts";
import { readableDocument } from "../kinds/readable-document.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import { createFile, type FileDraft } from "./create-file.ts";
import { downloadPath } from "./download-link.ts";
import { documentOf, type FileDocument, type FileRow, type FileStorage } from "./file.ts";
import { findFile } from "./file-store.ts";
import { openFile } from "./open-file.ts";

interface FilesOptions {
  readonly db: PostgresDatabase;
  readonly blobs: BlobStore;
  /** Signs links. */
  readonly secrets: SecretBox;
}

/** What the file routes need from the node. */
export interface FileServices {
  readonly files: Files;
  readonly uploadBytesMax: number;
}

/** Files as the rest of the service uses them, also from a thread with its own database connection. */
export class Files implements FileStorage {
  readonly db: PostgresDatabase;
  readonly blobs: BlobStore;
  readonly secrets: SecretBox;

  constructor({ db, blobs, secrets }: FilesOptions) {
    this.db = db;
    this.blobs = blobs;
    this.secrets = secrets;
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

export const fileTarget = { typePath: "file" } as const;

/** A file as the caller may see it, with a link to its bytes once they are complete. */
export function presentFile(files: Files, caller: Caller, row: FileRow, base: string) {
  const link = row.status === "completed" ? { downloadUrl: files.linkTo(caller.org.id, row.id, base) } : {};
  return readableDocument(caller, fileTarget.typePath, { ...documentOf(row), ...link });
}

/** Only callers that may read the link may read the bytes. */
export function requireReadableBytes(caller: Caller, id: string): void {
  if (!mayReadBytes(caller)) {
    throw notFound("file", id);
  }
}

export function mayReadBytes(caller: Caller): boolean {
  const decision = decide(caller, "read", fileTarget);
  return decision.isAllowed && (decision.fields === "all" || decision.fields.has("downloadUrl"));
}
