import type { Decider } from "../../access/decide.ts";
import type { KindDocument } from "../../access/entity-kind.ts";
import type { WorkflowProcess } from "../process-state/process-state.ts";
import { mayReadEvent } from "../process-state/readable-event.ts";
import { presentStanding } from "../tasks/present-standing.ts";
import { processKindName } from "../workflow.ts";

/** A process without its event and outputs. */
export function presentSummary(caller: Decider, process: WorkflowProcess): KindDocument {
  return {
    ...presentStanding(process, mayReadEvent(caller, process)),
    id: process.id,
    version: process.version,
    entityType: processKindName,
    typePath: processKindName,
    eventWorkflowId: process.workflowId,
    eventWorkflowVersion: process.workflowVersion,
    status: process.status,
    triggerKey: process.triggerKey,
    ...(process.createdById === null ? {} : { createdById: process.createdById }),
  };
}
