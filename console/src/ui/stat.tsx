import { Card, Skeleton, Text } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatNumber } from "./format.ts";
import classes from "./stat.module.css";
import { Sparkline } from "./time-chart.tsx";

interface StatProps {
  readonly label: string;
  /** undefined while loading. */
  readonly value: number | string | undefined;
  readonly note?: ReactNode;
  /** The target of the card. */
  readonly link?: LinkProps;
  readonly sparkline?: { readonly values: readonly number[]; readonly label: string; readonly color?: string };
}

/** One important number, large, with a short note. */
export function Stat({ label, value, note, link, sparkline }: StatProps) {
  return (
    <Card withBorder padding="md" className={classes["card"] ?? ""}>
      <Text size="sm" c="dimmed" component="div">
        {link === undefined ? (
          label
        ) : (
          <Link {...link} className={classes["link"]}>
            {label}
          </Link>
        )}
      </Text>
      {value === undefined ? (
        <Skeleton height={32} width={80} aria-busy="true" />
      ) : (
        <div className={classes["value"]}>{typeof value === "number" ? formatNumber(value) : value}</div>
      )}
      {note !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
      {sparkline !== undefined && (
        <div style={{ marginTop: "auto", paddingTop: 8 }}>
          <Sparkline {...sparkline} />
        </div>
      )}
    </Card>
  );
}
