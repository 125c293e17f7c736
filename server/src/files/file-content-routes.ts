import { fileOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import { requireActiveOrg } from "../access/suspension.ts";
import { bodyTooLarge, invalidField, notFound } from "../platform/errors.ts";
import { entityTag, isTagNotModified } from "../platform/http/cache-headers.ts";
import { attachment, readContentRange, readRange, type SentRange } from "../platform/http/file-headers.ts";
import { type Call, JsonText, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import { openLink } from "./download-link.ts";
import type { FileRow } from "./file.ts";
import { findFile } from "./file-store.ts";
import { type FileServices, type Files, fileTarget, presentFile, requireReadableBytes } from "./files.ts";
import { readPieces, requireComplete } from "./open-file.ts";
import { continueUpload } from "./upload-file.ts";

const route = routesFor<Caller>();

/** The bytes of files: reading them with a credential or a link, and continuing an upload. */
export function fileContentRoutes({ files }: FileServices): Route[] {
  return [
    route(fileOperations.getContent, async ({ caller, params, request, ended }) => {
      requireReadableBytes(caller, params.id);
      const file = await requireComplete(files, caller.org.id, params.id);
      return bytesOf(files, file, request, ended);
    }),
    route(fileOperations.download, async ({ params, query, request, ended }) => {
      const orgId = openLink(files.secrets, params.id, query.token);
      await requireActiveOrg(files.db, orgId, ({ slug }) =>
        request.identify({ org: slug, actor: null, actorType: null }),
      );
      return bytesOf(files, await requireComplete(files, orgId, params.id), request, ended);
    }),
    route(fileOperations.putContent, async (call) => {
      const { caller, request } = call;
      const row = await putContent(files, call);
      const headers = { ...entityTag(row.version), "upload-offset": String(row.uploaded_size) };
      const document = presentFile(files, caller, row, request.origin);
      return { status: 200, headers, body: new JsonText(JSON.stringify(document)) };
    }),
  ];
}

async function bytesOf(files: Files, file: FileRow, request: RequestFacts, ended: AbortSignal) {
  const etag = `"${file.sha256}"`;
  if (isTagNotModified(request.headers, etag)) {
    return { status: 304 as const, headers: { etag } };
  }
  const range = readRange(request.headers, file.size, etag);
  const { first, last } = range ?? { first: 0, last: file.size - 1 };
  const stream = await readPieces(files, file, { first, last });
  // A stopping node waits for its responses; a client that is cut off can request the rest.
  ended.addEventListener("abort", () => stream.destroy(), { once: true });
  const headers = { ...headersOf(file), etag, "content-length": String(last - first + 1) };
  return range === undefined
    ? { status: 200 as const, headers, stream }
    : { status: 206 as const, headers: { ...headers, "content-range": `bytes ${first}-${last}/${file.size}` }, stream };
}

/** A browser must never run uploaded content as a page of the service. */
function headersOf(file: FileRow) {
  return {
    "content-type": file.content_type,
    "content-disposition": attachment(file.file_name),
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
  };
}

type PutCall = Call<typeof fileOperations.putContent, Caller>;

async function putContent(files: Files, { caller, params, upload, request }: PutCall): Promise<FileRow> {
  const orgId = caller.org.id;
  requireRight(caller, "create", fileTarget, params.id);
  const file = await findFile(files.db, orgId, params.id);
  if (file === undefined) {
    throw notFound("file", params.id);
  }
  const range = readContentRange(request.headers) ?? { first: 0, last: file.size - 1, size: file.size };
  requireFitting(range, file.size, upload.length);
  const { stream } = await upload.open(limitOf(range));
  try {
    return await continueUpload(files, orgId, { file, offset: range.first, stream });
  } finally {
    stream.destroy();
  }
}

function requireFitting({ first, last, size }: SentRange, fileSize: number, length: number | undefined): void {
  if (size !== fileSize) {
    throw invalidField(
      "Content-Range",
      `The file has ${fileSize} bytes, not ${size}. Start another upload for another file.`,
    );
  }
  if (length !== undefined && length !== last - first + 1) {
    const detail = `Content-Range covers ${last - first + 1} bytes, but the body has ${length}.`;
    throw invalidField("Content-Range", detail);
  }
}

function limitOf({ first, last }: SentRange) {
  const bytesMax = last - first + 1;
  const detail = `The body has more than the ${bytesMax} bytes that were announced.`;
  return { bytesMax, tooLarge: () => bodyTooLarge(detail) };
}
