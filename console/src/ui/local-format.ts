/** How a person writes numbers and dates. Kept in this browser; a change applies after a reload. */
export interface LocalFormat {
  readonly numbers: NumberFormat;
  readonly dates: DateFormat;
}

/** Named by an example; the first one is the default. */
export const numberFormats = ["1,234.50", "1.234,50", "1 234,50"] as const;
export const dateFormats = ["2026-12-31", "31.12.2026", "31/12/2026", "12/31/2026"] as const;

export type NumberFormat = (typeof numberFormats)[number];
export type DateFormat = (typeof dateFormats)[number];

const key = "weft.format";

export function readLocalFormat(stored: string | null): LocalFormat {
  const [numbers, dates] = (stored ?? "").split("|");
  return {
    numbers: numberFormats.find((one) => one === numbers) ?? numberFormats[0],
    dates: dateFormats.find((one) => one === dates) ?? dateFormats[0],
  };
}

export function rememberLocalFormat({ numbers, dates }: LocalFormat): void {
  localStorage.setItem(key, `${numbers}|${dates}`);
}

/** The format of this page. Tests of pure functions run without a browser. */
export const localFormat = readLocalFormat(typeof localStorage === "undefined" ? null : localStorage.getItem(key));

const separators: Readonly<Record<NumberFormat, { readonly group: string; readonly decimal: string }>> = {
  "1,234.50": { group: ",", decimal: "." },
  "1.234,50": { group: ".", decimal: "," },
  // Numbers do not break at the end of a line.
  "1 234,50": { group: "\u00a0", decimal: "," },
};

/** A number that was formatted as 1,234.50. */
export function localizeNumber(text: string, { numbers } = localFormat): string {
  const { group, decimal } = separators[numbers];
  return numbers === "1,234.50" ? text : text.replace(/[.,]/g, (sign) => (sign === "," ? group : decimal));
}

/** Every digit of a number, as it is typed: 1234,5. */
export function typedNumber(value: number, { numbers } = localFormat): string {
  return String(value).replace(".", separators[numbers].decimal);
}

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
// 1,234,567.89 and 1.234.567,89; 1,234 is ambiguous, so it is rejected as in a load.
const groupedByComma = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const groupedByDot = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const withComma = /^[+-]?(?:\d*,\d+|\d+,?)$/;
const dotGroups = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
const spaceGroups = /^[+-]?[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;

/** The number that a text means; undefined for none, and for one that could mean two. */
export function parseNumber(text: string, { numbers } = localFormat): number | undefined {
  const value = Number(machineText(text.trim(), numbers));
  return Number.isFinite(value) ? value : undefined;
}

/** A text as programs write it: 1234.5. */
function machineText(text: string, numbers: NumberFormat): string | undefined {
  if (groupedByComma.test(text)) return text.replaceAll(",", "");
  if (groupedByDot.test(text)) return fromComma(text.replaceAll(".", ""));
  if (spaceGroups.test(text)) return fromComma(text.replace(/[ \u00a0\u202f]/g, ""));
  if (numbers === "1,234.50") return plain.test(text) ? text : undefined;
  if (withComma.test(text)) return fromComma(text);
  if (numbers === "1.234,50" && dotGroups.test(text)) return fromComma(text.replaceAll(".", ""));
  // 1.234 is written by others for a bit more than one, and by some for more than a thousand.
  return plain.test(text) && !/\.\d{3}$/.test(text) ? text : undefined;
}

function fromComma(text: string): string {
  return text.replace(",", ".");
}

/** An example for a message. */
export function numberExample({ numbers } = localFormat): string {
  return numbers === "1,234.50" ? "1234.5" : "1234,5";
}

/** The date of 2026-12-31 in the format of the person; other texts are unchanged. */
export function localizeDate(text: string, { dates } = localFormat): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  switch (dates) {
    case "2026-12-31":
      return text;
    case "31.12.2026":
      return `${day}.${month}.${year}`;
    case "31/12/2026":
      return `${day}/${month}/${year}`;
    case "12/31/2026":
      return `${month}/${day}/${year}`;
  }
}

/** A date as 2026-12-31; undefined for a text that is not one. */
export function parseDate(text: string, { dates } = localFormat): string | undefined {
  const trimmed = text.trim();
  const [, one, other, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(trimmed) ?? [];
  const isMonthFirst = dates === "12/31/2026";
  const parts = year === undefined || one === undefined || other === undefined ? undefined : { one, other, year };
  // Without a format, 01/02/2026 could be two days.
  if (parts !== undefined && dates === "2026-12-31") return undefined;
  const [month, day] = isMonthFirst ? [parts?.one, parts?.other] : [parts?.other, parts?.one];
  const iso = parts === undefined ? trimmed : `${parts.year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined;
  const exists = time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso);
  return exists ? iso : undefined;
}
