import { PageTabs } from "../ui/page-tabs.tsx";

/** The three sides of workflows: what is defined, what runs, what waits. */
export function WorkflowTabs() {
  return (
    <PageTabs
      label="Workflows, runs and tasks"
      tabs={[
        { title: "Workflows", link: { to: "/workflows" } },
        { title: "Runs", link: { to: "/processes" } },
        { title: "Tasks", link: { to: "/tasks" } },
      ]}
    />
  );
}
