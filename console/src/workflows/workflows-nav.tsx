import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";

interface WorkflowsNavProps {
  readonly active: "workflows" | "processes" | "tasks";
}

const places = [
  { value: "workflows", label: "Workflows", to: "/workflows" },
  { value: "processes", label: "Runs", to: "/processes" },
  { value: "tasks", label: "Tasks", to: "/tasks" },
] as const;

/** The three sides of workflows: what is defined, what runs, what waits. */
export function WorkflowsNav({ active }: WorkflowsNavProps) {
  return (
    <Group component="nav" gap={4} aria-label="Workflows, runs and tasks">
      {places.map(({ value, label, to }) => (
        <Button
          key={value}
          size="compact-md"
          variant={value === active ? "light" : "subtle"}
          color={value === active ? "weft" : "gray"}
          c={value === active ? "var(--mantine-color-anchor)" : "var(--mantine-color-dimmed)"}
          renderRoot={(props) => <Link {...props} to={to} aria-current={value === active ? "page" : undefined} />}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
