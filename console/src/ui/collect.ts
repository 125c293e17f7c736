/** The whole list at once: for lists that are short by nature, such as apps and roles. */
export async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}
