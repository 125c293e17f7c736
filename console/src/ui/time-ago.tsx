import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { formatAge, formatTime } from "./format.ts";

/** The time since, kept up to date; the exact local time as a tooltip. */
export function TimeAgo({ time }: { readonly time: string }) {
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip label={formatTime(time)}>
      <time dateTime={time} style={{ whiteSpace: "nowrap" }}>
        {formatAge(time, Date.now())}
      </time>
    </Tooltip>
  );
}
