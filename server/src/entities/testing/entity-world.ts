import type { OrgRow } from "../../access/org-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { type BuiltKey, buildKey, buildOrg, type KeyInput } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { buildTypes, type TypeInput } from "./build-types.ts";

/** A stored change record. */
interface StoredChange {
  readonly sequence: number;
  readonly created_on: Date;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly type_path: string;
  readonly project_id: string | null;
  readonly action: string;
  readonly entity_version: number;
  readonly actor_id: string;
  readonly change_set_id: string;
  readonly source: string;
  readonly diffs: Readonly<Record<string, unknown>>;
}

interface WorldCall {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the org's own key with all rights. */
  readonly key?: BuiltKey;
  /** Default: the node that the fixture was built with. */
  readonly node?: TestService;
}

/** An org with a key that has all rights. */
export interface EntityWorld {
  readonly org: OrgRow;
  readonly key: BuiltKey;
  call(method: string, path: string, call?: WorldCall): Promise<TestAnswer>;
  /** Creates an entity and returns it; fails the test if it is rejected. */
  create(plural: string, body: object): Promise<TestAnswer["body"]>;
  keyWith(input: KeyInput): Promise<BuiltKey>;
  /** All change records of the org in order. */
  changes(): Promise<StoredChange[]>;
  countRows(table: "entities" | "unique_keys" | "entity_types" | "idempotency_keys"): Promise<number>;
}

export async function buildEntityWorld(
  service: TestService,
  types: Readonly<Record<string, TypeInput>> = {},
): Promise<EntityWorld> {
  const { db } = service.database;
  const org = await buildOrg(service);
  const key = await buildKey(service, org);
  await buildTypes(db, org.id, types);
  const call = (method: string, path: string, { body, headers, key: by = key, node = service }: WorldCall = {}) =>
    node.call(method, path, { headers: { ...by.headers, ...headers }, ...(body === undefined ? {} : { body }) });
  return {
    org,
    key,
    call,
    async create(plural, body) {
      const created = await call("POST", `/${plural}`, { body });
      if (created.status !== 201) {
        throw new Error(`${plural} ${JSON.stringify(body)}: ${JSON.stringify(created.body)}`);
      }
      return created.body;
    },
    keyWith: (input) => buildKey(service, org, input),
    changes: () => db.query<StoredChange>(sql`select * from changes where org_id = ${org.id} order by sequence`),
    async countRows(table) {
      const statement = { text: `select count(*) as count from ${table} where org_id = $1`, values: [org.id] };
      const [row] = await db.query<{ count: number }>(statement);
      return row?.count ?? 0;
    },
  };
}
