import { fillPath } from "../call-operation.ts";
import type { Caller } from "../operation-call.ts";
import { resumingStream } from "./resuming-stream.ts";
import type { TransferOptions } from "./upload-file.ts";

/** The content of a file as a stream. Read it, or cancel the stream: until then it holds a connection. */
export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  /** Total size in bytes. */
  readonly size: number;
  /** Resumes after a lost connection. It can be read once. */
  readonly stream: ReadableStream<Uint8Array>;
  /** The content as text, instead of the stream. */
  text(): Promise<string>;
  /** The content as bytes, instead of the stream. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

export async function openDownload(caller: Caller, id: string, options: TransferOptions): Promise<Download> {
  const path = fillPath("/files/{id}/content", { id });
  const open = (headers: Readonly<Record<string, string>>, each: TransferOptions) =>
    // With compression in transit, byte offsets would be unknown.
    caller.send({ method: "GET", path, headers: { "Accept-Encoding": "identity", ...headers } }, each);
  const first = await open({}, options);
  const { headers } = first;
  const size = sizeOf(headers) ?? (await caller.call("get-file", { params: { id } }, options)).size;
  const stream = resumingStream({ first, size, open, options });
  return {
    fileName: fileNameOf(headers.get("content-disposition")) ?? id,
    contentType: headers.get("content-type") ?? "application/octet-stream",
    size,
    stream,
    text: () => new Response(stream).text(),
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
  };
}

/** Undefined if the bytes were changed in transit, for example by a proxy that compresses. */
function sizeOf(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? undefined : Number(length);
}

/** As defined by RFC 6266; the form with an asterisk preserves all characters. */
function fileNameOf(disposition: string | null): string | undefined {
  const [, encoded] = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? "") ?? [];
  const [, plain] = /;\s*filename="([^"]*)"/i.exec(disposition ?? "") ?? [];
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    return plain;
  }
}
