import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";

interface TabView<Tab extends string> {
  readonly value: Tab;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabViewsProps<Tab extends string> {
  /** As the address names it; undefined is the first. */
  readonly tab: Tab | undefined;
  readonly views: readonly TabView<Tab>[];
  readonly onChoose: (tab: Tab | undefined) => void;
}

/** Views of one page, one visible at a time. The first needs no name in the address. */
export function TabViews<Tab extends string>({ tab, views, onChoose }: TabViewsProps<Tab>) {
  const choose = (value: string | null) => {
    const at = views.findIndex((view) => view.value === value);
    onChoose(at === 0 ? undefined : views[at]?.value);
  };
  return (
    <Tabs value={tab ?? views[0]?.value ?? null} onChange={choose} keepMounted={false}>
      <Tabs.List mb="md">
        {views.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
