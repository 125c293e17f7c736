/** The result of the service for each entity of a batch. */
export interface DeletionResult {
  readonly status: number;
  readonly problem?: { readonly detail?: string | undefined; readonly referencedBy?: unknown } | undefined;
}

export interface DeletionSummary {
  /** Can be deleted, or are deleted. */
  readonly free: number;
  /** Others refer to them. */
  readonly held: number;
  /** What a cascade would also delete or change, by entity name. */
  readonly referencedBy: Readonly<Record<string, number>>;
  /** Other obstacles, each message once. */
  readonly errors: readonly string[];
}

const gone: ReadonlySet<number> = new Set([200, 204, 404]);

/** Something that a cascade has just deleted is not found, and counts as deleted. */
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
