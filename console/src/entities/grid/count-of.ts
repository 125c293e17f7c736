const numbers = new Intl.NumberFormat("en");

export function formatCount(count: number): string {
  return numbers.format(count);
}

/** 1 row, 2 rows, 12,000 rows. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
