import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "./empty-state.tsx";

export function NotFoundPage() {
  const action = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
      Go to overview
    </Button>
  );
  return (
    <EmptyState icon="search" title="Page not found" action={action}>
      The address may be mistyped, or the page belongs to a newer version of the console.
    </EmptyState>
  );
}
