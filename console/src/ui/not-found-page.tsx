import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "./empty-state.tsx";

export function NotFoundPage() {
  const action = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
      To the overview
    </Button>
  );
  return (
    <EmptyState icon="search" title="There is no such page" action={action}>
      The address may be mistyped, or it is one of a newer console.
    </EmptyState>
  );
}
