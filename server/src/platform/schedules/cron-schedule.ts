/** The wall clock times of a cron expression. Every list is ascending and not empty. */
export interface CronSchedule {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  /** 1 is January. */
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[];
  /** Whether a day must be in both lists of days, or in either of them. */
  readonly dayRule: "both" | "either";
  /** The behavior when clocks change: see nextOccurrence. */
  readonly hourRule: "fixed" | "repeating";
}
