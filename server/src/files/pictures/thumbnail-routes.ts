import { fileOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { nothingFound } from "../../platform/errors.ts";
import { isTagNotModified } from "../../platform/http/cache-headers.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import { Problem } from "../../platform/problem.ts";
import type { FileRow } from "../file.ts";
import { requireReadableBytes } from "../files.ts";
import { requireComplete } from "../open-file.ts";
import type { StoredPicture } from "./picture.ts";
import type { PictureServices } from "./pictures.ts";

const route = routesFor<Caller>();

/** Thumbnails, with the right on the content of the file. */
export function thumbnailRoutes({ pictures }: PictureServices): Route[] {
  return [
    route(fileOperations.getThumbnail, async ({ caller, params, query, request, ended }) => {
      requireReadableBytes(caller, params.id);
      const file = await requireComplete(pictures.files, caller.org.id, params.id);
      requireVersion(file, query.v);
      const { key, range } = thumbnailOf(await pictures.prepare(caller.org.id, file), Number(query.size));
      const caching = cachingOf(file, query);
      if (isTagNotModified(request.headers, caching.etag)) {
        return { status: 304 as const, headers: caching };
      }
      const stream = await pictures.files.blobs.read(key, range);
      ended.addEventListener("abort", () => stream.destroy(), { once: true });
      const length = { "content-length": String(range.last - range.first + 1) };
      return { status: 200 as const, headers: { ...caching, ...contentHeaders, ...length }, stream };
    }),
  ];
}

/** 404: a cache must never keep a picture under the name of another. */
function requireVersion({ id, sha256 }: FileRow, version: string | undefined): void {
  if (version !== undefined && sha256?.startsWith(version) !== true) {
    throw nothingFound(`The content of the file ${id} is not ${version}. Read the file again for its sha256.`);
  }
}

function thumbnailOf(picture: StoredPicture, size: number) {
  if (picture.status !== "ready") {
    throw noThumbnail(picture.status);
  }
  const range = picture.ranges.find((one) => one.size === size);
  if (range === undefined) {
    throw noThumbnail("none");
  }
  return { key: picture.key, range };
}

type Refusal = Exclude<StoredPicture["status"], "ready">;

const refusals: Readonly<Record<Refusal, string>> = {
  none: "The file is not a picture that can be shown.",
  pending: "The picture was not processed. Retry in a few seconds.",
  unreadable: "The picture is damaged.",
  "too-large": "The picture is too large to be shown.",
};

function noThumbnail(status: Refusal): Problem {
  const members = status === "none" ? {} : { pictureStatus: status };
  return new Problem("no-thumbnail", refusals[status], { members });
}

/** The service has made the WebP itself; the headers are as strict as those of uploaded content nevertheless. */
const contentHeaders = {
  "content-type": "image/webp",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
} as const;

function cachingOf({ sha256 }: FileRow, { size, v }: { readonly size: string; readonly v?: string | undefined }) {
  return {
    etag: `"${sha256}-${size}"`,
    "cache-control": v === undefined ? "private, no-cache" : "private, max-age=31536000, immutable",
  };
}
