import { invalidField } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { FileRow, FileStorage } from "./file.ts";
import { cleanFileName, guessContentType } from "./file-name.ts";
import { insertFile } from "./file-store.ts";
import { examinePicture } from "./pictures/picture-jobs.ts";
import { type BytesToStore, storeBytes } from "./store-bytes.ts";

export interface FileDraft extends Pick<BytesToStore, "stream" | "confirm"> {
  readonly fileName: string;
  /** Default: derived from the extension of the name. */
  readonly contentType?: string | undefined;
  /** The exact number of bytes, if known. */
  readonly size?: number | undefined;
}

/** Stores a whole file: no row exists before all of its bytes do, and no bytes remain without a row. */
export async function createFile(
  services: FileStorage,
  orgId: string,
  actor: { readonly id: string },
  draft: FileDraft,
): Promise<FileRow> {
  const id = newId();
  const fileName = cleanFileName(draft.fileName);
  const contentType = draft.contentType ?? guessContentType(fileName);
  return storeBytes(services, orgId, { ...draft, fileId: id }, async (tx, { key, size, sha256, head }) => {
    requireSize(draft.size, size);
    const picture = await examinePicture(tx, orgId, id, head);
    return insertFile(tx, orgId, {
      id,
      file_name: fileName,
      content_type: contentType,
      size,
      uploaded_size: size,
      status: "completed",
      sha256,
      pieces: [{ key, size }],
      picture,
      created_by_id: actor.id,
    });
  });
}

function requireSize(expected: number | undefined, size: number): void {
  if (expected !== undefined && expected !== size) {
    throw invalidField("size", `size is ${expected}, but ${size} bytes were received. Send all of them, or omit size.`);
  }
}
