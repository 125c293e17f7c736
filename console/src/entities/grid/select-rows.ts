/** The loaded rows between two numbers, in either order. */
export function idsBetween(rows: readonly { readonly id: string }[], one: number, other: number): string[] {
  const [from, to] = one < other ? [one, other] : [other, one];
  return rows.slice(from, to + 1).map(({ id }) => id);
}

export function toggled(selected: ReadonlySet<string>, ids: readonly string[], isOn: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}
