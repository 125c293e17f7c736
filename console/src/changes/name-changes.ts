import { ApiError, type ChangeRecord, type EntityName, kindTable, type Weft } from "@weft/client";
import { webhookName } from "../webhooks/webhook-state.ts";

/** A change, and the name of its entity. */
export interface NamedChange {
  readonly record: ChangeRecord;
  /** undefined for an entity that is deleted, or may not be read. */
  readonly title: string | undefined;
  /** Distinguishes entities of the same name: the external ID. */
  readonly detail?: string | undefined;
  /** Of an option, the style that it belongs to. */
  readonly familyId?: string | undefined;
  readonly optionGroup?: string | undefined;
}

/** Looks up the names that the changes do not contain: one or two calls for each kind. */
export async function nameChanges(
  weft: Weft,
  records: readonly ChangeRecord[],
  signal: AbortSignal,
): Promise<NamedChange[]> {
  const entities = await readByKind(weft, unreportedIds(records), signal);
  const itemIdOf = (record: ChangeRecord) =>
    textIn(record, "itemId") ?? entities.get(record.entityReference)?.itemId ?? undefined;
  // A member of a project or an assortment is named after its item.
  const itemIds = records
    .filter((record) => reportedName(record) === undefined)
    .flatMap((record) => itemIdOf(record) ?? []);
  const items = itemIds.length === 0 ? entities : await readByKind(weft, new Map([["item", new Set(itemIds)]]), signal);
  const reported = new Map(records.map((record) => [record.entityReference, reportedName(record)]));
  return records.map((record) => {
    const entity = entities.get(record.entityReference);
    const item = items.get(`item:${itemIdOf(record) ?? ""}`);
    return {
      record,
      title: reportedName(record) ?? entity?.title ?? item?.title ?? reported.get(record.entityReference),
      detail: record.federatedId ?? entity?.detail ?? item?.detail,
      ...familyIn(record, entity),
    };
  });
}

/** The style of an option. A style names itself as its family. */
function familyIn(
  record: ChangeRecord,
  entity: FoundEntity | undefined,
): Pick<NamedChange, "familyId" | "optionGroup"> {
  const familyId = textIn(record, "itemFamilyId") ?? entity?.familyId;
  if (familyId === undefined || familyId === record.entityId) return {};
  return { familyId, optionGroup: textIn(record, "optionGroup") ?? entity?.optionGroup };
}

/** The name when the change was made. */
function reportedName(record: ChangeRecord): string | undefined {
  const url = record.entityType === "webhook" ? textIn(record, "url") : undefined;
  if (url !== undefined) return webhookName({ description: textIn(record, "description") ?? "", url });
  return textIn(record, "name") ?? textIn(record, "label");
}

/** A text from the state in the change: the newest one available. */
function textIn({ action, propertyDiffs }: ChangeRecord, slug: string): string | undefined {
  const diff = propertyDiffs[slug];
  const text = action === "delete" ? diff?.oldValue : diff?.newValue;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** What must be looked up. Deleted entities cannot be. */
function unreportedIds(records: readonly ChangeRecord[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const record of records) {
    if (record.action === "delete" || reportedName(record) !== undefined) continue;
    ids.set(record.entityType, (ids.get(record.entityType) ?? new Set()).add(record.entityId));
  }
  return ids;
}

async function readByKind(
  weft: Weft,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<Map<string, FoundEntity>> {
  const answers = await Promise.all(
    [...wanted].map(([entityType, ids]) => readNames(weft, entityType, [...ids], signal)),
  );
  return new Map(answers.flat().map((entity) => [entity.reference, entity]));
}

interface FoundEntity {
  readonly reference: string;
  /** undefined for what has no name of its own. */
  readonly title: string | undefined;
  readonly detail: string | undefined;
  /** Of a member of a project or an assortment. */
  readonly itemId: string | undefined;
  readonly familyId: string | undefined;
  readonly optionGroup: string | undefined;
}

interface Nameable {
  readonly id: string;
  readonly name?: string | null;
  readonly identifier?: string | null;
  readonly federatedId?: string | null;
  readonly label?: string;
  readonly description?: string | null;
  readonly url?: string;
  readonly itemId?: string | null;
  readonly itemFamilyId?: string | null;
  readonly optionGroup?: string | null;
}

/** More do not fit into a URL. */
const idsAtATime = 200;

/** The current names of entities of a kind. Deleted ones are missing. */
async function readNames(
  weft: Weft,
  entityType: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<FoundEntity[]> {
  if (!isKind(entityType)) return [];
  const some = ids.slice(0, idsAtATime);
  try {
    const criteria = { id: some };
    const { results } = await weft.entities.list<Nameable>({ entityName: entityType, criteria, limit: 1000, signal });
    const found = results.map((entity) => toFound(entityType, entity));
    const rest = ids.slice(idsAtATime);
    return rest.length === 0 ? found : [...found, ...(await readNames(weft, entityType, rest, signal))];
  } catch (error) {
    // A user who may see a change may still not be able to read the entity: then it has no name here.
    if (error instanceof ApiError && error.status < 500) return [];
    throw error;
  }
}

function toFound(entityType: string, entity: Nameable): FoundEntity {
  const { id, federatedId, itemId, itemFamilyId, optionGroup } = entity;
  const title = nameOf(entity);
  const detail = federatedId === title ? undefined : (federatedId ?? undefined);
  return {
    ...{ reference: `${entityType}:${id}`, title, detail, itemId: itemId ?? undefined },
    ...{ familyId: itemFamilyId ?? undefined, optionGroup: optionGroup ?? undefined },
  };
}

function nameOf({ name, label, identifier, federatedId, url, description }: Nameable): string | undefined {
  if (url !== undefined) return webhookName({ description: description ?? "", url });
  const names = [label, name, identifier, federatedId];
  return names.find((one) => typeof one === "string" && one !== "") ?? undefined;
}

function isKind(entityType: string): entityType is EntityName {
  return entityType in kindTable;
}
