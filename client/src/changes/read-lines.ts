/** The complete lines of a response as they arrive; listen wraps the wait for each chunk. */
export async function* readLines(
  response: Response,
  listen: <Result>(arrival: Promise<Result>) => Promise<Result>,
): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    return;
  }
  const decoder = new TextDecoder();
  let begun = "";
  try {
    for (;;) {
      const { done: isAtEnd, value } = await listen(reader.read());
      if (isAtEnd) break;
      const lines = (begun + decoder.decode(value, { stream: true })).split("\n");
      begun = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    // A caller that stops early does not need the rest.
    await reader.cancel().catch(() => {});
  }
  if (begun !== "") {
    throw new Error("The last line is incomplete.");
  }
}
