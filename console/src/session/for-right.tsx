import type { Right } from "@weft/client";
import type { ReactNode } from "react";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { mayDoSome, useSession } from "./session.ts";

interface ForRightProps {
  readonly verb: Right["verbs"][number];
  readonly kind: string;
  /** The plural label: project items. */
  readonly what: string;
  /** The tabs of the page. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A page that requires a permission. Other users are shown who can grant it, before the service rejects the request.
 */
export function ForRight({ verb, kind, what, tabs, children }: ForRightProps) {
  const { who } = useSession();
  if (mayDoSome(who, verb, kind)) return children;
  return (
    <PageFrame title={`${what.charAt(0).toUpperCase()}${what.slice(1)}`}>
      {tabs}
      <EmptyState icon="lock" title={`Ask an administrator about ${what}`}>
        Your role, {who.role ?? "none"}, may not {verb} {what}. Owners and administrators of the organization can grant
        permission.
      </EmptyState>
    </PageFrame>
  );
}

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
