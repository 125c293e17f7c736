import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { conflict, notFound } from "../../errors.ts";
import { cancelProcessState } from "../process-state/cancel-process-state.ts";
import { hasEnded } from "../process-state/task-states.ts";
import { type ProcessServices, updateProcess } from "../process-state/update-process.ts";
import { processKindName } from "../workflow.ts";
import { cancellationsTopic } from "../workflows-topic.ts";

/** Cancels a process: aborts running tasks, stops waiting for callbacks, and starts nothing more. */
export async function cancelProcess(services: ProcessServices, caller: Caller, processId: string): Promise<void> {
  requireRight(caller, "update", { typePath: processKindName }, processId);
  const changed = await updateProcess(services, caller.org.id, { processId }, async (_tx, { processState, now }) => {
    if (hasEnded(processState.process.status)) {
      throw conflict(`The process has already ended: it is ${processState.process.status}.`);
    }
    return { processState: cancelProcessState({ processState, now }), result: undefined };
  });
  if (changed === undefined) {
    throw notFound(processKindName, processId);
  }
  services.bus.publish(cancellationsTopic, processId);
}
