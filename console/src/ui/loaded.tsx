import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";

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
