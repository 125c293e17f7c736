/** The days that change records of a type are kept, as they are edited. */
export interface RetentionRow {
  readonly entityType: string;
  readonly days: number | string;
}

const daysMax = 36_500;

export function retentionRows(retention: Readonly<Record<string, number>>): readonly RetentionRow[] {
  return Object.entries(retention).map(([entityType, days]) => ({ entityType, days }));
}

/** What the service is to change: types that are gone are removed, and none at all keeps everything for ever. */
export function retentionChange(
  before: Readonly<Record<string, number>>,
  rows: readonly RetentionRow[],
): Record<string, number | null> | null {
  if (rows.length === 0) return null;
  const removed = Object.keys(before).map((entityType) => [entityType, null] as const);
  const kept = rows.map(({ entityType, days }) => [entityType, Number(days)] as const);
  return Object.fromEntries([...removed, ...kept]);
}

export function findRetentionError(rows: readonly RetentionRow[]): string | undefined {
  const types = rows.map(({ entityType }) => entityType);
  const twice = types.find((entityType, place) => types.indexOf(entityType) !== place);
  if (types.includes("")) return "Choose a type for every line.";
  if (twice !== undefined) return `${twice} is there twice.`;
  const isWrong = rows.some(({ days }) => !Number.isInteger(days) || Number(days) < 1 || Number(days) > daysMax);
  return isWrong ? "Days are whole numbers from 1 to 36,500." : undefined;
}
