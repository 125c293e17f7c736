import { useQuery } from "@tanstack/react-query";
import { Navigate, useRouter } from "@tanstack/react-router";
import { ApiError, Weft } from "@weft/client";
import { type ReactNode, useMemo, useState } from "react";
import { ErrorState } from "../ui/error-state.tsx";
import { SessionContext } from "./session.ts";
import { baseUrl, sessionQuery } from "./session-query.ts";

/**
 * Not from the browser's cache: it asks by the version alone, and would show things as they were that change without a
 * new version, such as since when a webhook fails.
 */
const fetchAfresh = (url: string, init: RequestInit) => fetch(url, { ...init, cache: "no-store" });

/** Lets only those pass who have signed in; the others do so first, and come back to the page they asked for. */
export function SessionGate({ children, waiting }: { readonly children: ReactNode; readonly waiting: ReactNode }) {
  const { data: who, error, refetch } = useQuery(sessionQuery);
  const session = useMemo(
    () => who && { who, weft: new Weft({ baseUrl, csrfToken: who.csrfToken ?? "", fetch: fetchAfresh }) },
    [who],
  );

  if (error instanceof ApiError && error.status === 401) {
    return <ToSignIn />;
  }
  if (session !== undefined) {
    return <SessionContext value={session}>{children}</SessionContext>;
  }
  return error === null ? waiting : <ErrorState error={error} onRetry={() => void refetch()} />;
}

/** The address is that of the moment: it changes while the sign-in is on its way. */
function ToSignIn() {
  const { history } = useRouter();
  const [next] = useState(history.location.href);
  return <Navigate to="/sign-in" search={next === "/" ? {} : { next }} replace />;
}
