/** What all operations on a kind have in common. */
export function kindOperation({ name, plural }: { readonly name: string; readonly plural: string }) {
  return { tag: plural, access: "any", aliasOf: { plural, singular: name } } as const;
}

export function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}
