import { type OAuthScope, oauthScopes } from "@weft/contract";
import { oneRow, sql } from "../../platform/database/sql.ts";
import { type BuiltKey, buildAssistant, buildKey, buildOrg, buildUser } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import { bearer } from "./sign-in.ts";

/** What a credential administers: nothing, the org, or also its owners. */
export type Rank = "none" | "administrator" | "owner";

/** A user or app with a key and this rank: actors try to get its access, or to take something from it. */
export interface Subject {
  readonly name: string;
  readonly rank: Rank;
  readonly role: string | undefined;
  readonly owner: { readonly userId: string } | { readonly appId: string };
  /** The grants for a credential of an app; a user's has the user's rights. */
  readonly grants: object;
  readonly keyId: string;
  readonly tokenId: string;
}

export interface Actor {
  readonly name: string;
  readonly rank: Rank;
  readonly userId: string | undefined;
  /** Narrowed credentials and apps cannot create their own keys. */
  readonly makesOwnKeys: boolean;
  readonly keyId: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export const someRights = [{ verbs: ["read", "update"], typePath: "item:*" }] as const;
const ranks: Readonly<Record<string, Rank>> = { owner: "owner", admin: "administrator" };
const roles = ["owner", "admin", "editor", "viewer", "clerk"];

export class EscalationWorld {
  readonly service: TestService;
  readonly org: OrgRow;

  private constructor(service: TestService, org: OrgRow) {
    this.service = service;
    this.org = org;
  }

  static async build(service: TestService): Promise<EscalationWorld> {
    const world = new EscalationWorld(service, await buildOrg(service));
    const operator = await buildKey(service, world.org);
    await service.call("POST", "/roles", { headers: operator.headers, body: { name: "clerk", rights: someRights } });
    return world;
  }

  async buildActors(): Promise<Actor[]> {
    const users = await Promise.all(roles.map((role) => this.#userActor(role)));
    const [owner] = users;
    const apps = await Promise.all([
      this.#appActor("app key with preset admin", "administrator", { preset: "admin" }),
      this.#appActor("app key with some rights", "none", { rights: [{ verbs: ["read"], typePath: "item:*" }] }),
      this.#appActor("read-only app key", "none", { preset: "read-only" }),
    ]);
    return owner === undefined ? apps : [...users, ...apps, ...(await this.#narrowedActors(owner))];
  }

  buildSubjects(): Promise<Subject[]> {
    return Promise.all([
      ...roles.map((role) => this.#userSubject(role)),
      this.#appSubject("app with preset admin", "administrator", { preset: "admin" }),
      this.#appSubject("app with some rights", "none", { rights: someRights }),
    ]);
  }

  call(actor: Pick<Actor, "headers">, method: string, path: string, body?: object): Promise<TestAnswer> {
    return this.service.call(method, path, { headers: actor.headers, body });
  }

  /** Another key of the subject, to rotate and to revoke. */
  async freshKeyId(subject: Subject): Promise<string> {
    const { db } = this.service.database;
    const rows = await db.query<{ id: string }>(sql`
      insert into api_keys (org_id, id, app_id, user_id, label, secret_hash, secret_hint, preset, rights)
      select org_id, left(md5(random()::text), 16), app_id, user_id, label, sha256(random()::text::bytea), secret_hint,
        preset, rights
      from api_keys where org_id = ${this.org.id} and id = ${subject.keyId} returning id`);
    return oneRow(rows).id;
  }

  async #userActor(role: string): Promise<Actor> {
    const user = await buildUser(this.service, this.org, { role, password: null });
    const key = await buildKey(this.service, this.org, { user });
    const rank = ranks[role] ?? "none";
    return { name: role, rank, userId: user.id, makesOwnKeys: true, keyId: key.id, headers: key.headers };
  }

  async #appActor(name: string, rank: Rank, grants: Parameters<typeof buildKey>[2]): Promise<Actor> {
    const { headers, id } = await buildKey(this.service, this.org, grants);
    return { name, rank, userId: undefined, makesOwnKeys: false, keyId: id, headers };
  }

  async #narrowedActors(owner: Actor): Promise<Actor[]> {
    const narrowed = { rank: "none", userId: owner.userId, makesOwnKeys: false, keyId: undefined } as const;
    const key = await this.call(owner, "POST", "/api-keys", { preset: "callback" });
    const token = await this.call(owner, "POST", "/access-tokens", { taskId: "task-1" });
    const keyHeaders = { "x-api-key": key.body.apiKey, "x-api-org": this.org.slug };
    return [
      { ...narrowed, name: "owner's key for callbacks", headers: keyHeaders },
      { ...narrowed, name: "owner's token for one task", headers: bearer(token) },
      ...(await Promise.all(oauthScopes.map((scope) => this.#assistantActor(owner, scope)))),
    ];
  }

  async #assistantActor({ userId }: Actor, scope: OAuthScope): Promise<Actor> {
    const headers = await buildAssistant(this.service, this.org, { user: { id: userId ?? "" }, scope });
    const name = `owner's assistant with the scope ${scope}`;
    return { name, rank: "none", userId, makesOwnKeys: false, keyId: undefined, headers };
  }

  async #userSubject(role: string): Promise<Subject> {
    const user = await buildUser(this.service, this.org, { role, password: null });
    const key = await buildKey(this.service, this.org, { user });
    const { body } = await this.service.call("GET", "/whoami", { headers: key.headers });
    const owner = { userId: user.id };
    const rank = ranks[body.role] ?? "none";
    return { name: `user ${role}`, rank, role, owner, grants: {}, keyId: key.id, tokenId: await this.#tokenOf(owner) };
  }

  async #appSubject(name: string, rank: Rank, grants: object): Promise<Subject> {
    const administrator: BuiltKey = await buildKey(this.service, this.org);
    const { body: app } = await this.call(administrator, "POST", "/apps", { name });
    const owner = { appId: app.id };
    const { body: key } = await this.call(administrator, "POST", "/api-keys", { ...owner, ...grants });
    return { name, rank, role: undefined, owner, grants, keyId: key.id, tokenId: await this.#tokenOf(owner, grants) };
  }

  /** Issued as by the operator. */
  async #tokenOf(owner: Subject["owner"], grants: object = {}): Promise<string> {
    const user = await buildUser(this.service, this.org, { role: "owner", password: null });
    const by = await buildKey(this.service, this.org, { user });
    return (await this.call(by, "POST", "/access-tokens", { ...owner, ...grants })).body.id;
  }
}
