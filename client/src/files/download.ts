import { fillPath } from "../call-operation.ts";
import type { Caller } from "../operation-call.ts";
import { resumingStream } from "./resuming-stream.ts";
import type { TransferOptions } from "./upload-file.ts";

/** The bytes of a file, as they come. Read them, or cancel the stream: until then a connection is held. */
export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  /** Of all bytes. */
  readonly size: number;
  /** Goes on by itself where a connection broke. It can be read once. */
  readonly stream: ReadableStream<Uint8Array>;
  /** The bytes as text, in place of the stream. */
  text(): Promise<string>;
  /** The bytes as a whole, in place of the stream. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

export async function openDownload(caller: Caller, id: string, options: TransferOptions): Promise<Download> {
  const path = fillPath("/files/{id}/content", { id });
  const open = (headers: Readonly<Record<string, string>>, each: TransferOptions) =>
    // Compressed on the way, bytes could not be counted.
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

/** Undefined where something on the way has changed the bytes, such as a proxy that compresses. */
function sizeOf(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? undefined : Number(length);
}

/** As RFC 6266 has it; the form with an asterisk keeps all characters. */
function fileNameOf(disposition: string | null): string | undefined {
  const [, encoded] = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? "") ?? [];
  const [, plain] = /;\s*filename="([^"]*)"/i.exec(disposition ?? "") ?? [];
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    return plain;
  }
}
