import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";

/** Whoever may not do a thing is told whom to ask. The service refuses it in any case. */
export function ForAdministrators({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  const { isAdministrator, role } = useSession().who;
  if (isAdministrator) return children;
  return (
    <EmptyState icon="lock" title={`Ask an administrator about ${what}`}>
      Only owners and administrators of the organization can see and change this. Your role is {role ?? "none"}.
    </EmptyState>
  );
}
