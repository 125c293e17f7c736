/** A time as the value of a datetime-local control: 2026-12-31T13:00. Empty for an invalid time. */
export function toLocalTime(moment: string): string {
  const date = new Date(moment);
  if (moment === "" || Number.isNaN(date.getTime())) return "";
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, date.getUTCSeconds() === 0 ? 16 : 19);
}

/** The time that a local time means here. */
export function fromLocalTime(local: string): string {
  const date = new Date(local);
  return local === "" || Number.isNaN(date.getTime()) ? "" : date.toISOString();
}
