import type { ByteRange } from "../../platform/blobs/blob-store.ts";

/** The longest sides of thumbnails in pixels. */
export const thumbnailSizes = [96, 240, 480, 960];

/** Why a picture has no thumbnails: it is damaged, or exceeds a limit of pixels, bytes, time or memory. */
export type PictureFailure = "unreadable" | "too-large";

/** What is known of a picture: its size as it is shown, and the color that most of it has, such as #8a5200. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly dominantColor: string;
}

/** Where a thumbnail is in the blob of all of them. */
export interface ThumbnailRange extends ByteRange {
  readonly size: number;
}

export interface RenderedPicture extends PictureFacts {
  readonly ranges: readonly ThumbnailRange[];
  /** All thumbnails, each a WebP, one after the other. */
  readonly thumbnails: Uint8Array;
}

/** What is stored of a file: none is not a picture. */
export type StoredPicture =
  | { readonly status: "none" | "pending" | PictureFailure }
  | ({ readonly status: "ready"; readonly key: string; readonly ranges: readonly ThumbnailRange[] } & PictureFacts);

/** What the picture process sends for each picture. */
export type RenderOutcome =
  | { readonly kind: "rendered"; readonly picture: RenderedPicture }
  | { readonly kind: "failed"; readonly failure: PictureFailure };

/** What the service sends to the picture process; the bytes of the picture follow on its standard input. */
export interface RenderRequest {
  readonly bytes: number;
}

/** A picture with more pixels is not decoded. */
export const pixelsMax = 50_000_000;
/** A larger file is not read. */
export const pictureBytesMax = 128 * 1024 * 1024;
/** The code with which the picture process ends when it uses too much memory or processor time. */
export const limitExitCode = 77;
