import { Badge } from "@mantine/core";

/** Every status, and whether it is good news. */
const colors: Readonly<Record<string, string>> = {
  active: "teal",
  completed: "teal",
  created: "teal",
  delivered: "teal",
  done: "teal",
  enabled: "teal",
  success: "teal",
  succeeded: "teal",
  awaiting: "yellow",
  expiring: "yellow",
  paused: "yellow",
  retrying: "yellow",
  skipped: "gray",
  canceled: "gray",
  expired: "gray",
  deleted: "red",
  denied: "red",
  disabled: "gray",
  failed: "red",
  failure: "red",
  failing: "red",
  off: "gray",
  parked: "red",
  dead: "red",
  rejected: "red",
  revoked: "red",
};

/** A status as text; its color only repeats what the text says. In progress is blue. */
export function StatusBadge({ status }: { readonly status: string }) {
  const color = colors[status.toLowerCase()] ?? "blue";
  return (
    <Badge variant="dot" color={color} radius="sm" tt="none" fw={550} miw="max-content">
      {status}
    </Badge>
  );
}
