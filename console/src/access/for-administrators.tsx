import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";

/** A user without permission is shown whom to ask. The service rejects the request in any case. */
export function ForAdministrators({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  const { isAdministrator, role } = useSession().who;
  if (isAdministrator) return children;
  return (
    <EmptyState icon="lock" title={`Ask an administrator about ${what}`}>
      Only owners and administrators of the organization can view and change this. Your role is {role ?? "none"}.
    </EmptyState>
  );
}
