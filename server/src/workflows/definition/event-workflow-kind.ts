import type { eventWorkflowOperations } from "@weft/contract";
import type { z } from "zod";
import { workflowTakenOver } from "../../access/audit-notes.ts";
import type { Caller } from "../../access/caller.ts";
import { requireOutboundRight, requireRight } from "../../access/decide.ts";
import { findStandings, type Standing } from "../../access/keys/standing-credential.ts";
import type { Writer } from "../../entities/model/write-request.ts";
import type { EntityKind, KindDocument } from "../../kinds/entity-kind.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { capReached, conflict } from "../../platform/errors.ts";
import { makeIdentifier, newId } from "../../platform/ids.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { ActionCatalog } from "../actions/action.ts";
import { workflowKindName, workflowsTopic } from "../workflow.ts";
import type { WorkflowServices } from "../workflow-services.ts";
import {
  countWorkflows,
  deleteWorkflow,
  findVersion,
  findWorkflow,
  isIdentifierTaken,
  listWorkflows,
  saveWorkflow,
  type WorkflowRow,
} from "../workflow-store.ts";
import { type CheckedDefinition, checkDefinition, type SentDefinition } from "./check-definition.ts";
import { openSecrets, sealSecrets, secretsToKeep } from "./task-secrets.ts";
import { scheduleWorkflow } from "./trigger-keys.ts";
import { type Ownership, ownershipOfChanged, ownershipOfNew } from "./workflow-ownership.ts";

type Create = z.output<typeof eventWorkflowOperations.create.body>;
type Update = z.output<typeof eventWorkflowOperations.update.body>;

export interface WorkflowKindServices extends Pick<WorkflowServices, "bus" | "secrets"> {
  readonly actions: ActionCatalog;
  readonly caps: { readonly workflowsMax: number };
}

const maxConcurrentProcessesDefault = 25;

/** Workflows act as the user, key or app that owns them, with the current rights of that owner. */
export function eventWorkflowKind(services: WorkflowKindServices): EntityKind<Create, Update> {
  return {
    name: workflowKindName,
    plural: "event-workflows",
    hasHistory: true,
    recorded: (document) => ({ ...document, owner: withoutName(document["owner"]) }),
    audit: "own-acts",
    // Its triggers depend on writes of entities.
    shapesWrites: true,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: workflowKindName }, id),
    list: async (db, caller) => presentAll(db, caller, await listWorkflows(db, caller.org.id)),
    async find(db, caller, id) {
      const row = await findWorkflow(db, caller.org.id, id);
      return row === undefined ? undefined : (await presentAll(db, caller, [row]))[0];
    },
    async create(tx, caller, { name, identifier, isActive = true, actsAs, ...sent }) {
      const { workflowsMax } = services.caps;
      // Every event of the org is matched against each workflow.
      if ((await countWorkflows(tx, caller.org.id)) >= workflowsMax) {
        throw capReached("workflows", workflowsMax, "WEFT_WORKFLOWS_MAX");
      }
      const id = newId();
      const checked = checkDefinition(withDefaults(sent), services.actions, {});
      requireCallRight(services, caller, [], checked);
      const ownership = await ownershipOfNew(tx, caller, { actsAs });
      const input = { id, name, identifier: identifier ?? makeIdentifier(name, id), isActive, checked, ownership };
      return { document: await save(tx, services, caller, input) };
    },
    // takeOver: false is the default, so it is not a change.
    prepareUpdate: async ({ takeOver, ...body }) => (takeOver === true ? { ...body, takeOver } : body),
    async update(tx, caller, { before, body }, { trail }) {
      const current = await requireCurrent(tx, caller.org.id, before.id);
      const { name, identifier, isActive, actsAs, takeOver, ...sent } = body;
      const version = await findVersion(tx, caller.org.id, current.id, current.version);
      const secrets = openSecrets(services.secrets, caller.org.id, version?.secrets ?? null);
      const kept = secretsToKeep(secrets, current.definition.tasks, sent.tasks ?? current.definition.tasks);
      const checked = checkDefinition(overCurrent(current, sent), services.actions, kept);
      const former = { definition: current.definition, secrets };
      requireCallRight(services, caller, callsOf(services, former), checked);
      const changesWork = !isSameWork(former, checked);
      const ownership = await ownershipOfChanged(tx, caller, current, { actsAs, takeOver, changesWork });
      if (isOwnAlready(current, ownership, body)) {
        return before;
      }
      if (!isSameJson({ ...current.owner }, { ...ownership.owner })) {
        await trail?.record(
          workflowTakenOver({ workflowId: current.id, before: current.owner, after: ownership.owner }),
        );
      }
      return save(tx, services, caller, {
        id: current.id,
        name: name ?? current.name,
        identifier: identifier ?? current.identifier,
        isActive: isActive ?? current.is_active,
        checked,
        ownership,
        ...(version === undefined ? {} : { before: version.writer }),
      });
    },
    remove: (tx, caller, { id }) => deleteWorkflow(tx, caller.org.id, id),
    announce: (orgId) => services.bus.publish(workflowsTopic, orgId),
  };
}

async function presentAll(db: Database, { org }: Caller, rows: readonly WorkflowRow[]): Promise<KindDocument[]> {
  const standingOf = await findStandings(
    db,
    org.id,
    rows.map(({ owner }) => owner),
  );
  return rows.map((row) => presentWorkflow(row, standingOf(row.owner)));
}

/** Taking over a workflow that the caller already owns changes nothing. */
function isOwnAlready({ owner }: WorkflowRow, ownership: Ownership, { takeOver, ...others }: Update): boolean {
  const saysMore = Object.values(others).some((value) => value !== undefined);
  return takeOver === true && !saysMore && isSameJson({ ...owner }, { ...ownership.owner });
}

/** Whether both versions are triggered alike and run the same tasks. */
function isSameWork(before: CheckedDefinition, after: CheckedDefinition): boolean {
  const workOf = ({ definition: { triggers, conditional, tasks, reentrant }, secrets }: CheckedDefinition) =>
    JSON.parse(JSON.stringify({ triggers, conditional, tasks, reentrant, secrets }));
  return isSameJson(workOf(before), workOf(after));
}

/** A call that was there before may stay, for every caller who saves the workflow. */
function requireCallRight(
  services: WorkflowKindServices,
  caller: Caller,
  before: readonly JsonObject[],
  checked: CheckedDefinition,
): void {
  if (callsOf(services, checked).some((call) => !before.some((known) => isSameJson(known, call)))) {
    requireOutboundRight(caller);
  }
}

/** The tasks that call other systems, with their secrets. */
function callsOf({ actions }: WorkflowKindServices, { definition, secrets }: CheckedDefinition): JsonObject[] {
  const calls = definition.tasks.filter(({ action }) => actions.get(action)?.callsOut === true);
  return calls.map((task) => JSON.parse(JSON.stringify({ task, secret: secrets[task.name] })));
}

interface Input {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly isActive: boolean;
  readonly checked: CheckedDefinition;
  readonly ownership: Ownership;
  /** The writer of the previous version. */
  readonly before?: Writer;
}

async function save(
  tx: Transaction,
  services: WorkflowKindServices,
  caller: Caller,
  input: Input,
): Promise<KindDocument> {
  const orgId = caller.org.id;
  const { id, name, identifier, isActive, ownership, checked } = input;
  if (await isIdentifierTaken(tx, orgId, identifier, id)) {
    throw conflict(`Another workflow has the identifier ${identifier}. Choose another one.`);
  }
  const secrets = sealSecrets(services.secrets, orgId, checked.secrets);
  const { definition } = checked;
  const saved = await saveWorkflow(
    tx,
    orgId,
    { id, name, identifier, isActive, definition, secrets, owner: ownership.owner },
    { actorId: caller.actor.id, writer: writerOf(ownership.standing, input.before) },
  );
  await scheduleWorkflow(tx, orgId, saved);
  return presentWorkflow(saved, ownership.standing);
}

/** The author in the history. Each task sets its own change set and source. */
function writerOf(standing: Standing, before: Writer | undefined): Writer {
  const actor = standing.isActive ? standing.actor : ({ id: "", type: "app", name: standing.name } as const);
  const author = {
    actorId: actor.id,
    actorType: actor.type,
    actorName: actor.name,
    changeSetId: "",
    source: "workflow",
    sourceId: null,
  } as const;
  return standing.isActive
    ? { rights: standing.rights, author }
    : { rights: { rights: [], isAdministrator: false, taskId: undefined }, author: before?.author ?? author };
}

function withDefaults(sent: Omit<Create, "name" | "identifier" | "isActive" | "actsAs">): SentDefinition {
  return {
    description: sent.description ?? null,
    triggers: sent.triggers,
    conditional: sent.conditional ?? null,
    tasks: sent.tasks,
    maxConcurrentProcesses: sent.maxConcurrentProcesses ?? maxConcurrentProcessesDefault,
    reentrant: sent.reentrant ?? false,
  };
}

function overCurrent(
  { definition }: WorkflowRow,
  sent: Omit<Update, "name" | "identifier" | "isActive" | "actsAs" | "takeOver">,
): SentDefinition {
  return {
    description: sent.description === undefined ? definition.description : sent.description,
    triggers: sent.triggers ?? definition.triggers,
    conditional: sent.conditional === undefined ? definition.conditional : sent.conditional,
    tasks: sent.tasks ?? definition.tasks,
    maxConcurrentProcesses: sent.maxConcurrentProcesses ?? definition.maxConcurrentProcesses,
    reentrant: sent.reentrant ?? definition.reentrant,
  };
}

async function requireCurrent(tx: Transaction, orgId: string, id: string): Promise<WorkflowRow> {
  const current = await findWorkflow(tx, orgId, id);
  if (current === undefined) {
    throw conflict(`The workflow ${id} was deleted by another request.`);
  }
  return current;
}

function presentWorkflow(row: WorkflowRow, standing: Standing): KindDocument {
  const { description, triggers, conditional, tasks, maxConcurrentProcesses, reentrant } = row.definition;
  return {
    id: row.id,
    entityType: workflowKindName,
    typePath: workflowKindName,
    name: row.name,
    identifier: row.identifier,
    isActive: row.is_active,
    description,
    triggers,
    conditional,
    tasks: tasks.map((task) => ({ ...task })),
    maxConcurrentProcesses,
    reentrant,
    owner: presentOwner(row, standing),
    actsAs: row.owner?.type === "app" ? { appId: row.owner.id } : null,
    stoppedReason: standing.isActive ? null : standing.reason,
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    createdById: row.created_by_id,
    updatedById: row.updated_by_id,
    version: row.version,
  };
}

function withoutName(owner: JsonValue): JsonValue {
  if (!isJsonObject(owner)) {
    return owner;
  }
  const { name: _name, ...ids } = owner;
  return ids;
}

function presentOwner({ owner }: WorkflowRow, standing: Standing): JsonObject | null {
  const name = standing.isActive ? standing.actor.name : standing.name;
  const { label } = standing;
  return owner === null ? null : { type: owner.type, id: owner.id, name, ...(label === undefined ? {} : { label }) };
}
