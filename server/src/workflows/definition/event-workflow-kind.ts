import type { eventWorkflowOperations } from "@weft/contract";
import type { z } from "zod";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { EntityKind } from "../../access/entity-kind.ts";
import { conflict } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { newId } from "../../platform/ids.ts";
import { makeIdentifier } from "../../platform/make-identifier.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ActionCatalog } from "../actions/action.ts";
import { workflowKindName } from "../workflow.ts";
import {
  deleteWorkflow,
  findVersion,
  findWorkflow,
  isIdentifierTaken,
  listWorkflows,
  saveWorkflow,
  type WorkflowRow,
} from "../workflow-store.ts";
import { workflowsTopic } from "../workflows-topic.ts";
import { checkDefinition, type SentDefinition } from "./check-definition.ts";
import { presentWorkflow } from "./present-workflow.ts";
import { scheduleWorkflow } from "./schedule-workflow.ts";
import { openSecrets, sealSecrets, secretsToKeep, type TaskSecrets } from "./task-secrets.ts";

type Create = z.output<typeof eventWorkflowOperations.create.body>;
type Update = z.output<typeof eventWorkflowOperations.update.body>;

interface WorkflowKindServices {
  readonly bus: WakeUpBus;
  readonly secrets: SecretBox;
  readonly actions: ActionCatalog;
}

const maxConcurrentProcessesDefault = 25;

/** Workflows: whoever may write them lends them their rights. */
export function eventWorkflowKind(services: WorkflowKindServices): EntityKind<Create, Update> {
  return {
    name: workflowKindName,
    plural: "event-workflows",
    hasHistory: true,
    // It listens for what entities do.
    shapesWrites: true,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: workflowKindName }, id),
    list: async (db, caller) => (await listWorkflows(db, caller.org.id)).map(presentWorkflow),
    async find(db, caller, id) {
      const row = await findWorkflow(db, caller.org.id, id);
      return row === undefined ? undefined : presentWorkflow(row);
    },
    async create(tx, caller, { name, identifier, isActive = true, ...sent }) {
      const id = newId();
      const wish = { id, name, identifier: identifier ?? makeIdentifier(name, id), isActive };
      return {
        document: presentWorkflow(await save(tx, services, caller, { ...wish, sent: withDefaults(sent), kept: {} })),
      };
    },
    async update(tx, caller, { before, body }) {
      const current = await requireCurrent(tx, caller.org.id, before.id);
      const { name, identifier, isActive, ...sent } = body;
      const version = await findVersion(tx, caller.org.id, current.id, current.version);
      const secrets = openSecrets(services.secrets, caller.org.id, version?.secrets ?? null);
      const saved = await save(tx, services, caller, {
        id: current.id,
        name: name ?? current.name,
        identifier: identifier ?? current.identifier,
        isActive: isActive ?? current.is_active,
        sent: overCurrent(current, sent),
        kept: secretsToKeep(secrets, current.definition.tasks, sent.tasks ?? current.definition.tasks),
      });
      return presentWorkflow(saved);
    },
    remove: (tx, caller, { id }) => deleteWorkflow(tx, caller.org.id, id),
    announce: (orgId) => services.bus.publish(workflowsTopic, orgId),
  };
}

interface Wish {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly isActive: boolean;
  readonly sent: SentDefinition;
  readonly kept: TaskSecrets;
}

async function save(tx: Transaction, services: WorkflowKindServices, caller: Caller, wish: Wish): Promise<WorkflowRow> {
  const orgId = caller.org.id;
  const { id, name, identifier, isActive } = wish;
  const { definition, secrets } = checkDefinition(wish.sent, services.actions, wish.kept);
  if (await isIdentifierTaken(tx, orgId, identifier, id)) {
    throw conflict(`Another workflow has the identifier ${identifier}. Choose another one.`);
  }
  const sealed = sealSecrets(services.secrets, orgId, secrets);
  const saved = await saveWorkflow(
    tx,
    orgId,
    { id, name, identifier, isActive, definition, secrets: sealed },
    writerOf(caller),
  );
  await scheduleWorkflow(tx, orgId, saved);
  return saved;
}

/** What it acts as: the change set and the source are those of each task. */
function writerOf({ rights, isAdministrator, taskId, actor }: Caller) {
  return {
    rights: { rights, isAdministrator, taskId },
    author: {
      actorId: actor.id,
      actorType: actor.type,
      actorName: actor.name,
      changeSetId: "",
      source: "workflow",
      sourceId: null,
    },
  } as const;
}

function withDefaults(sent: Omit<Create, "name" | "identifier" | "isActive">): SentDefinition {
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
  sent: Omit<Update, "name" | "identifier" | "isActive">,
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
    throw conflict(`The workflow ${id} has just been deleted.`);
  }
  return current;
}
