import { experimental_streamedQuery as streamedQuery } from "@tanstack/react-query";

interface Part<Row> {
  readonly results: readonly Row[];
}

/** A whole list, shown from its first page on while the others load: for lists that are searched as a whole. */
export function readInParts<Row>(pages: (signal: AbortSignal) => AsyncIterable<Part<Row>>) {
  const none: readonly Row[] = [];
  return streamedQuery({
    streamFn: ({ signal }) => pages(signal),
    reducer: (rows, { results }: Part<Row>) => [...rows, ...results],
    initialValue: none,
    // What is shown stays until all of it has been read again.
    refetchMode: "replace",
  });
}

/** The whole list at once: for lists that are short by nature, such as apps and roles. */
export async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}
