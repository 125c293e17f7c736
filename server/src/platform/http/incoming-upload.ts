import { Socket } from "node:net";
import { type Readable, Transform } from "node:stream";
import multipart, { type Multipart } from "@fastify/multipart";
import type { UploadBody } from "@weft/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalidRequest, unavailable, unsupportedMediaType } from "../errors.ts";
import type { Problem } from "../problem.ts";

interface UploadLimit {
  readonly bytesMax: number;
  /** Creates the error for too many bytes. */
  readonly tooLarge: () => Problem;
}

/** Bytes as they arrive, with their metadata. */
interface Upload {
  /** The opener must read it to its end or destroy it. It fails with a Problem. */
  readonly stream: Readable;
  readonly contentType: string | undefined;
  /** The name and the other parts that precede the bytes in a form. */
  readonly fileName: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** Once all bytes have been read: rejects parts that follow them in a form. */
  readonly confirm: () => Promise<void>;
}

const silenceMaxMs = 60_000;

/** The unread body of an upload request. */
export class IncomingUpload {
  readonly #request: FastifyRequest;
  readonly #body: UploadBody;
  readonly #endingOf: () => AbortSignal;

  constructor(request: FastifyRequest, body: UploadBody, endingOf: () => AbortSignal) {
    this.#request = request;
    this.#body = body;
    this.#endingOf = endingOf;
  }

  /** True if the request declares an empty body. */
  get isEmpty(): boolean {
    return this.#request.headers["transfer-encoding"] === undefined && (this.length ?? 0) === 0;
  }

  /** The bytes of the body, if the request declares them. */
  get length(): number | undefined {
    const length = this.#request.headers["content-length"];
    return length === undefined ? undefined : Number(length);
  }

  async open(limit: UploadLimit): Promise<Upload> {
    const request = this.#request;
    this.#requireKnownForm();
    if (!request.isMultipart() && (this.length ?? 0) > limit.bytesMax) {
      throw limit.tooLarge();
    }
    this.#awaitBytes();
    const ending = this.#endingOf();
    if (request.isMultipart()) {
      const form = await openForm(request);
      const stream = limitBytes(form.stream, request, ending, limit);
      // The parser waits for the reader of a part; a reader that gives up must release it.
      stream.once("close", () => form.stream.destroy());
      return { ...form, stream };
    }
    return {
      stream: limitBytes(request.raw, request, ending, limit),
      contentType: request.headers["content-type"],
      fileName: undefined,
      fields: {},
      confirm: async () => {},
    };
  }

  #requireKnownForm(): void {
    const { headers } = this.#request;
    if (this.#request.isMultipart() && this.#body === "bytes") {
      throw unsupportedMediaType("Send the bytes as the body, not as a form.");
    }
    if ((headers["content-encoding"] ?? "identity") !== "identity") {
      throw unsupportedMediaType("Send the bytes without Content-Encoding.");
    }
  }

  /** An upload has no time limit, but a limit on idle time. */
  #awaitBytes(): void {
    const { raw, server } = this.#request;
    const { socket } = raw;
    // An internal call, such as a tool's, has no connection that could be idle.
    if (!(socket instanceof Socket)) {
      return;
    }
    const giveUp = () => raw.destroy();
    server.uploadingSockets.add(socket);
    raw.setTimeout(silenceMaxMs, giveUp);
    const settle = () => {
      server.uploadingSockets.delete(socket);
      socket.setTimeout(0);
      raw.off("timeout", giveUp);
    };
    raw.once("end", settle).once("close", settle);
  }
}

/**
 * Between the request and its reader, so that a reader that gives up does not break the connection that its response is
 * sent on.
 */
function limitBytes(source: Readable, request: FastifyRequest, ending: AbortSignal, limit: UploadLimit): Readable {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit.bytesMax ? limit.tooLarge() : null, chunk);
    },
  });
  stream.on("error", () => {}); // It may fail before it is read; the reader then finds the stream failed.
  const stop = () => {
    if (!stream.writableEnded) {
      stream.destroy(reasonOf(request, source));
    }
  };
  // A fully received request also closes, while a form's last bytes may still wait for their reader.
  const stopUnlessWhole = () => (request.raw.complete ? undefined : stop());
  source.once("error", stop).once("close", stop);
  ending.addEventListener("abort", stopUnlessWhole, { once: true });
  if (source.destroyed) {
    stop();
  } else if (ending.aborted) {
    stopUnlessWhole();
  }
  source.pipe(stream);
  return stream;
}

function reasonOf({ raw }: FastifyRequest, source: Readable): Problem {
  if (raw.complete && source !== raw) {
    return invalidRequest("The form is truncated, or is not multipart/form-data.");
  }
  return raw.destroyed
    ? invalidRequest("The connection was closed before all bytes were received. Send them again.")
    : unavailable("The service is shutting down. Retry in a second.", { retryAfterSeconds: 1 });
}

/** Creates a scope in which bodies of any type are left to the handler. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  void scope.register(multipart);
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  // Encoded content is stored as sent, or rejected; never decoded on the way.
  scope.addHook("onRoute", (route) => {
    route.decompress = false;
  });
}

const limits = {
  fieldNameSize: 100,
  fieldSize: 4096,
  fields: 10,
  files: 2,
  headerPairs: 20,
  // Limited where the bytes are read.
  fileSize: Number.POSITIVE_INFINITY,
} as const;

interface UploadForm {
  readonly stream: Readable;
  readonly contentType: string | undefined;
  readonly fileName: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly confirm: () => Promise<void>;
}

/** Parses a multipart body up to the bytes of its part file. */
async function openForm(request: FastifyRequest): Promise<UploadForm> {
  const parts = request.parts({ limits });
  const fields: Record<string, string> = {};
  for (;;) {
    const part = await nextPart(parts);
    if (part === undefined) {
      throw invalidRequest("The form has no file part. Send the bytes in one, with a filename.");
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
    throw invalidRequest("The body is not well-formed multipart/form-data, or has too many parts.", { cause });
  }
}

function requireExpected(isExpected: boolean, part: Multipart, advice: string): void {
  if (isExpected) {
    return;
  }
  if (part.type === "file") {
    part.file.destroy();
  }
  throw invalidRequest(`The form part ${part.fieldname} is not supported. ${advice}`);
}

async function requireEnd(parts: AsyncIterableIterator<Multipart>): Promise<void> {
  const more = await nextPart(parts);
  if (more !== undefined) {
    requireExpected(false, more, "The file part must be the last part.");
  }
}
