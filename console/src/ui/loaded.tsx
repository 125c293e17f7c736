import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./error-note.tsx";

interface LoadedProps<Value> {
  readonly query: UseQueryResult<Value>;
  /** A placeholder in the shape of the content. Default: some rows. */
  readonly skeleton?: ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/** Shows the content, a placeholder while it loads, or the error. */
export function Loaded<Value>({ query, skeleton = <SkeletonRows />, children }: LoadedProps<Value>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}

export function SkeletonRows({ rows = 8, height = 28 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <Stack gap="xs" aria-busy="true">
      <VisuallyHidden role="status">Loading…</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The rows are all alike.
        <Skeleton key={row} height={height} radius="sm" />
      ))}
    </Stack>
  );
}
