import { strict as assert } from "node:assert";
import type { Operation } from "@weft/contract";
import { expect } from "vitest";
import { type BuiltKey, buildKey, buildOrg } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import type { OrgRow } from "../orgs/org-store.ts";

type Body = Readonly<Record<string, unknown>>;

export interface AdministeredKind {
  /** As in the path: api-keys. */
  readonly plural: string;
  readonly operations: Readonly<Record<"list" | "create" | "get" | "update" | "remove", Operation>>;
  /** A body that creates another one each time. */
  readonly buildBody: () => Body;
  /** Members that are changed, and then read as they were sent. */
  readonly change: Body;
  /** Members beside the common ones that are shown and cannot be changed, with values that nobody has read. */
  readonly readOnly: Body;
  /** Bodies with several faults at once, and all of those faults. */
  readonly badBody: { readonly body: Body; readonly errors: readonly string[] };
  readonly badChange: { readonly body: Body; readonly errors: readonly string[] };
  /** The member that is shown once, on creation. */
  readonly secret?: "apiKey" | "accessToken";
  /** A user sees some of this kind without being an administrator. */
  readonly isOpenToUsers?: boolean;
}

/** An org with an administrator, and others who must not get in. */
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

  /** Calls as the administrator unless other headers are given. */
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
