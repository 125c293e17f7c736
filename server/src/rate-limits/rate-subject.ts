/** What is counted: an API key, a user, or an address before the caller is known. */
export interface RateSubject {
  /** Identifies the subject across all orgs. Built once by the caller, so that a request concatenates nothing. */
  readonly key: string;
  readonly orgId: string;
  readonly id: string;
}

export function rateSubject(orgId: string, id: string): RateSubject {
  // An org id contains no slash, so no two subjects share a key.
  return { key: `${orgId}/${id}`, orgId, id };
}
