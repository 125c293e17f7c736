/** Splits the input into lines at line feeds only: readline would also split at separators that are valid in JSON. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of bytes) {
    const [first = "", ...others] = decoder.decode(piece, { stream: true }).split("\n");
    const lines = [rest + first, ...others];
    rest = lines.pop() ?? "";
    yield* lines.filter(isFilled);
  }
  rest += decoder.decode();
  if (isFilled(rest)) yield rest;
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}
