import { systemFields } from "@weft/contract";
import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import { notFound } from "../../errors.ts";
import { Problem } from "../../platform/problem.ts";
import type { Entity } from "../entity.ts";
import { rulesOf } from "../kinds/rules-of-kinds.ts";
import { assignNumbers } from "./assign-numbers.ts";
import { buildCandidate, type CandidateKey } from "./build-candidate.ts";
import type { Candidate } from "./candidate.ts";
import { checkSameFederatedId, checkSameId, checkVersions } from "./check-sent-fields.ts";
import { isHidden, requireCreatableType, requireReadable, requireWriteRight } from "./check-write-rights.ts";
import { changedFields } from "./diff-entities.ts";
import { isEcho } from "./is-echo.ts";
import { planDelete } from "./plan-delete.ts";
import { planSteps, requireFreeFederatedId, requireFreeKeys } from "./plan-steps.ts";
import { resolveType } from "./resolve-type.ts";
import { spreadToOptions } from "./spread-levels.ts";
import { pairKey } from "./unique-keys.ts";
import { notYet, type Step } from "./wants.ts";
import type { World } from "./world.ts";
import {
  type Draft,
  type EntityAddress,
  type Links,
  type Outcome,
  type SentFields,
  serviceRights,
  type Writer,
} from "./write-request.ts";

/** The plan of one draft: its outcome, its entity, and all entities that it changes, in order. */
export interface DraftPlan {
  readonly outcome: Outcome;
  readonly entity: Entity;
  readonly steps: readonly Step[];
}

/**
 * Plans a draft on top of what is stored and what earlier drafts of the write have planned. Throws if the draft is
 * invalid.
 */
export function planDraft(world: World, draft: Draft, writer: Writer): DraftPlan {
  switch (draft.op) {
    case "create":
      return planCreate(world, draft, writer);
    case "update":
      return planUpdate(world, draft, findToChange(world, draft, draft.address), writer);
    case "upsert":
      return planUpsert(world, draft, writer);
    case "upsert-pair":
      return planUpsertPair(world, draft, writer);
    case "delete": {
      const entity = findToChange(world, draft, draft.address);
      requireReadable(writer.rights, entity);
      requireWriteRight(writer.rights, "delete", entity);
      checkVersions(draft, entity);
      const steps = planDelete(world, entity, draft.cascades, writer);
      planSteps(world, steps, writer);
      return { outcome: "deleted", entity, steps };
    }
  }
}

type UpsertDraft = Extract<Draft, { op: "upsert" }>;

function planUpsert(world: World, draft: UpsertDraft, writer: Writer): DraftPlan {
  const { entityType, federatedId } = draft;
  checkSameFederatedId(draft);
  const existing = world.toChangeByFederatedId(entityType, federatedId);
  const keyed = { object: draft.object, federatedId, linked: followLinks(draft, world) };
  if (existing !== undefined) {
    return planUpdate(world, { ...draft, ...keyed }, existing, writer);
  }
  if (draft.expectedVersion !== undefined) {
    const detail = `There is no ${entityType} ${federatedId} with that version. Omit If-Match to create it.`;
    throw new Problem("version-mismatch", detail);
  }
  return planCreate(world, { entityType, ...keyed }, writer);
}

type UpsertPairDraft = Extract<Draft, { op: "upsert-pair" }>;

function planUpsertPair(world: World, draft: UpsertPairDraft, writer: Writer): DraftPlan {
  const { entityType, pair } = draft;
  const [first, second] = pair;
  const object = { ...draft.object, ...followLinks(draft, world) };
  const key = pairKey(entityType, [first, String(object[first])], [second, String(object[second])]);
  const [id] = world.holdersOf([key]);
  const existing = id === undefined ? undefined : world.toChange(entityType, id);
  return existing === undefined
    ? planCreate(world, { entityType, object }, writer)
    : planUpdate(world, { entityType, object }, existing, writer);
}

/** Resolves links to ids. An unresolved link is rejected like any reference. */
function followLinks({ links }: { readonly links?: Links }, world: World): SentFields {
  const ids: Record<string, string> = {};
  for (const slug in links) {
    const link = links[slug];
    if (link !== undefined) {
      ids[slug] = world.toChangeByFederatedId(link.entityType, link.federatedId)?.id ?? link.federatedId;
    }
  }
  return ids;
}

interface Creation extends CandidateKey {
  readonly entityType: string;
  readonly object: SentFields;
  readonly newId?: string | undefined;
}

function planCreate(world: World, draft: Creation, writer: Writer): DraftPlan {
  const { entityType, object, federatedId, linked } = draft;
  const { rights, author } = writer;
  const type = resolveType(entityType, object["typePath"], world);
  requireCreatableType(rights, type.root.name, type.typePath);
  const id = draft.newId ?? world.makeDraftId();
  const candidate = buildCandidate({ type, id, before: undefined, sent: object, rights, federatedId, linked }, world);
  const entity = entityOf(candidate, { version: 1, createdOn: notYet, createdById: author.actorId, author });
  requireWriteRight(rights, "create", entity, () => sentSlugs(candidate.sent));
  requireFreeFederatedId(world, entity, writer);
  requireFreeKeys(world, { before: undefined, after: entity }, writer);
  assignNumbers(candidate, world);
  const first: Step = { before: undefined, after: entity };
  planSteps(world, [first], writer);
  const spread = spreadToOptions(first, world);
  planSteps(world, spread, writer);
  return { outcome: "created", entity, steps: [first, ...spread, ...planBesides(world, candidate, writer)] };
}

/** Entities that are part of the entity itself: a writer of the entity needs no right on them. */
function planBesides(world: World, candidate: Candidate, writer: Writer): readonly Step[] {
  const besides = rulesOf(candidate.type.root.name).besides?.(candidate) ?? [];
  return besides.flatMap((beside) => planDraft(world, beside, { ...writer, rights: serviceRights }).steps);
}

interface Update extends CandidateKey {
  readonly entityType: string;
  readonly object: SentFields;
  readonly expectedVersion?: number;
  readonly found?: SentFields;
}

function planUpdate(world: World, draft: Update, before: Entity, writer: Writer): DraftPlan {
  const { object, found, federatedId, linked } = draft;
  const { rights, author } = writer;
  requireReadable(rights, before);
  requireWriteRight(rights, "update", before);
  checkVersions(draft, before);
  checkSameId(object, before);
  const type = resolveType(draft.entityType, object["typePath"] ?? before.typePath, world);
  if (isEcho(draft, before, type, rights)) {
    return { outcome: "unchanged", entity: before, steps: [] };
  }
  const sent = { sent: object, found, federatedId, linked };
  const candidate = buildCandidate({ type, id: before.id, before, rights, ...sent }, world);
  const { createdOn, createdById } = before;
  const entity = entityOf(candidate, { version: before.version + 1, createdOn, createdById, author });
  const changed = new Set(changedFields(before, entity));
  // Values derived from the sent fields are set by the service and need no right.
  const touched = () =>
    Object.keys(candidate.sent).filter((slug) => changed.has(slug) || isUnseen(writer, before, slug));
  requireWriteRight(rights, "update", before, touched);
  if (changed.size === 0) {
    return { outcome: "unchanged", entity: before, steps: [] };
  }
  requireWriteRight(rights, "update", entity, touched);
  if (entity.federatedId !== before.federatedId) {
    requireFreeFederatedId(world, entity, writer);
  }
  const first: Step = { before, after: entity };
  planSteps(world, [first], writer);
  const spread = spreadToOptions(first, world);
  planSteps(world, spread, writer);
  return { outcome: "updated", entity, steps: [first, ...spread, ...planBesides(world, candidate, writer)] };
}

interface Making extends Pick<Entity, "version" | "createdOn" | "createdById"> {
  readonly author: Writer["author"];
}

/** Shares its properties with the candidate, so that numbers assigned later apply to both. */
function entityOf(
  { id, type, name, federatedId, projectId, properties }: Candidate,
  { version, createdOn, createdById, author }: Making,
): Entity {
  return {
    entityType: type.root.name,
    id,
    typePath: type.typePath,
    name,
    federatedId,
    projectId,
    version,
    createdOn,
    updatedOn: notYet,
    createdById,
    updatedById: author.actorId,
    properties,
  };
}

const systemNames: ReadonlySet<string> = new Set(systemFields);

function sentSlugs(object: SentFields): string[] {
  return Object.keys(object).filter((slug) => !systemNames.has(slug));
}

function isUnseen({ rights }: Writer, entity: Entity, slug: string): boolean {
  return !systemNames.has(slug) && isHidden(rights, entity, slug);
}

function findToChange(world: World, { entityType }: Draft, address: EntityAddress): Entity {
  const text = "id" in address ? address.id : address.federatedId;
  // The database rejects some texts even in a query.
  const isText = validateCharacters(text) === undefined;
  const find = () =>
    "id" in address ? world.toChange(entityType, text) : world.toChangeByFederatedId(entityType, text);
  const entity = isText ? find() : undefined;
  if (entity === undefined) {
    throw notFound(entityType, text);
  }
  return entity;
}
