import { Group, Text } from "@mantine/core";
import type { ApiKey } from "@weft/client";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { keyStatus } from "./key-status.ts";

/** The label, and the hint of the key, to recognize it by. */
export function KeyName({ apiKey }: { readonly apiKey: ApiKey }) {
  return (
    <Group gap={8} wrap="nowrap">
      <Text size="sm" span>
        {apiKey.label}
      </Text>
      <Text size="xs" c="dimmed" className="mono" span style={{ whiteSpace: "nowrap" }}>
        {apiKey.secretHint}
      </Text>
    </Group>
  );
}

/** A time, or the text for none. */
export function TimeOr({ time, otherwise }: { readonly time: string | null; readonly otherwise: string }) {
  return time === null ? (
    <Text size="sm" c="dimmed" span>
      {otherwise}
    </Text>
  ) : (
    <Text size="sm" span>
      <TimeAgo time={time} />
    </Text>
  );
}

export function KeyStatusBadge({ dated }: { readonly dated: Pick<ApiKey, "revokedOn" | "expiresOn"> }) {
  return <StatusBadge status={keyStatus(dated, Date.now())} />;
}
