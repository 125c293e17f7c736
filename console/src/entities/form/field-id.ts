/** The id of a field in the page. */
export function fieldId(slug: string): string {
  return `field-${slug}`;
}
