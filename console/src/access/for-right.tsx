import type { Right } from "@weft/client";
import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { mayDoSome } from "./may-do-some.ts";

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
