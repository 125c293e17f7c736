import { strict as assert } from "node:assert";
import type { Operation } from "@weft/contract";
import { expect } from "vitest";
import { type BuiltKey, buildKey, buildOrg } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";

type Body = Readonly<Record<string, unknown>>;

export interface AdministeredKind {
  /** As in the path: api-keys. */
  readonly plural: string;
  readonly operations: Readonly<Record<"list" | "create" | "get" | "update" | "remove", Operation>>;
  /** Returns a body that creates a new entity each time. */
  readonly buildBody: () => Body;
  /** Members to change, read back as sent. */
  readonly change: Body;
  /** Read-only members beyond the common ones, with values that were never read. */
  readonly readOnly: Body;
  /** A body with several errors, and all of those errors. */
  readonly badBody: { readonly body: Body; readonly errors: readonly string[] };
  readonly badChange: { readonly body: Body; readonly errors: readonly string[] };
  /** The member that is shown once, on creation. */
  readonly secret?: "apiKey" | "accessToken";
  /** Users who are not administrators see some of this kind. */
  readonly isOpenToUsers?: boolean;
}

/** An org with an administrator, and others who must be denied. */
export class KindWorld {
  readonly kind: AdministeredKind;
  readonly #getService: () => TestService;
  #org: OrgRow | undefined;
  #administrator: BuiltKey | undefined;

  constructor(getService: () => TestService, kind: AdministeredKind) {
    this.#getService = getService;
    this.kind = kind;
  }

  get service(): TestService {
    return this.#getService();
  }

  get org(): OrgRow {
    assert(this.#org, "a world that is not built");
    return this.#org;
  }

  get administrator(): BuiltKey {
    assert(this.#administrator, "a world that is not built");
    return this.#administrator;
  }

  async build(): Promise<void> {
    this.#org = await buildOrg(this.service);
    this.#administrator = await buildKey(this.service, this.#org);
  }

  /** Calls as the administrator by default. */
  call(method: string, path = "", { headers = {}, body, by = this.administrator }: WorldCall = {}) {
    return this.service.call(method, `/${this.kind.plural}${path}`, { headers: { ...by.headers, ...headers }, body });
  }

  async create(by?: BuiltKey): Promise<TestAnswer["body"]> {
    const answer = await this.call("POST", "", { body: this.kind.buildBody(), ...(by === undefined ? {} : { by }) });
    expect(answer.status).toBe(201);
    return answer.body;
  }
}

interface WorldCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly by?: Pick<BuiltKey, "headers">;
}
