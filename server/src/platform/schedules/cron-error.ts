export type CronFieldName = "minute" | "hour" | "day of month" | "month" | "day of week";

/** Why a text is not a cron expression, and what to write. Callers convert it to their own problem. */
export class CronError extends Error {
  /** Undefined if the error is not in one field. */
  readonly field: CronFieldName | undefined;

  constructor(message: string, field?: CronFieldName) {
    super(message);
    this.name = "CronError";
    this.field = field;
  }
}
