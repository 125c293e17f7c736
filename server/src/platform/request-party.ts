/** Who sends a request, for its log line. */
export interface RequestParty {
  /** The slug of the organization; null if the request concerns none. */
  readonly org: string | null;
  readonly actor: string | null;
  readonly actorType: string | null;
}
