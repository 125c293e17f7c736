import { Button, CopyButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { formatTimeAs, pluralize } from "../../ui/format.ts";
import classes from "./log-view.module.css";
import { readLogLine } from "./run-facts.ts";

const lineHeight = 22;
const filterFrom = 20;

/** A log of any length: only the visible lines are in the page. */
export function LogView({ lines, label }: { readonly lines: readonly string[]; readonly label: string }) {
  const [words, setSearch] = useState("");
  const found = useMemo(() => {
    const wanted = words.toLowerCase();
    return lines.filter((line) => line.toLowerCase().includes(wanted));
  }, [lines, words]);
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No log lines.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between">
        {lines.length >= filterFrom ? (
          <TextInput
            size="xs"
            placeholder="Filter lines…"
            aria-label={`Filter lines of ${label}`}
            value={words}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : (
          <span />
        )}
        <Group gap="xs">
          <Text size="xs" c="dimmed" className="numbers">
            {pluralize(found.length, "line")}
          </Text>
          <CopyButton value={lines.join("\n")}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? "Copied" : "Copy all"}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Group>
      <Lines lines={found} label={label} />
    </Stack>
  );
}

function Lines({ lines, label }: { readonly lines: readonly string[]; readonly label: string }) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reached by the keyboard.
    <section ref={scroller} className={classes["scroller"]} aria-label={label} tabIndex={0}>
      <div style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const { time, text } = readLogLine(lines[index] ?? "");
          return (
            <div
              key={index}
              data-index={index}
              ref={virtualizer.measureElement}
              className={classes["line"]}
              style={{ transform: `translateY(${start}px)` }}
            >
              {time !== "" && (
                <time className={classes["time"]} dateTime={time} title={time}>
                  {formatTimeAs("clock", new Date(time))}
                </time>
              )}
              <span className={classes["text"]}>{text}</span>
            </div>
          );
        })}
      </div>
    </section>
  );
}
