import { isSystemField } from "@weft/contract";
import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import type { ResolvedType } from "../../entity-types/type-tree.ts";
import { notFound, noVersionToMatch } from "../../platform/errors.ts";
import { changedFields, type Entity } from "../model/entity.ts";
import { fullFederatedId } from "../model/federated-id.ts";
import {
  type Draft,
  type EntityAddress,
  type Links,
  type Outcome,
  type RestoredFrom,
  requireSameId,
  type SentFields,
  serviceRights,
  type Writer,
} from "../model/write-request.ts";
import type { Candidate } from "../rules/kind-rules.ts";
import { buildCandidate, type CandidateKey, isEcho, resolveType, rulesOf } from "./build-candidate.ts";
import {
  checkSameFederatedId,
  checkSize,
  checkVersions,
  findByFederatedId,
  isHidden,
  requireCreatableType,
  requireFreeFederatedId,
  requireFreeKeys,
  requireReadable,
  requireWriteRight,
} from "./check-draft.ts";
import { assignNumbers, spreadToOptions } from "./derived-values.ts";
import { planDelete } from "./plan-delete.ts";
import { resolveReferences } from "./resolve-references.ts";
import { movedKeys, notYet, pairKey, type Step } from "./state/plan.ts";
import type { PlanState } from "./state/plan-state.ts";

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
export function planDraft(state: PlanState, draft: Draft, writer: Writer): DraftPlan {
  switch (draft.op) {
    case "create":
      return planCreate(state, draft, writer);
    case "update":
      return planUpdate(state, draft, findToChange(state, draft, draft.address, writer), writer);
    case "upsert":
      return planUpsert(state, draft, writer);
    case "upsert-pair":
      return planUpsertPair(state, draft, writer);
    case "delete": {
      const entity = findToChange(state, draft, draft.address, writer);
      requireReadable(writer.rights, entity);
      requireWriteRight(writer.rights, "delete", entity);
      checkVersions(draft, entity);
      const steps = planDelete(state, entity, draft.cascades, writer);
      planSteps(state, steps, writer);
      return { outcome: "deleted", entity, steps };
    }
  }
}

type UpsertDraft = Extract<Draft, { op: "upsert" }>;

function planUpsert(state: PlanState, draft: UpsertDraft, writer: Writer): DraftPlan {
  const { entityType } = draft;
  checkSameFederatedId(draft);
  const { typePath } = draft.object;
  const existing =
    typeof typePath === "string"
      ? state.forNoKeyUpdateByFederatedId(entityType, fullFederatedId(typePath, draft.federatedId))
      : findByFederatedId(state, entityType, draft.federatedId, writer.rights);
  const federatedId = existing?.federatedId ?? draft.federatedId;
  const keyed = { object: draft.object, federatedId, linked: followLinks(draft, state, writer) };
  if (existing !== undefined) {
    return planUpdate(state, { ...draft, ...keyed }, existing, writer);
  }
  if (draft.expectedVersion !== undefined) {
    throw noVersionToMatch(entityType, federatedId);
  }
  return planCreate(state, { entityType, ...keyed }, writer);
}

type UpsertPairDraft = Extract<Draft, { op: "upsert-pair" }>;

function planUpsertPair(state: PlanState, draft: UpsertPairDraft, writer: Writer): DraftPlan {
  const { entityType, pair } = draft;
  const [first, second] = pair;
  const object = { ...draft.object, ...followLinks(draft, state, writer) };
  const key = pairKey(entityType, [first, String(object[first])], [second, String(object[second])]);
  const [id] = state.holdersOf([key]);
  const existing = id === undefined ? undefined : state.forNoKeyUpdate(entityType, id);
  return existing === undefined
    ? planCreate(state, { entityType, object }, writer)
    : planUpdate(state, { entityType, object }, existing, writer);
}

/** Resolves links to ids. An unresolved link is rejected like any reference. */
function followLinks({ links }: { readonly links?: Links }, state: PlanState, { rights }: Writer): SentFields {
  const ids: Record<string, string> = {};
  for (const slug in links) {
    const link = links[slug];
    if (link !== undefined) {
      ids[slug] = findByFederatedId(state, link.entityType, link.federatedId, rights)?.id ?? link.federatedId;
    }
  }
  return ids;
}

interface Creation extends CandidateKey {
  readonly entityType: string;
  readonly object: SentFields;
  readonly newId?: string | undefined;
  readonly restored?: RestoredFrom | undefined;
}

function planCreate(state: PlanState, draft: Creation, writer: Writer): DraftPlan {
  const { federatedId, linked, restored } = draft;
  const { rights, author } = writer;
  const id = draft.newId ?? state.makeId(state.plan.draftNumber);
  const { type, fields } = typeNew(state, draft, id, rights);
  const content = { federatedId, linked, found: restored?.found, isRestored: restored !== undefined };
  const candidate = buildCandidate({ type, id, before: undefined, fields, rights, ...content }, state);
  const entity = entityOf(candidate, {
    version: restored?.version ?? 1,
    createdOn: notYet,
    createdById: author.actorId,
    author,
  });
  requireWriteRight(rights, "create", entity, () => sentSlugs(candidate.sent));
  requireFreeFederatedId(state, entity, writer);
  const first: Step = { before: undefined, after: entity };
  requireFreeKeys(state, entity, movedKeys(state, first).taken, writer);
  assignNumbers(candidate, state);
  planSteps(state, [first], writer);
  const spread = spreadToOptions(first, state);
  planSteps(state, spread, writer);
  return { outcome: "created", entity, steps: [first, ...spread, ...planBesides(state, candidate, writer)] };
}

/** The type of a new entity, and its fields in that type. A type that is not sent may be inherited. */
function typeNew(
  state: PlanState,
  { entityType, object, federatedId }: Creation,
  id: string,
  rights: Writer["rights"],
) {
  const self = { id, federatedId: federatedId ?? object["federatedId"] };
  const fieldsIn = (type: ResolvedType) => resolveReferences(object, { type, rights, self }, state);
  const sent = resolveType(entityType, object["typePath"], state);
  const fields = fieldsIn(sent);
  const isTypeSent = (object["typePath"] ?? null) !== null;
  const inherited = isTypeSent ? undefined : rulesOf(sent.root.name).typePathOf?.(fields.sent, rights, state);
  const type = inherited === undefined ? sent : state.typeAt(inherited);
  requireCreatableType(rights, type.root.name, type.typePath);
  return { type, fields: type === sent ? fields : fieldsIn(type) };
}

/** Entities that are part of the entity itself: a writer of the entity needs no right on them. */
function planBesides(state: PlanState, candidate: Candidate, writer: Writer): readonly Step[] {
  const besides = rulesOf(candidate.type.root.name).besides?.(candidate) ?? [];
  return besides.flatMap((beside) => planDraft(state, beside, { ...writer, rights: serviceRights }).steps);
}

interface Update extends CandidateKey {
  readonly entityType: string;
  readonly object: SentFields;
  readonly expectedVersion?: number;
  readonly found?: SentFields;
}

function planUpdate(state: PlanState, draft: Update, before: Entity, writer: Writer): DraftPlan {
  const { object, found, federatedId, linked } = draft;
  const { rights, author } = writer;
  requireReadable(rights, before);
  requireWriteRight(rights, "update", before);
  checkVersions(draft, before);
  requireSameId(before, object["id"]);
  const type = resolveType(draft.entityType, object["typePath"] ?? before.typePath, state);
  const fields = resolveReferences(object, { type, rights, self: before }, state);
  const content = { found, federatedId, linked };
  if (fields.errors.length === 0 && isEcho({ ...content, sent: fields.sent }, before, type, rights)) {
    return { outcome: "unchanged", entity: before, steps: [] };
  }
  const candidate = buildCandidate({ type, id: before.id, before, fields, rights, ...content }, state);
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
    requireFreeFederatedId(state, entity, writer);
  }
  const first: Step = { before, after: entity };
  planSteps(state, [first], writer);
  const spread = spreadToOptions(first, state);
  planSteps(state, spread, writer);
  return { outcome: "updated", entity, steps: [first, ...spread, ...planBesides(state, candidate, writer)] };
}

/** Adds the steps to the plan, after checking that each takes no value that another entity holds. */
function planSteps(state: PlanState, steps: readonly Step[], writer: Writer): void {
  for (const step of steps) {
    const moved = movedKeys(state, step);
    if (step.after !== undefined) {
      requireFreeKeys(state, step.after, moved.taken, writer);
      checkSize(step.after);
    }
    state.plan.add(step, moved);
  }
}

interface EntityOrigin extends Pick<Entity, "version" | "createdOn" | "createdById"> {
  readonly author: Writer["author"];
}

/** Shares its properties with the candidate, so that numbers assigned later apply to both. */
function entityOf(
  { id, type, name, federatedId, projectId, properties }: Candidate,
  { version, createdOn, createdById, author }: EntityOrigin,
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

function sentSlugs(object: SentFields): string[] {
  return Object.keys(object).filter((slug) => !isSystemField(slug));
}

function isUnseen({ rights }: Writer, entity: Entity, slug: string): boolean {
  return !isSystemField(slug) && isHidden(rights, entity, slug);
}

function findToChange(state: PlanState, { entityType }: Draft, address: EntityAddress, { rights }: Writer): Entity {
  const text = "id" in address ? address.id : address.federatedId;
  // The database rejects some texts even in a query.
  const isText = validateCharacters(text) === undefined;
  const find = () =>
    "id" in address ? state.forNoKeyUpdate(entityType, text) : findByFederatedId(state, entityType, text, rights);
  const entity = isText ? find() : undefined;
  if (entity === undefined) {
    throw notFound(entityType, text);
  }
  return entity;
}
