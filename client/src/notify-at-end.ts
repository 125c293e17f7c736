/** The same response; signals when its body was read to the end, was interrupted, or is no longer read. */
export function notifyAtEnd(response: Response, onEnd: () => void): Response {
  const { status, statusText, headers } = response;
  const reader = response.body?.getReader();
  if (reader === undefined) {
    onEnd();
    return response;
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await reader.read().catch((error: unknown) => {
          onEnd();
          throw error;
        });
        if (chunk.done) {
          onEnd();
          controller.close();
        } else {
          controller.enqueue(chunk.value);
        }
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    // Nothing is read before it is requested.
    { highWaterMark: 0 },
  );
  return new Response(body, { status, statusText, headers });
}
