import { PageTabs } from "../../ui/page-frame.tsx";

/** The three pages of workflows: definitions, runs, tasks. */
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
