/** Where a field stands in the page. */
export function fieldId(slug: string): string {
  return `field-${slug}`;
}
