import { Alert, List, Stack, Text } from "@mantine/core";
import type { LoadUndo } from "@weft/client";
import { Icon } from "../ui/icon.tsx";
import { formatNumber, pluralize } from "./format-load.ts";

const reasonsShown = 20;

/** The result of an undo, and what it skipped and why. */
export function UndoOutcome({ undo: { status, reverted, notReverted, reasons } }: { readonly undo: LoadUndo }) {
  if (status === "pending" || status === "running") return null;
  const isClean = status === "completed" && notReverted === 0;
  return (
    <Alert
      color={isClean ? "teal" : "yellow"}
      variant="outline"
      icon={<Icon name={isClean ? "check" : "warning"} />}
      title={status === "failed" ? "Undo failed" : "Load undone"}
      role="status"
    >
      <Stack gap="xs">
        <Text size="sm">
          {pluralize(reverted, "change")} undone
          {notReverted > 0 ? `, ${formatNumber(notReverted)} skipped:` : "."}
        </Text>
        {reasons.length > 0 && (
          <List size="sm">
            {reasons.slice(0, reasonsShown).map(({ entityReference, message }) => (
              <List.Item key={entityReference}>
                <span className="mono">{entityReference}</span> {message}
              </List.Item>
            ))}
          </List>
        )}
        {notReverted > reasonsShown && <Text size="sm">and {formatNumber(notReverted - reasonsShown)} more.</Text>}
      </Stack>
    </Alert>
  );
}
