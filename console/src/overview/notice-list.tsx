import { Anchor, Card, Group, Text, ThemeIcon, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import type { Notice } from "./attention.ts";
import classes from "./notice-list.module.css";

interface NoticeListProps {
  readonly title: string;
  /** undefined while loading. */
  readonly notices: readonly Notice[] | undefined;
  readonly color: "red" | "yellow";
  readonly empty: ReactNode;
}

const shownMax = 8;

/** Things that may need attention, each a link. */
export function NoticeList({ title, notices, color, empty }: NoticeListProps) {
  const more = (notices?.length ?? 0) - shownMax;
  return (
    <Card withBorder padding="md">
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {notices === undefined && <SkeletonRows rows={3} />}
      {notices?.length === 0 && (
        <Group gap="xs" wrap="nowrap">
          <ThemeIcon variant="light" color="teal" size="sm" radius="xl">
            <Icon name="check" size={12} />
          </ThemeIcon>
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        </Group>
      )}
      {notices !== undefined && notices.length > 0 && (
        <ul className={classes["list"]} aria-label={title}>
          {notices.slice(0, shownMax).map((notice) => (
            <li key={notice.key}>
              <NoticeLine notice={notice} color={color} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Text size="xs" c="dimmed" mt="sm">
          And {more} more.
        </Text>
      )}
    </Card>
  );
}

function NoticeLine({ notice, color }: { readonly notice: Notice; readonly color: "red" | "yellow" }) {
  const { icon, title, text, time, link } = notice;
  return (
    <div className={classes["line"]}>
      <ThemeIcon variant="light" color={color} size="md" radius="md">
        <Icon name={icon} size={16} />
      </ThemeIcon>
      <div className={classes["summary"]}>
        <div className={classes["head"]}>
          <Anchor size="sm" fw={550} renderRoot={(props) => <Link {...props} {...link} />}>
            {title}
          </Anchor>
          <Text size="xs" c="dimmed" span>
            <TimeAgo time={time} />
          </Text>
        </div>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {text}
        </Text>
      </div>
    </div>
  );
}
