import { randomBytes } from "node:crypto";
import type { OAuthScope, Preset, Right } from "@weft/contract";
import { formatToken } from "../access/credential.ts";
import { createApp } from "../access/keys/app-kind.ts";
import { issueApiKey } from "../access/keys/change-api-key.ts";
import { insertOAuthToken } from "../access/oauth/oauth-token-store.ts";
import { findOrgBySlug, type OrgRow } from "../access/org-store.ts";
import { createOrg } from "../access/orgs/change-org.ts";
import { hashSecret, makeSecret } from "../access/secret.ts";
import type { UserRow } from "../access/user-store.ts";
import { createUser } from "../access/users/change-user.ts";
import { oneRow } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { hashOnce, keyHeaders, type TestService, testPassword } from "./test-service.ts";

type Built = Pick<TestService, "database">;

// In lower case, unlike ids: two of the same millisecond may differ only in case.
export const uniqueName = () => randomBytes(8).toString("hex");

export async function buildOrg({ database }: Built, slug = `org-${uniqueName()}`): Promise<OrgRow> {
  return database.db.transaction((tx) => createOrg(tx, { slug, name: slug }));
}

/** The org that the first start created. */
export async function firstOrg({ database, first }: Pick<TestService, "database" | "first">): Promise<OrgRow> {
  return oneRow([await findOrgBySlug(database.db, first.orgSlug)].filter((org) => org !== undefined));
}

export interface UserInput {
  readonly role?: string;
  readonly email?: string;
  /** Default: testPassword. */
  readonly password?: string | null;
}

export async function buildUser({ database }: Built, org: OrgRow, input: UserInput = {}): Promise<UserRow> {
  const email = input.email ?? `${uniqueName()}@users.example`;
  const passwordHash = input.password === null ? null : await hashOnce(input.password ?? testPassword);
  const draft = { email, name: "A user", role: input.role ?? "viewer", passwordHash, ssoSubject: null };
  return database.db.transaction((tx) => createUser(tx, org.id, draft));
}

export interface KeyInput {
  readonly preset?: Preset;
  readonly rights?: readonly Right[];
  readonly ratePerSecond?: number;
  readonly expiresOn?: Date;
  /** Default: a new app. */
  readonly user?: UserRow;
  readonly allowedAddresses?: readonly string[];
}

export interface BuiltKey {
  readonly id: string;
  readonly apiKey: string;
  readonly headers: Record<string, string>;
}

/** The key of a new owner, for what an administrator may not do. */
export async function buildOwnerKey(service: Built, org: OrgRow): Promise<BuiltKey> {
  return buildKey(service, org, { user: await buildUser(service, org, { role: "owner", password: null }) });
}

export async function buildKey({ database }: Built, org: OrgRow, input: KeyInput = {}): Promise<BuiltKey> {
  const { row, apiKey } = await database.db.transaction(async (tx) => {
    const { user } = input;
    const app =
      user === undefined ? await createApp(tx, org.id, { name: `app ${newId()}`, description: "" }) : undefined;
    const grants =
      input.preset === undefined && input.rights === undefined && app !== undefined ? ("admin" as const) : input.preset;
    return issueApiKey(tx, org.id, {
      owner: app === undefined ? { type: "user", id: user?.id ?? "" } : { type: "app", id: app.id },
      label: "test",
      preset: grants,
      rights: input.rights,
      ratePerSecond: input.ratePerSecond,
      allowedAddresses: input.allowedAddresses ?? [],
      expiresOn: input.expiresOn,
      issuer: { type: "operator" },
    });
  });
  return { id: row.id, apiKey, headers: keyHeaders({ apiKey, orgSlug: org.slug }) };
}

/** The headers of an assistant that the user connected. */
export async function buildAssistant(
  { database }: Built,
  org: OrgRow,
  { user, scope }: { readonly user: Pick<UserRow, "id">; readonly scope: OAuthScope },
): Promise<Record<string, string>> {
  const [secret, family, refresh] = [makeSecret(), makeSecret(), makeSecret()];
  await database.db.transaction((tx) =>
    insertOAuthToken(tx, org.id, {
      id: newId(),
      userId: user.id,
      clientName: "Claude",
      scope,
      secretHash: hashSecret(secret),
      familyHash: hashSecret(family),
      refreshHash: hashSecret(refresh),
      expiresOn: new Date(Date.now() + 3_600_000),
    }),
  );
  return { authorization: `Bearer ${formatToken(org.id, secret)}` };
}
