/** The whole lines of an answer as they arrive; each arrival is waited for by way of listen. */
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
    // Who goes away in the middle needs the rest no more.
    await reader.cancel().catch(() => {});
  }
  if (begun !== "") {
    throw new Error("The last line is not whole.");
  }
}
