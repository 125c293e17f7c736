import type { KindDocument } from "../../access/entity-kind.ts";
import type { Standing } from "../../access/standing-credential.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { workflowKindName } from "../workflow.ts";
import type { WorkflowRow } from "../workflow-store.ts";

export function presentWorkflow(row: WorkflowRow, standing: Standing): KindDocument {
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

function presentOwner({ owner }: WorkflowRow, standing: Standing): JsonObject | null {
  const name = standing.isActive ? standing.actor.name : standing.name;
  const { label } = standing;
  return owner === null ? null : { type: owner.type, id: owner.id, name, ...(label === undefined ? {} : { label }) };
}
