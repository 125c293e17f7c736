import { Group, SimpleGrid, Text } from "@mantine/core";
import type { LoaderProcess, LoaderProcessSummary } from "@weft/client";
import { kindOfType, wordOf } from "../entities/entity-kind.ts";
import { formatNumber } from "../ui/format.ts";
import { Stat } from "../ui/stat.tsx";
import { countNames, totalCounts } from "./format-load.ts";

const planned = {
  created: "To be created",
  updated: "To be updated",
  unchanged: "Unchanged",
  deleted: "To be removed",
  failed: "Rows with errors",
} as const;
const done = {
  created: "Created",
  updated: "Updated",
  unchanged: "Unchanged",
  deleted: "Removed",
  failed: "Rows with errors",
} as const;

/** The counts of a load, each with its entity types. */
export function CountCards({ load, isPlan = false }: { readonly load: LoaderProcess; readonly isPlan?: boolean }) {
  const totals = totalCounts(load);
  const labels = isPlan ? planned : done;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
      {countNames.map((name) => (
        <Stat
          key={name}
          label={labels[name]}
          value={totals[name]}
          note={name === "failed" ? undefined : noteOf(load, name)}
        />
      ))}
    </SimpleGrid>
  );
}

function noteOf({ counts }: LoaderProcess, name: (typeof countNames)[number]): string {
  return Object.entries(counts)
    .filter(([, count]) => count[name] > 0)
    .map(([entityType, count]) => `${formatNumber(count[name])} ${nameOf(entityType, count[name])}`)
    .join(", ");
}

function nameOf(entityType: string, count: number): string {
  const kind = kindOfType(entityType);
  return kind === undefined ? entityType : wordOf(kind, count);
}

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
          c={name === "failed" ? "var(--weft-bad)" : ""}
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
