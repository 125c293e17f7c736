import { PageTabs } from "../ui/page-frame.tsx";

/** The history, and its consumers. */
export function ChangeTabs() {
  return (
    <PageTabs
      label="Change history"
      tabs={[
        { title: "Changes", link: { to: "/changes" } },
        { title: "Consumers", link: { to: "/consumers" } },
      ]}
    />
  );
}
