import type { KindDocument } from "../../access/entity-kind.ts";
import { workflowKindName } from "../workflow.ts";
import type { WorkflowRow } from "../workflow-store.ts";

export function presentWorkflow(row: WorkflowRow): KindDocument {
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
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    createdById: row.created_by_id,
    updatedById: row.updated_by_id,
    version: row.version,
  };
}
