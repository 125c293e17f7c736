import { Badge } from "@mantine/core";

const good = "var(--weft-good)";
const warn = "var(--weft-warn)";
const bad = "var(--weft-bad)";
const idle = "var(--weft-third)";

/** Every status, and whether it is good news. */
const colors: Readonly<Record<string, string>> = {
  active: good,
  completed: good,
  created: good,
  delivered: good,
  done: good,
  enabled: good,
  success: good,
  succeeded: good,
  awaiting: warn,
  expiring: warn,
  paused: warn,
  retrying: warn,
  skipped: idle,
  canceled: idle,
  expired: idle,
  deleted: bad,
  denied: bad,
  disabled: idle,
  failed: bad,
  failure: bad,
  failing: bad,
  off: idle,
  parked: bad,
  dead: bad,
  rejected: bad,
  revoked: bad,
};

/** A status as text; its color only repeats what the text says. In progress has the accent color. */
export function StatusBadge({ status }: { readonly status: string }) {
  const color = colors[status.toLowerCase()] ?? "var(--weft-accent)";
  return (
    <Badge variant="dot" color={color} radius="sm" tt="none" fw={550} miw="max-content">
      {status}
    </Badge>
  );
}
