import type { entityTypeOperations, PropertyDefinition } from "@weft/contract";
import type { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import type { ChangeOptions, EntityKind, KindDocument } from "../kinds/entity-kind.ts";
import type { Transaction } from "../platform/database/database.ts";
import { conflict, invalidField, invalidFields } from "../platform/errors.ts";
import { addJob } from "../platform/jobs/job-store.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { isSameJson } from "../platform/same-json.ts";
import { validateDefinitions } from "./check-definitions.ts";
import { deleteEntityType, type EntityTypeRow, listEntityTypes, saveEntityType } from "./entity-type-store.ts";
import { concernedBy, findMisfits, Misfits, type StoredEntities } from "./find-misfits.ts";
import { loadTypeTree, nodeOfRow } from "./load-type-tree.ts";
import { effectivePresentation, validatePresentation, validatePresentationsBelow } from "./presentation.ts";
import {
  entityTypeOf,
  isEntityKindName,
  lineageOf,
  type ResolvedProperty,
  type TypeNode,
  type TypeTree,
} from "./type-tree.ts";

type Create = z.output<typeof entityTypeOperations.create.body>;
type Update = z.output<typeof entityTypeOperations.update.body>;

/** A job of this name is added when properties become searchable, or no longer are. */
export const searchableIndexTask = "sync-searchable-indexes";

/** Types: all users may read them, administrators change them. */
export function entityTypeKind(stored: StoredEntities): EntityKind<Create, Update> {
  return {
    name: "entity-type",
    plural: "entity-types",
    hasHistory: true,
    audit: "none",
    shapesWrites: true,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "entity-type" }, id),
    async list(db, caller) {
      const rows = new Map((await listEntityTypes(db, caller.org.id)).map((row) => [row.id, row]));
      const types = await loadTypeTree(db, caller.org.id, 0);
      const paths = types.nodes().map(({ typePath }) => typePath);
      return paths.sort().map((path) => presentEntityType(path, types, rows.get(path)));
    },
    async find(db, caller, id) {
      const rows = await listEntityTypes(db, caller.org.id);
      const types = await loadTypeTree(db, caller.org.id, 0);
      const row = rows.find((one) => one.id === id);
      return types.nodeAt(id) === undefined ? undefined : presentEntityType(id, types, row);
    },
    async create(tx, caller, body, options) {
      const types = await loadTypeTree(tx, caller.org.id, 0);
      const node = newNode(body, types);
      return { document: await save(tx, caller, { stored, types, node, options }) };
    },
    async update(tx, caller, { before, body }, options) {
      const types = await loadTypeTree(tx, caller.org.id, 0);
      const current = types.nodeAt(before.id);
      if (current === undefined) {
        throw conflict(`The type ${before.id} was deleted by another request.`);
      }
      const node: TypeNode = {
        ...current,
        label: body.label ?? current.label,
        mode: body.mode ?? current.mode,
        properties: body.properties ?? current.properties,
        presentation: body.presentation === undefined ? current.presentation : (body.presentation ?? undefined),
        isDescribed: true,
      };
      return save(tx, caller, { stored, types, node, options });
    },
    remove: (tx, caller, document) => remove(tx, caller, stored, document.id),
  };
}

interface Saving {
  readonly stored: StoredEntities;
  readonly types: TypeTree;
  readonly node: TypeNode;
  readonly options: ChangeOptions;
}

async function save(tx: Transaction, caller: Caller, saving: Saving): Promise<KindDocument> {
  const { types, node, options } = saving;
  const changed = types.withNode(node);
  const errors = [
    ...validateDefinitions(node, changed),
    ...validatePresentation(node, changed),
    ...(options.isForced ? [] : validatePresentationsBelow(node, changed)),
  ];
  if (errors.length > 0) {
    throw invalidFields(errors);
  }
  await checkStored(tx, caller.org.id, saving, changed);
  const firstVersion = isEntityKindName(node.typePath) ? 2 : 1;
  const presentation = node.presentation ?? null;
  const content = { ...node, id: node.typePath, is_described: node.isDescribed, presentation, firstVersion };
  const row: EntityTypeRow = await saveEntityType(tx, caller.org.id, content, caller.actor.id);
  if (!isSameJson(searchablesOf(types.nodeAt(node.typePath)), searchablesOf(node))) {
    await addJob(tx, caller.org.id, { task: searchableIndexTask, payload: {}, key: searchableIndexTask });
    await saving.stored.refreshTerms(tx, caller.org.id, entityTypeOf(node.typePath));
  }
  return presentEntityType(node.typePath, changed.withNode(nodeOfRow(row)), row);
}

async function checkStored(tx: Transaction, orgId: string, saving: Saving, changed: TypeTree): Promise<void> {
  const { stored, types, node, options } = saving;
  // A type without a node behaves like its parent.
  const before = types.nodeAt(node.typePath) ?? { ...node, properties: [], mode: types.typeAt(node.typePath).mode };
  const scope = concernedBy(before, node, changed);
  if (scope !== undefined && !options.isForced) {
    const advice = `POST /api/entity-types/${node.typePath}/describe with the same properties converts stored texts; fix the others first.`;
    (await findMisfits(tx, orgId, stored, { types: changed, scope })).requireNone(advice);
  }
  const slugs = rekeyedSlugs(before.properties, node.properties);
  if (slugs.length > 0) {
    const keyed = { entityType: entityTypeOf(node.typePath), typePaths: changed.pathsBelow(node.typePath), slugs };
    const taken = await stored.holdUniqueValues(tx, orgId, changed, keyed);
    if (!options.isForced) {
      const misfits = new Misfits();
      for (const id of taken) {
        misfits.add(id, slugs);
      }
      misfits.requireNone();
    }
  }
}

function newNode(body: Create, types: TypeTree): TypeNode {
  const { typePath } = body;
  const parentPath = lineageOf(typePath).at(-2);
  if (!isEntityKindName(entityTypeOf(typePath))) {
    throw invalidField("#/typePath", `${entityTypeOf(typePath)} is not an entity type with subtypes.`);
  }
  if (types.nodeAt(typePath) !== undefined) {
    throw conflict(`The type ${typePath} already exists. Update it instead.`, { existingId: typePath });
  }
  if (parentPath === undefined || types.nodeAt(parentPath) === undefined) {
    throw invalidField("#/typePath", `There is no type ${parentPath}. Create it first.`);
  }
  return {
    typePath,
    label: body.label ?? typePath.slice(parentPath.length + 1),
    mode: body.mode ?? types.typeAt(parentPath).mode,
    isDescribed: true,
    properties: body.properties,
    presentation: body.presentation ?? undefined,
  };
}

async function remove(tx: Transaction, caller: Caller, stored: StoredEntities, typePath: string): Promise<void> {
  const orgId = caller.org.id;
  if (isEntityKindName(typePath)) {
    throw conflict(`${typePath} is built in and cannot be deleted.`);
  }
  const types = await loadTypeTree(tx, orgId, 0);
  const typePaths = types.pathsBelow(typePath);
  if (typePaths.length > 1) {
    throw conflict(`${typePath} has subtypes. Delete them first.`, { count: typePaths.length - 1 });
  }
  const count = await stored.count(tx, orgId, { entityType: entityTypeOf(typePath), typePaths });
  if (count > 0) {
    throw conflict(`${count} stored entities have the type ${typePath}. Assign them another type first.`, { count });
  }
  await deleteEntityType(tx, orgId, typePath);
}

function rekeyedSlugs(before: readonly PropertyDefinition[], after: readonly PropertyDefinition[]): string[] {
  const uniqueBefore = new Map(before.map(({ slug, unique }) => [slug, unique]));
  const uniqueAfter = new Map(after.map(({ slug, unique }) => [slug, unique]));
  const slugs = new Set([...uniqueBefore.keys(), ...uniqueAfter.keys()]);
  return [...slugs].filter((slug) => (uniqueBefore.get(slug) ?? false) !== (uniqueAfter.get(slug) ?? false));
}

function searchablesOf(node: TypeNode | undefined): string[] {
  const searchable = node?.properties.filter((property) => property.searchable) ?? [];
  return searchable
    .map(({ slug, propertyType, optionSetId, resultKind }) => `${slug} ${propertyType} ${optionSetId} ${resultKind}`)
    .sort();
}

// Root types always exist, without a row until an org changes them.
const beginning = "1970-01-01T00:00:00.000Z";

/** A type as callers see it, with inherited properties. */
function presentEntityType(typePath: string, types: TypeTree, row: EntityTypeRow | undefined): KindDocument {
  const node = types.nodeAt(typePath);
  const inherited = [...types.typeAt(typePath).properties.values()].filter(
    (property) => property.isBuiltIn || property.declaredBy !== typePath,
  );
  return {
    id: typePath,
    entityType: "entity-type",
    typePath,
    label: node?.label ?? typePath,
    mode: node?.mode ?? "open",
    isDescribed: node?.isDescribed ?? true,
    properties: asJson(node?.properties ?? []),
    inheritedProperties: asJson(inherited.map(withoutOptions)),
    presentation: asJson(node?.presentation ?? null),
    effectivePresentation: asJson(effectivePresentation(typePath, types)),
    createdOn: row?.created_on.toISOString() ?? beginning,
    updatedOn: row?.updated_on.toISOString() ?? beginning,
    createdById: row?.created_by_id ?? null,
    updatedById: row?.updated_by_id ?? null,
    version: row?.version ?? 1,
  };
}

function withoutOptions({ options: _options, ...property }: ResolvedProperty) {
  return property;
}

function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value));
}
