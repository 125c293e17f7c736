import {
  type DescribedProperty,
  describeEntityType,
  getEntityTypeSchema,
  type PropertyDefinition,
} from "@weft/contract";
import { originOf } from "../access/audit/audit-log.ts";
import type { Caller } from "../access/caller.ts";
import { lockFeed } from "../changes/change-log-store.ts";
import { entityTypeKind } from "../entity-types/entity-type-kind.ts";
import { loadTypeTree } from "../entity-types/load-type-tree.ts";
import { typeSchema } from "../entity-types/type-schema.ts";
import type { ChangeableKind, KindDocument } from "../kinds/entity-kind.ts";
import { type KindCall, type KindServices, readKind, updateKind } from "../kinds/kind-verbs.ts";
import { invalidField } from "../platform/errors.ts";
import { entityTag, expectedVersion } from "../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor, streamText } from "../platform/http/route.ts";
import { type Converted, convertTexts } from "./convert-texts.ts";
import { writerOfCaller } from "./model/write-request.ts";
import { storedEntities } from "./stored-entities-store.ts";
import { busy, type EntityWriter, isCollision } from "./write/entity-writer.ts";

const route = routesFor<Caller>();

export function describeRoutes(services: DescribeServices): Route[] {
  return [
    route(describeEntityType, async ({ caller, params, query, body, request }) => {
      const call = {
        caller,
        writer: writerOfCaller(caller, request),
        origin: originOf(request),
        isForced: query.force === true,
        isDryRun: query.dryRun === true,
        expectedVersion: expectedVersion(request.headers),
      };
      const { document, conversion } = await describeType(services, call, { typePath: params.id, ...body });
      const shown = JSON.stringify({ ...document, conversion });
      return { status: 200, headers: entityTag(document.version), body: new JsonText(shown) };
    }),
    route(getEntityTypeSchema, async ({ caller, params }) => {
      const { id, label } = await readKind(services, entityTypeKind(storedEntities), caller, params.id);
      const types = await services.types.typesOf(caller.org.id);
      return { status: 200, stream: streamText(JSON.stringify(typeSchema(types.typeAt(id), String(label)))) };
    }),
  ];
}

interface DescribeServices extends KindServices {
  readonly writer: EntityWriter;
}

interface Description {
  readonly typePath: string;
  readonly properties: readonly DescribedProperty[];
}

interface DescribedType {
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
async function describeType(
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
      result = await services.writer.run(orgId, (write) => convertTexts(write, conversion), {
        within: { tx, types: changed },
      });
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
