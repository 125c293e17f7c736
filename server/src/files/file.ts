import type { FileStatus, PictureStatus } from "@weft/contract";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { PictureFacts, StoredPicture } from "./pictures/picture.ts";

/** Where files are stored: their rows and their bytes. */
export interface FileStorage {
  readonly db: PostgresDatabase;
  readonly blobs: BlobStore;
}

/** A range of bytes of a file, stored as one blob. */
export interface FilePiece {
  readonly key: string;
  readonly size: number;
}

export interface FileRow {
  readonly id: string;
  readonly file_name: string;
  readonly content_type: string;
  readonly size: number;
  readonly uploaded_size: number;
  readonly status: FileStatus;
  readonly sha256: string | null;
  readonly pieces: readonly FilePiece[];
  /** Null if the content was never examined. */
  readonly picture: StoredPicture | null;
  readonly created_by_id: string | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
}

/** A file as the rest of the service sees it: without the location of its bytes, and without a link to them. */
export interface FileDocument extends Partial<PictureFacts> {
  readonly id: string;
  readonly entityType: "file";
  readonly typePath: "file";
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly uploadedSize: number;
  readonly status: FileStatus;
  readonly sha256?: string;
  readonly pictureStatus?: PictureStatus;
  readonly version: number;
  readonly createdOn: string;
  readonly updatedOn: string;
  readonly createdById?: string;
}

export function documentOf(row: FileRow): FileDocument {
  return {
    id: row.id,
    entityType: "file",
    typePath: "file",
    fileName: row.file_name,
    contentType: row.content_type,
    size: row.size,
    uploadedSize: row.uploaded_size,
    status: row.status,
    ...(row.sha256 === null ? {} : { sha256: row.sha256 }),
    ...pictureOf(row),
    version: row.version,
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    ...(row.created_by_id === null ? {} : { createdById: row.created_by_id }),
  };
}

function pictureOf({ picture }: FileRow): Partial<Pick<FileDocument, "pictureStatus" | keyof PictureFacts>> {
  if (picture === null || picture.status === "none") {
    return {};
  }
  if (picture.status !== "ready") {
    return { pictureStatus: picture.status };
  }
  const { status: pictureStatus, width, height, dominantColor } = picture;
  return { pictureStatus, width, height, dominantColor };
}

/** The keys of all blobs of a file: its content and its thumbnails. */
export function blobKeysOf({ pieces, picture }: FileRow): string[] {
  const keys = pieces.map(({ key }) => key);
  return picture?.status === "ready" ? [...keys, picture.key] : keys;
}
