/** The order of the database's "C" collation for ids, which are ASCII. */
export function byCharacters(left: string, right: string): number {
  return left < right ? -1 : 1;
}
