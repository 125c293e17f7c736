/** What the service answers for each entity of a batch. */
export interface DeletionResult {
  readonly status: number;
  readonly problem?: { readonly detail?: string | undefined; readonly referencedBy?: unknown } | undefined;
}

export interface DeletionSummary {
  /** Can go, or are gone. */
  readonly free: number;
  /** Others point to them. */
  readonly held: number;
  /** What a cascade would take or change as well, by entity name. */
  readonly referencedBy: Readonly<Record<string, number>>;
  /** What else stands in the way, each sentence once. */
  readonly errors: readonly string[];
}

const gone: ReadonlySet<number> = new Set([200, 204, 404]);

/** Something that is not there any more, because a cascade has just taken it, is as good as deleted. */
export function summarizeDeletion(results: readonly DeletionResult[]): DeletionSummary {
  const others = results.filter(({ status }) => !gone.has(status));
  const held = others.filter(({ problem }) => isCounts(problem?.referencedBy));
  const referencedBy: Record<string, number> = {};
  for (const { problem } of held) {
    const counts = problem?.referencedBy;
    if (!isCounts(counts)) continue;
    for (const [name, count] of Object.entries(counts)) {
      referencedBy[name] = (referencedBy[name] ?? 0) + count;
    }
  }
  const errors = others.filter((one) => !held.includes(one)).map(({ problem }) => problem?.detail ?? "Unknown reason.");
  return { free: results.length - others.length, held: held.length, referencedBy, errors: [...new Set(errors)] };
}

function isCounts(value: unknown): value is Readonly<Record<string, number>> {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((count) => typeof count === "number")
  );
}
