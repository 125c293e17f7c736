import type { PropertyDefinition } from "@weft/contract";
import type { OptionPair } from "../../entity-types/kinds/property-kind.ts";
import type { Database } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";

type PropertyInput = Pick<PropertyDefinition, "slug"> & Partial<PropertyDefinition>;

export interface TypeInput {
  readonly mode?: "open" | "strict";
  readonly properties?: readonly PropertyInput[];
}

/** Defines types by path. Call it before the org's first write: a node caches the types. */
export async function buildTypes(db: Database, orgId: string, types: Readonly<Record<string, TypeInput>>) {
  for (const [path, { mode = "open", properties = [] }] of Object.entries(types)) {
    await db.query(sql`
      insert into entity_types (org_id, id, label, mode, properties)
      values (${orgId}, ${path}, ${path}, ${mode}, ${JSON.stringify(properties.map(propertyOf))})`);
  }
  await db.query(sql`
    insert into org_feeds (org_id, types_version) values (${orgId}, 1)
    on conflict (org_id) do update set types_version = org_feeds.types_version + 1`);
}

export async function buildOptionSet(db: Database, orgId: string, id: string, options: readonly OptionPair[]) {
  await db.query(sql`
    insert into option_sets (org_id, id, name, options) values (${orgId}, ${id}, ${id}, ${JSON.stringify(options)})`);
}

function propertyOf(input: PropertyInput): PropertyDefinition {
  return {
    label: input.slug,
    propertyType: "string",
    required: false,
    unique: false,
    searchable: false,
    disabled: false,
    level: "all",
    ...input,
  };
}
