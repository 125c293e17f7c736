/**
 * Loads what most nodes never need, such as a large package or document, on its first use instead of at every start.
 * After a failure the next use loads it again.
 */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
