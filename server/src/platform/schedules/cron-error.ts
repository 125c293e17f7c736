export type CronFieldName = "minute" | "hour" | "day of month" | "month" | "day of week";

/** Why a text is no cron expression, and what to write. Callers turn it into their own problem. */
export class CronError extends Error {
  /** Undefined when the fault is not in one field. */
  readonly field: CronFieldName | undefined;

  constructor(message: string, field?: CronFieldName) {
    super(message);
    this.name = "CronError";
    this.field = field;
  }
}
