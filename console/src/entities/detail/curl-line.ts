interface Reading {
  readonly baseUrl: string;
  readonly orgSlug: string;
  readonly path: string;
  readonly id: string;
  readonly asOf: string | undefined;
}

/** The command line that reads an entity. The key stays a variable, because command lines are shared. */
export function curlLine({ baseUrl, orgSlug, path, id, asOf }: Reading): string {
  const query = asOf === undefined ? "" : `?asOf=${encodeURIComponent(asOf)}`;
  return `curl -s -H "X-Api-Key: $KEY" -H "X-Api-Org: ${orgSlug}" "${baseUrl}/${path}/${id}${query}"`;
}
