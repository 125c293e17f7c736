import { fileOperations, mediaTypeSchema } from "@weft/contract";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import { type DocumentPage, listDocuments } from "../entities/list/list-documents.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { bodyTooLarge, invalidField, notFound } from "../platform/errors.ts";
import { entityTag, expectedVersion, isNotModified } from "../platform/http/cache-headers.ts";
import type { IncomingUpload } from "../platform/http/incoming-upload.ts";
import { type Call, JsonText, type Route, routesFor } from "../platform/http/route.ts";
import { decodeTextKey, encodeTextKey, idPattern } from "../platform/lists/page-key.ts";
import { parsePart } from "../platform/request-errors.ts";
import { createFile } from "./create-file.ts";
import type { FileRow } from "./file.ts";
import { meaningfulContentType } from "./file-name.ts";
import { countFiles, findFile, listFilesAfter, listFilesOf, listFilesToSearch } from "./file-store.ts";
import { type FileServices, type Files, fileTarget, presentFile } from "./files.ts";
import { planRemoval, removeFile } from "./remove-file.ts";
import { beginUpload } from "./upload-file.ts";

const route = routesFor<Caller>();

/** Metadata of files. Their bytes are served by file-content-routes.ts. */
export function fileRoutes(services: FileServices): Route[] {
  const { files } = services;
  return [
    route(fileOperations.list, async ({ caller, query, request, budget }) => {
      requireRight(caller, "read", fileTarget, "list");
      const present = (row: FileRow) => presentFile(files, caller, row, request.origin);
      return { status: 200, body: json(await pageOf(files, caller.org.id, { ...query, budget }, present)) };
    }),
    route(fileOperations.create, async (call) => {
      requireRight(call.caller, "create", fileTarget, "list");
      const row = await receive(services, call);
      const document = presentFile(files, call.caller, row, call.request.origin);
      const headers = { location: `/api/files/${row.id}`, "upload-offset": String(row.uploaded_size) };
      return { status: 201, headers: { ...headers, ...entityTag(row.version) }, body: json(document) };
    }),
    route(fileOperations.get, async ({ caller, params, request }) => {
      requireRight(caller, "read", fileTarget, params.id);
      const row = await findFile(files.db, caller.org.id, params.id);
      if (row === undefined) {
        throw notFound("file", params.id);
      }
      const headers = entityTag(row.version);
      return isNotModified(request.headers, row.version)
        ? { status: 304, headers }
        : { status: 200, headers, body: json(presentFile(files, caller, row, request.origin)) };
    }),
    route(fileOperations.remove, async ({ caller, params, query, request }) => {
      requireRight(caller, "delete", fileTarget, params.id);
      const remove = query.dryRun === true ? planRemoval : removeFile;
      await remove(files, caller.org.id, { id: params.id, expectedVersion: expectedVersion(request.headers) });
      return { status: 204 };
    }),
  ];
}

type ListQuery = Call<typeof fileOperations.list, Caller>["query"];

async function pageOf(
  files: Files,
  orgId: string,
  { criteria, order, fields, ...page }: ListQuery & { readonly budget: Budget },
  present: (row: FileRow) => ReturnType<typeof presentFile>,
): Promise<object> {
  if (criteria === undefined && order === undefined && fields === undefined) {
    const { rows, ...rest } = await listFiles(files.db, orgId, page);
    return { results: rows.map(present), ...rest };
  }
  const { budget, ...paging } = page;
  return budget.read(async () => {
    const ids = idsOf(criteria);
    const rows = await (ids === undefined ? listFilesToSearch(files.db, orgId) : listFilesOf(files.db, orgId, ids));
    const documents = rows.map(present);
    const found: DocumentPage = listDocuments(documents, "file", { ...paging, criteria, order, fields }, budget);
    return found;
  });
}

const idCriterion = z.object({
  id: z.union([z.string().transform((id) => [id]), z.object({ in: z.array(z.string()) }).transform((any) => any.in)]),
});

/** The only files that can match, as for the pictures of a page of entities. They are read by key. */
function idsOf(criteria: unknown): readonly string[] | undefined {
  return idCriterion.safeParse(criteria).data?.id;
}

type CreateCall = Call<typeof fileOperations.create, Caller>;

async function receive(services: FileServices, { caller, query, upload }: CreateCall): Promise<FileRow> {
  const { size = 0 } = query;
  const limit = limitOf(services.uploadBytesMax);
  if (size > limit.bytesMax) {
    throw limit.tooLarge();
  }
  if (size === 0 || !upload.isEmpty) {
    return store(services.files, caller, query, await upload.open(limit));
  }
  const { fileName = "", contentType } = query;
  return beginUpload(services.files, caller.org.id, caller.actor, { fileName, contentType, size });
}

const formSchema = z.strictObject({ fileName: z.string().optional(), contentType: mediaTypeSchema.optional() });

async function store(
  files: Files,
  caller: Caller,
  query: CreateCall["query"],
  upload: Awaited<ReturnType<IncomingUpload["open"]>>,
): Promise<FileRow> {
  const { stream, confirm } = upload;
  try {
    const form = parsePart(formSchema, upload.fields, "body");
    const fileName = query.fileName ?? form.fileName ?? upload.fileName;
    if (fileName === undefined) {
      throw invalidField("fileName", "Name the file: ?fileName=items.csv, or in the form part file.");
    }
    const contentType = query.contentType ?? form.contentType ?? meaningfulContentType(upload.contentType);
    const draft = { fileName, contentType, size: query.size, stream, confirm };
    return await createFile(files, caller.org.id, caller.actor, draft);
  } finally {
    stream.destroy();
  }
}

function limitOf(bytesMax: number) {
  const detail = `A file can have at most ${bytesMax} bytes. An operator can raise WEFT_UPLOAD_BYTES_MAX.`;
  return { bytesMax, tooLarge: () => bodyTooLarge(detail) };
}

function json(value: object): JsonText {
  return new JsonText(JSON.stringify(value));
}

interface FilePageInput {
  readonly limit: number;
  readonly nextPageKey?: string | undefined;
  readonly includeTotal?: boolean | undefined;
  readonly budget: Budget;
}

interface FilePage {
  readonly rows: readonly FileRow[];
  readonly nextPageKey?: string;
  readonly total?: number;
}

/** A page of all files, oldest first: the most common request, and fast with any number of files. */
async function listFiles(db: PostgresDatabase, orgId: string, input: FilePageInput): Promise<FilePage> {
  const after = decodeTextKey(input.nextPageKey, idPattern) ?? "";
  const { budget, limit } = input;
  const found = await budget.read(() => listFilesAfter(db, orgId, { after, limit: limit + 1, budget }));
  const rows = found.rows.slice(0, limit);
  const last = found.isCut || found.rows.length > limit ? rows.at(-1) : undefined;
  return {
    rows,
    ...(last === undefined ? {} : { nextPageKey: encodeTextKey(last.id) }),
    ...(input.includeTotal === true ? { total: await countFiles(db, orgId) } : {}),
  };
}
