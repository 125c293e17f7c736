import { z } from "zod";
import { dryRunParameter } from "./administered-operations.ts";
import { idSchema, pageOf, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { documentListQuery } from "./list-query.ts";
import { anyMediaType, defineOperation } from "./operation.ts";

export const fileStatuses = ["uploading", "completed"] as const;
export type FileStatus = (typeof fileStatuses)[number];

const fileSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("file"),
    typePath: z.literal("file"),
    fileName: z.string().describe("Without folders."),
    contentType: z.string(),
    size: z.int().describe("The bytes of the whole file."),
    uploadedSize: z.int().describe("The bytes that have arrived; an upload goes on behind them."),
    status: z.enum(fileStatuses).describe("uploading until all bytes have arrived; given up after a day without any."),
    sha256: z.string().optional().describe("Of the bytes, in hexadecimal, once they are complete."),
    downloadUrl: z
      .string()
      .optional()
      .describe("Gives the bytes to whoever has it, without a credential, for 24 hours. Once they are complete."),
    version: z.int(),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    createdById: z.string().optional(),
  })
  .meta({ id: "File" });

const mediaTypePattern =
  /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?: *; *[\w!#$&^.+-]{1,100}=(?:[\w!#$&^.+-]{1,100}|"[^"\\\p{Cc}]{0,100}"))*$/u;

/** A media type that can be sent back as it is. */
export const mediaTypeSchema = z.string().max(255).regex(mediaTypePattern, "A media type, such as text/csv.");

const sizeSchema = z
  .string()
  .regex(/^\d{1,15}$/, "A number of bytes.")
  .transform(Number);

const common = kindOperation({ name: "file", plural: "files" });
const one = { ...common, path: "/files/{id}", params: z.strictObject({ id: idSchema }) } as const;
const content = { ...one, path: "/files/{id}/content" } as const;

const bytes = { mediaType: anyMediaType, body: z.string() } as const;
const contentAnswers = {
  200: { description: "The bytes, as an attachment. Their ETag is the SHA-256.", ...bytes },
  206: { description: "The bytes of the range.", ...bytes },
  304: { description: "As If-None-Match says." },
} as const;
const contentHeaders = ["Range", "If-Range", "If-None-Match"] as const;

const readingOperations = {
  list: defineOperation({
    ...common,
    id: "list-files",
    method: "GET",
    path: "/files",
    summary: "List files",
    query: documentListQuery,
    answers: {
      200: {
        description: "A page, oldest first unless ordered otherwise.",
        body: pageOf(fileSchema).extend({ total: z.int().optional() }),
      },
    },
    errors: ["not-found", "invalid-query-object"],
  }),
  get: defineOperation({
    ...one,
    id: "get-file",
    method: "GET",
    summary: "Read what is known of a file",
    requestHeaders: ["If-None-Match"],
    answers: { 200: { description: "Found.", body: fileSchema }, 304: { description: "As If-None-Match says." } },
    errors: ["not-found"],
  }),
  getContent: defineOperation({
    ...content,
    id: "get-file-content",
    method: "GET",
    summary: "Read the bytes of a file, or some of them",
    requestHeaders: contentHeaders,
    answers: contentAnswers,
    errors: ["not-found", "conflict", "range-not-satisfiable", "bytes-not-here"],
  }),
  download: defineOperation({
    ...one,
    id: "download-file",
    method: "GET",
    path: "/files/{id}/download",
    summary: "Read the bytes of a file by its downloadUrl, without a credential",
    access: "open",
    query: z.strictObject({ token: z.string().min(1).max(200).describe("As it stands in the file's downloadUrl.") }),
    requestHeaders: contentHeaders,
    answers: contentAnswers,
    errors: ["not-found", "link-expired", "range-not-satisfiable", "bytes-not-here"],
  }),
};

const writingOperations = {
  create: defineOperation({
    ...common,
    id: "create-file",
    method: "POST",
    path: "/files",
    summary: "Upload a file, or begin an upload that can be resumed",
    query: z.strictObject({
      fileName: z.string().min(1).max(4000).optional().describe("Needed unless a form names the file."),
      contentType: mediaTypeSchema
        .optional()
        .describe("Left out: as Content-Type says, or as the name's ending tells."),
      size: sizeSchema
        .optional()
        .describe(
          "The bytes to come. With a body they are counted. Without one, an upload begins: send its bytes to PUT /files/{id}/content.",
        ),
    }),
    requestHeaders: ["Content-Type"],
    upload: "bytes-or-form",
    answers: { 201: { description: "Stored, or begun.", body: fileSchema } },
    errors: ["forbidden", "not-found"],
  }),
  putContent: defineOperation({
    ...content,
    id: "put-file-content",
    method: "PUT",
    summary: "Go on with an upload where it stopped",
    requestHeaders: ["Content-Range"],
    upload: "bytes",
    answers: { 200: { description: "Taken; Upload-Offset tells how many bytes there are.", body: fileSchema } },
    errors: ["forbidden", "not-found", "wrong-offset", "bytes-not-here"],
  }),
  remove: defineOperation({
    ...one,
    id: "delete-file",
    method: "DELETE",
    summary: "Delete a file with its bytes",
    query: z.strictObject({ dryRun: dryRunParameter }),
    requestHeaders: ["If-Match"],
    answers: { 204: { description: "Deleted." } },
    errors: ["forbidden", "not-found", "version-mismatch"],
  }),
};

export const fileOperations = { ...readingOperations, ...writingOperations };
