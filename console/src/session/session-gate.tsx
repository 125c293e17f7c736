import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useNavigate, useRouter } from "@tanstack/react-router";
import { ApiError, Weft } from "@weft/client";
import { Fragment, type ReactNode, useEffect, useMemo, useState } from "react";
import { ErrorState } from "../ui/error-note.tsx";
import { notifyError } from "../ui/notify.ts";
import { forgetIdentity, onOtherIdentity } from "./remembered.ts";
import { SessionContext, useWeft } from "./session.ts";
import { baseUrl, identityOf, sessionQuery } from "./session-query.ts";

/** Requires a session; others sign in first and return to the page they requested. */
export function SessionGate({ children, waiting }: { readonly children: ReactNode; readonly waiting: ReactNode }) {
  const { data: who, error, refetch } = useQuery(sessionQuery);
  const session = useMemo(() => who && { who, weft: new Weft({ baseUrl, csrfToken: who.csrfToken ?? "" }) }, [who]);
  useEffect(() => onOtherIdentity(() => void refetch()), [refetch]);

  if (error instanceof ApiError && error.status === 401) {
    return <ToSignIn />;
  }
  if (session !== undefined) {
    return (
      <SessionContext value={session}>
        <Fragment key={identityOf(session.who)}>{children}</Fragment>
      </SessionContext>
    );
  }
  return error === null ? waiting : <ErrorState error={error} onRetry={() => void refetch()} />;
}

/** Read at this moment: the address changes during the sign-in. */
function ToSignIn() {
  const { history } = useRouter();
  const [next] = useState(history.location.href);
  return <Navigate to="/sign-in" search={next === "/" ? {} : { next }} replace />;
}

/** Ends the session, and deletes everything that was read with it. */
export function useSignOut(): () => void {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => weft.call("logout"),
    onError: notifyError,
    onSuccess: async () => {
      forgetIdentity();
      await navigate({ to: "/sign-in" });
      queryClient.clear();
    },
  });
  return () => signOut.mutate();
}
