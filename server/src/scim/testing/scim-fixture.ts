import type { OrgRow } from "../../access/org-store.ts";
import { type BuiltKey, buildKey, buildOrg } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";

/** An org whose users an identity provider provisions. */
export interface ScimFixture {
  readonly org: OrgRow;
  /** A key of an app with the preset admin. */
  readonly administrator: BuiltKey;
  /** Calls a path below /scim/v2 as an identity provider does, with the token of an app with the preset admin. */
  scim(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  /** Calls a path of the API as the administrator. */
  call(method: string, path: string, body?: unknown): Promise<TestAnswer>;
}

export async function buildScimFixture(service: TestService): Promise<ScimFixture> {
  const org = await buildOrg(service);
  const administrator = await buildKey(service, org);
  const { headers } = administrator;
  const app = await service.call("POST", "/apps", { headers, body: { name: "identity provider" } });
  const body = { appId: app.body.id, preset: "admin", expiresInSeconds: 31_536_000 };
  const token = await service.call("POST", "/access-tokens", { headers, body });
  const bearer = { authorization: `Bearer ${token.body.accessToken}` };
  return { org, administrator, scim: scimCaller(service, bearer), call: apiCaller(service, headers) };
}

export function scimCaller(service: TestService, credential: Readonly<Record<string, string>>) {
  const accept = { accept: "application/scim+json" };
  return (method: string, path: string, body?: unknown) =>
    service.call(method, `/scim/v2${path}`, {
      headers: { ...credential, ...accept, ...(body === undefined ? {} : { "content-type": "application/scim+json" }) },
      body,
    });
}

function apiCaller(service: TestService, headers: Readonly<Record<string, string>>) {
  return (method: string, path: string, body?: unknown) => service.call(method, path, { headers, body });
}

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

export function patchOf(...Operations: readonly object[]) {
  return { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations };
}

let users = 0;

/** A user created by the provider, with its id and email. */
export async function provisionUser({
  scim,
}: ScimFixture): Promise<{ readonly id: string; readonly userName: string }> {
  users += 1;
  const userName = `user${users}@users.example`;
  const { status, body } = await scim("POST", "/Users", { schemas: [userSchema], userName });
  if (status !== 201) {
    throw new Error(`The user could not be created: ${JSON.stringify(body)}`);
  }
  return { id: body.id, userName };
}

/** The id of the group with this name. */
export async function groupId({ scim }: ScimFixture, displayName: string): Promise<string> {
  const { body } = await scim("GET", `/Groups?filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`);
  return body.Resources[0].id;
}

export async function roleOf({ call }: ScimFixture, userId: string): Promise<string> {
  return (await call("GET", `/users/${userId}`)).body.role;
}
