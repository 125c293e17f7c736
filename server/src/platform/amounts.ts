/** 12,000: independent of the locale. */
export function formatNumber(count: number): string {
  return count.toLocaleString("en-US");
}

/** 1 row, 2 rows. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
