import type { Readable } from "node:stream";
import type { Multipart } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";

const limits = {
  fieldNameSize: 100,
  fieldSize: 4096,
  fields: 10,
  files: 2,
  headerPairs: 20,
  // Limited where the bytes are read.
  fileSize: Number.POSITIVE_INFINITY,
} as const;

export interface UploadForm {
  readonly stream: Readable;
  readonly contentType: string | undefined;
  readonly fileName: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly confirm: () => Promise<void>;
}

/** Parses a multipart body up to the bytes of its part file. */
export async function openForm(request: FastifyRequest): Promise<UploadForm> {
  const parts = request.parts({ limits });
  const fields: Record<string, string> = {};
  for (;;) {
    const part = await nextPart(parts);
    if (part === undefined) {
      throw new Problem("invalid-request", "The form has no file part. Send the bytes in one, with a filename.");
    }
    if (part.type === "file") {
      requireExpected(part.fieldname === "file", part, "Send the bytes in the file part.");
      return {
        stream: part.file,
        contentType: part.mimetype,
        fileName: part.filename,
        fields,
        confirm: () => requireEnd(parts),
      };
    }
    requireExpected(typeof part.value === "string" && part.valueTruncated !== true, part, "It must be a short text.");
    fields[part.fieldname] = String(part.value);
  }
}

async function nextPart(parts: AsyncIterableIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { done, value } = await parts.next();
    return done === true ? undefined : value;
  } catch (cause) {
    throw new Problem("invalid-request", "The body is not well-formed multipart/form-data, or has too many parts.", {
      cause,
    });
  }
}

function requireExpected(isExpected: boolean, part: Multipart, advice: string): void {
  if (isExpected) {
    return;
  }
  if (part.type === "file") {
    part.file.destroy();
  }
  throw new Problem("invalid-request", `The form part ${part.fieldname} is not supported. ${advice}`);
}

async function requireEnd(parts: AsyncIterableIterator<Multipart>): Promise<void> {
  const more = await nextPart(parts);
  if (more !== undefined) {
    requireExpected(false, more, "The file part must be the last part.");
  }
}
