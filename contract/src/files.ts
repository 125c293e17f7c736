import { z } from "zod";
import { dryRunParameter } from "./administered-operations.ts";
import { countedPageOf, idSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { documentListQuery, namesOfShape } from "./list-query.ts";
import { anyMediaType, defineOperation, notModified } from "./operation.ts";

export const fileStatuses = ["uploading", "completed"] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** The longest sides of thumbnails in pixels. */
export const thumbnailSizes = ["96", "240", "480", "960"] as const;

export const pictureStatuses = ["pending", "ready", "unreadable", "too-large"] as const;
export type PictureStatus = (typeof pictureStatuses)[number];

const fileSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("file"),
    typePath: z.literal("file"),
    fileName: z.string().describe("Without a directory."),
    contentType: z.string(),
    size: z.int().describe("The size of the whole file in bytes."),
    uploadedSize: z.int().describe("The number of bytes received; a resumed upload continues after them."),
    status: z
      .enum(fileStatuses)
      .describe("uploading until all bytes are received; abandoned after 24 hours without any."),
    sha256: z.string().optional().describe("SHA-256 of the content in hexadecimal, once the upload is complete."),
    downloadUrl: z
      .string()
      .optional()
      .describe(
        "Downloads the content without a credential for 24 hours: anyone who has the URL can use it. Present once the upload is complete.",
      ),
    pictureStatus: z
      .enum(pictureStatuses)
      .optional()
      .describe(
        "For a picture: pending until it was processed, then ready, unreadable (damaged), or too-large (over 50 megapixels or 128 MiB, or over 10 seconds of processor time or 512 MiB of memory). Absent for other files, and for files uploaded before pictures were processed: those are processed when their first thumbnail is requested.",
      ),
    width: z.int().optional().describe("The width of a picture in pixels, as it is shown. Present if ready."),
    height: z.int().optional().describe("The height of a picture in pixels, as it is shown. Present if ready."),
    dominantColor: z
      .string()
      .optional()
      .describe("The most common color of a picture, such as #8a5200, to show until it is loaded. Present if ready."),
    version: z.int(),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    createdById: z.string().optional(),
  })
  .meta({ id: "StoredFile" });

const mediaTypePattern =
  /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?: *; *[\w!#$&^.+-]{1,100}=(?:[\w!#$&^.+-]{1,100}|"[^"\\\p{Cc}]{0,100}"))*$/u;

/** A media type that can be returned unchanged. */
export const mediaTypeSchema = z
  .string()
  .max(255)
  .regex(mediaTypePattern, "Must be a media type, such as text/csv.")
  // The same rule without \p, which not every language understands.
  .meta({ pattern: mediaTypePattern.source.replaceAll("\\p{Cc}", "\\x00-\\x1f\\x7f-\\x9f") });

const sizeSchema = z
  .string()
  .regex(/^\d{1,15}$/, "Must be a number of bytes.")
  .transform(Number)
  .pipe(z.int().min(0));

const common = kindOperation({ name: "file", plural: "files" });
const one = { ...common, path: "/files/{id}", params: z.strictObject({ id: idSchema }) } as const;
const content = { ...one, path: "/files/{id}/content" } as const;

const bytes = { mediaType: anyMediaType, body: z.string(), headers: ["ETag", "Content-Disposition"] } as const;
const contentAnswers = {
  200: { description: "The content, as an attachment. Its ETag is the SHA-256.", ...bytes },
  206: {
    description: "The requested range of bytes.",
    ...bytes,
    headers: ["ETag", "Content-Disposition", "Content-Range"],
  },
  304: notModified,
} as const;
const contentHeaders = ["Range", "If-Range", "If-None-Match"] as const;

const readingOperations = {
  list: defineOperation({
    ...common,
    id: "list-files",
    method: "GET",
    path: "/files",
    summary: "List files",
    description: "Returns a page of files without their content, oldest first unless ordered otherwise.",
    query: documentListQuery,
    names: namesOfShape(fileSchema),
    answers: {
      200: {
        description: "A page, oldest first unless ordered otherwise.",
        body: countedPageOf(fileSchema),
      },
    },
    errors: ["not-found", "invalid-query-object"],
  }),
  get: defineOperation({
    ...one,
    id: "get-file",
    method: "GET",
    summary: "Read the metadata of a file",
    description: "Returns the name, type, size and status of a file, and a download URL once it is complete.",
    requestHeaders: ["If-None-Match"],
    answers: { 200: { headers: ["ETag"], description: "Found.", body: fileSchema }, 304: notModified },
    errors: ["not-found"],
  }),
  getContent: defineOperation({
    ...content,
    id: "get-file-content",
    method: "GET",
    summary: "Download a file, or a range of its bytes",
    description:
      "Returns the bytes as an attachment with the media type of the file. Send Range for a part and If-None-Match to skip a known content.",
    requestHeaders: contentHeaders,
    answers: contentAnswers,
    errors: ["not-found", "conflict", "range-not-satisfiable", "bytes-not-here"],
  }),
  getThumbnail: defineOperation({
    ...one,
    path: "/files/{id}/thumbnail",
    id: "get-file-thumbnail",
    method: "GET",
    summary: "Read a thumbnail of a picture",
    description:
      "Returns a WebP whose longest side has at most size pixels; a smaller picture is not enlarged. Thumbnails are made once, of JPEG, PNG, WebP, GIF (first frame), TIFF and AVIF, upright and in sRGB. With v the response can be cached permanently.",
    query: z.strictObject({
      size: z.enum(thumbnailSizes).describe("The longest side in pixels."),
      v: z
        .string()
        .regex(/^[0-9a-f]{8,64}$/, "Must be the first 8 or more characters of the file's sha256.")
        .optional()
        .describe(
          "The first characters of the file's sha256, at least 8. The response is then immutable, and a value of another content returns 404.",
        ),
    }),
    requestHeaders: ["If-None-Match"],
    answers: {
      200: { description: "The thumbnail.", mediaType: "image/webp", body: z.string(), headers: ["ETag"] },
      304: notModified,
    },
    errors: ["not-found", "conflict", "no-thumbnail", "bytes-not-here"],
  }),
  download: defineOperation({
    ...one,
    id: "download-file",
    method: "GET",
    path: "/files/{id}/download",
    summary: "Download a file by its downloadUrl, without a credential",
    description: "The downloadUrl of a file with its token. Anyone who has the URL can use it for 24 hours.",
    access: "open",
    query: z.strictObject({ token: z.string().min(1).max(200).describe("As in the file's downloadUrl.") }),
    requestHeaders: contentHeaders,
    answers: contentAnswers,
    errors: ["not-found", "link-expired", "range-not-satisfiable", "bytes-not-here", "org-suspended"],
  }),
};

const writingOperations = {
  create: defineOperation({
    ...common,
    id: "create-file",
    method: "POST",
    path: "/files",
    summary: "Upload a file, or start a resumable upload",
    description:
      "Send the bytes as the body or as the last part of a form. Without a body, size starts a resumable upload, and PUT /files/{id}/content sends its bytes.",
    query: z.strictObject({
      fileName: z.string().min(1).max(4000).optional().describe("Required unless a form names the file."),
      contentType: mediaTypeSchema
        .optional()
        .describe("Default: Content-Type, or a type derived from the file extension."),
      size: sizeSchema
        .optional()
        .describe(
          "The size of the file in bytes. Optional with a body. Without a body, it starts a resumable upload: send the bytes to PUT /files/{id}/content.",
        ),
    }),
    upload: "bytes-or-form",
    answers: {
      201: {
        headers: ["ETag", "Location", "Upload-Offset"],
        description: "Uploaded, or upload started.",
        body: fileSchema,
      },
    },
    errors: ["forbidden", "not-found"],
  }),
  putContent: defineOperation({
    ...content,
    id: "put-file-content",
    method: "PUT",
    summary: "Resume an upload",
    description:
      "Sends the next bytes of a resumable upload; Content-Range gives their position. Upload-Offset in the response is the position to continue from.",
    requestHeaders: ["Content-Range"],
    upload: "bytes",
    answers: {
      200: {
        headers: ["ETag", "Upload-Offset"],
        description: "Accepted; Upload-Offset gives the number of bytes received.",
        body: fileSchema,
      },
    },
    errors: ["forbidden", "not-found", "wrong-offset", "bytes-not-here"],
  }),
  remove: defineOperation({
    ...one,
    id: "delete-file",
    method: "DELETE",
    summary: "Delete a file and its content",
    description: "Deletes the metadata and the content of a file. Its download URLs stop working.",
    query: z.strictObject({ dryRun: dryRunParameter }),
    requestHeaders: ["If-Match"],
    answers: { 204: { description: "Deleted." } },
    errors: ["forbidden", "not-found", "version-mismatch"],
  }),
};

export const fileOperations = { ...readingOperations, ...writingOperations };
