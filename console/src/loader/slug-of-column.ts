/** A valid property name, made from the words of a column. */
export function slugOfColumn(columnName: string): string {
  if (/^[a-z][A-Za-z0-9_-]*$/.test(columnName)) return columnName;
  const words = columnName.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : upperFirst(word.toLowerCase())))
    .join("");
  return /^[a-z]/.test(joined) ? joined : `column${joined}`;
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
