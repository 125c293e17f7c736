import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@weft/client";
import { previewKey } from "../query-keys.ts";
import { pluralize } from "../ui/format.ts";

/** The effects of a change before it is made. */
export type Preview =
  | { readonly state: "waiting" }
  | { readonly state: "fits"; readonly converted: number | undefined }
  | { readonly state: "breaks"; readonly misfits: Misfits }
  | { readonly state: "refused"; readonly error: unknown };

interface PreviewOptions {
  readonly queryKey: readonly unknown[];
  /** The update to send; undefined while it is incomplete. */
  readonly body: unknown;
  /** Requests with dryRun. */
  readonly ask: (signal: AbortSignal) => Promise<{ readonly conversion?: { readonly converted: number } } | undefined>;
}

const pauseMs = 500;

/** While the user types, the service checks the change against the stored entities. */
export function usePreview({ queryKey, body, ask }: PreviewOptions): Preview {
  const written = body === undefined ? undefined : JSON.stringify(body);
  const [settled] = useDebouncedValue(written, pauseMs);
  const isSettled = written !== undefined && settled === written;
  const query = useQuery({
    queryKey: previewKey(queryKey, written),
    queryFn: async ({ signal }): Promise<Preview> => {
      try {
        return { state: "fits", converted: (await ask(signal))?.conversion?.converted };
      } catch (error) {
        const misfits = misfitsOf(error);
        if (misfits !== undefined) return { state: "breaks", misfits };
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) return { state: "refused", error };
        throw error;
      }
    },
    enabled: isSettled,
    staleTime: 0,
    gcTime: 0,
  });
  if (query.error !== null && isSettled) return { state: "refused", error: query.error };
  return (isSettled ? query.data : undefined) ?? { state: "waiting" };
}

/** Stored entities that a change of a type or an option set would make invalid. */
export interface Misfits {
  readonly count: number;
  readonly sampleIds: readonly string[];
  /** The number of entities by property. */
  readonly byProperty: readonly (readonly [slug: string, count: number])[];
}

/** Parsed from a rejection; undefined if it has another reason. */
export function misfitsOf(error: unknown): Misfits | undefined {
  if (!(error instanceof ApiError) || error.code !== "conflict") return undefined;
  const { count, sampleIds, byProperty } = error.problem;
  if (typeof count !== "number" || typeof byProperty !== "object" || byProperty === null) return undefined;
  return {
    count,
    sampleIds: Array.isArray(sampleIds) ? sampleIds.filter((id) => typeof id === "string") : [],
    byProperty: Object.entries(byProperty).flatMap(([slug, times]) =>
      typeof times === "number" ? [[slug, times] as const] : [],
    ),
  };
}

export function countEntities(count: number): string {
  return pluralize(count, "stored entity", "stored entities");
}
