import type { SecretBox } from "../platform/secret-box.ts";

/** Derived from the session, so that it needs no storage; another site cannot read it. */
export function csrfTokenOf(secrets: SecretBox, sessionSecret: string): string {
  return secrets.sign("csrf", sessionSecret);
}
