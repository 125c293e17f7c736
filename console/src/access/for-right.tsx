import type { Right } from "@weft/client";
import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { mayDoSome } from "./may-do-some.ts";

interface ForRightProps {
  readonly verb: Right["verbs"][number];
  readonly kind: string;
  /** As people call them: project items. */
  readonly what: string;
  /** The way to the pages beside it. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/** A page for those whose role has the right. The others are told who can give it, before the service refuses them. */
export function ForRight({ verb, kind, what, tabs, children }: ForRightProps) {
  const { who } = useSession();
  if (mayDoSome(who, verb, kind)) return children;
  return (
    <PageFrame title={`${what.charAt(0).toUpperCase()}${what.slice(1)}`}>
      {tabs}
      <EmptyState icon="lock" title={`Ask an administrator about ${what}`}>
        Your role, {who.role ?? "none"}, does not let you {verb} {what}. Owners and administrators of the organization
        can give it the right.
      </EmptyState>
    </PageFrame>
  );
}
