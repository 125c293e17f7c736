import type { DescribedProperty, PropertyDefinition } from "@weft/contract";
import type { ChangeableKind, KindDocument } from "../access/entity-kind.ts";
import { lockFeed } from "../changes/change-log-store.ts";
import { entityTypeKind } from "../entity-types/entity-type-kind.ts";
import { loadTypeTree } from "../entity-types/load-type-tree.ts";
import { invalidField } from "../errors.ts";
import { type Converted, convertTexts } from "./convert-texts.ts";
import { busy, type EntityWriter, isCollision } from "./entity-writer.ts";
import { type KindCall, type KindServices, updateKind } from "./kind-verbs.ts";
import { storedEntities } from "./stored-entities-store.ts";

export interface DescribeServices extends KindServices {
  readonly writer: EntityWriter;
}

export interface Description {
  readonly typePath: string;
  readonly properties: readonly DescribedProperty[];
}

export interface DescribedType {
  readonly document: KindDocument;
  readonly conversion: {
    readonly converted: number;
    readonly notConverted: number;
    readonly sampleIds: readonly string[];
  };
}

const attemptsMax = 5;

/**
 * Adds properties to a type and converts the values stored in their place, in one transaction, so that no reader sees
 * one without the other. Like every change of a type, it locks the org's log while other writers may hold entities that
 * it waits for. The victim of a deadlock retries.
 */
export async function describeType(
  services: DescribeServices,
  call: KindCall,
  description: Description,
): Promise<DescribedType> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await describeOnce(services, call, description);
    } catch (error) {
      if (!isCollision(error) || attempt === attemptsMax) {
        throw isCollision(error) ? busy(error) : error;
      }
    }
  }
}

async function describeOnce(
  services: DescribeServices,
  call: KindCall,
  { typePath, properties }: Description,
): Promise<DescribedType> {
  const kind = entityTypeKind(storedEntities);
  let result: Converted | undefined;
  const describing: ChangeableKind<Pick<Description, "properties">> = {
    name: kind.name,
    hasHistory: kind.hasHistory,
    shapesWrites: kind.shapesWrites,
    audit: kind.audit,
    requireRight: (caller, verb, id) => kind.requireRight(caller, verb, id),
    find: (db, caller, id) => kind.find(db, caller, id),
    async update(tx, caller, { before }) {
      const orgId = caller.org.id;
      const types = await loadTypeTree(tx, orgId, 0);
      const current = types.nodeAt(typePath)?.properties ?? [];
      requireNew(current, properties);
      const body = { properties: [...current, ...properties.map(definitionOf)] };
      // Forced: values that do not match yet are converted next.
      const after = await kind.update(tx, caller, { before, body }, { ...call, isForced: true });
      const changed = await loadTypeTree(tx, orgId, (await lockFeed(tx, orgId)) ?? 0);
      const conversion = { types: changed, typePath, properties, writer: call.writer };
      result = await services.writer.writeWithin(tx, changed, orgId, (write) => convertTexts(write, conversion));
      if (!call.isForced) {
        result.misfits.requireNone();
      }
      return after;
    },
  };
  const document = await updateKind(services, describing, call, { id: typePath, body: { properties } });
  const { converted = 0, misfits } = result ?? {};
  const { count: notConverted, sampleIds } = misfits ?? { count: 0, sampleIds: [] };
  return { document, conversion: { converted, notConverted, sampleIds } };
}

function requireNew(current: readonly PropertyDefinition[], properties: readonly DescribedProperty[]): void {
  const known = new Set(current.map(({ slug }) => slug));
  properties.forEach(({ slug }, index) => {
    if (known.has(slug)) {
      throw invalidField(`#/properties/${index}/slug`, `The type already has a property ${slug}. Change it with PUT.`);
    }
  });
}

function definitionOf({ columnName, label, ...rest }: DescribedProperty): PropertyDefinition {
  return { ...rest, label: label ?? columnName ?? rest.slug, required: false, unique: false, level: "all" };
}
