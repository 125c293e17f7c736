import { PageTabs } from "../ui/page-frame.tsx";

export function TypeTabs() {
  return (
    <PageTabs
      label="Types and option sets"
      tabs={[
        { title: "Types", link: { to: "/types" } },
        { title: "Option sets", link: { to: "/option-sets" } },
      ]}
    />
  );
}
