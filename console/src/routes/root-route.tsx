import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Outlet } from "@tanstack/react-router";
import { Shell } from "../shell/shell.tsx";
import { NotFoundPage } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-note.tsx";

interface RouterContext {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

/** Every page except the sign-in is inside. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: "shell", component: Shell });
