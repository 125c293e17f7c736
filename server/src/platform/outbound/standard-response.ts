import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";

const bodilessStatuses = [204, 205, 304];

/** The response as the global Response, not undici's: OpenID clients and others check for an instance of it. */
export function standardResponse(answer: Dispatcher.ResponseData, method: string | undefined): Response {
  const head = {
    status: answer.statusCode,
    // undici decodes the reason phrase as UTF-8, while the standard uses one character per byte.
    statusText: Buffer.from(answer.statusText, "utf8").toString("latin1"),
    headers: standardHeaders(answer.headers),
  };
  if (method?.toUpperCase() !== "HEAD" && !bodilessStatuses.includes(answer.statusCode)) {
    return new Response(webStream(answer.body), head);
  }
  answer.body.resume();
  return new Response(null, head);
}

function standardHeaders(received: Dispatcher.ResponseData["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(received)) {
    for (const single of [value].flat()) headers.append(name, single);
  }
  return headers;
}

// Not Readable.toWeb: it turns a stream that has already failed into an empty one.
function webStream(body: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel() {
      body.destroy();
    },
  });
}
