import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

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
