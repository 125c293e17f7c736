const localIsoDateTime = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const iso = /^[+-]?\d{4,6}(?:-\d\d(?:-\d\d(?:T.*)?)?)?$/;
const zoneName = /(?<![a-z])(?:utc?|gmt|z|[ecmp][sd]t)(?![a-z])/i;
const zoneOffset = /:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:[ap]m)?\s*[+-]\d/i;

/** JavaScript's Date.parse on a machine in UTC, in any local time zone: a row must mean the same everywhere. */
export function parseDate(text: string): number {
  if (localIsoDateTime.test(text)) return Date.parse(`${text}Z`);
  if (iso.test(text) || zoneName.test(text) || zoneOffset.test(text)) return Date.parse(text);
  return Date.parse(`${text} UTC`);
}

/** JavaScript's String(date) on a machine in UTC. */
export function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  return `${calendarText(date)} ${clockText(date)}`;
}

/** JavaScript's date.toDateString() on a machine in UTC. */
export function calendarText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  const [weekday = "", day = "", month = "", year = ""] = date.toUTCString().split(" ");
  return `${weekday.slice(0, 3)} ${month} ${day} ${year}`;
}

/** JavaScript's date.toTimeString() on a machine in UTC. */
export function clockText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  const time = date.toUTCString().split(" ")[4] ?? "";
  return `${time} GMT+0000 (Coordinated Universal Time)`;
}
