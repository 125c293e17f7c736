import { newId } from "../platform/ids.ts";
import { guessContentType } from "./content-type.ts";
import type { FileRow, FileServices } from "./file.ts";
import { cleanFileName } from "./file-name.ts";
import { insertFile } from "./file-store.ts";

export interface UploadPlan {
  readonly fileName: string;
  readonly contentType: string | undefined;
  /** Greater than 0. */
  readonly size: number;
}

/** Creates a file without bytes; continueUpload adds them. */
export async function beginUpload(
  { db }: FileServices,
  orgId: string,
  actor: { readonly id: string },
  { fileName: given, contentType, size }: UploadPlan,
): Promise<FileRow> {
  const fileName = cleanFileName(given);
  return db.transaction((tx) =>
    insertFile(tx, orgId, {
      id: newId(),
      file_name: fileName,
      content_type: contentType ?? guessContentType(fileName),
      size,
      uploaded_size: 0,
      status: "uploading",
      sha256: null,
      pieces: [],
      created_by_id: actor.id,
    }),
  );
}
