import type { JsonObject } from "../../platform/json-value.ts";
import type { Failure } from "../process-state/process-state.ts";

/** The status of a task or process: its times, its status message, and its failure if the caller may see it. */
export function presentStanding(subject: Standing, maySeeData: boolean): JsonObject {
  return {
    createdOn: subject.createdOn.toISOString(),
    updatedOn: subject.updatedOn.toISOString(),
    ...(subject.startedOn === null ? {} : { startedOn: subject.startedOn.toISOString() }),
    ...(subject.endedOn === null ? {} : { endedOn: subject.endedOn.toISOString() }),
    ...(subject.subtext === null ? {} : { subtext: subject.subtext }),
    ...(subject.failure === null || !maySeeData ? {} : { failure: { ...subject.failure } }),
  };
}

interface Standing {
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly startedOn: Date | null;
  readonly endedOn: Date | null;
  readonly subtext: string | null;
  readonly failure: Failure | null;
}
