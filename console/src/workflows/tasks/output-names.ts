/** The members of a task's output that later tasks of its workflow read: {tasks.Quote.output.cost} reads cost. */
export function outputNames(tasks: readonly { readonly config: unknown }[], name: string): readonly string[] {
  const text = JSON.stringify(tasks.map(({ config }) => config));
  const escaped = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  const found = text.matchAll(new RegExp(`tasks\\.${escaped}\\.output\\.([\\p{L}_$][\\p{L}\\p{N}_$]*)`, "gu"));
  return [...new Set([...found].map(([, member = ""]) => member))];
}

/** Empty members are omitted. */
export function withoutEmpty(output: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(output).filter(([, value]) => value !== ""));
}
