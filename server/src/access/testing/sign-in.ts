import { strict as assert } from "node:assert";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { testPassword } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import type { UserRow } from "../user-store.ts";

export interface SignInInput {
  readonly password?: string;
  readonly grant?: "token" | "session";
}

export async function signIn(
  service: TestService,
  org: Pick<OrgRow, "slug">,
  user: Pick<UserRow, "email">,
  { password = testPassword, grant = "token" }: SignInInput = {},
): Promise<TestAnswer> {
  const body = { email: user.email, password, orgSlug: org.slug, grant };
  return service.call("POST", "/login", { headers: {}, body });
}

/** The headers of a program that has signed in. */
export function bearer(answer: TestAnswer): Record<string, string> {
  return { authorization: `bearer ${answer.body.accessToken}` };
}

/** The headers of a browser that has signed in, for reads. */
export function sessionOf(answer: TestAnswer): Record<string, string> {
  const [cookie] = answer.headers.get("set-cookie")?.split(";") ?? [];
  assert(cookie, "an answer without a cookie");
  return { cookie };
}

/** The headers of a browser that has signed in, for writes. */
export function writingSessionOf(answer: TestAnswer): Record<string, string> {
  return { ...sessionOf(answer), "x-csrf-token": answer.body.csrfToken };
}
