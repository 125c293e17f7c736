/** The retention of change records by type, as edited. */
export interface RetentionRow {
  readonly entityType: string;
  readonly days: number | string;
}

const daysMax = 36_500;

export function retentionRows(retention: Readonly<Record<string, number>>): readonly RetentionRow[] {
  return Object.entries(retention).map(([entityType, days]) => ({ entityType, days }));
}

/** The update to send: missing types are removed, and no types at all keeps everything forever. */
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
  if (types.includes("")) return "Select a type in every row.";
  if (twice !== undefined) return `${twice} is listed twice.`;
  const isWrong = rows.some(({ days }) => !Number.isInteger(days) || Number(days) < 1 || Number(days) > daysMax);
  return isWrong ? "Enter whole days from 1 to 36,500." : undefined;
}
