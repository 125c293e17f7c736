import { Group, Text } from "@mantine/core";
import type { LoaderProcessSummary } from "@weft/client";
import { countNames, formatNumber, totalCounts } from "./format-load.ts";

/** The counts that are not zero, as text. */
export function LoadCountsCell({ load }: { readonly load: Pick<LoaderProcessSummary, "counts" | "warnings"> }) {
  const totals = totalCounts(load);
  const parts = countNames.filter((name) => totals[name] > 0);
  return (
    <Group gap="xs" wrap="nowrap">
      {parts.map((name) => (
        <Text
          key={name}
          size="sm"
          c={name === "failed" ? "var(--mantine-color-error)" : ""}
          className="numbers"
          style={{ whiteSpace: "nowrap" }}
        >
          {formatNumber(totals[name])} {name}
        </Text>
      ))}
      {parts.length === 0 && (
        <Text size="sm" c="dimmed">
          none
        </Text>
      )}
    </Group>
  );
}
